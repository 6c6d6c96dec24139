//! A program that fails makes games void, and no bot loses by it; after three in a row the run ends.

use referee_engine::is_failure_of_rules;

use super::{arena, text};
use crate::engine::{records, wrong};
use crate::kit::referee;

/// What the program does at the third move, and what the reason of the void game says.
const FAILURES: [(&str, &str); 8] = [
    ("dies", "its stderr ends"),
    ("hangs", "no answer in time"),
    ("floods", "expected a line `state …`"),
    ("refuses", "refuses \"play "),
    ("say turn seat A|legal a a", "asked \"play "),
    ("say turn seat C|legal a", "asked \"play "),
    ("say turn chance A 1:0 2:0", "asked \"play "),
    ("say turn over A=1 B=3 reason=six", "asked \"play "),
];

fn failure((mode, part): &(&str, &str)) -> Option<String> {
    let arena = arena(mode, "games_per_pair = 10\nconcurrency = 1");
    let output = arena.run(&[]);
    let said = text(&output.stderr);
    let run = arena.path().join("cup.db");
    let records = records(&run);
    let verdicts = records.iter().map(|record| &record.played.verdict);
    let innocent = verdicts.clone().all(|verdict| {
        is_failure_of_rules(verdict) && verdict.seats.iter().all(|seat| seat.fault.is_none())
    });
    let reasons = verdicts.filter_map(|verdict| verdict.void.as_deref());
    let says = reasons
        .clone()
        .all(|why| why.contains(part) && !why.contains('\u{1b}'));
    let why = referee(&["why", &run.to_string_lossy(), "1"]);
    let verified = referee(&["verify", &run.to_string_lossy()]);
    let is_right = output.status.code() == Some(3)
        && said.contains("failed in 3 games in a row: `referee why ")
        && records.len() == 3
        && innocent
        && says
        && why.code == Some(0)
        && verified.code == Some(4);
    (!is_right).then(|| {
        let reasons: Vec<&str> = reasons.collect();
        format!(
            "{mode}: {:?}, {reasons:?}\n{said}\n{}\n{}",
            output.status, why.stdout, verified.stdout
        )
    })
}

#[test]
fn no_bot_loses_by_rules_that_fail() {
    assert_eq!(wrong(&FAILURES, failure), "");
}
