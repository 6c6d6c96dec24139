//! Views of recorded games: as a list, page by page, and as the game's own log.

mod answer;
mod details;
mod farewell;
mod list;
mod log;
mod pages;
mod pgn;
mod write;

pub use answer::answer;
pub use details::details;
pub use farewell::farewell;
pub use list::{line, row, title};
pub use log::log;
pub use pages::{Page, pages};
pub use pgn::pgn;
pub use write::{each, games, records};

use anyhow::Result;
use referee_engine::{rules_of, why};
use referee_games::{GameSource, Rules};
use referee_output::failure::bad_input;
use referee_output::text_layout::count;
use referee_record::{Outcome, Record};
use referee_store::{Filter, LastRulings, Run};
use referee_tournament::results::{quoted, unreadable};

/// A recorded game and its outcome after all rulings.
pub struct RecordedGame {
    /// The record: moves and measurements.
    pub record: Record,
    /// Its outcome, with rulings applied.
    pub outcome: Outcome,
    /// The results file, quoted for a command.
    pub run: String,
}

impl RecordedGame {
    /// Returns the rules that the game was played by. Returns an error if its game isn't among these.
    pub fn rules(&self, games: &GameSource) -> Result<Box<dyn Rules>> {
        rules_of(games, &self.record.played.job).map_err(bad_input)
    }

    /// Returns the command that explains the fault of a seat.
    pub fn why(&self, seat: char) -> String {
        why(&self.run, self.outcome.number, self.outcome.attempt, seat)
    }

    /// Finds an attempt at a game, by default the last one. Returns an error if the run has no such game or
    /// attempt.
    pub fn find(run: &Run, number: u64, attempt: Option<u32>) -> Result<RecordedGame> {
        let record = run.record(number, attempt).map_err(unreadable)?;
        let record = record.map_or_else(|| Err(missing(run, number, attempt)), Ok)?;
        let mut outcome = Outcome::of(&record);
        LastRulings::of(&run.rulings().map_err(unreadable)?).apply(&mut outcome);
        let run = quoted(run.path());
        Ok(RecordedGame {
            record,
            outcome,
            run,
        })
    }
}

fn missing(run: &Run, number: u64, attempt: Option<u32>) -> anyhow::Error {
    let path = run.path().display();
    if attempt.is_some()
        && let Ok(Some(last)) = run.record(number, None)
    {
        let last = last.attempt;
        return bad_input(format!(
            "{path}: game {number} has no such attempt; its last one is {last}"
        ));
    }
    let recorded = run.outcomes(&Filter::default()).map_or(0, Iterator::count);
    let recorded = count(recorded as u64, "recorded game");
    bad_input(format!(
        "{path}: there is no game {number} among {recorded}; `referee games {path}` lists \
         them"
    ))
}
