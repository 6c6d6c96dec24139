//! A thousand workers without processes: the ledger, a model of the server, and failures, in simulated time.
//!
//! It shows that the settings of window, heartbeat and redelivery hold in a fleet that is larger than what these tests
//! can start.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use referee_record::{Measured, Played, Record, Verdict};

use super::instant_game::job;
use crate::carrier::{LARGEST_WINDOW, SMALLEST_WINDOW};
use crate::ledger::{Ledger, Return, TaskKey};
use crate::object_id::{ObjectContents, ObjectId};
use crate::subjects::{ACK_WAIT, PROGRESS};

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
    /// Games of a worker at the same time.
    tables: usize,
    games: u64,
    /// Mean time of a game.
    lasts: Time,
    /// Mean time until a worker fails.
    lives: Time,
}

/// What happens at a time.
#[derive(Clone, Copy)]
enum Event {
    /// A job gets to the server.
    Published(TaskKey),
    /// A worker gets a job; the number tells if it still lives the same life.
    Delivered(usize, u32, u64),
    /// A game ends.
    Ends(usize, u32, u64),
    /// A record gets to the coordinator.
    Comes(usize, TaskKey),
    /// The coordinator has taken a record.
    Taken(usize, TaskKey),
    /// The server hears that a job is done.
    Done(u64),
    /// A worker reports progress.
    Progress(usize, u32),
    Fails(usize),
    Returns(usize),
    /// The server looks for jobs of which nobody reports.
    Missed,
}

#[derive(Default)]
struct Worker {
    /// Number of its life; it is away while `alive` is false.
    life: u32,
    alive: bool,
    /// Jobs that it has, by their numbers at the server.
    held: Vec<u64>,
    waiting: VecDeque<u64>,
    playing: usize,
    /// Jobs that are on their way to it.
    coming: usize,
    /// True if it waits at the server for a job.
    asks: bool,
}

/// What came of it.
#[derive(Debug, Default)]
struct Outcome {
    /// Records that counted.
    counted: u64,
    /// Records that came a second time.
    again: u64,
    /// Times that the server gave a job to a second worker, and most times for one job.
    redelivered: u64,
    most_deliveries: u32,
    /// Games in play, summed over the samples, and tables of workers that were there.
    busy: u64,
    there: u64,
    /// When the last record came.
    ended: Time,
}

