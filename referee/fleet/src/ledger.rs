//! What a run waits for: the games that are out, and which worker has each of them until when. It does no input or
//! output, and knows no clock: times are those since the run began.
//!
//! Each game is *leased* to one worker at a time. Only who has it may bring its record, and the first record of an
//! attempt is the only one. A game whose worker is gone, or took too long, goes to another one.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

use referee_record::{Played, Record};
use referee_tournament::longest_game;

use crate::messages::{FleetTask, TaskKey};

/// Games of which a second record is expected, at most.
const SECONDS: usize = 4096;
/// Moves of a game and the factor by which a worker may need longer for it, and the time that it may need besides.
const MOVES: u64 = 2000;
const SLOWER: u32 = 2;
const BESIDES: Duration = Duration::from_mins(1);
/// Time after which a worker must have said that it has what it was given.
const ON_ITS_WAY: Duration = Duration::from_secs(5);

/// A game that a worker has.
#[derive(Clone, Debug)]
struct Lease {
    worker: String,
    since: Duration,
    until: Duration,
}

/// A game that is out.
#[derive(Debug)]
struct OpenTask {
    task: FleetTask,
    /// Whether a second worker plays it, too, to compare their records.
    twice: bool,
    since: Duration,
    lease: Option<Lease>,
    /// The worker that had it last and didn't bring it, or whose attempt before was void.
    avoids: Option<String>,
    /// How often a worker couldn't begin it.
    failures: u32,
}

/// A game whose record has come, and which a second worker plays.
#[derive(Debug)]
struct SecondTask {
    task: FleetTask,
    worker: String,
    played: Box<Played>,
    lease: Option<Lease>,
}

/// What a record is that came from a worker.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Return {
    /// The first one of this attempt: it counts.
    First,
    /// The second one of a game that went to two workers; they agree, or `other` is the one that played otherwise.
    Second {
        /// The worker that differs.
        other: Option<String>,
    },
}

/// Games that are out, and who has them.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    open: BTreeMap<TaskKey, OpenTask>,
    /// Of these, those that no worker has.
    waiting: BTreeSet<TaskKey>,
    seconds: BTreeMap<TaskKey, SecondTask>,
    /// Of these, those that no worker has.
    waiting_seconds: BTreeSet<TaskKey>,
    /// What each worker has.
    held: HashMap<String, BTreeSet<TaskKey>>,
    /// The workers whose attempts were void, by the numbers of the games.
    voided: HashMap<u64, String>,
    /// How often a game was taken from a worker.
    again: u64,
}

impl Ledger {
    /// Notes a game that is to be played.
    pub(crate) fn add(&mut self, task: FleetTask, twice: bool, now: Duration) {
        let key = task.key();
        let open = OpenTask {
            task,
            twice,
            since: now,
            lease: None,
            avoids: self.voided.remove(&key.0),
            failures: 0,
        };
        self.open.insert(key, open);
        self.waiting.insert(key);
    }

    /// Gives a worker the next game; one that another worker should rather play only if it takes `any`.
    pub(crate) fn lease(&mut self, worker: &str, any: bool, now: Duration) -> Option<&FleetTask> {
        let second = |key: &&TaskKey| {
            let second = self.seconds.get(*key);
            second.is_some_and(|second| second.worker != worker)
        };
        let first = |key: &&TaskKey| {
            let avoids = self.open.get(*key).and_then(|open| open.avoids.as_deref());
            any || avoids != Some(worker)
        };
        // Firsts nearly always wait; seconds would come only at the end.
        let key = self.waiting_seconds.iter().find(second);
        let key = *key.or_else(|| self.waiting.iter().find(first))?;
        let (task, lease) = if self.waiting.remove(&key) {
            let open = self.open.get_mut(&key)?;
            (&open.task, &mut open.lease)
        } else {
            self.waiting_seconds.remove(&key);
            let second = self.seconds.get_mut(&key)?;
            (&second.task, &mut second.lease)
        };
        *lease = Some(Lease {
            worker: worker.to_owned(),
            since: now,
            until: now.saturating_add(longest_game(&task.job, MOVES).saturating_mul(SLOWER))
                + BESIDES,
        });
        self.held.entry(worker.to_owned()).or_default().insert(key);
        Some(task)
    }

    /// Returns the game that a worker has under this key.
    pub(crate) fn leased(&self, worker: &str, key: TaskKey) -> Option<&FleetTask> {
        if !self.held.get(worker)?.contains(&key) {
            return None;
        }
        let open = self.open.get(&key).map(|open| &open.task);
        open.or_else(|| self.seconds.get(&key).map(|second| &second.task))
    }

