//! Tests a game that fails by the referee's own fault, and one that is watched.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use referee_jail::{DisabledLayers, Level};
use referee_record::{
    JobId, Limits, Place, Restart, SeatAssignment, Seed, Start, StartFrom, Step, TimeControl,
};

use super::*;
use crate::game::{GameEvent, GameObservers};
use crate::{ProcessScope, Program};

/// Plays the first legal move.
const BOT: &str = "while read word rest; do case $word in hello) echo ready;; \
    legal) legal=${rest%% *};; go) echo move $legal;; quit) exit;; esac; done";

pub(crate) fn job() -> Job {
    let chair = |seat, bot: &str| SeatAssignment {
        seat,
        bot: bot.to_owned(),
        seed: 1,
        time: TimeControl::default(),
        examiner: false,
        limits: None,
        settings: None,
    };
    let job = Job {
        id: JobId(Seed([0; 16])),
        number: 1,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: vec!["left".to_owned(), "right".to_owned()],
            deal: 1,
            rotation: 1,
            rotations: 1,
        },
        game: "onitama".to_owned(),
        options: [("turns".to_owned(), "4".to_owned())].into(),
        start: Start {
            from: StartFrom::Default,
            plies: 0,
            seed: Seed([1; 16]),
        },
        dice: Seed([2; 16]),
        seats: vec![chair('A', "left"), chair('B', "right")],
        limits: Limits::default(),
        restart: Restart::Never,
        pondering: None,
    };
    job.identify()
}

fn context() -> EngineContext {
    let program = |name: &str| Program {
        name: name.to_owned(),
        executable: PathBuf::from("/bin/sh"),
        args: vec!["-c".into(), BOT.into()],
        env: Vec::new(),
        folder: Some(PathBuf::from("/")),
        origin: None,
        owns_origin: false,
        read: Vec::new(),
        games: None,
        settings: None,
    };
    let programs = ["left", "right"].map(|name| (name.to_owned(), program(name)));
    EngineContext {
        programs: Arc::new(HashMap::from(programs)),
        // The watchdog has nothing to clean up.
        scope: ProcessScope::open(Path::new("true"), Level::Off, &DisabledLayers::default())
            .expect("a folder"),
        log: None,
        stop: Arc::new(AtomicBool::new(false)),
        observers: None,
    }
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
fn a_panic_makes_the_game_void_and_the_table_plays_on() {
    let (context, job) = (context(), job());
    let mut table = GameRunner::new(context.clone(), None);
    let mut steps = 0;
    let mut watcher = |notice: GameEvent<'_>| {
        if matches!(notice, GameEvent::Step(..)) {
            steps += 1;
            assert!(steps < 3, "a rule that nobody thought of");
        }
    };
    let ExecutorEvent::Finished(record) = play(
        &mut table,
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
    assert_eq!(bots(&context), 0);

    let ExecutorEvent::Finished(record) = play(
        &mut table,
        &context,
        None,
        (job.clone(), 2, Vec::new()),
        None,
    ) else {
        panic!("no record");
    };
    assert_eq!((record.attempt, record.played.verdict.void), (2, None));
    assert_eq!(bots(&context), 2);
    table.close();
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
                GameEvent::Step(Step::Move { word, .. }, ..) => word.clone(),
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
    let mut table = GameRunner::new(context.clone(), None);
    let job = job();
    let ExecutorEvent::Finished(record) = play(
        &mut table,
        &context,
        None,
        (job.clone(), 3, Vec::new()),
        None,
    ) else {
        panic!("no record");
    };
    table.close();
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
