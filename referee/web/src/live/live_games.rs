//! The games in play.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use referee_engine::{GameEvent, GameObservers};
use referee_games::Position;
use referee_record::{Job, Step};

/// Snapshot of a game in play.
pub struct LiveSnapshot {
    /// The game's number.
    pub number: u64,
    /// The name of the game that is played.
    pub game: String,
    /// Each seat with its bot.
    pub chairs: Vec<(char, String)>,
    /// Moves and dice so far.
    pub steps: u32,
    /// The seat and the notation of the last step.
    pub last: Option<(char, String)>,
    /// The reason of its end, if it has ended.
    pub ended: Option<String>,
    /// The position. It is a copy and is drawn only when it is published, so that the game need not wait for
    /// that.
    pub position: Box<dyn Position>,
}

/// Most finished games that are kept for a last look.
const LEFT: usize = 8;

/// The games in play, where they can be looked at. A clone holds the same games.
#[derive(Clone, Default)]
pub struct LiveGames(Arc<Mutex<BTreeMap<u64, Arc<Mutex<Table>>>>>);

/// A game as its own thread reports it.
struct Table {
    game: String,
    chairs: Vec<(char, String)>,
    position: Option<Box<dyn Position>>,
    steps: u32,
    last: Option<(char, String)>,
    ended: Option<String>,
    /// Grows with every event.
    version: u64,
    /// The game is over, however it ended; it can be looked at once more.
    left: bool,
}

/// Marks the table as left when its game ends, however that happens.
struct Seat(Arc<Mutex<Table>>);

impl LiveGames {
    /// Returns the games that have changed since the `known` versions, and the versions to pass next time;
    /// games that aren't among these are over and gone.
    pub fn look(&self, known: &BTreeMap<u64, u64>) -> (Vec<LiveSnapshot>, BTreeMap<u64, u64>) {
        let tables: Vec<_> = {
            let tables = lock(&self.0);
            tables
                .iter()
                .map(|(number, table)| (*number, Arc::clone(table)))
                .collect()
        };
        let (mut seen, mut versions) = (Vec::new(), BTreeMap::new());
        for (number, table) in tables {
            let table = lock(&table);
            // The game came and went between two looks.
            if table.left && !known.contains_key(&number) {
                continue;
            }
            if known.get(&number) != Some(&table.version) {
                let Some(snapshot) = table.snapshot(number) else {
                    continue;
                };
                seen.push(snapshot);
            }
            versions.insert(number, table.version);
        }
        (seen, versions)
    }

    /// Returns the games that are over: a look from now on shows their ends.
    pub fn over(&self) -> Vec<u64> {
        let tables = lock(&self.0);
        let over = tables.iter().filter(|(_, table)| lock(table).left);
        over.map(|(number, _)| *number).collect()
    }

    /// Forgets games whose end everyone has seen.
    pub fn forget(&self, over: &[u64]) {
        lock(&self.0).retain(|number, table| !over.contains(number) || !lock(table).left);
    }
}

impl GameObservers for LiveGames {
    fn enter(&self, job: &Job, _: u32) -> Box<dyn FnMut(GameEvent<'_>)> {
        let chairs = job
            .seats
            .iter()
            .map(|seat_assignment| (seat_assignment.seat, seat_assignment.bot.clone()));
        let table = Arc::new(Mutex::new(Table {
            game: job.game.clone(),
            chairs: chairs.collect(),
            position: None,
            steps: 0,
            last: None,
            ended: None,
            version: 0,
            left: false,
        }));
        let mut tables = lock(&self.0);
        // The oldest of these were not looked at in time.
        let left = tables.iter().filter(|(_, table)| lock(table).left);
        let mut left: Vec<u64> = left.map(|(number, _)| *number).collect();
        left.truncate(left.len().saturating_sub(LEFT));
        tables.retain(|number, _| !left.contains(number));
        tables.insert(job.number, Arc::clone(&table));
        drop(tables);
        let seat = Seat(table);
        Box::new(move |notice| lock(&seat.0).hear(&notice))
    }
}

impl Table {
    fn hear(&mut self, notice: &GameEvent<'_>) {
        match notice {
            GameEvent::Start(position) => self.position = Some(position.boxed()),
            GameEvent::Step(step, ..) => self.follow(step),
            GameEvent::End(verdict, _) => self.ended = Some(verdict.reason.clone()),
            GameEvent::Fault(evidence) => self.follow(&Step::Out {
                out: evidence.seat,
                reason: evidence.reason,
            }),
            GameEvent::Starts(_) | GameEvent::Stderr(..) => return,
        }
        self.version += 1;
    }

    fn follow(&mut self, step: &Step) {
        let Some(position) = &mut self.position else {
            return;
        };
        self.last = match step {
            Step::Move { seat, word, .. } => {
                position.play(word);
                Some((*seat, word.clone()))
            }
            Step::Chance { seat, chance } => {
                position.cast(chance);
                Some((*seat, chance.clone()))
            }
            Step::Out { out, reason } => {
                if let Some(seat) = position
                    .seats()
                    .into_iter()
                    .find(|seat| seat.letter() == *out)
                {
                    position.withdraw(seat);
                }
                Some((*out, reason.to_string()))
            }
        };
        self.steps += 1;
    }

    /// Returns a snapshot, if there is a position yet.
    fn snapshot(&self, number: u64) -> Option<LiveSnapshot> {
        Some(LiveSnapshot {
            number,
            game: self.game.clone(),
            chairs: self.chairs.clone(),
            steps: self.steps,
            last: self.last.clone(),
            ended: self.ended.clone(),
            position: self.position.as_ref()?.boxed(),
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut table = lock(&self.0);
        table.left = true;
        table.version += 1;
    }
}

/// Locks the mutex even after a panic: a game that failed while reporting has reported what it could.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
