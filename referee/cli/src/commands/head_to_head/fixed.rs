//! `referee match`: measures how much stronger one bot is than another.

use std::num::NonZeroU32;

use crate::args::number::positive;
use referee_output::Exit;
use referee_output::failure::bad_input;

use super::{even, key, precision};
use crate::commands::head_to_head::args::OrderArgs;
use crate::commands::head_to_head::match_order::MatchContent;
use crate::commands::head_to_head::play::{MatchRequest, play};

/// Measure how much stronger one bot is than another.
///
/// Plays mirrored pairs, each from a start of its own, and ends with a block of figures. Run the same
/// command again, and it goes on where it stopped. Read docs/engine-testing.md for what the figures
/// mean.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee match ./new ./old -n 1000 --game koolaamee --tc 8+0.08
  referee match house:greedy house:random --until 20 --tc nodes=5000
  referee match ./new ./old -n 5000 --anytime
  referee match . git:main -n 400 --book starts.txt --concurrency 4
  referee match ./new ./old -n 400 --junit match.xml --markdown match.md")]
pub struct MatchArgs {
    /// A bot: house:NAME, git:REV[:PATH], a folder or toml file, or an executable file.
    first: String,
    /// The other bot.
    second: String,
    /// Number of games.
    #[arg(short = 'n', long, value_parser = even)]
    games: Option<NonZeroU32>,
    /// Play until the 95 % interval is at most this many Elo to each side.
    #[arg(long, value_name = "ELO", value_parser = precision, allow_hyphen_values = true)]
    until: Option<f64>,
    /// Also show the anytime-valid interval: wider, but it stays valid if you look at any time and
    /// stop when you like.
    #[arg(long)]
    anytime: bool,
    /// Start no game after this many minutes.
    #[arg(long, value_name = "MINUTES", value_parser = positive)]
    max_minutes: Option<NonZeroU32>,
    #[command(flatten)]
    order: OrderArgs,
}

impl MatchArgs {
    /// Plays the match.
    pub fn run(self) -> anyhow::Result<Exit> {
        if self.games.is_none() && self.until.is_none() {
            return Err(bad_input(
                "match: how long? Expected -n GAMES, such as -n 1000, or --until ELO, such as --until 10, \
                 or both",
            ));
        }
        let table = |_: &[String]| {
            format!(
                "\n[match]\n{}{}{}",
                key("games", self.games),
                key("precision", self.until.map(|elo| format!("{elo:?}"))),
                key("minutes", self.max_minutes)
            )
        };
        let order = self.order.order(&MatchContent {
            bots: vec![&self.first, &self.second],
            endings: ["1", "2"].map(str::to_owned).to_vec(),
            kind: "match",
            keys: "format = \"match\"\n".to_owned(),
            table: &table,
            varied: false,
        })?;
        play(MatchRequest {
            command: "match",
            order,
            args: self.order,
            starts: None,
            anytime: self.anytime,
        })
    }
}
