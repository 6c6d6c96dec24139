//! A thousand workers without processes: the ledger, workers that fail, and messages on their way, in simulated time.
//!
//! It shows that window, heartbeats and leases hold in a fleet that is larger than what these tests can start.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use referee_record::{Measured, Played, Record, Verdict};

use super::instant_game::job;
use crate::carrier::{LARGEST_WINDOW, SMALLEST_WINDOW};
use crate::ledger::{Ledger, Return};
use crate::messages::FleetTask;
use crate::messages::TaskKey;
use crate::subjects::GONE;

/// Microseconds since the beginning.
type Time = u64;

const SECOND: Time = 1_000_000;
/// Time of a message on its way.
const WAY: Time = 50_000;
/// Time that the coordinator needs for a record.
const TAKES: Time = 200;
/// Time that a worker is away when it has failed.
const AWAY: Time = 60 * SECOND;

/// What is simulated.
struct Scene {
    workers: usize,
    /// Games of a worker at the same time; it has one more.
    tables: usize,
    games: u64,
    /// Mean time of a game.
    lasts: Time,
    /// Mean time until a worker fails.
    lives: Time,
}

/// What happens at a time. A worker has one life after the other.
#[derive(Clone, Copy)]
enum Event {
    /// A worker gets a game.
    Given(usize, u32, TaskKey),
    /// A game ends.
    Ends(usize, u32, TaskKey),
    /// A record gets to the coordinator.
    Comes(usize, u32, TaskKey),
    Fails(usize),
    /// Nobody has heard of a worker for a while.
    Missed(usize),
    Returns(usize),
    /// It is looked how many tables are busy.
    Look,
}

#[derive(Default)]
struct Worker {
    life: u32,
    alive: bool,
    waiting: Vec<TaskKey>,
    playing: usize,
}

/// What came of it.
#[derive(Debug, Default)]
struct Outcome {
    /// Records that counted, and those that came from who hadn't the game any more.
    counted: u64,
    late: u64,
    /// How often the games went out, by how often.
    given: HashMap<TaskKey, u32>,
    /// Games in play, summed over the looks, and tables of workers that were there.
    busy: u64,
    there: u64,
}

struct Simulation {
    scene: Scene,
    random: ChaCha8Rng,
    events: BinaryHeap<Reverse<(Time, u64)>>,
    what: HashMap<u64, Event>,
    number: u64,
    now: Time,
    ledger: Ledger,
    added: u64,
    window: usize,
    /// When the coordinator has taken all records that came so far.
    free: Time,
    workers: Vec<Worker>,
    outcome: Outcome,
}

impl Simulation {
    fn new(scene: Scene) -> Simulation {
        let wanted = scene.workers * (scene.tables + 1);
        let mut simulation = Simulation {
            random: ChaCha8Rng::seed_from_u64(1),
            events: BinaryHeap::new(),
            what: HashMap::new(),
            number: 0,
            now: 0,
            ledger: Ledger::default(),
            added: 0,
            window: (2 * wanted).clamp(SMALLEST_WINDOW, LARGEST_WINDOW),
            free: 0,
            workers: (0..scene.workers).map(|_| Worker::default()).collect(),
            outcome: Outcome::default(),
            scene,
        };
        for worker in 0..simulation.scene.workers {
            // Nobody starts a thousand of them in one moment.
            let at = simulation.random.random_range(0..5 * SECOND);
            simulation.after(at, Event::Returns(worker));
        }
        simulation.after(15 * SECOND, Event::Look);
        simulation
    }

    fn after(&mut self, time: Time, event: Event) {
        self.number += 1;
        self.events.push(Reverse((self.now + time, self.number)));
        self.what.insert(self.number, event);
    }

