//! Tests games whose rules fail, as those of a program can: no seat loses by that.

use std::sync::Arc;

use referee_games::options::{ChosenOptions, OptionKind, OptionSpec};
use referee_games::scene::Scene;
use referee_games::text::{StateError, fields, number, quote};
use referee_games::view::GameEntry;
use referee_games::{Ending, Game, GameSource, Seat, Turn};
use referee_record::{Job, Record, Restart, SeatAssignment, Seed, Start, StartFrom, TimeControl};
use serde_json::{Value, json};

use super::tests::context;
use crate::{AuditError, GameRunner, audit, rules_of};

/// Moves of a whole game.
const PLIES: u32 = 6;
const VOID: &str = "the rules failed: the rules of fragile ended with exit code 1";
const WHY: &str = "the rules of fragile ended with exit code 1";

/// A game of counting whose rules fail at a ply.
#[derive(Clone, Debug)]
struct Fragile {
    fails_at: u32,
}

impl Game for Fragile {
    const NAME: &'static str = "fragile";
    const TITLE: &'static str = "Counts to six, if the rules hold";
    const REASONS: &'static [&'static str] = &["counted"];
    type State = u32;
    type Move = u32;

    fn options() -> Vec<OptionSpec> {
        let any = OptionKind::Int { min: 0, max: 99 };
        vec![OptionSpec::new("fails", any, "99", "The ply that fails.")]
    }

    fn new(options: &ChosenOptions) -> Result<Fragile, String> {
        let fails_at = options.int("fails");
        Ok(Fragile { fails_at })
    }

    fn start(&self) -> u32 {
        0
    }

    fn read(&self, line: &str) -> Result<u32, StateError> {
        let [ply] = fields(line, ["PLY"])?;
        number("PLY", ply, 0, PLIES)
    }

    fn write(&self, ply: &u32, line: &mut String) {
        line.push_str(&ply.to_string());
    }

    fn turn(&self, ply: &u32) -> Turn<u32> {
        if *ply == self.fails_at {
            Turn::Failed(WHY.to_owned())
        } else if *ply == PLIES {
            Turn::Over(Ending::draw("counted"))
        } else {
            Turn::Seat(if ply.is_multiple_of(2) {
                Seat::A
            } else {
                Seat::B
            })
        }
    }

    fn moves(&self, ply: &u32, moves: &mut Vec<u32>) {
        if let Turn::Seat(_) = self.turn(ply) {
            moves.push(ply + 1);
        }
    }

    fn play(&self, ply: &mut u32, next: &u32) {
        *ply = *next;
    }

    fn explain(&self, ply: &u32, notation: &str) -> String {
        format!("{} doesn't follow {ply}", quote(notation))
    }

    fn scene(&self, _: &u32) -> Scene {
        Scene::default()
    }

    fn view(&self, ply: &u32) -> Value {
        json!({ "ply": ply })
    }

    fn max_plies(&self, ply: &u32) -> u64 {
        u64::from(PLIES - ply)
    }
}

fn games() -> GameSource {
    GameSource::built_in().with(Arc::new(GameEntry::<Fragile>::new()))
}

/// A job of a game whose rules fail at a ply.
fn job(fails_at: u32, start: StartFrom) -> Job {
    let seated = |(seat, bot)| SeatAssignment::new(seat, bot, 1, TimeControl::default());
    let seats = [('A', "left"), ('B', "right")].map(seated).to_vec();
    let start = Start::new(start, Seed([1; 16]));
    let job = Job {
        options: [("fails".to_owned(), fails_at.to_string())].into(),
        restart: Restart::Never,
        ..Job::single("main", "fragile", start, Seed([2; 16]), seats)
    };
    job.identify()
}

/// Plays the jobs with one runner.
fn play<const N: usize>(jobs: [Job; N]) -> [Record; N] {
    let mut context = context();
    context.games = games();
    let mut runner = GameRunner::new(context, None);
    let records = jobs.map(|job| {
        let record = runner.play(&job, 1, None).expect("the run goes on");
        record.expect("nobody stopped it")
    });
    runner.close();
    records
}

#[test]
fn a_game_whose_rules_fail_is_void_and_nobody_loses() {
    let failing = job(3, StartFrom::Default);
    let [void, whole] = play([failing.clone(), job(99, StartFrom::Default)]);
    let verdict = &void.played.verdict;
    assert_eq!(verdict.void.as_deref(), Some(VOID));
    assert!(verdict.seats.iter().all(|seat| seat.fault.is_none()));
    assert_eq!((void.played.steps.len(), &*void.played.end), (3, "3"));
    assert_eq!(void.measured.evidence, []);
    assert_eq!(whole.played.verdict.void, None);
    assert_eq!(whole.played.verdict.reason, "counted");

    // Rules that fail say nothing of a record; those that don't find it sound.
    let failing = rules_of(&games(), &failing).expect("rules");
    let audited = audit(&*failing, &void);
    assert!(matches!(audited, Err(AuditError::Failed(why)) if why == WHY));
    let sound = rules_of(&games(), &whole.played.job).expect("rules");
    audit(&*sound, &void).expect("a sound record");
    audit(&*sound, &whole).expect("a sound record");
}

#[test]
fn a_start_that_fails_is_void_too() {
    let start = StartFrom::State("4".to_owned());
    let mut opened = job(2, StartFrom::Default);
    opened.start.plies = 3;
    let jobs = [job(0, StartFrom::Default), job(4, start), opened.identify()];
    for record in play(jobs) {
        assert_eq!(record.played.verdict.void.as_deref(), Some(VOID));
        assert_eq!(record.played.steps, []);
        let rules = rules_of(&games(), &record.played.job).expect("rules");
        audit(&*rules, &record).expect("a blank record");
    }
}
