//! The examiner's own bot fails: that is nobody's loss.

use std::fs;

use super::{shown, verified};
use crate::engine::Arena;
use crate::kit::referee;

pub const DEAL: &str = "bbBbb/...../W..../...../aaAaa A 4 ...../.x.../.xo.x/...../..... \
    ...../..x../..ox./...../..... ...../..x../..o../.x.../..... \
    ...../.x.x./..o../.x.../..... ..x../...x./..o../...../.....";

/// An exam with one deal and no questions, set by this bot.
fn exam(examiner: &str) -> Arena {
    let settings = "game = 'onitama'\nformat = 'exam'\nseed = 5\ntries = 2\n\
        [exam.qualification]\nexaminer = 'teacher'\nerrors = 0\n[exam.main]\ndeals = 'deals'\n";
    let arena = Arena::new(settings)
        .scripted("teacher", examiner)
        .bot("one", "house:first")
        .bot("two", "house:random");
    fs::write(arena.path().join("deals"), DEAL).expect("a file");
    arena
}

#[test]
fn its_games_are_void_tried_again_and_held_against_nobody() {
    let arena = exam("wait hello; say ready; wait go; exit 3");
    let records = arena.records();
    let (qualification, main): (Vec<_>, Vec<_>) = records
        .iter()
        .partition(|record| record.played.job.place.stage == "qualification");
    assert_eq!(
        qualification.len(),
        2 * 2 * 2,
        "two students, both seats, two tries"
    );
    for record in qualification {
        let why = record.played.verdict.void.as_deref();
        assert_eq!(why, Some("the examiner's own bot failed: teacher, crash"));
        assert_eq!(record.measured.evidence.len(), 1);
    }
    assert_eq!(main.len(), 2, "both are eligible");
    let file = shown(&arena.path().join("cup.db"));
    let verified = verified(&arena.path().join("cup.db"));
    assert!(verified.contains("complete and sound"), "{verified}");
    let marks = referee(&["marks", &file]).fine();
    assert!(
        marks.contains("Void in qualification, held against nobody: game 1, 2, 3, 4."),
        "{marks}"
    );
    assert!(
        marks.contains("2 on the list, 2 submitted, 2 eligible."),
        "{marks}"
    );
}

#[test]
fn its_resignation_is_a_loss_like_any_other() {
    let records = exam("wait hello; say ready; wait go; say resign; wait quit").records();
    assert_eq!(records.len(), 4 + 2);
    assert!(
        records
            .iter()
            .all(|record| record.played.verdict.void.is_none())
    );
}

#[test]
fn marks_are_for_exams() {
    let arena = Arena::new("game = 'onitama'\nseed = 5\noptions = { turns = 4 }")
        .bot("one", "house:first")
        .bot("two", "house:random");
    assert_eq!(arena.records().len(), 2);
    let file = shown(&arena.path().join("cup.db"));
    let message = referee(&["marks", &file]).refused();
    assert!(message.contains("this run isn't an exam"), "{message}");
}
