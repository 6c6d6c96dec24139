//! How long a process lives.

use std::collections::BTreeMap;

use super::Arena;

/// Plays four games with bots that tell their process by the name that they call themselves.
fn processes(restart: &str, script: &str) -> Vec<(String, u32, String)> {
    let settings = format!(
        "game = \"onitama\"\nrounds = 2\nrestart = {restart:?}\nconcurrency = 1\n\
         options = {{ turns = 2 }}\nstart = \"deal\""
    );
    let arena = Arena::new(&settings)
        .scripted("one", script)
        .bot("two", "house:first");
    let mut seen = Vec::new();
    for record in arena.records() {
        let one = record
            .played
            .job
            .seats
            .iter()
            .position(|c| c.bot == "one")
            .expect("plays");
        let start = record.measured.bots[one].start_us;
        let fault = record.played.verdict.seats[one].fault;
        let fault = fault.map_or(String::new(), |fault| fault.to_string());
        let kind = if start.is_some() { "started" } else { "kept" };
        seen.push((kind.to_owned(), record.played.job.place.rotation, fault));
    }
    seen
}

fn count(seen: &[(String, u32, String)]) -> BTreeMap<(u32, String), usize> {
    let mut counts = BTreeMap::new();
    for (kind, rotation, _) in seen {
        *counts.entry((*rotation, kind.clone())).or_default() += 1;
    }
    counts
}

const HONEST: &str = "wait hello; say ready; rest";
const ILLEGAL: &str = "wait hello; say ready; wait go; say move x; rest";

#[test]
fn a_process_plays_one_game() {
    assert!(
        processes("game", HONEST)
            .iter()
            .all(|(kind, ..)| kind == "started")
    );
}

#[test]
fn a_process_plays_on_but_never_both_games_of_a_pair() {
    for restart in ["never", "failure"] {
        let counts = count(&processes(restart, HONEST));
        for rotation in [1, 2] {
            assert_eq!(counts[&(rotation, "started".to_owned())], 1, "{restart}");
            assert_eq!(counts[&(rotation, "kept".to_owned())], 1, "{restart}");
        }
    }
}

#[test]
fn a_failure_may_end_the_process() {
    let after = |restart| {
        let seen = processes(restart, ILLEGAL);
        assert_eq!(seen[0].2, "illegal-move");
        seen.iter().filter(|(kind, ..)| kind == "started").count()
    };
    assert_eq!(after("never"), 2);
    assert_eq!(after("failure"), 4);
}