    /// Takes a record from the worker that has its game, and says what it is; nothing if the worker hasn't.
    pub(crate) fn take_back(&mut self, worker: &str, record: &Record) -> Option<Return> {
        let key = (record.played.job.number, record.attempt);
        if !self.held.get_mut(worker)?.remove(&key) {
            return None;
        }
        if let Some(open) = self.open.remove(&key) {
            if record.played.verdict.void.is_some() {
                self.voided.insert(key.0, worker.to_owned());
            } else if open.twice {
                let second = SecondTask {
                    task: open.task,
                    worker: worker.to_owned(),
                    played: Box::new(record.played.clone()),
                    lease: None,
                };
                self.seconds.insert(key, second);
                self.waiting_seconds.insert(key);
                if self.waiting_seconds.len() > SECONDS
                    && let Some(oldest) = self.waiting_seconds.pop_first()
                {
                    self.seconds.remove(&oldest);
                }
            }
            return Some(Return::First);
        }
        let second = self.seconds.remove(&key)?;
        let void = record.played.verdict.void.is_some();
        let differs = !void && *second.played != record.played;
        Some(Return::Second {
            other: differs.then_some(second.worker),
        })
    }

    /// Takes a game from the worker that has it, so that another one plays it.
    pub(crate) fn give_up(&mut self, worker: &str, key: TaskKey) {
        let held = self.held.get_mut(worker);
        if !held.is_some_and(|held| held.remove(&key)) {
            return;
        }
        if let Some(open) = self.open.get_mut(&key) {
            open.lease = None;
            open.avoids = Some(worker.to_owned());
            self.waiting.insert(key);
            self.again += 1;
        } else {
            // It was to be compared, and counts already.
            self.seconds.remove(&key);
        }
    }

    /// Counts that a worker couldn't begin a game; returns how often that was so.
    pub(crate) fn count_failure(&mut self, key: TaskKey) -> u32 {
        let Some(open) = self.open.get_mut(&key) else {
            return 0;
        };
        open.failures += 1;
        open.failures
    }

    /// Takes all games from a worker; returns how many.
    pub(crate) fn give_up_all(&mut self, worker: &str) -> usize {
        let held = self.held.get(worker).cloned().unwrap_or_default();
        for key in &held {
            self.give_up(worker, *key);
        }
        self.held.remove(worker);
        held.len()
    }

    /// Takes the games from a worker that it should have by now and doesn't name: they got lost on their way.
    pub(crate) fn give_up_missing(
        &mut self,
        worker: &str,
        named: &HashSet<TaskKey>,
        now: Duration,
    ) {
        let Some(held) = self.held.get(worker) else {
            return;
        };
        let lost = held.iter().filter(|key| {
            let lease = self.lease_of(**key);
            !named.contains(key) && lease.is_some_and(|lease| now > lease.since + ON_ITS_WAY)
        });
        for key in lost.copied().collect::<Vec<_>>() {
            self.give_up(worker, key);
        }
    }

    /// Takes the games that should be back by now; returns who had them.
    pub(crate) fn give_up_overdue(&mut self, now: Duration) -> Vec<(String, TaskKey)> {
        let leases = self.held.values().flatten();
        let leases = leases.filter_map(|key| Some((self.lease_of(*key)?, *key)));
        let overdue = leases.filter(|(lease, _)| lease.until < now);
        let overdue = overdue.map(|(lease, key)| (lease.worker.clone(), key));
        let overdue: Vec<_> = overdue.collect();
        for (worker, key) in &overdue {
            self.give_up(worker, *key);
        }
        overdue
    }

    /// Gives workers more time for what they have: nobody could be heard since `from`.
    pub(crate) fn extend(&mut self, from: Duration, now: Duration) {
        let open = self
            .open
            .values_mut()
            .filter_map(|open| open.lease.as_mut());
        let seconds = self.seconds.values_mut();
        let seconds = seconds.filter_map(|second| second.lease.as_mut());
        for lease in open.chain(seconds) {
            let lost = now.saturating_sub(from.max(lease.since));
            lease.since += lost;
            lease.until = lease.until.saturating_add(lost);
        }
    }

    fn lease_of(&self, key: TaskKey) -> Option<&Lease> {
        match self.open.get(&key) {
            Some(open) => open.lease.as_ref(),
            None => self.seconds.get(&key)?.lease.as_ref(),
        }
    }

    /// Returns how many games a worker has.
    pub(crate) fn held_by(&self, worker: &str) -> usize {
        self.held.get(worker).map_or(0, BTreeSet::len)
    }

    /// Returns who has how many of the games that are out, and one of them, by name.
    pub(crate) fn holders(&self) -> BTreeMap<&str, (usize, TaskKey)> {
        let first = |keys: &BTreeSet<TaskKey>| Some((keys.len(), *keys.first()?));
        let held = self.held.iter();
        held.filter_map(|(worker, keys)| Some((&**worker, first(keys)?)))
            .collect()
    }

    /// Returns whether a game waits for a worker.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty() || !self.waiting_seconds.is_empty()
    }

    /// Returns how many games are out, and how many of them wait for a worker.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.open.len(), self.waiting.len())
    }

    /// Returns how often a game was taken from a worker.
    pub(crate) fn again(&self) -> u64 {
        self.again
    }

    /// Returns since when the oldest game is out.
    pub(crate) fn oldest(&self) -> Option<Duration> {
        self.open.values().map(|open| open.since).min()
    }

    /// Takes all games back unplayed; returns how many.
    pub(crate) fn call_off(&mut self) -> usize {
        let out = self.open.len();
        *self = Ledger {
            again: self.again,
            ..Ledger::default()
        };
        out
    }
}

#[cfg(test)]
mod tests;
