//! The games in play.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use referee_engine::{GameEvent, GameObservers, JobRules};
use referee_games::scene::Scene;
use referee_games::{GameSource, Position, Rules};
use referee_record::{Job, SeatAssignment, Step};

/// Snapshot of a game in play.
pub struct LiveSnapshot {
    /// The game's number.
    pub number: u64,
    /// The name of the game that is played.
    pub game: String,
    /// Each seat with its bot.
    pub seats: Vec<(char, String)>,
    /// Moves and dice so far.
    pub steps: u32,
    /// The seat and the notation of the last step.
    pub last: Option<(char, String)>,
    /// The reason of its end, if it has ended.
    pub ended: Option<String>,
    /// The state line.
    line: String,
    /// The state line before the last step, if that was a move.
    before: Option<String>,
    /// The rules that draw it, not those that the game is played by: a game never waits for those who look.
    rules: Option<Arc<dyn Rules>>,
}

impl LiveSnapshot {
    /// Draws the position: the state line as it is where the rules can't read it.
    pub(super) fn scene(&self) -> Scene {
        let position = self.rules.as_ref().map(|rules| rules.read(&self.line));
        position.and_then(Result::ok).map_or_else(
            || {
                let mut scene = Scene::default();
                scene.text(0, 0, &self.line, None);
                scene
            },
            |position| position.scene(),
        )
    }

    /// Returns the squares over which the pieces of the last step went, and what it brought about, where it was a move
    /// and the rules say it.
    pub(super) fn last_move(&self) -> (Vec<Vec<String>>, Option<String>) {
        let position = |line: &String| self.rules.as_ref()?.read(line).ok();
        let before = self.before.as_ref().and_then(position);
        let last = before.zip(self.last.as_ref());
        last.map_or_else(Default::default, |(before, (_, word))| {
            (before.paths(word), before.effects(word))
        })
    }
}

/// Most finished games that are kept for a last look.
const LEFT: usize = 8;

/// The games in play, where they can be looked at. A clone holds the same games.
#[derive(Clone)]
pub struct LiveGames {
    tables: Arc<Mutex<BTreeMap<u64, Arc<Mutex<Table>>>>>,
    rules: Arc<Mutex<JobRules>>,
}

/// A game as its own thread reports it.
struct Table {
    job: Job,
    /// The state line; `None` before the start.
    line: Option<String>,
    /// The state line before the last step, if that was a move.
    before: Option<String>,
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
    /// Makes a place for games from this source.
    pub fn new(games: GameSource) -> LiveGames {
        LiveGames {
            tables: Arc::default(),
            rules: Arc::new(Mutex::new(JobRules::new(games))),
        }
    }

    /// Returns the games that have changed since the `known` versions, and the versions to pass next time;
    /// games that aren't among these are over and gone.
    pub fn look(&self, known: &BTreeMap<u64, u64>) -> (Vec<LiveSnapshot>, BTreeMap<u64, u64>) {
        let tables: Vec<_> = {
            let tables = lock(&self.tables);
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
                let Some(snapshot) = table.snapshot(number, &self.rules) else {
                    continue;
                };
                seen.push(snapshot);
            }
            versions.insert(number, table.version);
        }
        (seen, versions)
    }

    /// Tells if a game is in play, or has ended and can be looked at once more.
    pub fn holds(&self, number: u64) -> bool {
        lock(&self.tables).contains_key(&number)
    }

    /// Returns the games that are over: a look from now on shows their ends.
    pub fn over(&self) -> Vec<u64> {
        let tables = lock(&self.tables);
        let over = tables.iter().filter(|(_, table)| lock(table).left);
        over.map(|(number, _)| *number).collect()
    }

    /// Forgets games whose end everyone has seen.
    pub fn forget(&self, over: &[u64]) {
        lock(&self.tables).retain(|number, table| !over.contains(number) || !lock(table).left);
    }
}

impl GameObservers for LiveGames {
    fn enter(&self, job: &Job, _: u32) -> Box<dyn FnMut(GameEvent<'_>)> {
        let table = Arc::new(Mutex::new(Table {
            job: job.clone(),
            line: None,
            before: None,
            steps: 0,
            last: None,
            ended: None,
            version: 0,
            left: false,
        }));
        let mut tables = lock(&self.tables);
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
            GameEvent::Start(position) => self.line = Some(position.line()),
            GameEvent::Step { step, after, .. } => match step {
                Step::Move { seat, word, .. } => {
                    let before = self.line.clone();
                    self.follow(*seat, word, *after);
                    self.before = before;
                }
                Step::Chance { seat, chance } => self.follow(*seat, chance, *after),
                Step::Out { out, reason } => self.follow(*out, reason.text(), *after),
                Step::Adjudicated { .. } => return,
            },
            GameEvent::End(verdict, _) => self.ended = Some(verdict.reason.clone()),
            GameEvent::Fault(evidence, after) => {
                self.follow(evidence.seat, evidence.reason.text(), *after);
            }
            GameEvent::Starts(_) | GameEvent::Stderr(..) => return,
        }
        self.version += 1;
    }

    fn follow(&mut self, seat: char, what: &str, after: &dyn Position) {
        self.last = Some((seat, what.to_owned()));
        self.line = Some(after.line());
        self.before = None;
        self.steps += 1;
    }

    /// Returns a snapshot, if there is a position yet.
    fn snapshot(&self, number: u64, rules: &Mutex<JobRules>) -> Option<LiveSnapshot> {
        let line = self.line.clone()?;
        let seated = |seated: &SeatAssignment| (seated.seat, seated.bot.clone());
        Some(LiveSnapshot {
            number,
            game: self.job.game.clone(),
            seats: self.job.seats.iter().map(seated).collect(),
            steps: self.steps,
            last: self.last.clone(),
            ended: self.ended.clone(),
            line,
            before: self.before.clone(),
            rules: lock(rules).of(&self.job).ok(),
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
