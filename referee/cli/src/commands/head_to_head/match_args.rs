//! `referee match`: measures how much stronger one bot is than another, or than several.

use std::num::NonZeroU32;

use referee_config::match_files::quoted;
use referee_output::Exit;
use referee_output::failure::bad_input;

use super::args::OrderArgs;
use super::match_order::MatchContent;
use super::play::{MatchRequest, play};
use super::test_args::HypothesisArgs;
use super::{even, key, precision};

/// Number of games against each of several opponents, if nothing is said.
const GAUNTLET_GAMES: u32 = 100;

/// Measure how much stronger one bot is than another, or than several.
///
/// Plays mirrored pairs, each from a start of its own, and ends with a block of figures. With --sprt it
/// is the test of `referee sprt`. With several opponents, which don't play each other, all of them get
/// the same starts. Run the same command again, and it goes on where it stopped. Read
/// docs/engine-testing.md for what the figures mean.
#[derive(clap::Args)]
#[command(
    override_usage = "referee match [OPTIONS] <NEW> <BASE>\n       referee match [OPTIONS] <NEW> vs <BOT>..."
)]
#[command(after_help = "Examples:
  referee match ./new ./old -n 1000 --game koolaamee --tc 8+0.08
  referee match house:greedy house:random --until 20 --tc nodes=5000
  referee match ./new ./old -n 5000 --anytime
  referee match ./new ./old --sprt --elo1 3
  referee match ./new vs ./old house:level,level=3 -n 200
  referee match . git:main -n 400 --book starts.txt --concurrency 4
  referee match ./new ./old -n 400 --junit match.xml --markdown match.md")]
pub struct MatchArgs {
    /// The new bot, and the one that it is measured against, or the word `vs` and several:
    /// house:NAME, git:REV[:PATH], uci:ENGINE, xboard:ENGINE, a folder or toml file, or an executable file.
    #[arg(required = true, num_args = 2.., value_name = "BOT")]
    bots: Vec<String>,
    /// Number of games; against each of several opponents [default there: 100]; with --sprt, the
    /// maximum.
    #[arg(short = 'n', long, value_parser = even)]
    games: Option<NonZeroU32>,
    /// Play until the 95 % interval is at most this many Elo to each side.
    #[arg(long, value_name = "ELO", value_parser = precision, allow_hyphen_values = true)]
    until: Option<f64>,
    /// Also show the anytime-valid interval: wider, but it stays valid if you look at any time and
    /// stop when you like.
    #[arg(long)]
    anytime: bool,
    /// Test whether the new bot is stronger, and stop as soon as it is clear.
    #[arg(long, conflicts_with_all = ["until", "anytime"])]
    sprt: bool,
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    hypotheses: HypothesisArgs,
}

impl MatchArgs {
    /// Plays the match.
    pub fn run(mut self) -> anyhow::Result<Exit> {
        if !self.sprt
            && let Some(option) = self.hypotheses.given()
        {
            return Err(bad_input(format!(
                "{option} is about a test; add --sprt, or leave it out"
            )));
        }
        match &std::mem::take(&mut self.bots)[..] {
            [new, vs, opponents @ ..] if vs == "vs" && !opponents.is_empty() && new != "vs" => {
                self.gauntlet(new, opponents)
            }
            [new, base] if new != "vs" && base != "vs" => {
                if self.sprt {
                    self.hypotheses.play([new, base], self.games, self.order)
                } else {
                    self.measure([new, base])
                }
            }
            [new, other, ..] if new != "vs" && other != "vs" => Err(bad_input(format!(
                "{other}: expected two bots, or the word vs before several opponents, as in: referee match \
                 {new} vs {other}"
            ))),
            _ => Err(bad_input(
                "match: expected a new bot, the word vs and its opponents, as in: referee match ./new vs \
                 ./old house:greedy",
            )),
        }
    }

    fn measure(self, bots: [&str; 2]) -> anyhow::Result<Exit> {
        if self.games.is_none() && self.until.is_none() {
            return Err(bad_input(
                "match: how long? Expected -n GAMES, such as -n 1000, or --until ELO, such as --until 10, \
                 or both",
            ));
        }
        let table = |_: &[String]| {
            format!(
                "\n[match]\n{}{}",
                key("games", self.games),
                key("precision", self.until.map(|elo| format!("{elo:?}")))
            )
        };
        let order = self.order.order(&MatchContent {
            bots: bots.to_vec(),
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

    fn gauntlet(self, new: &str, opponents: &[String]) -> anyhow::Result<Exit> {
        let for_two = [
            ("--sprt", self.sprt),
            ("--until", self.until.is_some()),
            ("--anytime", self.anytime),
        ];
        if let Some((option, _)) = for_two.iter().find(|(_, given)| *given) {
            return Err(bad_input(format!(
                "{option} is for two bots; leave it out, or name one opponent without vs"
            )));
        }
        let games = self.games.map_or(GAUNTLET_GAMES, NonZeroU32::get);
        let opponents = opponents.iter().map(String::as_str);
        let bots: Vec<&str> = std::iter::once(new).chain(opponents).collect();
        let numbers = (1..bots.len()).map(|n| n.to_string());
        let table = |names: &[String]| {
            let newcomer = names.first().map_or_else(String::new, |name| quoted(name));
            format!("\n[gauntlet]\nnewcomers = [{newcomer}]\n")
        };
        let order = self.order.order(&MatchContent {
            endings: std::iter::once("new".to_owned()).chain(numbers).collect(),
            bots,
            kind: "gauntlet",
            keys: format!("format = \"gauntlet\"\ngames_per_pair = {games}\n"),
            table: &table,
            varied: true,
        })?;
        play(MatchRequest {
            command: "match",
            order,
            args: self.order,
            starts: Some(u64::from(games / 2)),
            anytime: false,
        })
    }
}
