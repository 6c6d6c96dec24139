//! Lists the named cards and chooses five of them for a game.

use rand::Rng;

use super::card::Card;
use crate::random;
use crate::text::quote;

/// The allowed values of the option `cards`, in words.
pub(super) const CHOICES: &str =
    "all, exam, published, or five card names joined by commas in the order A1,A2,B1,B2,SIDE";

/// The cards of the default start, in the order of the state line.
const START: &str = "exam1,exam2,exam3,exam4,exam5";

/// The game that a card comes from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    /// In the published game.
    Published,
    /// In the university's exam.
    Exam,
    /// In both.
    Both,
}

use Source::{Both, Exam, Published};

/// Name, source and pattern of every card; no pattern occurs twice. A seed draws cards by their position
/// in this table, so the order must not change.
const POOL: [(&str, Source, &str); 30] = [
    ("tiger", Both, "..x../...../..o../..x../....."),
    ("dragon", Published, "...../x...x/..o../.x.x./....."),
    ("frog", Published, "...../.x.../x.o../...x./....."),
    ("rabbit", Published, "...../...x./..o.x/.x.../....."),
    ("crab", Both, "...../..x../x.o.x/...../....."),
    ("elephant", Published, "...../.x.x./.xox./...../....."),
    ("goose", Published, "...../.x.../.xox./...x./....."),
    ("rooster", Published, "...../...x./.xox./.x.../....."),
    ("monkey", Published, "...../.x.x./..o../.x.x./....."),
    ("mantis", Both, "...../.x.x./..o../..x../....."),
    ("horse", Published, "...../..x../.xo../..x../....."),
    ("ox", Published, "...../..x../..ox./..x../....."),
    ("crane", Both, "...../..x../..o../.x.x./....."),
    ("boar", Published, "...../..x../.xox./...../....."),
    ("eel", Published, "...../.x.../..ox./.x.../....."),
    ("cobra", Published, "...../...x./.xo../...x./....."),
    ("exam1", Exam, "...../.x.../.xo.x/...../....."),
    ("exam2", Exam, "...../..x../..ox./...../....."),
    ("exam3", Exam, "...../..x../..o../.x.../....."),
    ("exam4", Exam, "...../.x.x./..o../.x.../....."),
    ("exam5", Exam, "..x../...x./..o../...../....."),
    ("exam6", Exam, "...../x...x/..o../...../....."),
    ("exam7", Exam, "...../...x./..o../.x.../....."),
    ("exam8", Exam, "...../.x.../.xo../...../....."),
    ("exam9", Exam, "...../..xx./..o../...../....."),
    ("exam10", Exam, "...x./...../.xo../...../....."),
    ("exam11", Exam, "...../.x.x./..o../...../....."),
    ("exam12", Exam, "...../..x../..o../..x../....."),
    ("exam13", Exam, "...../..x.x/..o../...../....."),
    ("exam14", Exam, "...../x.x.x/..o../...../....."),
];

/// The cards that games start with.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    /// The five cards of the default start, in the order of the state line.
    pub(super) start: [Card; 5],
    /// The cards that a deal draws from; empty if the start is fixed.
    drawn: Vec<Card>,
}

impl Deck {
    /// Returns the deck for a value of the option `cards`; an error if the value isn't allowed.
    pub(super) fn choose(choice: &str) -> Result<Deck, String> {
        let wanted: &[Source] = match choice {
            "all" => &[Published, Exam, Both],
            "exam" => &[Exam, Both],
            "published" => &[Published, Both],
            names => {
                let (start, drawn) = (named(names)?, Vec::new());
                return Ok(Deck { start, drawn });
            }
        };
        let cards = POOL.iter().filter(|(_, source, _)| wanted.contains(source));
        Ok(Deck {
            start: named(START)?,
            drawn: cards.map(read).collect::<Result<_, _>>()?,
        })
    }

    /// Draws five different cards at random, in the order of the state line. Returns the cards of the start if
    /// the start is fixed.
    pub(super) fn deal(&self, rng: &mut dyn Rng) -> [Card; 5] {
        let mut cards = self.drawn.clone();
        random::shuffle(rng, &mut cards);
        cards.first_chunk().copied().unwrap_or(self.start)
    }
}

fn read((name, _, pattern): &(&str, Source, &str)) -> Result<Card, String> {
    Card::read(name, pattern).map_err(|e| e.to_string())
}

/// Returns five cards by their names, which are joined by commas; an error if a name or the count is wrong.
fn named(names: &str) -> Result<[Card; 5], String> {
    let cards: Vec<Card> = names.split(',').map(find).collect::<Result<_, _>>()?;
    <[Card; 5]>::try_from(cards).map_err(|cards| {
        let (names, count) = (quote(names), cards.len());
        format!("cards={names} names {count} cards, expected {CHOICES}")
    })
}

fn find(name: &str) -> Result<Card, String> {
    let entry = POOL.iter().find(|(known, _, _)| *known == name);
    entry.map_or_else(|| Err(unknown(name)), read)
}

fn unknown(name: &str) -> String {
    let (name, known) = (quote(name), POOL.map(|(known, _, _)| known).join(", "));
    format!("no card is called {name}; expected {CHOICES}, of {known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_and_no_pattern_occurs_twice() {
        for (i, a) in POOL.iter().enumerate() {
            for b in &POOL[..i] {
                assert!(a.0 != b.0 && a.2 != b.2, "{} and {}", a.0, b.0);
            }
        }
    }

    #[test]
    fn sets_have_their_sizes() {
        for (choice, size) in [("all", 30), ("exam", 18), ("published", 16)] {
            assert_eq!(Deck::choose(choice).expect(choice).drawn.len(), size);
        }
    }
}
