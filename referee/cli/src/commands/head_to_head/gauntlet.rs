//! `referee gauntlet`: measures the strength of a new bot against known ones.

use std::num::NonZeroU32;

use crate::args::number::positive;
use referee_config::match_files::quoted;
use referee_output::Exit;
use referee_output::failure::bad_input;

use crate::commands::head_to_head::args::OrderArgs;
use crate::commands::head_to_head::match_order::MatchContent;
use crate::commands::head_to_head::play::{MatchRequest, play};

/// Measure a newcomer against several bots, which don't play each other.
///
/// Plays mirrored pairs, each pair of an opponent from a start of its own; all opponents have the same
/// starts. Run the same command again, and it goes on where it stopped.
#[derive(clap::Args)]
#[command(override_usage = "referee gauntlet [OPTIONS] <NEW> vs <BOT>...")]
#[command(after_help = "Examples:
  referee gauntlet ./new vs ./old house:level=3 house:level=4 -n 200
  referee gauntlet . vs house:random git:main --game cublino-pur --tc st=0.5")]
pub struct GauntletArgs {
    /// The new bot, the word `vs`, and its opponents: house:NAME, a folder or toml file, or an
    /// executable file, or git:REV[:PATH].
    #[arg(required = true, value_name = "NEW vs BOT")]
    bots: Vec<String>,
    /// Number of games against each opponent.
    #[arg(short = 'n', long, default_value = "100", value_parser = positive)]
    games: NonZeroU32,
    #[command(flatten)]
    order: OrderArgs,
}

impl GauntletArgs {
    /// Plays the gauntlet.
    pub fn run(self) -> anyhow::Result<Exit> {
        let (newcomer, opponents) = match &self.bots[..] {
            [newcomer, vs, opponents @ ..] if vs == "vs" && !opponents.is_empty() => {
                (newcomer, opponents)
            }
            [newcomer, other, ..] if newcomer != "vs" && other != "vs" => {
                return Err(bad_input(format!(
                    "{other}: expected the word vs behind the newcomer, as in: referee gauntlet \
                     {newcomer} vs {other}"
                )));
            }
            _ => {
                return Err(bad_input(
                    "gauntlet: expected a newcomer, the word vs and its opponents, as in: referee \
                     gauntlet ./new vs ./old house:greedy",
                ));
            }
        };
        let games = self.games.get();
        let bots = std::iter::once(newcomer).chain(opponents);
        let bots: Vec<&str> = bots.map(String::as_str).collect();
        let table = |names: &[String]| {
            let newcomer = names.first().map_or_else(String::new, |name| quoted(name));
            format!("\n[gauntlet]\nnewcomers = [{newcomer}]\n")
        };
        let order = self.order.order(&MatchContent {
            endings: (0..bots.len())
                .map(|n| {
                    if n == 0 {
                        "new".to_owned()
                    } else {
                        n.to_string()
                    }
                })
                .collect(),
            bots,
            kind: "gauntlet",
            keys: format!("format = \"gauntlet\"\ngames_per_pair = {games}\n"),
            table: &table,
            varied: true,
        })?;
        play(MatchRequest {
            command: "gauntlet",
            order,
            args: self.order,
            starts: Some(u64::from(games / 2)),
            anytime: false,
        })
    }
}
