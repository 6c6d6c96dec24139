//! A run on disk, for reading: the same questions whatever the file is.

use std::path::{Path, PathBuf};

use referee_record::{Outcome, Record};
use referee_stats::Tallies;

use crate::filter::Filter;
use crate::header::Header;
use crate::reader::{ReadError, Reader};
use crate::ruling::{Ruling, rule};

/// A run on disk.
pub struct Run {
    path: PathBuf,
    header: Header,
}

impl Run {
    /// Opens a file of results and reads its header.
    pub fn open(path: &Path) -> Result<Run, ReadError> {
        let (header, _) = Reader::open(path)?;
        Ok(Run {
            path: path.to_owned(),
            header,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the results come from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rulings so far, in order.
    pub fn rulings(&self) -> Result<Vec<Ruling>, ReadError> {
        Ok(Vec::new())
    }

    /// All records, in the order in which they were written; a torn end is an error, and the last
    /// item.
    pub fn records(
        &self,
    ) -> Result<Box<dyn Iterator<Item = Result<Record, ReadError>>>, ReadError> {
        let (_, reader) = Reader::open(&self.path)?;
        Ok(Box::new(reader))
    }

    /// The record of an attempt at a game, or of the last one.
    pub fn record(&self, number: u64, attempt: Option<u32>) -> Result<Option<Record>, ReadError> {
        let mut found: Option<Record> = None;
        for record in self.records()? {
            let record = match record {
                Err(ReadError::Torn { .. }) => break,
                record => record?,
            };
            let fits = record.played.job.number == number
                && attempt.is_none_or(|attempt| attempt == record.attempt);
            if fits
                && found
                    .as_ref()
                    .is_none_or(|last| last.attempt < record.attempt)
            {
                found = Some(record);
            }
        }
        Ok(found)
    }

    /// The outcomes that a filter lets through, rulings applied, by number and attempt; what is
    /// behind a torn end is left out.
    pub fn outcomes(
        &self,
        filter: &Filter,
    ) -> Result<Box<dyn Iterator<Item = Result<Outcome, ReadError>>>, ReadError> {
        let rulings = self.rulings()?;
        let mut outcomes = Vec::new();
        for record in self.records()? {
            let record = match record {
                Err(ReadError::Torn { .. }) => break,
                record => record?,
            };
            let mut outcome = Outcome::of(&record);
            rule(&mut outcome, &rulings);
            if filter.lets(&outcome) {
                outcomes.push(outcome);
            }
        }
        outcomes.sort_by_key(|outcome| (outcome.number, outcome.attempt));
        Ok(Box::new(outcomes.into_iter().map(Ok)))
    }

    /// What the games add up to.
    pub fn tallies(&self) -> Result<Tallies, ReadError> {
        let mut tallies = Tallies::new(&self.header.names());
        for outcome in self.outcomes(&Filter::default())? {
            tallies.add(&outcome?);
        }
        Ok(tallies)
    }
}
