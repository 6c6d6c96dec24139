//! `referee sprt`: tests whether a new version is stronger, or at least no worse.

use std::num::NonZeroU32;

use referee_output::Exit;

use super::args::OrderArgs;
use super::even;
use super::test_args::HypothesisArgs;

/// Test whether a new version of a bot is stronger.
///
/// A sequential test (GSPRT) on mirrored pairs: it ends as soon as the games decide between two
/// hypotheses about the difference. The exit code is 0 where elo1 is accepted, 1 where elo0 is, 4 where
/// neither is within the games or minutes allowed. Run the same command again, and it goes on where it
/// stopped.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee sprt ./new ./old --game koolaamee --tc 8+0.08 --concurrency 4
  referee sprt ./new ./old --no-worse -n 20000
  referee sprt ./new ./old --elo1 3 --alpha 0.02 --beta 0.1 --model logistic
  referee sprt uci:./new uci:./old --game chess --tc 8+0.08 --uci Hash=16
  referee sprt . git:main --max-minutes 60 --junit sprt.xml --annotations
  referee sprt house:greedy house:random --game cublino-pur --tc st=1")]
pub struct SprtArgs {
    /// The new bot: house:NAME, git:REV[:PATH], uci:ENGINE, xboard:ENGINE, a folder or toml file, or an executable
    /// file.
    #[arg(value_name = "NEW")]
    candidate: String,
    /// The bot that it is tested against.
    base: String,
    /// Maximum number of games.
    #[arg(short = 'n', long, value_parser = even)]
    games: Option<NonZeroU32>,
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    hypotheses: HypothesisArgs,
}

impl SprtArgs {
    /// Plays the test.
    pub fn run(self) -> anyhow::Result<Exit> {
        let bots = [&*self.candidate, &*self.base];
        self.hypotheses.play(bots, self.games, self.order)
    }
}
