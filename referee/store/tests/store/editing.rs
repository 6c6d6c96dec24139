//! Tests of resuming, extending and ruling: no earlier data is lost.

use proptest::prelude::*;
use referee_record::{JobId, Record, Seed};
use referee_store::{
    Filter, Held, ResumeState, Ruling, Run, SkippedGame, WriteError, Writer, annul, extend,
};

use crate::common::{add, again, database, folder, header, quiet, record, revision, session, void};

fn ruling(number: u64, attempt: u32, replay: bool) -> Ruling {
    Ruling {
        number,
        attempt,
        because: "the judge was asleep".to_owned(),
        replay,
        at_ms: 1,
    }
}

fn skip(number: u64) -> SkippedGame {
    SkippedGame {
        number,
        id: JobId(Seed([3; 16])),
        gone: vec!["lazy".to_owned()],
    }
}

fn past(run: &Run) -> ResumeState {
    run.past().expect("readable").expect("a database")
}

fn sound(run: &Run) {
    assert_eq!(run.check_chain().expect("readable"), None);
    assert_eq!(run.check_tallies().expect("readable"), None);
}

#[test]
fn a_run_goes_on_where_it_was() {
    let path = database("goes_on", [1, 2, 5, 4].map(record));
    let run = Run::open(&path).expect("a run");
    assert_eq!(
        past(&run),
        ResumeState {
            settled: 2,
            highest: 5
        }
    );
    let beyond = run.outcomes_after(2).expect("readable");
    let beyond: Vec<_> = beyond.map(|o| o.expect("sound").number).collect();
    assert_eq!(beyond, [4, 5]);
    drop(run);
    add(&path, [record(3), record(6)]);
    let run = Run::open(&path).expect("a run");
    assert_eq!(
        past(&run),
        ResumeState {
            settled: 6,
            highest: 6
        }
    );
    assert_eq!(run.header().sessions.len(), 2);
    // The order in which games came in leaves no trace in the chain.
    let in_order = database("in_order", (1..=2).map(record));
    add(&in_order, (3..=6).map(record));
    let in_order = Run::open(&in_order).expect("a run");
    let fingerprint = run.fingerprint().expect("readable");
    assert_eq!(fingerprint, in_order.fingerprint().expect("readable"));
    sound(&run);
}

#[test]
fn skipped_games_are_finished() {
    let path = folder("skipped").join("cup.db");
    let writer = Writer::create(&path, &header(), quiet).expect("a new file");
    writer.submit(record(1));
    writer.submit(void(2, 1));
    writer.skip(skip(4));
    writer.skip(skip(2));
    writer.skip(skip(2));
    writer.submit(again(2, 2));
    writer.skip(skip(1));
    writer.close().expect("room");
    let run = Run::open(&path).expect("a run");
    assert_eq!(past(&run).settled, 2);
    assert_eq!(run.skips().expect("readable"), [skip(2), skip(4)]);
    assert_eq!(run.records().expect("readable").count(), 2);
    sound(&run);
    drop(run);
    add(&path, [record(3)]);
    let run = Run::open(&path).expect("a run");
    assert_eq!(past(&run).settled, 4);
    sound(&run);
}

#[test]
fn an_annulled_game_stays_and_counts_no_more() {
    let path = database("annulled", (1..=4).map(record));
    let before = Run::open(&path)
        .expect("a run")
        .fingerprint()
        .expect("readable");
    annul(&path, &[ruling(2, 1, false)]).expect("there is such a game");
    let run = Run::open(&path).expect("a run");
    assert_ne!(run.fingerprint().expect("readable"), before);
    assert_eq!(run.rulings().expect("readable"), [ruling(2, 1, false)]);
    assert_eq!(run.record(2, None).expect("readable"), Some(record(2)));
    let games = run.tallies().expect("readable").main().games();
    assert_eq!((games.counted, games.void, games.annulled), (3, 1, 1));
    assert_eq!(past(&run).settled, 4);
    sound(&run);
}

#[test]
fn an_annulled_game_is_played_again_if_so_decided() {
    let path = database("replayed", [1, 2, 3, 5].map(record));
    annul(&path, &[ruling(2, 1, true)]).expect("there is such a game");
    annul(&path, &[ruling(5, 1, true)]).expect("there is such a game");
    let run = Run::open(&path).expect("a run");
    assert_eq!(past(&run).settled, 1);
    let games = run.tallies().expect("readable").main().games();
    assert_eq!((games.counted, games.tried_again), (2, 2));
    drop(run);
    add(&path, [again(2, 2), record(4), again(2, 3)]);
    let run = Run::open(&path).expect("a run");
    assert_eq!(past(&run).settled, 4);
    sound(&run);
    drop(run);
    add(&path, [again(5, 2)]);
    let run = Run::open(&path).expect("a run");
    assert_eq!(past(&run).settled, 5);
    assert_eq!(run.tallies().expect("readable").main().games().counted, 5);
    assert_eq!(run.record(2, None).expect("readable"), Some(again(2, 2)));
    sound(&run);
}

#[test]
fn a_run_goes_on_from_the_rulings_of_its_extension() {
    let path = database("ruled_and_extended", [1, 2, 3, 4, 6].map(record));
    let mut held = Held::open(&path).expect("a run");
    let replayed = [2, 6].map(|number| ruling(number, 1, true));
    held.annul(&replayed).expect("there are such games");
    let other = [ruling(4, 1, false)];
    held.annul(&other).expect("there is such a game");
    let more = revision(&["greedy", "lazy", "late"]);
    held.extend(&more).expect("room");
    let writer = Writer::go_on(held, &session(), quiet).expect("a run");
    for record in [again(2, 2), record(5), again(6, 2)] {
        writer.submit(record);
    }
    writer.close().expect("room");
    let run = Run::open(&path).expect("a run");
    let games = run.tallies().expect("readable").main().games();
    assert_eq!((games.counted, games.void, games.tried_again), (5, 1, 2));
    assert_eq!(past(&run).settled, 6);
    sound(&run);
}

