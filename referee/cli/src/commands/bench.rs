//! `referee bench`: what the referee costs, and how quick the rules are.

use std::collections::BTreeMap;

use referee_arena::Cores;
use referee_jail::Level;
use serde_json::json;

use crate::bench::{duels, perft, scenario};
use crate::calibration;
use crate::exit::{Exit, machine};
use crate::jail::JailArgs;
use crate::out;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Charged time less the bot's own, in games as a run plays them.
    Clock,
    /// The start of a fresh bot and its end.
    Start,
    /// The charged time of a bot that thinks for 20 ms, against one that computes on its off turn.
    Theft,
}

/// Measure what the referee costs.
///
/// Two bots that answer from a list play the same game again and again on one core, once for the
/// referee and once for a loop that does nothing but copy lines of the same length. The ratio is what
/// is left of the bare speed. Then perft of every game, on one core. There is no jail around these bots
/// unless `--jail` says so.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  cargo run --release -- bench
  referee bench --jail auto
  referee bench clock --jail auto --concurrency 2
  referee bench start --jail auto
  referee bench theft --jail auto --concurrency 2
  referee bench --json")]
pub struct Args {
    /// What to measure; without, the duels and perft.
    #[arg(value_enum)]
    what: Option<What>,
    /// Games at the same time (clock and theft); by default as many as a run would play.
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    jail: JailArgs,
}

impl Args {
    /// Measures it.
    pub fn run(self) -> anyhow::Result<Exit> {
        if let Some(what) = self.what {
            return self.time(what);
        }
        let referee = std::env::current_exe().map_err(machine)?;
        let duels = duels(
            &["onitama", "koolaamee"],
            &referee,
            &self.jail.wanted().or(Some(Level::Off)),
        )?;
        let perft = perft()?;
        if self.json {
            out::text(&serde_json::to_string_pretty(
                &json!({ "duels": duels, "perft": perft }),
            )?)?;
            return Ok(Exit::Fine);
        }
        let mut text = "duel             referee      bare  ratio   (plies/s)\n".to_owned();
        for d in duels {
            text += &format!(
                "{:14} {:9.0} {:9.0}  {:5.3}\n",
                d.game, d.referee, d.bare, d.ratio
            );
        }
        text += "\nperft           depth   millions/s\n";
        for p in perft {
            text += &format!("{:14} {:6} {:12.1}\n", p.game, p.depth, p.per_second / 1e6);
        }
        out::text(&text)?;
        Ok(Exit::Fine)
    }
    /// Measures times in microseconds.
    fn time(&self, what: What) -> anyhow::Result<Exit> {
        let haven = self.jail.wanted().or(Some(Level::Off)).haven()?;
        let cores = Cores::plan(self.concurrency, 1, true);
        let rows = match what {
            What::Clock => {
                let error = calibration::play(&haven, &cores, 10, 1000)?;
                vec![("charged less own".to_owned(), error)]
            }
            What::Start => vec![("start and end".to_owned(), scenario::starts(&haven)?)],
            What::Theft => scenario::theft(&haven, &cores)?,
        };
        if self.json {
            let rows: BTreeMap<_, _> = rows.into_iter().collect();
            out::text(&serde_json::to_string_pretty(&rows)?)?;
            return Ok(Exit::Fine);
        }
        let mut text =
            "                       count    median       p99       max   (µs)\n".to_owned();
        let us = |ns: u64| format!("{}.{}", ns / 1000, ns / 100 % 10);
        for (name, row) in rows {
            text += &format!(
                "{name:20} {:7} {:>9} {:>9} {:>9}\n",
                row.count,
                us(row.median_ns),
                us(row.p99_ns),
                us(row.max_ns)
            );
        }
        out::text(&text)?;
        Ok(Exit::Fine)
    }
}
