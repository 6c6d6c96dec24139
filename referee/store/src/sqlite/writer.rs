//! Writing results: one thread owns the database and commits what came in together.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use referee_record::{Outcome, Record};
use referee_stats::Tallies;

use super::batch::WriteCommand;
use super::edit::Held;
use super::reserved::Reserved;
use super::write_db::WriteDb;
use crate::error::WriteError;
use crate::header::{Header, RunSession};
use crate::skip::SkippedGame;

/// The most that one transaction takes in.
const BATCH: usize = 256;

/// A record that outlasts a power cut from now on.
#[derive(Clone, Debug, PartialEq)]
pub struct DurableRecord {
    /// What was recorded.
    pub record: Record,
    /// What it says in short.
    pub outcome: Outcome,
}

/// What became of the records that were submitted; of each something is said once.
#[derive(Clone, Debug, PartialEq)]
pub enum Announcement {
    /// These are committed, in the order in which they were submitted.
    Kept(Vec<DurableRecord>),
    /// These, by number and attempt, are left as they are: they were there already, or nothing more was to
    /// come of their games.
    Known(Vec<(u64, u32)>),
    /// Nothing more can be written, for this reason, and the run must end; what was announced
    /// before is kept. [`Writer::close`] gives the same error.
    Failed(String),
}

/// A database that is being written; nobody else can write into it meanwhile, and everybody can read.
///
/// Whatever is waiting is committed together, so that a slow disk makes larger batches, not a slower
/// run. Dropping it waits for nothing that was submitted; [`Writer::close`] does.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    tallies: Arc<Mutex<Tallies>>,
    orders: Sender<WriteCommand>,
    thread: JoinHandle<Result<(), WriteError>>,
}

impl Writer {
    /// Starts a new file, under the [next name](Reserved::next) that is free; see [`Writer::path`].
    pub fn create(
        path: &Path,
        header: &Header,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        Writer::create_at(Reserved::next(path)?, header, announce)
    }

    /// Starts a new file under a name that was reserved for it. Announcements are made from the writer's
    /// own thread.
    pub fn create_at(
        reserved: Reserved,
        header: &Header,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        Writer::start(WriteDb::create(reserved, header)?, announce)
    }

    /// Goes on with a file.
    pub fn resume(
        path: &Path,
        sitting: &RunSession,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        Writer::go_on(Held::open(path)?, sitting, announce)
    }

    /// Goes on with a file that is held.
    pub fn go_on(
        held: Held,
        sitting: &RunSession,
        announce: impl FnMut(Announcement) + Send + 'static,
    ) -> Result<Writer, WriteError> {
        let Held(mut book) = held;
        book.sit(sitting)?;
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

    /// Where the results are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Has a record written. An attempt that is there, or a game that is finished, is left as it is.
    pub fn submit(&self, record: Record) {
        // After a failure nobody listens, which was announced.
        let _ = self.orders.send(WriteCommand::Record(Box::new(record)));
    }

    /// Has it written that a game will never be played; once is enough, more often is harmless.
    pub fn skip(&self, skip: SkippedGame) {
        let _ = self.orders.send(WriteCommand::Skip(skip));
    }

    /// Looks at what all committed games add up to; commits wait until it returns.
    pub fn tallies<T>(&self, look: impl FnOnce(&Tallies) -> T) -> T {
        look(&self.tallies.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends when all that was submitted is committed, or with the error that prevented it.
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

/// Commits batches until nobody submits any more, or one fails.
fn serve(
    mut book: WriteDb,
    waiting: &Receiver<WriteCommand>,
    mut announce: impl FnMut(Announcement),
) -> Result<(), WriteError> {
    while let Ok(first) = waiting.recv() {
        let more = waiting.try_iter().take(BATCH - 1);
        match book.commit(std::iter::once(first).chain(more).collect()) {
            Ok(batch) => {
                if !batch.kept.is_empty() {
                    announce(Announcement::Kept(batch.kept));
                }
                if !batch.known.is_empty() {
                    announce(Announcement::Known(batch.known));
                }
            }
            Err(error) => {
                let error = WriteError::sql(&book.path, &error);
                // Whoever hears of it may open the file at once.
                drop(book);
                announce(Announcement::Failed(error.to_string()));
                return Err(error);
            }
        }
    }
    Ok(())
}
