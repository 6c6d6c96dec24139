//! The match loop: bots that do and say whatever the input says, against the real one.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use referee_engine::fuzzing::start_by;
use referee_engine::{
    EngineContext, GameRunner, ProcessScope, Program, ScriptError, SeatTranscript, audit, opening,
    rules_of,
};
use referee_fuzz::{Tape, bot, job};
use referee_games::GameSource;
use referee_record::{Adjudication, DrawRule, Job, Record, ResignRule, Step, TimeControl};

static SCOPE: LazyLock<ProcessScope> = LazyLock::new(ProcessScope::bare);

fn match_loop(data: &[u8]) {
    let mut tape = Tape::new(data);
    let mut job = job(&mut tape);
    job.adjudicate = adjudication(&mut tape, job.seats.len());
    let job = job.identify();
    // A process may play a second game.
    let games = 1 + tape.below(4) / 3;
    start_by(bot::from(tape.rest().to_vec(), &job));
    let house = EngineContext {
        programs: Arc::new(
            job.seats
                .iter()
                .map(|seated| program(&seated.bot))
                .collect(),
        ),
        scope: SCOPE.clone(),
        games: GameSource::built_in(),
        log: None,
        stop: Arc::default(),
        observers: None,
    };
    let mut table = GameRunner::new(house, None);
    for attempt in 1..=games {
        match table.play(&job, u32::try_from(attempt).unwrap_or(1), None) {
            Ok(record) => check(&job, &record.expect("nobody stopped it")),
            Err(trouble) => panic!("{trouble}"),
        }
    }
    table.close();
}

/// When a game ends before its rules end it: after a few moves, by any score, or never.
fn adjudication(tape: &mut Tape<'_>, seats: usize) -> Adjudication {
    let choice = tape.byte().unwrap_or(0);
    let moves = NonZeroU32::new(u32::from(choice >> 4)).unwrap_or(NonZeroU32::MIN);
    let adjudication = Adjudication {
        draw: (choice & 1 == 1).then_some(DrawRule {
            from: moves.get(),
            moves,
            score: 20.0,
        }),
        resign: (choice & 2 == 2 && seats == 2).then_some(ResignRule {
            moves,
            score: 600.0,
            both: choice & 8 == 8,
        }),
        plies: (choice & 4 == 4).then_some(moves),
    };
    adjudication.check(seats).expect("values in range");
    adjudication
}

fn program(name: &str) -> (String, Program) {
    let program = Program::new(name, PathBuf::from(name), Vec::new());
    (name.to_owned(), program)
}

/// What must hold of every game, whatever the bots did.
fn check(job: &Job, record: &Record) {
    let played = &record.played;
    let rules = rules_of(&GameSource::built_in(), job).expect("rules");
    audit(&*rules, record).unwrap_or_else(|why| panic!("{why}: {played:?}"));
    let start = opening(&*rules, &job.start).expect("a start");
    let count = |is: fn(&Step) -> bool| played.steps.iter().filter(|step| is(step)).count();
    let moves = count(|step| matches!(step, Step::Move { .. }));
    let outs = count(|step| matches!(step, Step::Out { .. }));
    assert!(moves as u64 <= start.max_plies());
    assert_eq!(record.measured.plies.len(), moves);
    assert_eq!(record.measured.evidence.len(), outs);
    assert_eq!(record.measured.bots.len(), job.seats.len());
    let faults = played
        .verdict
        .seats
        .iter()
        .filter(|seat| seat.fault.is_some());
    assert_eq!(faults.count(), outs);
    for seated in &job.seats {
        match SeatTranscript::of(&*rules, record, seated.seat) {
            Ok(_) | Err(ScriptError::Nothing(_)) => {}
            Err(why) => panic!("seat {}: {why}", seated.seat),
        }
    }
    let mut record = record.clone();
    for seated in &mut record.played.job.seats {
        // No time at all is for fuzzing only.
        seated.time = TimeControl::default();
    }
    let written = serde_json::to_vec(&record).expect("plain data");
    assert!(written.len() < 4 << 20, "{} bytes", written.len());
    let read: Record = serde_json::from_slice(&written).expect("what was written");
    assert_eq!(read, record);
}

referee_fuzz::target!(match_loop);
