//! A run on disk, for reading: the same questions whatever the file is.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use referee_record::{Outcome, Record};
use referee_stats::Tallies;

use crate::error::ReadError;
use crate::filter::Filter;
use crate::header::Header;
use crate::jsonl::ResultLines;
use crate::ruling::Ruling;
use crate::skip::SkippedGame;
use crate::sqlite::{Database, ResumeState, RunDamage, is_ours};

/// A run on disk: a database, be it written into or not, or an export of one.
pub struct Run {
    path: PathBuf,
    header: Header,
    source: Source,
}

enum Source {
    Database(Database),
    Lines(ResultLines),
}

/// What a file is, going by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Database,
    Lines,
}

/// The least that a `SQLite` file has.
const PAGE: usize = 512;
/// What every `SQLite` file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Looks at the first bytes of a file.
pub(crate) fn sniff(path: &Path) -> Result<FileKind, ReadError> {
    if is_ours(path) {
        return Ok(FileKind::Database);
    }
    let mut begin = Vec::new();
    let page = PAGE as u64;
    let read = File::open(path).and_then(|file| file.take(page).read_to_end(&mut begin));
    let path = path.to_owned();
    match read {
        Err(source) => Err(ReadError::Io { path, source }),
        Ok(0) => Err(ReadError::Empty { path }),
        Ok(PAGE) if begin.starts_with(MAGIC) => Ok(FileKind::Database),
        Ok(_) if begin.starts_with(MAGIC) || MAGIC.starts_with(&begin) => Err(ReadError::Broken {
            path,
            why: "it was cut off in its first bytes".to_owned(),
        }),
        Ok(_) => Ok(FileKind::Lines),
    }
}

impl Run {
    /// Opens a file of results and reads its header.
    pub fn open(path: &Path) -> Result<Run, ReadError> {
        let (header, source) = match sniff(path)? {
            FileKind::Database => {
                let database = Database::open(path)?;
                (database.header()?, Source::Database(database))
            }
            FileKind::Lines => {
                let (header, lines) = ResultLines::open(path)?;
                (header, Source::Lines(lines))
            }
        };
        Ok(Run {
            path: path.to_owned(),
            header,
            source,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the results come from, as it was when the file was opened.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether it is the database of a run, which can go on and be ruled on, and not an export.
    pub fn is_database(&self) -> bool {
        matches!(self.source, Source::Database(_))
    }

    /// The rulings so far, in order.
    pub fn rulings(&self) -> Result<Vec<Ruling>, ReadError> {
        match &self.source {
            Source::Database(database) => database.rulings(),
            Source::Lines(lines) => lines.rulings(),
        }
    }

    /// The games that will never be played, since a bot of them has left.
    pub fn skips(&self) -> Result<Vec<SkippedGame>, ReadError> {
        match &self.source {
            Source::Database(database) => database.skips(),
            Source::Lines(lines) => lines.skips(),
        }
    }

    /// All records as they were written: of a database by number and attempt, of an export as they
    /// stand there. An error is the last item, and so is a torn end.
    pub fn records(
        &self,
    ) -> Result<Box<dyn Iterator<Item = Result<Record, ReadError>> + '_>, ReadError> {
        Ok(match &self.source {
            Source::Database(database) => Box::new(database.records()?),
            Source::Lines(lines) => Box::new(lines.records()?),
        })
    }

    /// The record of an attempt at a game, or of the last one.
    pub fn record(&self, number: u64, attempt: Option<u32>) -> Result<Option<Record>, ReadError> {
        match &self.source {
            Source::Database(database) => database.record(number, attempt),
            Source::Lines(lines) => lines.record(number, attempt),
        }
    }

    /// The outcomes that a filter lets through, rulings applied, by number and attempt; what is
    /// behind a torn end is left out.
    pub fn outcomes(
        &self,
        filter: &Filter,
    ) -> Result<Box<dyn Iterator<Item = Result<Outcome, ReadError>> + '_>, ReadError> {
        Ok(match &self.source {
            Source::Database(database) => Box::new(database.outcomes(filter.clone(), 0)?),
            Source::Lines(lines) => Box::new(lines.outcomes(filter)?.into_iter().map(Ok)),
        })
    }

    /// The outcomes of games with a higher number than this, likewise.
    pub fn outcomes_after(
        &self,
        number: u64,
    ) -> Result<Box<dyn Iterator<Item = Result<Outcome, ReadError>> + '_>, ReadError> {
        let filter = Filter::default();
        Ok(match &self.source {
            Source::Database(database) => Box::new(database.outcomes(filter, number)?),
            Source::Lines(lines) => {
                let mut outcomes = lines.outcomes(&filter)?;
                outcomes.retain(|outcome| outcome.number > number);
                Box::new(outcomes.into_iter().map(Ok))
            }
        })
    }

    /// What the games add up to, rulings applied: of a database what is stored in it, of an export
    /// what is counted now.
    pub fn tallies(&self) -> Result<Tallies, ReadError> {
        match &self.source {
            Source::Database(database) => database.tallies(),
            Source::Lines(_) => self.recount(),
        }
    }

    /// The same, counted anew from the outcomes.
    pub fn recount(&self) -> Result<Tallies, ReadError> {
        let mut tallies = Tallies::new(&self.header.names());
        for outcome in self.outcomes(&Filter::default())? {
            tallies.add(&outcome?);
        }
        Ok(tallies)
    }

    /// How far the run has come; nothing for an export, which can't go on.
    pub fn past(&self) -> Result<Option<ResumeState>, ReadError> {
        match &self.source {
            Source::Database(database) => database.past().map(Some),
            Source::Lines(_) => Ok(None),
        }
    }

    /// The first thing that isn't as it was when it entered the chain. Damage of an export comes as
    /// an error that names the line.
    pub fn check_chain(&self) -> Result<Option<RunDamage>, ReadError> {
        match &self.source {
            Source::Database(database) => database.check_chain(),
            Source::Lines(lines) => lines.fingerprint().map(|_| None),
        }
    }

    /// The first fault at either end of the chain of a database, which is quickly seen; that there is none
    /// says nothing of what is between.
    pub fn glance(&self) -> Result<Option<RunDamage>, ReadError> {
        match &self.source {
            Source::Database(database) => database.glance(),
            Source::Lines(_) => Ok(None),
        }
    }

    /// What may be changed and isn't found by [`Run::check_chain`] and [`Run::check_tallies`], nor by the
    /// fingerprint; a sentence each.
    pub fn uncovered(&self) -> Result<Vec<String>, ReadError> {
        match &self.source {
            Source::Database(database) => database.uncovered(),
            Source::Lines(_) => Ok(Vec::new()),
        }
    }

    /// The first part of the stored tallies that doesn't follow from the games; an export has none.
    /// While a run goes on, a batch may be committed between counting and comparing.
    pub fn check_tallies(&self) -> Result<Option<RunDamage>, ReadError> {
        match &self.source {
            Source::Database(database) => database.check_tallies(self.recount()?),
            Source::Lines(_) => Ok(None),
        }
    }

    /// The last hash of the chain, in hexadecimal digits: whoever knows it knows all that was
    /// recorded. That of an export is another than that of its run.
    pub fn fingerprint(&self) -> Result<String, ReadError> {
        match &self.source {
            Source::Database(database) => database.fingerprint(),
            Source::Lines(lines) => lines.fingerprint(),
        }
    }
}
