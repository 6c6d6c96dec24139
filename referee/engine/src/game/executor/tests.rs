//! Tests a game that fails by the referee's own fault, and one that is watched.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use referee_jail::{DisabledLayers, Level};
use referee_record::{Restart, SeatAssignment, Seed, Start, StartFrom, Step, TimeControl};

use super::*;
use crate::game_event::{GameEvent, GameObservers};
use crate::{ProcessScope, Program};

/// Plays the first legal move.
const BOT: &str = "while read word rest; do case $word in hello) echo ready;; \
    legal) legal=${rest%% *};; go) echo move $legal;; quit) exit;; esac; done";

pub(crate) fn job() -> Job {
    let seated = |seat, bot: &str| SeatAssignment::new(seat, bot, 1, TimeControl::default());
    let start = Start::new(StartFrom::Default, Seed([1; 16]));
    let seats = vec![seated('A', "left"), seated('B', "right")];
    let job = Job {
        options: [("turns".to_owned(), "4".to_owned())].into(),
        restart: Restart::Never,
        ..Job::single("main", "onitama", start, Seed([2; 16]), seats)
    };
    job.identify()
}

pub(crate) fn context() -> EngineContext {
    let program = |name: &str| Program {
        folder: Some(PathBuf::from("/")),
        ..Program::new(
            name,
            PathBuf::from("/bin/sh"),
            vec!["-c".into(), BOT.into()],
        )
    };
    let programs = ["left", "right"].map(|name| (name.to_owned(), program(name)));
    // The watchdog has nothing to clean up.
    let scope = ProcessScope::open(Path::new("true"), Level::Off, &DisabledLayers::default());
    EngineContext::new(Arc::new(HashMap::from(programs)), scope.expect("a folder"))
}

/// Counts the living bots of a run.
#[cfg(target_os = "linux")]
fn bots(context: &EngineContext) -> usize {
    let (name, mark) = context.scope.mark();
    let entry = format!("{name}={mark}");
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    let environments =
        processes.filter_map(|process| fs::read(process.path().join("environ")).ok());
    environments
        .filter(|all| all.split(|b| *b == 0).any(|one| one == entry.as_bytes()))
        .count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_panic_makes_the_game_void_and_the_runner_plays_on() {
    let (context, job) = (context(), job());
    let mut runner = GameRunner::new(context.clone(), None);
    let mut steps = 0;
    let mut watcher = |notice: GameEvent<'_>| {
        if matches!(notice, GameEvent::Step { .. }) {
            steps += 1;
            assert!(steps < 3, "a rule that nobody thought of");
        }
    };
    let ExecutorEvent::Finished(record) = play(
        &mut runner,
        &context,
        None,
        (job.clone(), 1, Vec::new()),
        Some(&mut watcher),
    ) else {
        panic!("no record");
    };
    let why = record.played.verdict.void.as_deref();
    assert_eq!(
        why,
        Some("the referee failed: a rule that nobody thought of")
    );
    assert!(
        record
            .played
            .verdict
            .seats
            .iter()
            .all(|seat| seat.fault.is_none())
    );
    assert_eq!(record.played.job, job);
    // Readers of the record begin with its start.
    assert!(!record.played.start.is_empty());
    assert_eq!(record.played.start, record.played.end);
    assert_eq!(bots(&context), 0);

    let ExecutorEvent::Finished(record) = play(
        &mut runner,
        &context,
        None,
        (job.clone(), 2, Vec::new()),
        None,
    ) else {
        panic!("no record");
    };
    assert_eq!((record.attempt, record.played.verdict.void), (2, None));
    assert_eq!(bots(&context), 2);
    runner.close();
    assert_eq!(bots(&context), 0);
}

/// The taker of records may stop at any time, and then no thread waits for ever.
#[test]
fn tables_end_though_nobody_takes_their_records() {
    let context = context();
    let cores = Cores::plan(Some(2), 1, false);
    let mut local = Box::new(LocalExecutor::start(&context, &cores).expect("threads"));
    for attempt in 1..=6 {
        local.submit(job(), attempt, Vec::new());
    }
    local.close();
}

/// Moves and state lines of games, with the number of the job and the attempt.
struct Seen(Mutex<Vec<(u64, u32, String)>>);

impl GameObservers for Arc<Seen> {
    fn enter(&self, job: &Job, attempt: u32) -> Box<dyn FnMut(GameEvent<'_>)> {
        let (seen, number) = (Arc::clone(self), job.number);
        Box::new(move |notice| {
            let text = match notice {
                GameEvent::Step {
                    step: Step::Move { word, .. },
                    ..
                } => word.clone(),
                GameEvent::Start(position) | GameEvent::End(_, position) => position.line(),
                _ => return,
            };
            seen.0
                .lock()
                .expect("no panic")
                .push((number, attempt, text));
        })
    }
}

#[test]
fn a_gallery_sees_each_game_from_start_to_end() {
    let seen = Arc::new(Seen(Mutex::default()));
    let mut context = context();
    context.observers = Some(Arc::new(Arc::clone(&seen)));
    let mut runner = GameRunner::new(context.clone(), None);
    let job = job();
    let ExecutorEvent::Finished(record) = play(
        &mut runner,
        &context,
        None,
        (job.clone(), 3, Vec::new()),
        None,
    ) else {
        panic!("no record");
    };
    runner.close();
    let played = &record.played;
    let mut expected = vec![played.start.clone()];
    expected.extend(played.steps.iter().filter_map(|step| match step {
        Step::Move { word, .. } => Some(word.clone()),
        _ => None,
    }));
    expected.push(played.end.clone());
    let expected: Vec<_> = expected
        .into_iter()
        .map(|text| (job.number, 3, text))
        .collect();
    assert_eq!(*seen.0.lock().expect("no panic"), expected);
}
