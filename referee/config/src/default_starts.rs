//! Chooses starts for a match of two bots so that they differ: dealt where the game deals, and with random
//! plies.

use std::collections::HashSet;

use referee_engine::{DealError, Opening};
use referee_games::{GameKind, Rules};
use referee_record::{Start, StartFrom, derive};

/// Starts that are drawn to measure how much they differ.
const DRAWN: u64 = 2048;
/// The same where a program is asked for each ply.
const DRAWN_OF_PROGRAM: u64 = 256;
/// Number of starts that are enough.
const ENOUGH: u64 = 1_000_000;
/// Maximum number of random plies, even if more would add starts.
const LONGEST: u32 = 16;

/// Returns whether deals of the game differ. Returns an error if the program that holds the rules fails.
pub fn deals(rules: &dyn Rules) -> Result<bool, String> {
    let drawn = draw(rules, &StartFrom::Deal, 16)?;
    Ok(different(&drawn) > 1)
}

/// Returns the default start for games that are to differ, and the number of random plies from there. Returns an error
/// if the program that holds the rules fails.
pub fn usual(kind: &dyn GameKind, rules: &dyn Rules) -> Result<(&'static str, u32), String> {
    Ok(if deals(rules)? {
        ("deal", openings(kind, rules, &StartFrom::Deal)?)
    } else {
        ("default", openings(kind, rules, &StartFrom::Default)?)
    })
}

/// Returns the smallest even number of plies, from 2, that yields about a million starts or more; if none
/// does, the number that yields the most. Positions of a book get no plies. Returns an error if the program that holds
/// the rules fails.
pub(crate) fn openings(
    kind: &dyn GameKind,
    rules: &dyn Rules,
    from: &StartFrom,
) -> Result<u32, String> {
    let draws = kind.hash().map_or(DRAWN, |_| DRAWN_OF_PROGRAM);
    // About so many of the draws repeat others if there are enough starts.
    let repeated = draws * draws / 2 / ENOUGH;
    let mut drawn = draw(rules, from, draws)?;
    let mut best = (0, 0);
    for plies in (2..=LONGEST).step_by(2) {
        for opening in &mut drawn {
            opening.play(2).map_err(|e| e.to_string())?;
        }
        let distinct_starts = different(&drawn);
        if distinct_starts > best.0 {
            best = (distinct_starts, plies);
        }
        if distinct_starts as u64 + repeated >= draws {
            break;
        }
    }
    Ok(best.1)
}

/// Draws starts without plies; the draws are the same in every call.
fn draw(rules: &dyn Rules, from: &StartFrom, draws: u64) -> Result<Vec<Opening>, String> {
    let mut drawn = Vec::new();
    for number in 0..draws {
        let start = Start::new(from.clone(), derive(number, "variety", &[]));
        match Opening::begin(rules, &start) {
            Ok(opening) => drawn.push(opening),
            Err(DealError::Failed(why)) => return Err(why),
            Err(_) => {}
        }
    }
    Ok(drawn)
}

/// Counts the different positions.
fn different(drawn: &[Opening]) -> usize {
    let lines: HashSet<String> = drawn.iter().map(|it| it.position().line()).collect();
    lines.len()
}
