//! Stores a tally in parts, so that a game changes only a few rows of a store.

use std::mem::take;

use crate::points::Score;
use crate::print_set::PrintSet;
use crate::tally::{BotTally, Games, Tally, TallyPart};

/// Result of reading or writing a stored part.
type Read<T> = Result<T, serde_json::Error>;

/// Parts of a tally that have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Keys and values as JSON; a part without a value was removed.
    pub parts: Vec<(String, Option<String>)>,
    /// Hashes of games and units that are new.
    pub prints: Vec<u64>,
}

impl Tally {
    /// Returns the changes since the last call; an error if a part can't be written as JSON.
    pub fn changes(&mut self) -> Read<Changes> {
        let dirty = take(&mut self.changed.parts);
        let parts = dirty
            .iter()
            .map(|part| Ok((serde_json::to_string(part)?, self.value(part)?)));
        Ok(Changes {
            parts: parts.collect::<Read<_>>()?,
            prints: take(&mut self.changed.prints),
        })
    }

    /// Iterates over the keys and values of all parts as JSON, in no particular order; an error stands for a part that
    /// can't be written so.
    pub fn parts(&self) -> impl Iterator<Item = Read<(String, String)>> {
        // This part is there from the first game on.
        let games = (self.games != Games::default()).then_some(TallyPart::Games);
        let name = move |bot: usize| self.names[bot].clone();
        let meeting = move |(one, two): &(usize, usize)| TallyPart::Meeting(name(*one), name(*two));
        let parts = games
            .into_iter()
            .chain(self.names.iter().cloned().map(TallyPart::Bot))
            .chain(self.meetings.keys().map(meeting))
            .chain(self.seats.keys().copied().map(TallyPart::Seat))
            .chain(self.units.keys().cloned().map(TallyPart::Unit))
            .chain(self.open.keys().cloned().map(TallyPart::Open));
        parts.filter_map(move |part| {
            let value = self.value(&part).transpose()?;
            Some(value.and_then(|value| Ok((serde_json::to_string(&part)?, value))))
        })
    }

    /// Returns the hashes of all games and units that were seen.
    pub fn prints(&self) -> &PrintSet {
        &self.prints
    }

    fn value(&self, part: &TallyPart) -> Read<Option<String>> {
        fn json(value: Option<&impl serde::Serialize>) -> Read<Option<String>> {
            value.map(serde_json::to_string).transpose()
        }
        let at = |name: &String| self.index.get(name).copied();
        match part {
            TallyPart::Games => json(Some(&self.games)),
            TallyPart::Bot(name) => json(at(name).map(|bot| &self.bots[bot])),
            TallyPart::Seat(seat) => json(self.seats.get(seat)),
            TallyPart::Unit(unit) => json(self.units.get(unit)),
            TallyPart::Open(unit) => json(self.open.get(unit)),
            TallyPart::Meeting(one, two) => {
                let key = at(one).zip(at(two));
                json(key.and_then(|key| self.meetings.get(&key)))
            }
        }
    }
}

/// Reads a stored tally part by part, so that neither the text of all parts nor a list of all hashes is ever in memory:
/// there may be one for every few games.
#[derive(Clone, Debug, Default)]
pub struct TallyReader {
    tally: Tally,
    /// The bots, until all are there: their order is that in which they joined.
    bots: Vec<(String, BotTally)>,
    meetings: Vec<([String; 2], Score)>,
}

impl TallyReader {
    /// Adds a part. Returns an error if its key or value isn't valid.
    pub fn add(&mut self, key: &str, value: &str) -> Read<()> {
        match serde_json::from_str(key)? {
            TallyPart::Games => self.tally.games = serde_json::from_str(value)?,
            TallyPart::Bot(name) => self.bots.push((name, serde_json::from_str(value)?)),
            TallyPart::Seat(seat) => {
                let score = serde_json::from_str(value)?;
                self.tally.seats.insert(seat, score);
            }
            TallyPart::Unit(unit) => {
                let repeats = serde_json::from_str(value)?;
                self.tally.units.insert(unit, repeats);
            }
            TallyPart::Open(unit) => {
                let open = serde_json::from_str(value)?;
                self.tally.open.insert(unit, open);
            }
            TallyPart::Meeting(one, two) => {
                let score = serde_json::from_str(value)?;
                self.meetings.push(([one, two], score));
            }
        }
        Ok(())
    }

    /// Adds hashes of games and units that were seen, all or a part of them; they are only needed to count further
    /// games.
    pub fn add_prints(&mut self, prints: impl IntoIterator<Item = u64>) {
        for print in prints {
            self.tally.prints.insert(print);
        }
    }

    /// Returns the tally of these parts.
    pub fn finish(mut self) -> Tally {
        let mut tally = self.tally;
        self.bots.sort_by_key(|(_, bot)| bot.place);
        for (name, bot) in self.bots {
            let place = tally.bot(&name);
            tally.bots[place] = bot;
        }
        for (names, score) in self.meetings {
            let [row, column] = names.map(|name| tally.bot(&name));
            tally.meetings.insert((row, column), score);
        }
        tally.changed.parts.clear();
        tally
    }
}
