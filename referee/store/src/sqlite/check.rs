//! Checks the hash chain: every entry must be as it was when it entered.

use referee_record::Outcome;
use rusqlite::{Connection, OptionalExtension, Row};

use super::fault::{RunDamage, Stop, game, run};
use super::hash_chain::{ChainEntry, ChainTail};
use super::pack::RecordUnpacker;
use super::word_table::WordTable;
use super::{outcomes, pack, shape, texts};
use crate::chain::{EntryKind, digest};
use crate::ruling::{LastRulings, Ruling};
use crate::skip::SkippedGame;

/// Follows the chain from its beginning, and returns the first fault. Passes each sound game to `tell`, with all
/// rulings applied, and then those that wait for earlier ones.
///
/// In addition to the hashes, it checks what they cannot show: that games enter in order, that no data of a
/// finished game is missing after the end, and that the columns agree with the records.
pub(super) fn check(
    connection: &Connection,
    tell: &mut dyn FnMut(&Outcome),
) -> rusqlite::Result<Option<RunDamage>> {
    match ChainCheck::new(connection)?.whole(tell) {
        Ok(()) => Ok(None),
        Err(Stop::Fault(fault)) => Ok(Some(fault)),
        Err(Stop::Sql(error)) => Err(error),
    }
}

/// What a valid entry is about: its text and, if it is a record, its outcome before any ruling.
pub(super) struct EntryContent {
    pub(super) text: Vec<u8>,
    outcome: Option<Outcome>,
}

/// Callback that receives each valid entry with its content.
pub(super) type Listener<'l, 'a> =
    dyn FnMut(&ChainCheck<'a>, ChainEntry, EntryContent) -> Result<(), Stop> + 'l;

pub(super) struct ChainCheck<'a> {
    pub(super) connection: &'a Connection,
    words: WordTable,
    unpacker: RecordUnpacker,
    /// True once a record begins with the dictionary.
    dictionary_is_of: bool,
    /// True if data outside the chain is not trusted: columns, and rulings ahead of their entries.
    chain_alone: bool,
    pub(super) rulings: Vec<Ruling>,
    pub(super) chain: ChainTail,
    /// Number of the last game in the unbroken beginning so far.
    pub(super) closed: u64,
    // Counts of the entries so far.
    pub(super) records: u64,
    pub(super) skips: u64,
    pub(super) ruled: usize,
    pub(super) revisions: u64,
    pub(super) sessions: u64,
    /// Number of damaged sessions in the chain that were skipped.
    pub(super) lost: u64,
}

/// Returns true if a row of the chain has this position and is a session.
fn is_session(row: &Row<'_>, at: u64) -> rusqlite::Result<bool> {
    Ok(row.get::<_, u64>(0)? == at && row.get::<_, String>(1)? == EntryKind::Session.name())
}

