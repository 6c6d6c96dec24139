//! `referee annul`: records a ruling that a game doesn't count, or that none of a worker does.

use std::path::PathBuf;

use crate::args::known_worker;
use crate::args::number::whole;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::text_layout::{count, paragraph};
use referee_output::{Exit, stdout};
use referee_record::Outcome;
use referee_store::{Filter, Ruling, Run};
use referee_tournament::results::unreadable;
use referee_tournament::{RulingCheck, appeals, failed, now_ms, results};

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
    /// Rule on all games that this worker of a fleet played and that count. With --replay also on those that were
    /// annulled for this very reason.
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
        let (chosen, left) = self.chosen(&played, &because)?;
        let at_ms = now_ms();
        let ruling = |game: &Outcome| Ruling {
            number: game.number,
            attempt: game.attempt,
            because: because.clone(),
            replay: self.replay,
            at_ms,
        };
        let rulings: Vec<Ruling> = chosen.iter().map(ruling).collect();
        referee_store::annul(played.path(), &rulings).map_err(failed)?;
        let path = played.path().to_owned();
        let run = Run::open(&path).map_err(machine)?;
        let fingerprint = run.fingerprint().map_err(machine)?;
        let next = match (self.replay, rulings.len()) {
            (false, _) => "",
            (true, 1) => "; it is played again when the run goes on",
            (true, _) => "; they are played again when the run goes on",
        };
        let what = match &self.worker {
            None => format!("game {} is", rulings[0].number),
            Some(worker) if rulings.len() == 1 => format!("1 game of worker {worker} is"),
            Some(worker) => format!("{} games of worker {worker} are", rulings.len()),
        };
        stdout::text(&format!(
            "{}: {what} annulled{next}\nfingerprint {fingerprint}",
            path.display(),
        ))?;
        for left in left {
            stdout::text(&paragraph(&plain(&left), 2))?;
        }
        let said = appeals(&run, &results::plan(&run)?)?;
        if !said.is_empty() {
            let head = "With --extend, `referee run` does this:".to_owned();
            let lines = [head].into_iter().chain(said);
            let lines: Vec<String> = lines.map(|line| paragraph(&plain(&line), 2)).collect();
            stdout::text(&lines.join("\n"))?;
        }
        Ok(Exit::Fine)
    }

    /// Returns the games to rule on, and what to say of those that can't be ruled on. Returns an error if there is
    /// none to rule on.
    fn chosen(&self, run: &Run, because: &str) -> anyhow::Result<(Vec<Outcome>, Vec<String>)> {
        let check = RulingCheck::of(run)?;
        let (games, left_alone) = self.named(run, because)?;
        let (mut chosen, mut left, mut why) = (Vec::new(), 0, None);
        for game in games {
            match check.objection(&game, self.replay) {
                None => chosen.push(game),
                Some(objection) => {
                    left += 1;
                    why.get_or_insert(objection);
                }
            }
        }
        let mut not = Vec::new();
        if let Some(why) = why {
            if chosen.is_empty() {
                return Err(bad_input(why));
            }
            let others = count(left, "other game");
            not.push(format!("Not annulled: {others} of this worker; {why}."));
        }
        if left_alone > 0 {
            let games = count(left_alone, "game");
            not.push(format!(
                "Not played again: {games} of this worker that an earlier ruling annulled for another reason."
            ));
        }
        Ok((chosen, not))
    }

    /// Returns the games that are named by the arguments, and how many of a worker were annulled for another reason
    /// and could be played again. Returns an error if there are none.
    fn named(&self, run: &Run, because: &str) -> anyhow::Result<(Vec<Outcome>, u64)> {
        let path = run.path().display();
        let Some(worker) = &self.worker else {
            let number = self.game.unwrap_or_default();
            let last = run.record(number, None).map_err(unreadable)?;
            let Some(last) = last else {
                return Err(bad_input(format!(
                    "{path}: game {number} isn't recorded; `referee games {path}` lists them"
                )));
            };
            return Ok((vec![Outcome::of(&last)], 0));
        };
        known_worker(worker, run)?;
        let filter = Filter {
            worker: Some(worker.clone()),
            ..Filter::default()
        };
        let (mut games, mut left_alone) = (Vec::new(), 0);
        for outcome in run.outcomes(&filter).map_err(unreadable)? {
            let game = outcome.map_err(unreadable)?;
            // What was annulled before can still be played again.
            let is_out = self.replay && game.annulled && !game.again;
            if game.counts() || is_out && game.is_annulled_because(because) {
                games.push(game);
            } else if is_out {
                left_alone += 1;
            }
        }
        if games.is_empty() && left_alone > 0 {
            let games = count(left_alone, "game");
            return Err(bad_input(format!(
                "{path}: {games} of worker {worker} were annulled for another reason; give the same --because to have \
                 them played again, or their numbers"
            )));
        }
        if games.is_empty() {
            return Err(bad_input(format!(
                "{path}: no game of worker {worker} counts; `referee games {path} --worker {worker}` lists its games"
            )));
        }
        Ok((games, left_alone))
    }
}
