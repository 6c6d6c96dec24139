//! `referee annul`: records a ruling that a game doesn't count.

use std::path::PathBuf;

use crate::args::number::whole;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::text_layout::paragraph;
use referee_output::{Exit, stdout};
use referee_store::{Ruling, Run};
use referee_tournament::results::unreadable;
use referee_tournament::{appeals, failed, may_rule_on, now_ms, results};

/// Rule that a game doesn't count.
///
/// The record stays; the tables leave the game out and show the ruling. The ruling becomes part of
/// the hash chain, so the run has a new fingerprint.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee annul cup.db 17 --because 'the projector pulled the plug'
  referee annul cup.db 17 --because 'likewise' --replay")]
pub struct AnnulArgs {
    /// The database of the run, or the tournament file next to it.
    run: PathBuf,
    /// The number of the game, as in all tables.
    #[arg(value_parser = whole::<u64, 1, { u64::MAX }>)]
    game: u64,
    /// The reason, which is shown with the ruling.
    #[arg(long, value_name = "TEXT")]
    because: String,
    /// Play the game again when the run is resumed.
    #[arg(long)]
    replay: bool,
}

impl AnnulArgs {
    /// Records the ruling. Returns an error if the reason is empty or the game isn't recorded.
    pub fn run(self) -> anyhow::Result<Exit> {
        let played = results::open(&self.run)?;
        let because = plain(self.because.trim());
        if because.is_empty() {
            return Err(bad_input(
                "--because is empty; say why, since the tables show it to everybody",
            ));
        }
        let last = played.record(self.game, None).map_err(unreadable)?;
        let Some(last) = last else {
            let path = played.path().display();
            return Err(bad_input(format!(
                "{path}: game {} isn't recorded; `referee games {path}` lists them",
                self.game
            )));
        };
        may_rule_on(&played, &last, self.replay)?;
        let ruling = Ruling {
            number: self.game,
            attempt: last.attempt,
            because,
            replay: self.replay,
            at_ms: now_ms(),
        };
        referee_store::annul(played.path(), &[ruling]).map_err(failed)?;
        let path = played.path().to_owned();
        let run = Run::open(&path).map_err(machine)?;
        let fingerprint = run.fingerprint().map_err(machine)?;
        let next = if self.replay {
            "; it is played again when the run goes on"
        } else {
            ""
        };
        stdout::text(&format!(
            "{}: game {} is annulled{next}\nfingerprint {fingerprint}",
            path.display(),
            self.game
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
}