#[test]
fn rulings_need_something_to_rule_on() {
    let path = database(
        "no_ruling",
        [record(1), void(2, 1), void(3, 1), void(3, 2), void(3, 3)],
    );
    for (refused, why) in [
        (ruling(7, 1, false), "no attempt 1 at game 7"),
        (ruling(1, 2, false), "no attempt 2 at game 1"),
        (
            ruling(2, 1, true),
            "void already, and the game is played again",
        ),
        (ruling(3, 3, false), "void already (the machine was busy)"),
    ] {
        let said = annul(&path, &[refused])
            .expect_err("nothing to rule on")
            .to_string();
        assert!(said.contains(why), "{said}");
    }
    annul(&path, &[ruling(3, 3, true)]).expect("a void game can be played again");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.rulings().expect("readable").len(), 1);
    sound(&run);
}

#[test]
fn a_revision_extends_the_one_before() {
    let path = database("extended", (1..=2).map(record));
    let later = revision(&["greedy", "late"]);
    extend(&path, &later).expect("nobody plays");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.header().revision, later);
    assert_eq!(run.header().earlier, [header().revision]);
    assert_eq!(run.header().names(), ["greedy", "lazy", "late"]);
    assert_eq!(run.tallies().expect("readable").main().names().len(), 3);
    sound(&run);
    drop(run);
    add(&path, [record(3)]);
    sound(&Run::open(&path).expect("a run"));
}

#[test]
fn a_record_has_the_revision_in_which_it_was_played() {
    // Game 2 is played last, and so enters the chain behind the second revision together with game 3.
    let path = database("revisions", [record(1), record(3)]);
    extend(&path, &revision(&["greedy", "lazy"])).expect("nobody plays");
    add(&path, [record(4), record(2)]);
    extend(&path, &revision(&["greedy", "lazy"])).expect("nobody plays");
    let mut claimed = record(5);
    claimed.measured.revision = 7;
    add(&path, [claimed]);
    let run = Run::open(&path).expect("a run");
    sound(&run);
    let expected = [(1, 0), (2, 1), (3, 0), (4, 1), (5, 2)];
    let outcomes = run.outcomes(&Filter::default()).expect("readable");
    let outcomes = outcomes.map(|outcome| outcome.expect("sound"));
    let found: Vec<_> = outcomes.map(|it| (it.number, it.revision)).collect();
    assert_eq!(found, expected);
    let records = run.records().expect("readable");
    let records = records.map(|record| record.expect("sound"));
    let found: Vec<_> = records
        .map(|it| (it.played.job.number, it.measured.revision))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn nothing_is_decided_while_games_are_played() {
    let path = folder("deciding").join("cup.db");
    let writer = Writer::create(&path, &header(), quiet).expect("a new file");
    let busy = |result: Result<(), WriteError>| matches!(result, Err(WriteError::Busy { .. }));
    assert!(busy(extend(&path, &revision(&["greedy"]))));
    assert!(busy(annul(&path, &[ruling(1, 1, false)])));
    assert!(matches!(
        Writer::resume(&path, &session(), quiet),
        Err(WriteError::Busy { .. })
    ));
    writer.close().expect("room");
}

/// Returns the records of twelve games, with several attempts for some that are void at first.
fn deliveries() -> Vec<Record> {
    (1..=12)
        .flat_map(|number| match number {
            4 | 9 => vec![void(number, 1), again(number, 2)],
            7 => vec![void(7, 1), void(7, 2), void(7, 3)],
            number => vec![record(number)],
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 24,
        ..ProptestConfig::default()
    })]

    /// Checks that a run ends intact for any order of games, any interruption, and any ruling at that point.
    #[test]
    fn every_course_ends_sound(
        order in Just(deliveries()).prop_shuffle(),
        cut in 0_usize..16,
        ruled in prop::option::of((1_u64..=12, any::<bool>())),
    ) {
        // Attempts at one game follow each other.
        let mut order = order;
        let mut attempts = std::collections::BTreeMap::new();
        for record in &mut order {
            let number = record.played.job.number;
            let attempt = attempts.entry(number).or_insert(0);
            *attempt += 1;
            let delivery = deliveries().into_iter().find(|r| {
                (r.played.job.number, r.attempt) == (number, *attempt)
            });
            *record = delivery.expect("it is one of them");
        }
        let rest = order.split_off(cut.min(order.len()));
        let path = database("courses", order);
        // A ruling on an attempt that is void or not yet played fails, and then nothing is expected of it;
        // game 7 is void for good.
        let ruled = ruled.filter(|(number, replay)| {
            annul(&path, &[ruling(*number, 1, *replay)]).is_ok()
        });
        add(&path, rest);
        let run = Run::open(&path).expect("a run");
        let games = run.tallies().expect("readable").main().games();
        prop_assert_eq!(run.check_chain().expect("readable"), None);
        prop_assert_eq!(run.check_tallies().expect("readable"), None);
        prop_assert_eq!(games.counted, 11 - u64::from(ruled.is_some()));
        let settled = match ruled {
            Some((number, true)) => number - 1,
            _ => 12,
        };
        prop_assert_eq!(past(&run).settled, settled);
    }
}
