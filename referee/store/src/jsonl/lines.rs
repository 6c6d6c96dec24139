//! Reads an export, from the beginning for every query.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use referee_record::{Outcome, Record, RunSession};

use super::entries::EntryReader;
use super::reader::{ResultsReader, parse};
use crate::chain::EntryKind;
use crate::error::{Damage, ReadError};
use crate::filter::Filter;
use crate::header::{ConfigRevision, Header, RunOrigin};
use crate::ruling::{LastRulings, Ruling};
use crate::skip::SkippedGame;

/// A line after the header.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultLine {
    /// A config revision; the last is in force.
    Revision(Box<ConfigRevision>),
    /// A run session.
    Session(Box<RunSession>),
    /// An attempt at a game.
    Record(Box<Record>),
    /// A later decision about a game.
    Ruling(Ruling),
    /// A game that will never be played.
    Skip(SkippedGame),
}

/// An export: a file of JSON lines.
pub(crate) struct ResultLines {
    path: PathBuf,
}

impl ResultLines {
    /// Opens a file and reads its header, revisions and sessions, as far as the file is intact; everything else is
    /// read on demand.
    pub(crate) fn open(path: &Path) -> Result<(Header, ResultLines), ReadError> {
        let mut reader = ResultsReader::open(path)?;
        let (mut earlier, mut sessions) = (Vec::new(), Vec::new());
        let mut end = ReadError::Empty {
            path: path.to_owned(),
        };
        loop {
            match reader.entries.next() {
                // Records, of which there may be millions, are not parsed.
                Ok(Some((EntryKind::Record, _))) => {}
                Ok(Some((kind, text))) => match parse(kind, text) {
                    Ok(ResultLine::Revision(revision)) => earlier.push(*revision),
                    Ok(ResultLine::Session(session)) => sessions.push(*session),
                    Ok(_) => {}
                    Err(why) => {
                        end = reader.entries.damaged(Damage::Content(why));
                        break;
                    }
                },
                Ok(None) | Err(ReadError::Torn { .. }) => break,
                Err(error) => {
                    end = error;
                    break;
                }
            }
        }
        let RunOrigin {
            format,
            master,
            began_ms,
        } = reader.origin;
        let Some(revision) = earlier.pop() else {
            return Err(end);
        };
        let header = Header {
            format,
            master,
            began_ms,
            revision,
            earlier,
            sessions,
        };
        let path = path.to_owned();
        Ok((header, ResultLines { path }))
    }

    fn reader(&self) -> Result<ResultsReader<BufReader<File>>, ReadError> {
        ResultsReader::open(&self.path)
    }

    /// Passes kind and text of every complete line to `tell`. An error of the file is returned as an I/O error
    /// with the same message.
    pub(crate) fn entries(
        &self,
        tell: &mut dyn FnMut(EntryKind, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let file = File::open(&self.path)?;
        let mut entries = EntryReader::new(BufReader::new(file), &self.path);
        loop {
            match entries.next() {
                Ok(Some((kind, text))) => tell(kind, text)?,
                Ok(None) | Err(ReadError::Torn { .. }) => return Ok(()),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Returns whether the last line has no end.
    pub(crate) fn is_torn(&self) -> io::Result<bool> {
        let mut file = File::open(&self.path)?;
        let mut last = [b'\n'];
        if file.seek(SeekFrom::End(-1)).is_ok() {
            file.read_exact(&mut last)?;
        }
        Ok(last != [b'\n'])
    }

    /// Iterates over all complete lines.
    fn sound(&self) -> Result<impl Iterator<Item = Result<ResultLine, ReadError>>, ReadError> {
        let torn =
            |line: &Result<ResultLine, ReadError>| matches!(line, Err(ReadError::Torn { .. }));
        Ok(self.reader()?.filter(move |line| !torn(line)))
    }

    /// Iterates over the records in the order of the file; an incomplete last line is an error.
    pub(crate) fn records(
        &self,
    ) -> Result<impl Iterator<Item = Result<Record, ReadError>>, ReadError> {
        Ok(self.reader()?.filter_map(|line| match line {
            Ok(ResultLine::Record(record)) => Some(Ok(*record)),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        }))
    }

    pub(crate) fn rulings(&self) -> Result<Vec<Ruling>, ReadError> {
        let mut rulings = Vec::new();
        for line in self.sound()? {
            if let ResultLine::Ruling(ruling) = line? {
                rulings.push(ruling);
            }
        }
        Ok(rulings)
    }

    pub(crate) fn skips(&self) -> Result<Vec<SkippedGame>, ReadError> {
        let mut skips = Vec::new();
        for line in self.sound()? {
            if let ResultLine::Skip(skip) = line? {
                skips.push(skip);
            }
        }
        Ok(skips)
    }

    pub(crate) fn record(
        &self,
        number: u64,
        attempt: Option<u32>,
    ) -> Result<Option<Record>, ReadError> {
        let mut latest: Option<Record> = None;
        for line in self.sound()? {
            let ResultLine::Record(record) = line? else {
                continue;
            };
            let fits = record.played.job.number == number
                && attempt.is_none_or(|attempt| attempt == record.attempt);
            let later = |last: &Record| last.attempt < record.attempt;
            if fits && latest.as_ref().is_none_or(later) {
                latest = Some(*record);
            }
        }
        Ok(latest)
    }

    pub(crate) fn outcomes(&self, filter: &Filter) -> Result<Vec<Outcome>, ReadError> {
        let (mut rulings, mut outcomes) = (LastRulings::default(), Vec::new());
        for line in self.sound()? {
            match line? {
                ResultLine::Record(record) => outcomes.push(Outcome::of(&record)),
                ResultLine::Ruling(ruling) => rulings.add(&ruling),
                _ => {}
            }
        }
        for outcome in &mut outcomes {
            rulings.apply(outcome);
        }
        outcomes.retain(|outcome| filter.matches(outcome));
        outcomes.sort_by_key(|outcome| (outcome.number, outcome.attempt));
        Ok(outcomes)
    }

    /// Returns the hash of the last complete line.
    pub(crate) fn fingerprint(&self) -> Result<String, ReadError> {
        let mut reader = self.reader()?;
        for line in reader.by_ref() {
            match line {
                Err(ReadError::Torn { .. }) => break,
                line => line?,
            };
        }
        Ok(reader.entries.hash().digits())
    }
}
