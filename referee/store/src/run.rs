//! A run on disk, for reading: answers the same queries from a database and from an export.

use std::io;
use std::path::{Path, PathBuf};

use referee_record::{Outcome, Record};
use referee_stats::Tallies;

use crate::chain::EntryKind;
use crate::error::ReadError;
use crate::filter::Filter;
use crate::header::Header;
use crate::jsonl::ResultLines;
use crate::ruling::Ruling;
use crate::skip::SkippedGame;
use crate::sqlite::{Database, FileKind, ResumeState, RunDamage, sniff};

/// A run on disk: its database, even while it is written, or an export.
pub struct Run {
    path: PathBuf,
    header: Header,
    source: Source,
}

/// Result of a check that may be partial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunCheck {
    /// The hash chain and the tallies are as they were recorded.
    Sound,
    /// Nothing is wrong with the part that was checked of these entries.
    Partial {
        /// Number of entries of the hash chain.
        entries: u64,
    },
    /// This is an export: it holds nothing that it could be checked against.
    Impossible,
    /// Something was damaged or changed.
    Damaged(RunDamage),
}

enum Source {
    Database(Database),
    Lines(ResultLines),
}

impl Run {
    /// Opens a file of results and reads its header. Returns an error if it is not a file of results, or is
    /// damaged.
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

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the header, as it was when the file was opened.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns true if this is the database of a run, which can be resumed and ruled on, and not an export.
    pub fn is_database(&self) -> bool {
        matches!(self.source, Source::Database(_))
    }

    /// Returns the rulings so far, in order.
    pub fn rulings(&self) -> Result<Vec<Ruling>, ReadError> {
        match &self.source {
            Source::Database(database) => database.rulings(),
            Source::Lines(lines) => lines.rulings(),
        }
    }

    /// Returns the games that will never be played because one of their bots has left.
    pub fn skips(&self) -> Result<Vec<SkippedGame>, ReadError> {
        match &self.source {
            Source::Database(database) => database.skips(),
            Source::Lines(lines) => lines.skips(),
        }
    }

