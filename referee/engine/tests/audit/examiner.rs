//! Tests games against an examiner's bot (of those who set an exam): void by its own failure, and by nothing
//! else.

use referee_record::{Job, Played};

use crate::audit;
use crate::random_game::{Forfeits, job, play};

/// Makes a job in which these seats are the examiner's.
fn examined(seats: &str, seed: u64) -> Job {
    let mut job = job("onitama", &[], seed);
    for seated in &mut job.seats {
        seated.examiner = seats.contains(seated.seat);
    }
    job.identify()
}

fn refusal(played: &Played) -> String {
    audit(played).expect_err("it was changed").to_string()
}

#[test]
fn a_failure_of_the_examiner_is_void_and_one_of_the_other_a_loss() {
    // The first seat fails its handshake.
    let played = play(examined("A", 1), Forfeits::Handshakes);
    let why = played.verdict.void.clone().expect("it is void");
    assert!(
        why.starts_with("the examiner's own bot failed: bot0, no-handshake"),
        "{why}"
    );
    assert!(audit(&played).is_ok());
    let other = play(examined("B", 1), Forfeits::Handshakes);
    assert_eq!(other.verdict.void, None);
    assert!(audit(&other).is_ok());
    let both = play(examined("B", 1), Forfeits::Everybody);
    assert!(both.verdict.void.is_some());
    let sound = play(examined("AB", 1), Forfeits::None);
    assert_eq!(sound.verdict.void, None);
}

#[test]
fn neither_a_forged_void_nor_a_hidden_one_passes() {
    let mut hidden = play(examined("A", 1), Forfeits::Handshakes);
    let why = hidden.verdict.void.take();
    assert!(refusal(&hidden).contains("recorded it counts; by the rules: void, the examiner's"));
    let mut forged = play(examined("B", 1), Forfeits::Handshakes);
    forged.verdict.void.clone_from(&why);
    assert!(refusal(&forged).contains("by the rules: it counts"));
    let mut blank = play(examined("B", 1), Forfeits::None);
    blank.steps.clear();
    blank.start.clear();
    blank.end.clear();
    blank.verdict.void = why;
    assert!(refusal(&blank).contains("start: recorded"));
}

#[test]
fn whose_bot_it_is_belongs_to_the_job() {
    let mut played = play(examined("A", 1), Forfeits::None);
    played.job.seats[0].examiner = false;
    assert!(refusal(&played).contains("job: recorded id"));
}