struct Simulation {
    scene: Scene,
    random: ChaCha8Rng,
    events: BinaryHeap<Reverse<(Time, u64)>>,
    what: HashMap<u64, Event>,
    number: u64,
    now: Time,
    ledger: Ledger,
    given: u64,
    window: usize,
    /// When the coordinator has taken all records that came so far.
    free: Time,
    queue: VecDeque<(TaskKey, u32)>,
    /// Workers that wait for a job, the one that waits longest first.
    asking: VecDeque<usize>,
    /// Jobs at workers: the job, how often it was delivered, and when it is missed.
    pending: HashMap<u64, (TaskKey, u32, Time)>,
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
            given: 0,
            window: (2 * wanted).clamp(SMALLEST_WINDOW, LARGEST_WINDOW),
            free: 0,
            queue: VecDeque::new(),
            asking: VecDeque::new(),
            pending: HashMap::new(),
            workers: (0..scene.workers).map(|_| Worker::default()).collect(),
            outcome: Outcome::default(),
            scene,
        };
        for worker in 0..simulation.scene.workers {
            // Nobody starts a thousand of them in one moment.
            let at = simulation.random.random_range(0..5 * SECOND);
            simulation.at(at, Event::Returns(worker));
        }
        simulation.at(SECOND, Event::Missed);
        simulation
    }

    fn at(&mut self, time: Time, event: Event) {
        self.number += 1;
        self.events.push(Reverse((time, self.number)));
        self.what.insert(self.number, event);
    }

    fn after(&mut self, time: Time, event: Event) {
        self.at(self.now + time, event);
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
        self.give_out();
        while self.outcome.counted < self.scene.games {
            let Reverse((time, number)) = self.events.pop().expect("something happens");
            self.now = time;
            let event = self.what.remove(&number).expect("it was put there");
            self.happen(event);
        }
        self.outcome.ended = self.now;
        self.outcome
    }

    fn give_out(&mut self) {
        while self.given < self.scene.games && self.ledger.len() < self.window {
            self.given += 1;
            let key = self.ledger.give_out(
                ObjectId::of(ObjectContents::Manifest, b"{}"),
                job(self.given),
                1,
                Vec::new(),
                false,
            );
            self.after(WAY, Event::Published(key));
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Published(key) => self.queue.push_back((key, 0)),
            Event::Delivered(number, life, id) => {
                let worker = &mut self.workers[number];
                if worker.life == life && worker.alive {
                    worker.coming -= 1;
                    worker.held.push(id);
                    worker.waiting.push_back(id);
                    self.begin(number);
                }
            }
            Event::Ends(number, life, id) => self.end(number, life, id),
            Event::Comes(worker, key) => {
                self.free = self.free.max(self.now) + TAKES;
                self.at(self.free, Event::Taken(worker, key));
            }
            Event::Taken(worker, key) => self.take(worker, key),
            Event::Done(id) => drop(self.pending.remove(&id)),
            Event::Progress(worker, life) => self.progress(worker, life),
            Event::Fails(number) => {
                let worker = &mut self.workers[number];
                *worker = Worker {
                    life: worker.life + 1,
                    asks: worker.asks,
                    ..Worker::default()
                };
                self.after(AWAY, Event::Returns(number));
            }
            Event::Returns(number) => {
                self.workers[number].alive = true;
                let life = self.workers[number].life;
                let lives = self.draw(self.scene.lives);
                self.after(lives, Event::Fails(number));
                self.after(micros(PROGRESS), Event::Progress(number, life));
                self.ask(number);
            }
            Event::Missed => self.look(),
        }
        self.deliver();
    }

    /// A worker asks for jobs until it has one more than it plays.
    fn ask(&mut self, number: usize) {
        let worker = &mut self.workers[number];
        let has = worker.held.len() + worker.coming;
        if worker.alive && !worker.asks && has <= self.scene.tables {
            worker.asks = true;
            self.asking.push_back(number);
        }
    }

    /// The server gives jobs to workers that have asked for some.
    fn deliver(&mut self) {
        while !self.queue.is_empty()
            && let Some(number) = self.asking.pop_front()
        {
            self.workers[number].asks = false;
            if !self.workers[number].alive {
                continue;
            }
            let Some((key, deliveries)) = self.queue.pop_front() else {
                return;
            };
            self.number += 1;
            let id = self.number;
            self.outcome.redelivered += u64::from(deliveries > 0);
            self.outcome.most_deliveries = self.outcome.most_deliveries.max(deliveries + 1);
            let missed = self.now + micros(ACK_WAIT);
            self.pending.insert(id, (key, deliveries + 1, missed));
            self.workers[number].coming += 1;
            let life = self.workers[number].life;
            self.after(WAY, Event::Delivered(number, life, id));
            self.ask(number);
        }
    }

    /// A worker begins games at its free tables.
    fn begin(&mut self, number: usize) {
        while self.workers[number].playing < self.scene.tables {
            let Some(id) = self.workers[number].waiting.pop_front() else {
                break;
            };
            self.workers[number].playing += 1;
            let (life, lasts) = (self.workers[number].life, self.draw(self.scene.lasts));
            self.after(lasts, Event::Ends(number, life, id));
        }
    }

    fn end(&mut self, number: usize, life: u32, id: u64) {
        let worker = &mut self.workers[number];
        if worker.life != life || !worker.alive {
            return;
        }
        worker.playing -= 1;
        worker.held.retain(|held| *held != id);
        self.begin(number);
        self.ask(number);
        if let Some((key, ..)) = self.pending.get(&id) {
            let key = *key;
            self.after(3 * WAY, Event::Done(id));
            self.after(2 * WAY, Event::Comes(number, key));
        }
    }

    fn take(&mut self, worker: usize, (number, attempt): TaskKey) {
        let record = record(number, attempt);
        match self.ledger.take_back(&worker.to_string(), &record) {
            Return::First => self.outcome.counted += 1,
            _ => self.outcome.again += 1,
        }
        self.give_out();
    }

    fn progress(&mut self, number: usize, life: u32) {
        let worker = &self.workers[number];
        if worker.life != life || !worker.alive {
            return;
        }
        for id in &worker.held {
            if let Some((_, _, missed)) = self.pending.get_mut(id) {
                *missed = self.now + micros(ACK_WAIT);
            }
        }
        self.after(micros(PROGRESS), Event::Progress(number, life));
    }

    fn look(&mut self) {
        let now = self.now;
        let missed = |_: &u64, (_, _, missed): &mut (TaskKey, u32, Time)| *missed < now;
        let missed: Vec<_> = self.pending.extract_if(missed).collect();
        for (_, (key, deliveries, _)) in missed {
            self.queue.push_back((key, deliveries));
        }
        // While there are jobs enough, nobody should wait.
        if now > 15 * SECOND && self.given < self.scene.games {
            let alive = self.workers.iter().filter(|worker| worker.alive);
            self.outcome.busy += alive.clone().map(|it| it.playing as u64).sum::<u64>();
            self.outcome.there += (alive.count() * self.scene.tables) as u64;
        }
        self.after(SECOND, Event::Missed);
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
    println!("{outcome:?}");
    assert_eq!(outcome.counted, 40_000);
    // Jobs of workers that have failed are played again, and none is given up.
    assert!(outcome.redelivered > 100, "{outcome:?}");
    assert!(outcome.most_deliveries < 5, "{outcome:?}");
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let busy = outcome.busy as f64 / outcome.there as f64;
    println!("{busy:.4} of the tables are busy");
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
    assert_eq!((outcome.counted, outcome.again), (8000, 0), "{outcome:?}");
    assert_eq!(outcome.redelivered, 0, "{outcome:?}");
}

fn micros(time: std::time::Duration) -> Time {
    u64::try_from(time.as_micros()).expect("it is short")
}

fn record(number: u64, attempt: u32) -> Record {
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
