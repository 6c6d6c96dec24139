//! Checking the chain: is everything as it was when it entered?

use std::fmt;

use referee_record::{Outcome, Record};
use rusqlite::Connection;

use super::link::{Chain, Entry, Kind};
use super::outcomes::Outcomes;
use super::{pack, past, texts};
use crate::filter::Filter;
use crate::ruling::{Ruling, rule};

/// The first thing in a run that isn't as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game that it is about, if it is about one.
    pub number: Option<u64>,
    /// What is wrong, in a sentence.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "game {number}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

/// Either the database fails, or something in it isn't as it was.
enum Stop {
    Sql(rusqlite::Error),
    Fault(Fault),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Stop {
        Stop::Sql(error)
    }
}

fn game(number: u64, why: impl Into<String>) -> Stop {
    Stop::Fault(Fault {
        number: Some(number),
        why: why.into(),
    })
}

fn run(why: impl Into<String>) -> Stop {
    Stop::Fault(Fault {
        number: None,
        why: why.into(),
    })
}

/// Follows the chain from its beginning, and names the first fault.
///
/// Beside the hashes it looks at what they can't show: that games enter in order, that nothing of a
/// finished game is missing behind the end, and that the columns say what the records say.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<Option<Fault>> {
    let mut walk = Walk {
        connection,
        dictionary: pack::stored(connection)?.unwrap_or_default(),
        rulings: texts::rulings(connection)?,
        chain: Chain::default(),
        closed: 0,
        records: 0,
        skips: 0,
        ruled: 0,
        editions: 0,
    };
    match walk.all() {
        Ok(()) => Ok(None),
        Err(Stop::Fault(fault)) => Ok(Some(fault)),
        Err(Stop::Sql(error)) => Err(error),
    }
}

struct Walk<'a> {
    connection: &'a Connection,
    dictionary: Vec<u8>,
    rulings: Vec<Ruling>,
    chain: Chain,
    /// The last game of the unbroken beginning so far.
    closed: u64,
    records: u64,
    skips: u64,
    /// Rulings so far.
    ruled: usize,
    editions: u64,
}

