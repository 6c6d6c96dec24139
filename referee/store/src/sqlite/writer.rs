//! Writes results: one thread owns the database, and commits together what arrives within 20 ms.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use referee_record::{Outcome, Record, RunSession};
use referee_stats::Tallies;

use super::batch::WriteCommand;
use super::edit::Held;
use super::reserved::Reserved;
use super::write_db::WriteDb;
use crate::error::WriteError;
use crate::header::Header;
use crate::skip::SkippedGame;

/// Largest number of results in one transaction.
const BATCH: usize = 256;
/// Weight in bytes from which on a transaction waits for no more results: they take memory until it is committed.
const HEAVY: usize = 1 << 20;
/// Time for which a transaction waits for further results, from its first one. A commit costs as much as dozens of
/// games; what is lost when the referee is killed is played again.
const GROUP: Duration = Duration::from_millis(20);

/// A committed record, which survives a power cut.
#[derive(Clone, Debug, PartialEq)]
pub struct DurableRecord {
    /// The record.
    pub record: Record,
    /// Its outcome.
    pub outcome: Outcome,
}

/// Report about submitted records; each record is reported once.
#[derive(Clone, Debug, PartialEq)]
pub enum Announcement {
    /// Committed records, in the order in which they were submitted.
    Kept(Vec<DurableRecord>),
    /// Records, by number and attempt, that were not written: they were already there, or their games were
    /// already finished.
    Known(Vec<(u64, u32)>),
    /// Writing has failed, for this reason, and the run must end; results that were announced before are
    /// kept. [`Writer::close`] returns the same error.
    Failed(String),
}

/// A database that is being written; no other process can write to it meanwhile, but all can read it.
///
/// Results of 20 ms are committed together; a slow disk makes larger batches, not a slower run.
/// Dropping the writer does not wait for submitted results; [`Writer::close`] does.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    tallies: Arc<Mutex<Tallies>>,
    orders: Sender<WriteCommand>,
    thread: JoinHandle<Result<(), WriteError>>,
}

impl Writer {
    /// Creates a file under the [next free name](Reserved::next); see [`Writer::path`]. Calls `announce` from
    /// the writer's own thread.
    pub fn create(
        path: &Path,
        header: &Header,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        Writer::create_at(Reserved::next(path)?, header, announce)
    }

    /// Creates a file under a reserved name. Calls `announce` from the writer's own thread.
    pub fn create_at(
        reserved: Reserved,
        header: &Header,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        Writer::start(WriteDb::create(reserved, header)?, announce)
    }

    /// Resumes the run in a file, and adds this session.
    pub fn resume(
        path: &Path,
        session: &RunSession,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        Writer::go_on(Held::open(path)?, session, announce)
    }

    /// Resumes the run in an open database, and adds this session.
    pub fn go_on(
        held: Held,
        session: &RunSession,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        let Held(mut book) = held;
        book.begin_session(session)?;
        Writer::start(book, announce)
    }

    fn start(
        book: WriteDb,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        let (path, tallies) = (book.path.clone(), book.tallies.clone());
        let (orders, waiting) = mpsc::channel();
        let thread = thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || serve(book, &waiting, announce));
        let thread = thread.map_err(|source| WriteError::Open {
            path: path.clone(),
            source,
        })?;
        Ok(Writer {
            path,
            tallies,
            orders,
            thread,
        })
    }

    /// Returns the path of the database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Submits a record to be written. It is ignored if the attempt is already there or the game is finished.
    pub fn submit(&self, record: Record) {
        // The send fails only after a failure, which was announced.
        let _ = self.orders.send(WriteCommand::Record(Box::new(record)));
    }

    /// Submits that a game will never be played; repeating it is harmless.
    pub fn skip(&self, skip: SkippedGame) {
        let _ = self.orders.send(WriteCommand::Skip(skip));
    }

    /// Submits a session of a worker that plays for the run.
    pub fn session(&self, session: RunSession) {
        let _ = self.orders.send(WriteCommand::Session(Box::new(session)));
    }

    /// Passes the tallies of all committed games to `look`; commits wait until it returns.
    pub fn tallies<T>(&self, look: impl FnOnce(&Tallies) -> T) -> T {
        look(&self.tallies.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until everything that was submitted is committed; returns the error that prevented it.
    pub fn close(self) -> Result<(), WriteError> {
        drop(self.orders);
        let ended = self.thread.join();
        ended.unwrap_or_else(|_| {
            Err(WriteError::Failed {
                path: self.path,
                why: "the thread that writes them has failed, which is a bug".to_owned(),
                advice: "report it with what is printed above",
            })
        })
    }
}

/// Returns what is committed together with a first command: all that comes within [`GROUP`], unless it is heavy.
fn gather(first: WriteCommand, waiting: &Receiver<WriteCommand>) -> Vec<WriteCommand> {
    let until = Instant::now() + GROUP;
    let mut weight = first.weight();
    let mut commands = vec![first];
    while commands.len() < BATCH && weight < HEAVY {
        let left = until.saturating_duration_since(Instant::now());
        let Ok(next) = waiting.recv_timeout(left) else {
            break;
        };
        weight += next.weight();
        commands.push(next);
    }
    commands
}

/// Commits batches until the writer is closed, or a commit fails.
fn serve(
    mut book: WriteDb,
    waiting: &Receiver<WriteCommand>,
    mut announce: impl FnMut(Announcement),
) -> Result<(), WriteError> {
    while let Ok(first) = waiting.recv() {
        let orders = gather(first, waiting);
        match book.still_there().and_then(|()| book.commit(orders)) {
            Ok(batch) => {
                if !batch.kept.is_empty() {
                    announce(Announcement::Kept(batch.kept));
                }
                if !batch.known.is_empty() {
                    announce(Announcement::Known(batch.known));
                }
            }
            Err(error) => {
                // The database is closed first, since the receiver may open it at once.
                drop(book);
                announce(Announcement::Failed(error.to_string()));
                return Err(error);
            }
        }
    }
    book.still_there()
}
