//! Chooses starts for a match of two bots so that they differ: dealt where the game deals, and with random
//! plies.

use std::collections::HashSet;

use referee_engine::opening;
use referee_games::Rules;
use referee_record::{Start, StartFrom, derive};

/// Starts that are drawn to measure how much they differ.
const DRAWN: u64 = 2048;
/// Of [`DRAWN`] draws, at most about this many repeat others if there are a million starts or more.
const REPEATED: usize = 2;
/// Maximum number of random plies, even if more would add starts.
const LONGEST: u32 = 16;

/// Returns whether deals of the game differ.
pub fn deals(rules: &dyn Rules) -> bool {
    different(rules, &StartFrom::Deal, 0, 16) > 1
}

/// Returns the default start for games that are to differ, and the number of random plies from there.
pub fn usual(rules: &dyn Rules) -> (&'static str, u32) {
    if deals(rules) {
        ("deal", openings(rules, &[StartFrom::Deal]))
    } else {
        ("default", openings(rules, &[StartFrom::Default]))
    }
}

/// Returns the smallest even number of plies, from 2, that yields about a million starts or more; if none
/// does, the number that yields the most. Positions of a book get no plies.
pub(crate) fn openings(rules: &dyn Rules, starts: &[StartFrom]) -> u32 {
    let [from @ (StartFrom::Default | StartFrom::Deal)] = starts else {
        return 0;
    };
    let mut best = (0, 0);
    for plies in (2..=LONGEST).step_by(2) {
        let distinct_starts = different(rules, from, plies, DRAWN);
        if distinct_starts > best.0 {
            best = (distinct_starts, plies);
        }
        if (distinct_starts as u64) + (REPEATED as u64) >= DRAWN {
            break;
        }
    }
    best.1
}

/// Counts the different starts among `draws` draws; the draws are the same in every call.
fn different(rules: &dyn Rules, from: &StartFrom, plies: u32, draws: u64) -> usize {
    let line = |number: u64| {
        let start = Start {
            from: from.clone(),
            plies,
            seed: derive(number, "variety", &[]),
        };
        Some(opening(rules, &start).ok()?.line())
    };
    let lines: HashSet<String> = (0..draws).filter_map(line).collect();
    lines.len()
}
