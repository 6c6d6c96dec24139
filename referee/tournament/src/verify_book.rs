//! Draws the starts of a run from its book again.

use std::path::Path;

use anyhow::Result;
use referee_config::Book;
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_schedule::Starts;
use referee_store::Run;

use crate::results;

/// Compares the starts of a run with those that its seed draws from a book. Returns in words how they differ; `None` if
/// they don't. Returns an error if the run has none from a book, or the book can't be read.
pub fn verify_book(run: &Run, games: &GameSource, book: &Path) -> Result<Option<String>> {
    let plan = results::plan(run)?;
    let setup = &plan.setup;
    let (Some(origin), Starts::States(lines)) = (&setup.book, &setup.start) else {
        let why = "its games don't start from a book; leave --book out";
        return Err(bad_input(format!("{}: {why}", run.path().display())));
    };
    let kind = games.find_exactly(&setup.game, setup.rules.as_deref());
    let kind = kind.ok_or_else(|| bad_input(format!("there is no game {}", setup.game)))?;
    let rules = kind.rules(&setup.options).map_err(bad_input)?;
    let found = Book::open(book, origin.used, &*rules).map_err(bad_input)?;
    let shown = book.display();
    if found.origin() != *origin {
        let (now, then) = (found.origin().sha256, &origin.sha256);
        return Ok(Some(format!(
            "{shown} isn't the book of the run: its hash is {now}, and the run names {then}"
        )));
    }
    let most = (lines.len() as u64, plan.format.needs_distinct_starts());
    let drawn = found.draw(&*rules, setup.master, most).map_err(bad_input)?;
    let same = drawn.iter().zip(lines).take_while(|(a, b)| a == b).count();
    let differs = same < lines.len().max(drawn.len());
    Ok(differs.then(|| {
        let number = same + 1;
        format!("start {number} isn't the one that the seed draws from {shown}")
    }))
}