impl Walk<'_> {
    fn all(&mut self) -> Result<(), Stop> {
        let mut entries = self
            .connection
            .prepare("SELECT seq, kind, number, attempt, hash FROM chain ORDER BY seq")?;
        let mut rows = entries.query([])?;
        while let Some(row) = rows.next()? {
            let (seq, number, attempt) = (row.get(0)?, row.get(2)?, row.get(3)?);
            let kind = Kind::of(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?);
            let kind =
                kind.ok_or_else(|| run(format!("entry {seq} of the chain is of no known kind")))?;
            self.entry(seq, kind, (number, attempt), &row.get::<_, Vec<u8>>(4)?)?;
        }
        self.ends()?;
        self.beyond()
    }

    fn entry(
        &mut self,
        seq: u64,
        kind: Kind,
        (number, attempt): (u64, u32),
        hash: &[u8],
    ) -> Result<(), Stop> {
        let of_game = |why: &str| match kind {
            Kind::Edition => run(format!("edition {number} of the configuration {why}")),
            Kind::Ruling => game(number, format!("a ruling about it {why}")),
            Kind::Record => game(number, format!("its record, attempt {attempt}, {why}")),
            Kind::Skip => game(number, format!("that it is skipped {why}")),
        };
        if seq != self.chain.length {
            let missing = self.chain.length;
            return Err(of_game(&format!(
                "follows a gap: entry {missing} of the chain is missing"
            )));
        }
        if seq == 0 && kind != Kind::Edition {
            return Err(of_game("comes before the configuration in the chain"));
        }
        let digest = self.digest(kind, number, attempt)?;
        let digest = digest.ok_or_else(|| of_game("is in the chain, but it was removed"))?;
        let entry = Entry {
            kind,
            number,
            attempt,
            digest,
        };
        if self.chain.advance(&entry) != hash {
            return Err(of_game(
                "isn't as it was when it entered the chain: it was changed, or an entry before it",
            ));
        }
        match kind {
            Kind::Edition => self.editions += 1,
            Kind::Ruling => self.ruled += 1,
            Kind::Record => self.record((number, attempt))?,
            Kind::Skip => self.skip(number)?,
        }
        Ok(())
    }

    /// A hash of the text that an entry is about, as it is now.
    fn digest(&self, kind: Kind, number: u64, attempt: u32) -> Result<Option<[u8; 32]>, Stop> {
        let text = |query: &str, key: u64| -> rusqlite::Result<Option<String>> {
            let mut query = self.connection.prepare_cached(query)?;
            let mut rows = query.query([key])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        };
        let plain = |text: Option<String>| text.map(|text| pack::digest(text.as_bytes()));
        Ok(match kind {
            Kind::Edition => {
                let run = "SELECT master, began_ms FROM run";
                let run = self
                    .connection
                    .query_row(run, [], |row| Ok((row.get(0)?, row.get(1)?)));
                let (master, began_ms): (String, u64) = run?;
                let text = text("SELECT text FROM editions WHERE edition = ?", number)?;
                text.map(|text| texts::edition_digest(&master, began_ms, &text))
            }
            Kind::Skip => plain(text("SELECT text FROM skips WHERE number = ?", number)?),
            Kind::Ruling => {
                let at = self.ruled as u64 + 1;
                plain(text("SELECT text FROM rulings WHERE ruling = ?", at)?)
            }
            Kind::Record => {
                match pack::text(self.connection, &self.dictionary, (number, attempt))? {
                    None => None,
                    Some(Ok(text)) => Some(pack::digest(&text)),
                    Some(Err(why)) => {
                        let why =
                            format!("its record, attempt {attempt}, can't be unpacked: {why}");
                        return Err(game(number, why));
                    }
                }
            }
        })
    }

    fn record(&mut self, key: (u64, u32)) -> Result<(), Stop> {
        let (number, attempt) = key;
        self.records += 1;
        let outcome = self.columns(key)?;
        if number <= self.closed {
            let reopened = |ruling: &&Ruling| ruling.replay && ruling.number == number;
            let ruled = &self.rulings[..self.ruled.min(self.rulings.len())];
            if ruled.iter().find(reopened).is_none() {
                return Err(game(
                    number,
                    format!("attempt {attempt} follows after it was finished"),
                ));
            }
            return Ok(());
        }
        self.expect(number)?;
        if !outcome.again {
            self.closed = number;
        }
        Ok(())
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
        Err(game(
            next,
            format!("it is missing from the chain, which goes on with game {number}"),
        ))
    }

    /// The outcome of a record, with the rulings so far, if the columns say the same.
    fn columns(&self, (number, attempt): (u64, u32)) -> Result<Outcome, Stop> {
        let text = pack::text(self.connection, &self.dictionary, (number, attempt))?;
        let text = text.unwrap_or_else(|| Err("it is gone".to_owned()));
        let record: Record = pack::record(text, (number, attempt))
            .map_err(|error| game(number, error.to_string()))?;
        let mut outcome = Outcome::of(&record);
        if (outcome.number, outcome.attempt) != (number, attempt) {
            let (found, other) = (outcome.number, outcome.attempt);
            let why = format!("in its place is the record of game {found}, attempt {other}");
            return Err(game(number, why));
        }
        let stored = past::attempts(self.connection, number)?;
        if !stored.contains(&outcome) {
            let why = format!("the tables don't say what its record, attempt {attempt}, says");
            return Err(game(number, why));
        }
        rule(
            &mut outcome,
            &self.rulings[..self.ruled.min(self.rulings.len())],
        );
        Ok(outcome)
    }

    /// Nothing that belongs into the chain is missing from it.
    fn ends(&self) -> Result<(), Stop> {
        if self.editions == 0 {
            return Err(run("the chain is empty"));
        }
        let count = |query: &str| {
            self.connection
                .query_row(query, [], |row| row.get::<_, u64>(0))
        };
        if count("SELECT count(*) FROM editions")? != self.editions {
            return Err(run(
                "the configuration has an edition that isn't in the chain",
            ));
        }
        if let Some(ruling) = self.rulings.get(self.ruled) {
            return Err(game(ruling.number, "a ruling about it isn't in the chain"));
        }
        let stray = "SELECT number FROM (SELECT number, attempt FROM records \
             UNION ALL SELECT number, 0 FROM skips \
             UNION ALL SELECT number, attempt FROM games) AS k WHERE number <= ?1 AND NOT EXISTS \
             (SELECT 1 FROM chain AS c WHERE c.number = k.number AND c.attempt = k.attempt) LIMIT 1";
        let in_chain = (self.records, self.skips);
        let closed = [self.closed];
        let below = |table: &str| -> rusqlite::Result<u64> {
            let query = format!("SELECT count(*) FROM {table} WHERE number <= ?");
            self.connection.query_row(&query, closed, |row| row.get(0))
        };
        let found = (below("records")?, below("skips")?);
        if found != in_chain || below("games")? != self.records {
            let number: Option<u64> = {
                let mut query = self.connection.prepare(stray)?;
                let mut rows = query.query(closed)?;
                rows.next()?.map(|row| row.get(0)).transpose()?
            };
            let why = "there is more of it than in the chain";
            return Err(
                number.map_or_else(|| run("the chain has an entry twice"), |n| game(n, why))
            );
        }
        Ok(())
    }

    /// The games that wait for others before them.
    fn beyond(&self) -> Result<(), Stop> {
        let rulings = self.rulings.clone();
        let next = self.closed + 1;
        for outcome in Outcomes::new(self.connection, Filter::default(), rulings, self.closed) {
            let outcome = outcome?;
            self.columns((outcome.number, outcome.attempt))?;
            if outcome.number == next && !outcome.again {
                return Err(game(next, "it is finished, but the chain ends before it"));
            }
        }
        let mut skipped = self
            .connection
            .prepare("SELECT 1 FROM skips WHERE number = ?")?;
        if skipped.exists([next])? {
            return Err(game(next, "it is skipped, but the chain ends before it"));
        }
        let orphan = "SELECT number FROM records AS r WHERE NOT EXISTS \
             (SELECT 1 FROM games AS g WHERE g.number = r.number AND g.attempt = r.attempt) LIMIT 1";
        let mut orphan = self.connection.prepare(orphan)?;
        let mut rows = orphan.query([])?;
        match rows.next()? {
            Some(row) => Err(game(row.get(0)?, "the tables don't know of its record")),
            None => Ok(()),
        }
    }
}
