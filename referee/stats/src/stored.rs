//! Stores a tally in parts, so that a game changes only a few rows of a store.

use crate::tally::{Tally, TallyPart};

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
        let dirty = std::mem::take(&mut self.dirty);
        let parts = dirty.iter().map(|part| {
            let key = serde_json::to_string(part)?;
            Ok((key, self.value(part)?))
        });
        Ok(Changes {
            parts: parts.collect::<Read<_>>()?,
            prints: self.prints.fresh(),
        })
    }

    fn value(&self, part: &TallyPart) -> Read<Option<String>> {
        fn json(value: Option<&impl serde::Serialize>) -> Read<Option<String>> {
            value.map(serde_json::to_string).transpose()
        }
        let at = |name: &String| self.names.iter().position(|known| known == name);
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

    /// Restores a tally from all its parts; the prints are only needed to count further games. Returns an
    /// error if a part isn't valid.
    pub fn restore(
        parts: impl IntoIterator<Item = (String, String)>,
        prints: impl IntoIterator<Item = u64>,
    ) -> Read<Tally> {
        let mut tally = Tally::default();
        let mut bots = Vec::new();
        let mut rest = Vec::new();
        for (key, value) in parts {
            match serde_json::from_str(&key)? {
                TallyPart::Bot(name) => {
                    let bot: crate::tally::BotTally = serde_json::from_str(&value)?;
                    bots.push((name, bot));
                }
                part => rest.push((part, value)),
            }
        }
        bots.sort_by_key(|(_, bot)| bot.place);
        for (name, bot) in bots {
            let place = tally.bot(&name);
            tally.bots[place] = bot;
        }
        for (part, value) in rest {
            match part {
                TallyPart::Games => tally.games = serde_json::from_str(&value)?,
                TallyPart::Seat(seat) => {
                    tally.seats.insert(seat, serde_json::from_str(&value)?);
                }
                TallyPart::Unit(unit) => {
                    tally.units.insert(unit, serde_json::from_str(&value)?);
                }
                TallyPart::Open(unit) => {
                    tally.open.insert(unit, serde_json::from_str(&value)?);
                }
                TallyPart::Meeting(one, two) => {
                    let key = (tally.bot(&one), tally.bot(&two));
                    tally.meetings.insert(key, serde_json::from_str(&value)?);
                }
                TallyPart::Bot(_) => {}
            }
        }
        tally.dirty.clear();
        tally.prints.remember(prints);
        Ok(tally)
    }
}
