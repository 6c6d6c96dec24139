//! `referee annul`: records a ruling that a game doesn't count, or that none of a worker does.

use std::path::PathBuf;

use crate::args::known_worker;
use crate::args::number::whole;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::text_layout::paragraph;
use referee_output::{Exit, stdout};
use referee_record::Outcome;
use referee_store::{Filter, Ruling, Run};
use referee_tournament::results::unreadable;
use referee_tournament::{appeals, failed, may_rule_on, now_ms, results};

/// Rule that a game doesn't count, or that no game of a fleet's worker does.
///
/// The record stays; the tables leave the game out and show the ruling. The ruling becomes part of
/// the hash chain, so the run has a new fingerprint.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee annul cup.db 17 --because 'the projector pulled the plug'
  referee annul cup.db 17 --because 'likewise' --replay
  referee annul cup.db --worker lab-3 --because 'its disk was full' --replay")]
pub struct AnnulArgs {
    /// The database of the run, or the tournament file next to it.
    run: PathBuf,
    /// The number of the game, as in all tables.
    #[arg(value_parser = whole::<u64, 1, { u64::MAX }>, required_unless_present = "worker")]
    game: Option<u64>,
    /// Rule on all games that this worker of a fleet played and that count.
    #[arg(long, value_name = "NAME", conflicts_with = "game")]
    worker: Option<String>,
    /// The reason, which is shown with the ruling.
    #[arg(long, value_name = "TEXT")]
    because: String,
    /// Play it again when the run is resumed.
    #[arg(long)]
    replay: bool,
}

impl AnnulArgs {
    /// Records the ruling. Returns an error if the reason is empty, or if there is no such game.
    pub fn run(self) -> anyhow::Result<Exit> {
        let played = results::open(&self.run)?;
        let because = plain(self.because.trim());
        if because.is_empty() {
            return Err(bad_input(
                "--because is empty; say why, since the tables show it to everybody",
            ));
        }
        let (what, games) = self.chosen(&played)?;
        let at_ms = now_ms();
        let mut rulings = Vec::new();
        for game in &games {
            may_rule_on(&played, game, self.replay)?;
            rulings.push(Ruling {
                number: game.number,
                attempt: game.attempt,
                because: because.clone(),
                replay: self.replay,
                at_ms,
            });
        }
        referee_store::annul(played.path(), &rulings).map_err(failed)?;
        let path = played.path().to_owned();
        let run = Run::open(&path).map_err(machine)?;
        let fingerprint = run.fingerprint().map_err(machine)?;
        let next = match (self.replay, rulings.len()) {
            (false, _) => "",
            (true, 1) => "; it is played again when the run goes on",
            (true, _) => "; they are played again when the run goes on",
        };
        stdout::text(&format!(
            "{}: {what} annulled{next}\nfingerprint {fingerprint}",
            path.display(),
        ))?;
        let said = appeals(&run, &results::plan(&run)?)?;
        if !said.is_empty() {
            let head = "With --extend, `referee run` does this:".to_owned();
            let lines = [head].into_iter().chain(said);
            let lines: Vec<String> = lines.map(|line| paragraph(&plain(&line), 2)).collect();
            stdout::text(&lines.join("\n"))?;
        }
        Ok(Exit::Fine)
    }

    /// Returns the games to rule on, and what to say of them.
    fn chosen(&self, run: &Run) -> anyhow::Result<(String, Vec<Outcome>)> {
        let path = run.path().display();
        let Some(worker) = &self.worker else {
            let number = self.game.unwrap_or_default();
            let last = run.record(number, None).map_err(unreadable)?;
            let Some(last) = last else {
                return Err(bad_input(format!(
                    "{path}: game {number} isn't recorded; `referee games {path}` lists them"
                )));
            };
            return Ok((format!("game {number} is"), vec![Outcome::of(&last)]));
        };
        known_worker(worker, run)?;
        let filter = Filter {
            worker: Some(worker.clone()),
            ..Filter::default()
        };
        let mut games = Vec::new();
        for outcome in run.outcomes(&filter).map_err(unreadable)? {
            let outcome = outcome.map_err(unreadable)?;
            games.extend(Some(outcome).filter(Outcome::counts));
        }
        match games.len() {
            0 => Err(bad_input(format!(
                "{path}: no game of worker {worker} counts; `referee games {path} --worker {worker}` lists its games"
            ))),
            1 => Ok((format!("1 game of worker {worker} is"), games)),
            n => Ok((format!("{n} games of worker {worker} are"), games)),
        }
    }
}
