//! `referee sprt`: tests whether a new version is stronger, or at least no worse.

use std::num::NonZeroU32;

use crate::args::number::positive;
use clap::ValueEnum;
use referee_output::Exit;

use super::{even, key, number};
use crate::commands::head_to_head::args::OrderArgs;
use crate::commands::head_to_head::match_order::MatchContent;
use crate::commands::head_to_head::play::{MatchRequest, play};

/// Test whether a new version of a bot is stronger.
///
/// A sequential test (GSPRT) on mirrored pairs: it ends as soon as the games decide between two
/// hypotheses about the difference. The exit code is 0 where elo1 is accepted, 1 where elo0 is, 4 where
/// neither is within the games or minutes allowed. Run the same command again, and it goes on where it
/// stopped.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee sprt ./new ./old --game koolaamee --tc 8+0.08 --concurrency 4
  referee sprt ./new ./old --no-worse --max-games 20000
  referee sprt ./new ./old --elo1 3 --alpha 0.02 --beta 0.1 --model logistic
  referee sprt . git:main --max-minutes 60 --junit sprt.xml --annotations
  referee sprt house:greedy house:random --game cublino-pur --tc st=1")]
pub struct SprtArgs {
    /// The new bot: house:NAME, git:REV[:PATH], a folder or toml file, or an executable file.
    #[arg(value_name = "NEW")]
    candidate: String,
    /// The bot that it is tested against.
    base: String,
    /// Test whether the new bot is no worse: hypotheses -5 and 0 instead of 0 and 5.
    #[arg(long)]
    no_worse: bool,
    /// The first hypothesis, in the unit of --model [default: 0].
    #[arg(long, value_name = "ELO", value_parser = number, allow_hyphen_values = true)]
    elo0: Option<f64>,
    /// The second hypothesis, in the unit of --model, above the first [default: 5].
    #[arg(long, value_name = "ELO", value_parser = number, allow_hyphen_values = true)]
    elo1: Option<f64>,
    /// The probability of accepting elo1 if elo0 is true.
    #[arg(long, default_value = "0.05", value_parser = number, allow_hyphen_values = true)]
    alpha: f64,
    /// The probability of accepting elo0 if elo1 is true.
    #[arg(long, default_value = "0.05", value_parser = number, allow_hyphen_values = true)]
    beta: f64,
    /// The unit of elo0 and elo1.
    #[arg(long, default_value = "normalized")]
    model: Model,
    /// Play at most this many games.
    #[arg(long, value_name = "GAMES", value_parser = even)]
    max_games: Option<NonZeroU32>,
    /// Start no game after this many minutes.
    #[arg(long, value_name = "MINUTES", value_parser = positive)]
    max_minutes: Option<NonZeroU32>,
    #[command(flatten)]
    order: OrderArgs,
}

/// The models by their words.
#[derive(Clone, Copy, ValueEnum)]
enum Model {
    /// Normalized Elo: in standard deviations of a game.
    Normalized,
    /// Logistic Elo: by the mean score.
    Logistic,
}

impl SprtArgs {
    /// Plays the test.
    pub fn run(self) -> anyhow::Result<Exit> {
        let (elo0, elo1) = if self.no_worse {
            (-5.0, 0.0)
        } else {
            (0.0, 5.0)
        };
        let model = match self.model {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        let table = |_: &[String]| {
            format!(
                "\n[sprt]\nmodel = \"{model}\"\nelo0 = {:?}\nelo1 = {:?}\nalpha = {:?}\nbeta = {:?}\n{}{}",
                self.elo0.unwrap_or(elo0),
                self.elo1.unwrap_or(elo1),
                self.alpha,
                self.beta,
                key("games", self.max_games),
                key("minutes", self.max_minutes)
            )
        };
        let order = self.order.order(&MatchContent {
            bots: vec![&self.candidate, &self.base],
            endings: ["new", "base"].map(str::to_owned).to_vec(),
            kind: "sprt",
            keys: "format = \"sprt\"\n".to_owned(),
            table: &table,
            varied: false,
        })?;
        play(MatchRequest {
            command: "sprt",
            order,
            args: self.order,
            starts: None,
            anytime: false,
        })
    }
}
