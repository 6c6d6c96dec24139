//! `referee bench`: measures the overhead of the referee and the speed of the rules.

use std::collections::BTreeMap;

use referee_bench::runs::RunBench;
use referee_bench::{duels, perft, scenario};
use referee_build::jail::JailRequest;
use referee_engine::{Cores, ProcessScope};
use referee_jail::{JailLayer, Level};
use referee_output::failure::{bad_input, machine};
use referee_output::{Exit, remarks, stdout};
use referee_record::ClockError;
use referee_record::Pondering;
use referee_tournament::{self as run, calibration};
use serde_json::json;

use super::at_once::AtOnceArgs;
use super::new;
use crate::args::LevelArgs;

/// The measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Charged time minus the bot's own time, in games of a run.
    Clock,
    /// The start and the end of a new bot process.
    Start,
    /// An immediate move: the charged time, and the whole turn.
    Move,
    /// The charged time of a bot that thinks for 20 ms, against one that computes when it isn't its
    /// turn.
    Theft,
    /// Whole tournaments of a random bot in C, with processes that play all games and with new ones,
    /// with the jail and without, each compared with what the bot reaches without a referee.
    Run,
}

/// Measure the overhead of the referee.
///
/// Two bots that answer from a list play the same game again and again on one core, once for the
/// referee and once for a loop that does nothing but copy lines of the same length. The ratio is
/// the share of the bare speed that is left. Then perft of every game, on one core. These bots play
/// without a jail unless `--jail` asks for one. The other measurements are in the jail; `start`
/// compares no jail, one of only Landlock, seccomp and limits, and the whole jail.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  cargo run --release -- bench
  referee bench --jail auto
  referee bench clock --concurrency 2
  referee bench start
  referee bench move
  referee bench theft --concurrency 2
  referee bench run --json
  referee bench --json")]
pub struct BenchArgs {
    /// What to measure [default: the duels and perft].
    #[arg(value_enum)]
    what: Option<What>,
    #[command(flatten)]
    at_once: AtOnceArgs,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    jail: LevelArgs,
}

/// What was measured, with its times.
type TimeRows = Vec<(String, ClockError)>;