    /// Iterates over all records as they were written: by number and attempt for a database, in the order of
    /// the file for an export. An error is the last item, and so is an incomplete last line.
    pub fn records(
        &self,
    ) -> Result<Box<dyn Iterator<Item = Result<Record, ReadError>> + '_>, ReadError> {
        Ok(match &self.source {
            Source::Database(database) => Box::new(database.records()?),
            Source::Lines(lines) => Box::new(lines.records()?),
        })
    }

    /// Returns whether the last line of an export is torn: it has no end. A database has no such line. Returns
    /// an error if the file can't be read.
    pub fn is_torn(&self) -> io::Result<bool> {
        match &self.source {
            Source::Database(_) => Ok(false),
            Source::Lines(lines) => lines.is_torn(),
        }
    }

    /// Returns the record of an attempt at a game; without an attempt, that of the last one. `None` if there
    /// is no such record.
    pub fn record(&self, number: u64, attempt: Option<u32>) -> Result<Option<Record>, ReadError> {
        match &self.source {
            Source::Database(database) => database.record(number, attempt),
            Source::Lines(lines) => lines.record(number, attempt),
        }
    }

    /// Iterates over the outcomes that pass the filter, with rulings applied, by number and attempt; leaves
    /// out an incomplete last line.
    pub fn outcomes(
        &self,
        filter: &Filter,
    ) -> Result<Box<dyn Iterator<Item = Result<Outcome, ReadError>> + '_>, ReadError> {
        Ok(match &self.source {
            Source::Database(database) => Box::new(database.outcomes(filter.clone(), 0)?),
            Source::Lines(lines) => Box::new(lines.outcomes(filter)?.into_iter().map(Ok)),
        })
    }

    /// Iterates over the outcomes of games with a higher number, with rulings applied, by number and attempt.
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

    /// Returns the tallies of all games, with rulings applied: a database stores them, and for an export they
    /// are counted now.
    pub fn tallies(&self) -> Result<Tallies, ReadError> {
        match &self.source {
            Source::Database(database) => database.tallies(),
            Source::Lines(_) => self.recount(),
        }
    }

    /// Counts the tallies anew from the outcomes.
    pub fn recount(&self) -> Result<Tallies, ReadError> {
        let mut tallies = Tallies::unstored(&self.header.names());
        for outcome in self.outcomes(&Filter::default())? {
            tallies.add(&outcome?);
        }
        Ok(tallies)
    }

    /// Returns how far the run has come; `None` for an export, which cannot be resumed.
    pub fn past(&self) -> Result<Option<ResumeState>, ReadError> {
        match &self.source {
            Source::Database(database) => database.past().map(Some),
            Source::Lines(_) => Ok(None),
        }
    }

    /// Returns the first entry that has changed since it entered the hash chain. Damage of an export is
    /// returned as an error that names the line.
    pub fn check_chain(&self) -> Result<Option<RunDamage>, ReadError> {
        match &self.source {
            Source::Database(database) => database.check_chain(),
            Source::Lines(lines) => lines.fingerprint().map(|_| None),
        }
    }

    /// Checks the hash chain and the tallies of a database with at most `whole` entries. Of a longer one, it
    /// checks only what takes a moment: revisions, sessions, rulings and the latest games.
    pub fn check(&self, whole: u64) -> Result<RunCheck, ReadError> {
        let (checked, ()) = self.check_and_read(whole, &mut |_| (), |_| Ok(()))?;
        Ok(checked)
    }

    /// Checks as [`Run::check`] does, and passes the outcomes that it reads for that to `tell`, with rulings applied, in
    /// the order of the hash chain. If the run is [sound](RunCheck::Sound) these are all outcomes, each once. Also
    /// returns the [tallies](Run::tallies) of the state that was checked, even if the run is written meanwhile.
    pub fn check_telling(
        &self,
        whole: u64,
        tell: &mut dyn FnMut(&Outcome),
    ) -> Result<(RunCheck, Tallies), ReadError> {
        self.check_and_read(whole, tell, Run::tallies)
    }

    /// Checks a run, and then reads something of the same state.
    fn check_and_read<T>(
        &self,
        whole: u64,
        tell: &mut dyn FnMut(&Outcome),
        read: impl FnOnce(&Run) -> Result<T, ReadError>,
    ) -> Result<(RunCheck, T), ReadError> {
        let Source::Database(database) = &self.source else {
            return Ok((RunCheck::Impossible, read(self)?));
        };
        let _snapshot = database.snapshot()?;
        let checked = match check(database, whole, tell) {
            // Damage that prevents the check is also a result of the check.
            Err(ReadError::Broken { why, .. }) => {
                RunCheck::Damaged(RunDamage { number: None, why })
            }
            checked => checked?,
        };
        Ok((checked, read(self)?))
    }

    /// Returns the results of [`Run::check_chain`] and [`Run::check_tallies`]; if the chain of a database is intact, its
    /// games are read once for both.
    pub fn check_chain_and_tallies(&self) -> [Result<Option<RunDamage>, ReadError>; 2] {
        let Source::Database(database) = &self.source else {
            return [self.check_chain(), self.check_tallies()];
        };
        let _snapshot = match database.snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => return [Err(error), self.check_tallies()],
        };
        match database.count_chain(&mut |_| ()) {
            Ok(Ok(tallies)) => [Ok(None), database.check_tallies(&tallies)],
            Ok(Err(damage)) => [Ok(Some(damage)), self.check_tallies()],
            Err(error) => [Err(error), self.check_tallies()],
        }
    }

    /// Lists, in a sentence each, the data that could be changed without being detected by
    /// [`Run::check_chain`], [`Run::check_tallies`] or the fingerprint.
    pub fn uncovered(&self) -> Result<Vec<String>, ReadError> {
        match &self.source {
            Source::Database(database) => database.uncovered(),
            Source::Lines(_) => Ok(Vec::new()),
        }
    }

    /// Returns the first part of the stored tallies that does not follow from the games; an export stores
    /// none. While a run is played, a batch may be committed between counting and comparing.
    pub fn check_tallies(&self) -> Result<Option<RunDamage>, ReadError> {
        match &self.source {
            Source::Database(database) => database.check_tallies(&self.recount()?),
            Source::Lines(_) => Ok(None),
        }
    }

    /// Passes kind and text of every entry of the hash chain to `tell`, in order, then those of games that wait for
    /// earlier ones. An error of the run is returned as an I/O error with the same message.
    pub(crate) fn entries(
        &self,
        tell: &mut dyn FnMut(EntryKind, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        match &self.source {
            Source::Database(database) => database.entries(tell),
            Source::Lines(lines) => lines.entries(tell),
        }
    }

    /// Returns the fingerprint of the run, in hexadecimal digits: the last hash of its chain, followed by the games
    /// that wait for earlier ones. It depends on everything that was recorded, and an export has that of its
    /// database. An incomplete last line is left out.
    pub fn fingerprint(&self) -> Result<String, ReadError> {
        match &self.source {
            Source::Database(database) => database.fingerprint(),
            Source::Lines(lines) => lines.fingerprint(),
        }
    }
}

/// Checks a database, of which there is a snapshot; see [`Run::check_telling`].
fn check(
    database: &Database,
    whole: u64,
    tell: &mut dyn FnMut(&Outcome),
) -> Result<RunCheck, ReadError> {
    let entries = database.length()?;
    if entries > whole {
        let damage = database.check_quickly()?;
        return Ok(damage.map_or(RunCheck::Partial { entries }, RunCheck::Damaged));
    }
    let damage = match database.count_chain(tell)? {
        Ok(tallies) => database.check_tallies(&tallies)?,
        Err(damage) => Some(damage),
    };
    Ok(damage.map_or(RunCheck::Sound, RunCheck::Damaged))
}
