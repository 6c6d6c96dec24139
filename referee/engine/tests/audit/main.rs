//! Tests that the audit accepts games that were played by the rules, and names any change in them.

mod adjudication;
mod changes;
mod examiner;
mod random_game;

use std::collections::BTreeMap;

use referee_engine::{AuditError, replay, rules_of};
use referee_games::{GameSource, games};
use referee_record::{Measured, Played, PlyMeasure, Record, SeatResult, Step};

use random_game::{Forfeits, job, play};

const LUDO_FOR_FOUR: (&str, &str) = ("seats", "ABCD");

fn audit(played: &Played) -> Result<(), AuditError> {
    audit_scored(played, Vec::new())
}

/// Audits a game with what its bots said at each move.
fn audit_scored(played: &Played, plies: Vec<PlyMeasure>) -> Result<(), AuditError> {
    let rules = rules_of(&GameSource::built_in(), &played.job)?;
    let measured = Measured {
        plies,
        ..Measured::default()
    };
    let record = Record {
        attempt: 1,
        played: played.clone(),
        measured,
    };
    referee_engine::audit(&*rules, &record)
}

#[test]
fn games_played_by_the_rules_are_fine() {
    assert!(!games().is_empty());
    for game in games() {
        let forfeits = [Forfeits::None, Forfeits::Some, Forfeits::Handshakes];
        for (seed, forfeits) in (0..6).zip(forfeits.into_iter().cycle()) {
            let played = play(job(game.name(), &[], seed), forfeits);
            let result = audit(&played);
            assert!(result.is_ok(), "{}: {}", game.name(), result.unwrap_err());
        }
    }
    for seed in 0..40 {
        let played = play(job("ludo", &[LUDO_FOR_FOUR], seed), Forfeits::Some);
        let result = audit(&played);
        assert!(result.is_ok(), "{}", result.unwrap_err());
    }
}

#[test]
fn seats_that_leave_ludo_come_last() {
    let out = |step: &Step| match step {
        Step::Out { out, .. } => Some(*out),
        _ => None,
    };
    let mut seen = BTreeMap::new();
    for seed in 0..40 {
        let played = play(job("ludo", &[LUDO_FOR_FOUR], seed), Forfeits::Some);
        let outs: Vec<char> = played.steps.iter().filter_map(out).collect();
        for (earlier, seat) in outs.iter().enumerate() {
            let result = played.verdict.seat(*seat).expect("every seat is there");
            assert_eq!(usize::from(result.place), 4 - earlier);
        }
        let remained = |s: &&SeatResult| !outs.contains(&s.seat);
        let rest = played.verdict.seats.iter().filter(remained);
        assert!(rest.clone().all(|s| s.fault.is_none() && s.score.is_some()));
        assert!(rest.clone().any(|s| s.place == 1));
        *seen.entry(outs.len()).or_insert(0) += 1;
    }
    assert!(
        seen.len() > 2,
        "the same number of seats always left: {seen:?}"
    );
}

#[test]
fn nobody_wins_where_nobody_came() {
    for (game, options) in [("onitama", vec![]), ("ludo", vec![LUDO_FOR_FOUR])] {
        let played = play(job(game, &options, 1), Forfeits::Everybody);
        let last = u8::try_from(played.job.seats.len()).expect("few");
        assert!(played.verdict.nobody_started());
        assert!(played.verdict.seats.iter().all(|s| s.place == last));
        assert!(audit(&played).is_ok());
    }
}

#[test]
fn a_void_game_may_stop_anywhere() {
    let mut played = play(job("ludo", &[], 3), Forfeits::None);
    played.steps.truncate(5);
    played.end = {
        let rules = rules_of(&GameSource::built_in(), &played.job).expect("a game");
        let last = replay(&*rules, &played).expect("a start").last();
        last.expect("steps").expect("by the rules").1.line()
    };
    assert!(audit(&played).is_err());
    played.verdict.void = Some("the machine was asleep".to_owned());
    assert!(audit(&played).is_ok());
    played.start.clear();
    played.end.clear();
    assert!(audit(&played).is_err());
    played.steps.clear();
    assert!(audit(&played).is_ok(), "nothing is known of it");
}

#[test]
fn a_replay_shows_every_position() {
    let played = play(job("koolaamee", &[], 5), Forfeits::None);
    let rules = rules_of(&GameSource::built_in(), &played.job).expect("a game");
    let shown: Vec<_> = replay(&*rules, &played).expect("a start").collect();
    assert_eq!(shown.len(), played.steps.len());
    let (_, last) = shown.last().expect("steps").as_ref().expect("by the rules");
    assert_eq!(last.line(), played.end);

    let mut broken = played.clone();
    broken.steps.insert(3, broken.steps[0].clone());
    let shown: Vec<_> = replay(&*rules, &broken).expect("a start").collect();
    assert_eq!(shown.len(), 4);
    assert!(
        shown[3]
            .as_ref()
            .is_err_and(|e| e.number == 4 && e.ply == 4)
    );
}

#[test]
fn another_spelling_is_kept_and_checked() {
    let mut played = play(job("onitama", &[], 2), Forfeits::None);
    let rules = rules_of(&GameSource::built_in(), &played.job).expect("a game");
    let mut position = rules.read(&played.start).expect("a start");
    let mut spelled = 0;
    for step in &mut played.steps {
        let Step::Move { word, said, .. } = step else {
            continue;
        };
        let stem = &word[..word.len() - 1];
        let others = ('a'..='z').map(|last| format!("{stem}{last}"));
        let same = |w: &String| w != word && position.boxed().play(w).as_ref() == Some(word);
        *said = others.into_iter().find(same);
        spelled += usize::from(said.is_some());
        position.play(word);
    }
    assert!(spelled > 0);
    let result = audit(&played);
    assert!(result.is_ok(), "{}", result.unwrap_err());
}
