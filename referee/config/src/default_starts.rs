//! How a match of two gets starts that differ: dealt where the game deals, and with random plies.

use std::collections::HashSet;

use referee_engine::opening;
use referee_games::Rules;
use referee_record::{Start, StartFrom, derive};

/// Starts that are drawn to learn how much they differ.
const DRAWN: u64 = 2048;
/// Of so many draws at most this many repeat others where there are a million starts or more.
const REPEATED: usize = 2;
/// No opening is longer, whatever it is good for.
const LONGEST: u32 = 16;

/// Whether deals of the game differ.
pub fn deals(rules: &dyn Rules) -> bool {
    different(rules, &StartFrom::Deal, 0, 16) > 1
}

/// Where games start that are to differ, and how many plies are played from there.
pub fn usual(rules: &dyn Rules) -> (&'static str, u32) {
    if deals(rules) {
        ("deal", openings(rules, &[StartFrom::Deal]))
    } else {
        ("default", openings(rules, &[StartFrom::Default]))
    }
}

/// The least even number of plies, from 2, with which there are a million starts or so; what gives the
/// most, where there aren't. A book's positions are played as they stand.
pub fn openings(rules: &dyn Rules, starts: &[StartFrom]) -> u32 {
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

/// How many of so many starts differ; the draws are the same ones wherever that is asked.
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