    /// Draws a time with this mean, as of something that may happen at any moment.
    fn draw(&mut self, mean: Time) -> Time {
        let share: f64 = self.random.random_range(1e-9..1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "times are small and positive"
        )]
        let time = (-share.ln() * mean as f64) as Time;
        time
    }

    fn run(mut self) -> Outcome {
        while self.outcome.counted < self.scene.games {
            while self.added < self.scene.games && self.ledger.counts().0 < self.window {
                self.added += 1;
                let task = FleetTask {
                    job: job(self.added),
                    attempt: 1,
                    earlier: Vec::new(),
                };
                self.ledger.add(task, false, Duration::ZERO);
            }
            let Reverse((time, number)) = self.events.pop().expect("something happens");
            self.now = time;
            let event = self.what.remove(&number).expect("it was put there");
            self.happen(event);
        }
        self.outcome
    }

    fn lives(&self, number: usize, life: u32) -> bool {
        self.workers[number].alive && self.workers[number].life == life
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Given(number, life, key) if self.lives(number, life) => {
                self.workers[number].waiting.push(key);
                self.begin(number);
            }
            Event::Ends(number, life, key) if self.lives(number, life) => {
                self.workers[number].playing -= 1;
                self.begin(number);
                self.free = self.free.max(self.now + WAY) + TAKES;
                let takes = self.free - self.now;
                self.after(takes, Event::Comes(number, life, key));
            }
            Event::Given(..) | Event::Ends(..) => {}
            Event::Comes(number, life, key) => {
                match self.ledger.take_back(&number.to_string(), &record(key)) {
                    Some(Return::First) => self.outcome.counted += 1,
                    _ => self.outcome.late += 1,
                }
                self.feed(number, life);
            }
            Event::Fails(number) => {
                let life = self.workers[number].life + 1;
                self.workers[number] = Worker {
                    life,
                    ..Worker::default()
                };
                let gone = u64::try_from(GONE.as_micros()).expect("it is short");
                self.after(gone, Event::Missed(number));
                self.after(AWAY, Event::Returns(number));
            }
            Event::Missed(number) => drop(self.ledger.give_up_all(&number.to_string())),
            Event::Returns(number) => {
                self.workers[number].alive = true;
                let lives = self.draw(self.scene.lives);
                self.after(lives, Event::Fails(number));
                self.feed(number, self.workers[number].life);
            }
            Event::Look => self.look(),
        }
    }

    /// The coordinator gives a worker as many games as it should have.
    fn feed(&mut self, number: usize, life: u32) {
        let name = number.to_string();
        while self.lives(number, life) && self.ledger.held_by(&name) <= self.scene.tables {
            let now = Duration::from_micros(self.now);
            let Some(task) = self.ledger.lease(&name, false, now) else {
                return;
            };
            let key = task.key();
            *self.outcome.given.entry(key).or_default() += 1;
            self.after(WAY, Event::Given(number, life, key));
        }
    }

    /// A worker begins games at its free tables.
    fn begin(&mut self, number: usize) {
        while self.workers[number].playing < self.scene.tables {
            let Some(key) = self.workers[number].waiting.pop() else {
                return;
            };
            self.workers[number].playing += 1;
            let (life, lasts) = (self.workers[number].life, self.draw(self.scene.lasts));
            self.after(lasts, Event::Ends(number, life, key));
        }
    }

    fn look(&mut self) {
        // Workers that had nothing hear in their next beat of what has come.
        for number in 0..self.scene.workers {
            self.feed(number, self.workers[number].life);
        }
        // While there are games enough, nobody should wait.
        if self.added < self.scene.games {
            let alive = self.workers.iter().filter(|worker| worker.alive);
            self.outcome.busy += alive.clone().map(|it| it.playing as u64).sum::<u64>();
            self.outcome.there += (alive.count() * self.scene.tables) as u64;
        }
        self.after(SECOND, Event::Look);
    }
}

#[test]
fn a_thousand_workers_are_kept_busy_though_they_fail() {
    let outcome = Simulation::new(Scene {
        workers: 1000,
        tables: 4,
        games: 40_000,
        lasts: 10 * SECOND,
        lives: 600 * SECOND,
    })
    .run();
    assert_eq!(outcome.counted, 40_000);
    // Games of workers that have failed are played again.
    let again = outcome.given.values().filter(|times| **times > 1).count();
    let most = outcome.given.values().max();
    assert!(again > 100 && most < Some(&6), "{again} {most:?}");
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let busy = outcome.busy as f64 / outcome.there as f64;
    println!(
        "{busy:.4} of the tables are busy; {again} games went out again, one {most:?} times; {} records came too late",
        outcome.late
    );
    assert!(busy > 0.95, "{busy}");
}

#[test]
fn long_games_are_not_taken_from_workers_that_play_them() {
    let outcome = Simulation::new(Scene {
        workers: 1000,
        tables: 4,
        games: 8000,
        lasts: 600 * SECOND,
        lives: 1_000_000_000 * SECOND,
    })
    .run();
    assert_eq!((outcome.counted, outcome.late), (8000, 0));
    assert!(outcome.given.values().all(|times| *times == 1));
}

fn record((number, attempt): TaskKey) -> Record {
    Record {
        attempt,
        played: Played {
            job: job(number),
            start: String::new(),
            steps: Vec::new(),
            end: String::new(),
            verdict: Verdict {
                reason: "none".to_owned(),
                void: None,
                seats: Vec::new(),
            },
        },
        measured: Measured::default(),
    }
}