impl BenchArgs {
    /// Measures and prints the figures.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.what {
            None => self.duels(),
            Some(What::Clock) => self.time(|_, scope, cores| {
                let error = calibration::play(&calibration::context(scope)?, cores, 10)?;
                Ok(vec![("charged less own".to_owned(), error)])
            }),
            Some(What::Start) => self.time(|this, _, _| this.starts()),
            Some(What::Move) => self.time(|this, _, _| this.moves()),
            Some(What::Theft) => self.time(|_, scope, cores| scenario::theft(scope, cores)),
            Some(What::Run) => self.runs(),
        }
    }

    /// Measures plies a second and perft.
    fn duels(&self) -> anyhow::Result<Exit> {
        let referee = std::env::current_exe().map_err(machine)?;
        let duels = duels(
            &["onitama", "koolaamee"],
            &referee,
            &self.jail.wanted().or(Some(Level::Off)),
        )?;
        let perft = perft()?;
        if self.json {
            stdout::json(&json!({ "duels": duels, "perft": perft }))?;
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
        stdout::text(&text)?;
        Ok(Exit::Fine)
    }

    /// Measures starts in the jail that was asked for, or else without a jail, in a light one, and in the
    /// whole one.
    fn starts(&self) -> anyhow::Result<TimeRows> {
        let wanted = self.jail.wanted();
        let kinds = if wanted == JailRequest::default() {
            let light = [JailLayer::Namespaces, JailLayer::Cgroups];
            vec![
                ("no jail", wanted.at(Level::Off)),
                ("light jail", JailRequest::all_but(&light)),
                ("whole jail", wanted.or(Some(Level::Auto))),
            ]
        } else {
            vec![("this jail", wanted.or(Some(Level::Auto)))]
        };
        let mut rows = Vec::new();
        for (name, wanted) in kinds {
            let [ready, whole] = scenario::starts(&wanted.scope()?)?;
            rows.push((format!("{name}, to `ready`"), ready));
            rows.push((format!("{name}, and its end"), whole));
        }
        Ok(rows)
    }

    /// Measures moves without a jail, and in the jail that was asked for, with and without freezing.
    fn moves(&self) -> anyhow::Result<TimeRows> {
        let wanted = self.jail.wanted();
        let off = wanted.at(Level::Off);
        let jail = wanted.or(Some(Level::Auto));
        let kinds = [
            ("no jail", off, Pondering::Ignore),
            ("jail", jail.clone(), Pondering::Ignore),
            ("jail, frozen", jail, Pondering::Off),
        ];
        let mut rows = Vec::new();
        for (name, wanted, pondering) in kinds {
            let [charged, turns] = scenario::moves(&wanted.scope()?, pondering)?;
            rows.push((format!("{name}: charged"), charged));
            rows.push((format!("{name}: a turn"), turns));
        }
        Ok(rows)
    }

    /// Measures whole tournaments.
    fn runs(&self) -> anyhow::Result<Exit> {
        let AtOnceArgs {
            concurrency,
            oversubscribe,
        } = self.at_once;
        if concurrency.is_some() || oversubscribe || self.jail.wanted() != JailRequest::default() {
            return Err(bad_input(
                "bench run chooses jails and numbers of games itself; leave --jail, --concurrency and \
                 --oversubscribe out",
            ));
        }
        let folder = tempfile::tempdir().map_err(machine)?;
        let bot = folder.path().join("bot");
        new::write_kit("c", &bot)?;
        let referee = std::env::current_exe().map_err(machine)?;
        let bench = RunBench::build(&referee, folder.path(), &bot)?;
        let mut speeds = Vec::new();
        for game in ["onitama", "koolaamee"] {
            speeds.extend(bench.measure(game, &mut |what| remarks::lines(what))?);
        }
        if self.json {
            stdout::json(&speeds)?;
            return Ok(Exit::Fine);
        }
        let mut text = String::new();
        let mut game = "";
        for speed in speeds {
            if speed.game != game {
                game = speed.game;
                text += &format!(
                    "{game:34} {:>8}  {:>17}  {:>7}  ratio\n",
                    "plies/s", "slowest, fastest", "games/s"
                );
            }
            let [least, most] = speed.range;
            let ratio = speed
                .ratio
                .map_or(String::new(), |ratio| format!("{ratio:.2}"));
            let line = format!(
                "{:34} {:8.0}  {least:8.0} {most:8.0}  {:7.0}  {ratio:>5}",
                speed.setting.label(),
                speed.plies,
                speed.games
            );
            text += line.trim_end();
            text.push('\n');
        }
        stdout::text(&text)?;
        Ok(Exit::Fine)
    }

    /// Prints times in microseconds.
    fn time(
        &self,
        measure: impl FnOnce(&BenchArgs, &ProcessScope, &Cores) -> anyhow::Result<TimeRows>,
    ) -> anyhow::Result<Exit> {
        let scope = self.jail.wanted().or(Some(Level::Auto)).scope()?;
        let wanted = self.at_once.concurrency.map(|n| n.get() as usize);
        run::check_load(wanted, self.at_once.oversubscribe)?;
        let (cores, _claim) = Cores::claim(wanted, 1, true);
        if let Some(warning) = &cores.warning {
            remarks::sentences(&format!("referee: warning: {warning}"));
        }
        let rows = measure(self, &scope, &cores)?;
        if self.json {
            let rows: BTreeMap<_, _> = rows.into_iter().collect();
            stdout::json(&rows)?;
            return Ok(Exit::Fine);
        }
        let mut text =
            "                           count    median       p99       max   (µs)\n".to_owned();
        let us = |ns: u64| format!("{}.{}", ns / 1000, ns / 100 % 10);
        for (name, row) in rows {
            text += &format!(
                "{name:24} {:7} {:>9} {:>9} {:>9}\n",
                row.count,
                us(row.median_ns),
                us(row.p99_ns),
                us(row.max_ns)
            );
        }
        stdout::text(&text)?;
        Ok(Exit::Fine)
    }
}