impl<'a> ChainCheck<'a> {
    pub(super) fn new(connection: &'a Connection) -> rusqlite::Result<ChainCheck<'a>> {
        let rulings = texts::rulings(connection)?;
        Ok(ChainCheck {
            chain_alone: false,
            rulings,
            ..ChainCheck::of_chain_alone(connection)?
        })
    }

    /// Makes a check that reads only the chain and the texts of its entries.
    pub(super) fn of_chain_alone(connection: &'a Connection) -> rusqlite::Result<ChainCheck<'a>> {
        Ok(ChainCheck {
            connection,
            words: WordTable::default(),
            unpacker: RecordUnpacker::of_run(connection)?,
            dictionary_is_of: false,
            chain_alone: true,
            rulings: Vec::new(),
            chain: ChainTail::default(),
            closed: 0,
            records: 0,
            skips: 0,
            ruled: 0,
            revisions: 0,
            sessions: 0,
            lost: 0,
        })
    }

    /// Follows the chain and checks the data after its end; see [`check`].
    fn whole(&mut self, tell: &mut dyn FnMut(&Outcome)) -> Result<(), Stop> {
        let rulings = LastRulings::of(&self.rulings);
        self.along(&mut |_, _, content| {
            if let Some(mut outcome) = content.outcome {
                rulings.apply(&mut outcome);
                tell(&outcome);
            }
            Ok(())
        })?;
        self.check_tail(tell)
    }

    /// Follows the chain from its beginning to its end, and passes each entry to `tell`.
    pub(super) fn along(&mut self, tell: &mut Listener<'_, 'a>) -> Result<(), Stop> {
        let entries = "SELECT seq, kind, number, attempt, hash FROM chain ORDER BY seq";
        let mut entries = self.connection.prepare(entries)?;
        let mut rows = entries.query([])?;
        while let Some(row) = rows.next()? {
            let next = self.chain.length;
            match self.holds(row) {
                Ok((entry, text)) => {
                    let outcome = self.take(&entry, &text)?;
                    tell(self, entry, EntryContent { text, outcome })?;
                }
                Err(Stop::Fault(_)) if self.chain_alone && is_session(row, next)? => {
                    // Games do not depend on a session: the next entry is checked against this one's stored
                    // hash.
                    self.chain = ChainTail::before(self.connection, next + 1)?;
                    self.session(row.get(2)?)?;
                    self.lost += 1;
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Returns the entry in a row of the chain, with its text, if its hash follows from all entries before
    /// it.
    pub(super) fn holds(&mut self, row: &Row<'_>) -> Result<(ChainEntry, Vec<u8>), Stop> {
        let (seq, number, attempt) = (row.get(0)?, row.get(2)?, row.get(3)?);
        let kind: String = row.get(1)?;
        let hash: Vec<u8> = row.get(4)?;
        let Some(kind) = EntryKind::of(&kind) else {
            return Err(run(format!("entry {seq} of the chain is of no known kind")));
        };
        self.entry(seq, kind, (number, attempt), &hash)
    }

    fn entry(
        &mut self,
        seq: u64,
        kind: EntryKind,
        (number, attempt): (u64, u32),
        hash: &[u8],
    ) -> Result<(ChainEntry, Vec<u8>), Stop> {
        let about = |why: &str| match kind {
            EntryKind::Header => run(format!("its header {why}")),
            EntryKind::Revision => run(format!("revision {number} of the configuration {why}")),
            EntryKind::Session => run(format!("session {number} of the run {why}")),
            EntryKind::Ruling => game(number, format!("a ruling about it {why}")),
            EntryKind::Record => game(number, format!("its record, attempt {attempt}, {why}")),
            EntryKind::Skip => game(number, format!("that it is skipped {why}")),
        };
        if seq != self.chain.length {
            let missing = self.chain.length;
            let why = format!("follows a gap: entry {missing} of the chain is missing");
            return Err(about(&why));
        }
        if (seq == 0) != (kind == EntryKind::Header) {
            return Err(about("isn't where it belongs in the chain"));
        }
        let content = self.content(kind, number, attempt)?;
        let content = content.ok_or_else(|| about("was removed, but is in the chain"))?;
        let entry = ChainEntry {
            kind,
            number,
            attempt,
            digest: digest(&content),
        };
        if self.chain.advance(kind, entry.digest) != hash {
            return Err(about(
                "isn't as it was when it entered the chain, or its entry isn't",
            ));
        }
        self.ruled += usize::from(kind == EntryKind::Ruling);
        Ok((entry, content))
    }

    /// Checks what the hash of an entry cannot show. Returns the outcome of a record, before any ruling.
    pub(super) fn take(
        &mut self,
        entry: &ChainEntry,
        content: &[u8],
    ) -> Result<Option<Outcome>, Stop> {
        match entry.kind {
            EntryKind::Header => {}
            EntryKind::Revision => self.revision(entry.number)?,
            EntryKind::Session => self.session(entry.number)?,
            EntryKind::Ruling => {
                let ruling: Ruling = serde_json::from_slice(content).map_err(shape)?;
                if (ruling.number, ruling.attempt) != (entry.number, entry.attempt) {
                    let why = format!("a ruling about it is one about game {}", ruling.number);
                    return Err(game(entry.number, why));
                }
                if self.chain_alone {
                    self.rulings.push(ruling);
                }
            }
            EntryKind::Record => {
                let outcome = self.record((entry.number, entry.attempt), content)?;
                return Ok(Some(outcome));
            }
            EntryKind::Skip => {
                let skip: SkippedGame = serde_json::from_slice(content).map_err(shape)?;
                if skip.number != entry.number {
                    let why = format!("that it is skipped is about game {}", skip.number);
                    return Err(game(entry.number, why));
                }
                self.skip(entry.number)?;
            }
        }
        Ok(None)
    }

    /// Returns the current text that an entry is about; `None` if it was removed.
    pub(super) fn content(
        &self,
        kind: EntryKind,
        number: u64,
        attempt: u32,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let text = |query: &str, key: u64| {
            let mut query = self.connection.prepare_cached(query)?;
            let text = query.query_row([key], |row| row.get::<_, String>(0));
            text.map(String::into_bytes).optional()
        };
        Ok(match kind {
            EntryKind::Header => Some(texts::json(&texts::origin(self.connection)?)?.into_bytes()),
            EntryKind::Revision => text("SELECT text FROM revisions WHERE revision = ?", number)?,
            EntryKind::Session => text("SELECT text FROM sessions WHERE session = ?", number)?,
            EntryKind::Skip => text("SELECT text FROM skips WHERE number = ?", number)?,
            EntryKind::Ruling => self.ruling(number, attempt)?,
            EntryKind::Record => {
                let text = self.unpacker.text(self.connection, (number, attempt))?;
                text.transpose().map_err(|why| {
                    let why = format!("its record, attempt {attempt}, can't be unpacked: {why}");
                    game(number, why)
                })?
            }
        })
    }

    fn ruling(&self, number: u64, attempt: u32) -> rusqlite::Result<Option<Vec<u8>>> {
        let find = "SELECT text FROM rulings WHERE ruling = ? AND number = ? AND attempt = ?";
        let key = (self.ruled as u64 + 1, number, attempt);
        let text = self.connection.query_row(find, key, |row| row.get(0));
        text.map(String::into_bytes).optional()
    }

    /// Checks that config revisions enter the chain without a gap.
    fn revision(&mut self, number: u64) -> Result<(), Stop> {
        self.revisions += 1;
        let next = self.revisions;
        if number == next {
            return Ok(());
        }
        Err(run(format!(
            "revision {next} of the configuration is missing from the chain, which goes on with {number}"
        )))
    }

    /// Checks that sessions enter the chain without a gap.
    fn session(&mut self, number: u64) -> Result<(), Stop> {
        self.sessions += 1;
        let next = self.sessions;
        if number == next {
            return Ok(());
        }
        Err(run(format!(
            "session {next} of the run is missing from the chain, which goes on with {number}"
        )))
    }

    /// Checks that a record is of the game that is next; returns its outcome before any ruling.
    fn record(&mut self, key: (u64, u32), text: &[u8]) -> Result<Outcome, Stop> {
        let (number, attempt) = key;
        self.records += 1;
        let outcome = self.columns(key, text)?;
        let ruled = &self.rulings[..self.ruled.min(self.rulings.len())];
        if number <= self.closed {
            let reopens = |ruling: &Ruling| ruling.replay && ruling.number == number;
            if !ruled.iter().any(reopens) {
                let why = format!("attempt {attempt} follows after it was finished");
                return Err(game(number, why));
            }
            return Ok(outcome);
        }
        let last = ruled
            .iter()
            .rfind(|ruling| (ruling.number, ruling.attempt) == key);
        let again = last.map_or(outcome.again, |ruling| ruling.replay);
        self.expect(number)?;
        if !again {
            self.closed = number;
        }
        Ok(outcome)
    }

    fn skip(&mut self, number: u64) -> Result<(), Stop> {
        self.skips += 1;
        if number > self.closed {
            self.expect(number)?;
            self.closed = number;
        }
        Ok(())
    }

    fn expect(&self, number: u64) -> Result<(), Stop> {
        let next = self.closed + 1;
        if number == next {
            return Ok(());
        }
        let why = format!("it is missing from the chain, which goes on with game {number}");
        Err(game(next, why))
    }

    /// Checks the record of a game that is not in the chain.
    pub(super) fn loose(&mut self, key: (u64, u32)) -> Result<(), Stop> {
        match self.unpacker.text(self.connection, key)? {
            Some(Ok(text)) => self.columns(key, &text).map(|_| ()),
            Some(Err(why)) => Err(game(key.0, why)),
            None => Err(game(key.0, "its record was removed")),
        }
    }

    /// Returns true if the compression dictionary was made from one of the records.
    pub(super) fn knows_its_dictionary(&self) -> bool {
        self.unpacker.dictionary().is_empty() || self.dictionary_is_of
    }

    /// Returns the outcome of a record, before any ruling, if the columns agree with it.
    fn columns(&mut self, (number, attempt): (u64, u32), text: &[u8]) -> Result<Outcome, Stop> {
        if !self.dictionary_is_of {
            self.dictionary_is_of = pack::dictionary(text) == self.unpacker.dictionary();
        }
        let record = pack::record(Ok(text), (number, attempt));
        let record = record.map_err(|error| game(number, error.to_string()))?;
        let outcome = Outcome::of(&record);
        if (outcome.number, outcome.attempt) != (number, attempt) {
            let (recorded_number, other) = (outcome.number, outcome.attempt);
            let why =
                format!("in its place is the record of game {recorded_number}, attempt {other}");
            return Err(game(number, why));
        }
        if self.chain_alone
            || outcomes::attempts(self.connection, &self.words, number)?.contains(&outcome)
        {
            return Ok(outcome);
        }
        let why = format!("the tables don't say what its record, attempt {attempt}, says");
        Err(game(number, why))
    }
}
