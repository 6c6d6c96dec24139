//! What a coordinator has given out and not got back: decides what happens to each message. It does no input or
//! output.
//!
//! Messages may come twice, late, or never. The ledger lets the first record of each attempt at a game pass, and
//! no other.

use std::collections::BTreeMap;

use referee_record::{Job, Lateness, Played, Record};

use crate::messages::FleetTask;
use crate::object_id::ObjectId;

/// Games of which a second record is expected, at most.
const SECONDS: usize = 4096;

/// An attempt at a game: its number, and that of the attempt.
pub(crate) type TaskKey = (u64, u32);

/// A game that is out.
#[derive(Clone, Debug)]
pub(crate) struct OpenTask {
    /// The game.
    pub task: FleetTask,
    /// How often it was published.
    pub published: u32,
    /// Whether it goes to two workers, to compare their records.
    pub twice: bool,
    /// Workers that said they can't play it.
    refused: Vec<String>,
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
    /// It isn't waited for.
    Unknown,
}

/// What follows from a worker's word that it can't play a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum AfterRefusal {
    /// The game isn't out.
    Nothing,
    /// Another worker may play it: it is published again.
    Again,
    /// As many workers refused it as may.
    Hopeless,
}

/// Games that are out.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    open: BTreeMap<TaskKey, OpenTask>,
    /// Games of which a second record is expected, with the first one.
    seconds: BTreeMap<TaskKey, (String, Box<Played>)>,
}

impl Ledger {
    /// Notes a game that goes out; returns the key by which it comes back.
    pub(crate) fn give_out(
        &mut self,
        manifest: ObjectId,
        job: Job,
        attempt: u32,
        earlier: Vec<Lateness>,
        twice: bool,
    ) -> TaskKey {
        let key = (job.number, attempt);
        let task = FleetTask {
            manifest,
            job,
            attempt,
            earlier,
        };
        let open = OpenTask {
            task,
            published: 0,
            twice,
            refused: Vec::new(),
        };
        self.open.insert(key, open);
        key
    }

    /// Returns a game that is out.
    pub(crate) fn get(&self, key: TaskKey) -> Option<&OpenTask> {
        self.open.get(&key)
    }

    /// Counts that a game that is out goes to workers once more; returns how often it has, or 0 if it isn't out.
    pub(crate) fn count(&mut self, key: TaskKey) -> u32 {
        let Some(open) = self.open.get_mut(&key) else {
            return 0;
        };
        open.published += 1;
        open.published
    }

    /// Takes a record back from a worker, and says what it is.
    pub(crate) fn take_back(&mut self, worker: &str, record: &Record) -> Return {
        let key = (record.played.job.number, record.attempt);
        if let Some(open) = self.open.remove(&key) {
            if open.twice {
                let first = (worker.to_owned(), Box::new(record.played.clone()));
                self.seconds.insert(key, first);
                // Of a game that went to one worker twice, none comes.
                if self.seconds.len() > SECONDS {
                    self.seconds.pop_first();
                }
            }
            return Return::First;
        }
        // The first one may come again.
        match self.seconds.get(&key) {
            Some((first, _)) if first != worker => {}
            _ => return Return::Unknown,
        }
        let first = self.seconds.remove(&key);
        let other = first.filter(|(_, played)| **played != record.played);
        Return::Second {
            other: other.map(|(worker, _)| worker),
        }
    }

    /// Notes that a worker can't play a game; nobody is asked again when so many workers can't.
    pub(crate) fn refuse(&mut self, key: TaskKey, worker: &str, most: usize) -> AfterRefusal {
        let Some(open) = self.open.get_mut(&key) else {
            return AfterRefusal::Nothing;
        };
        if !open.refused.iter().any(|other| other == worker) {
            open.refused.push(worker.to_owned());
        }
        if open.refused.len() < most {
            AfterRefusal::Again
        } else {
            AfterRefusal::Hopeless
        }
    }

    /// Takes a game back that nobody plays.
    pub(crate) fn drop_one(&mut self, key: TaskKey) -> Option<FleetTask> {
        self.open.remove(&key).map(|open| open.task)
    }

    /// Returns the keys of all games that are out.
    pub(crate) fn keys(&self) -> Vec<TaskKey> {
        self.open.keys().copied().collect()
    }

    /// Returns how many games are out.
    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// Takes all games back unplayed; returns how many.
    pub(crate) fn call_off(&mut self) -> usize {
        self.seconds.clear();
        std::mem::take(&mut self.open).len()
    }
}

#[cfg(test)]
mod tests;
