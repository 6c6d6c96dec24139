//! What every game promises.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use referee_games::text::quote;
use referee_games::{GameKind, OptionError, Position, Rules, Turn};

use super::{BrokenLaw, RandomGame};

/// Every so many plies a position is also tried by what takes longer.
const RARELY: u64 = 5;

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Law {
    Answers,
    Promises,
    ReadsBack,
    SameElsewhere,
    StateIsAll,
    Hostile,
    Leaves,
    Symmetric,
}

/// All laws, in the order in which they are told.
pub(super) const LAWS: [Law; 8] = [
    Law::Answers,
    Law::Promises,
    Law::ReadsBack,
    Law::SameElsewhere,
    Law::StateIsAll,
    Law::Hostile,
    Law::Leaves,
    Law::Symmetric,
];

impl Law {
    /// Returns the law as a sentence.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Law::Answers => "it answers each request in time, with what a game can mean",
            Law::Promises => "it answers the optional words that it names",
            Law::ReadsBack => "a state line is read back as it was written",
            Law::SameElsewhere => "another process tells the same, moves in the same order",
            Law::StateIsAll => "what follows a move depends on the state line alone",
            Law::Hostile => "a line that is no state is refused, and harms nothing",
            Law::Leaves => "a seat that leaves takes part no more",
            Law::Symmetric => "symmetric positions have as many moves",
        }
    }
}

/// The laws on trial in one game.
pub(super) struct LawTrial {
    /// Rules with processes of their own.
    one: Box<dyn Rules>,
    other: Box<dyn Rules>,
    /// The shortest game that breaks each law.
    pub(super) broken: BTreeMap<Law, BrokenLaw>,
    /// Laws that were tried.
    pub(super) tried: BTreeSet<Law>,
}

impl LawTrial {
    /// Returns an error if the options are wrong.
    pub(super) fn new(
        kind: &dyn GameKind,
        given: &BTreeMap<String, String>,
    ) -> Result<LawTrial, OptionError> {
        Ok(LawTrial {
            one: kind.rules(given)?,
            other: kind.rules(given)?,
            broken: BTreeMap::new(),
            tried: BTreeSet::new(),
        })
    }

    /// Compares the start of a game with what another process gives.
    pub(super) fn begin(&mut self, game: &RandomGame, number: u64) {
        let again = RandomGame::begin(&*self.other, number);
        if let Some(what) = difference(&*game.position, &*again.position) {
            self.note(Law::SameElsewhere, game, &what);
        }
    }

    /// Tries all laws in a position that was reached by so many plies; returns false if the game can't go on.
    pub(super) fn look(&mut self, game: &RandomGame, ply: u64) -> bool {
        let position = &*game.position;
        self.tried.insert(Law::Answers);
        if let Turn::Failed(why) = position.turn() {
            self.note(Law::Answers, game, &why);
            return false;
        }
        let line = position.line();
        let plain = [Law::ReadsBack, Law::SameElsewhere, Law::StateIsAll];
        self.tried.extend(plain);
        let reads = |rules: &dyn Rules| match rules.read(&line) {
            Ok(read) => difference(position, &*read),
            Err(why) => Some(why.to_string()),
        };
        if let Some(what) = reads(&*self.one) {
            self.note(Law::ReadsBack, game, &what);
            return true;
        }
        if let Some(what) = reads(&*self.other) {
            self.note(Law::SameElsewhere, game, &what);
            return true;
        }
        if let Some(what) = self.follows(position, &line) {
            self.note(Law::StateIsAll, game, &what);
        }
        if ply.is_multiple_of(RARELY) {
            self.tried.extend([Law::Promises, Law::Hostile]);
            if let Some(what) = position.broken_promises().first() {
                self.note(Law::Promises, game, what);
            }
            if let Some(what) = self.hostile(&line) {
                self.note(Law::Hostile, game, &what);
            }
            match leaves(position) {
                None => {}
                Some(Ok(())) => drop(self.tried.insert(Law::Leaves)),
                Some(Err(what)) => self.note(Law::Leaves, game, &what),
            }
            if !position.symmetries().is_empty() {
                self.tried.insert(Law::Symmetric);
            }
            if let Some(what) = self.symmetric(position) {
                self.note(Law::Symmetric, game, &what);
            }
        }
        true
    }

    /// Keeps the shortest game that breaks a law.
    fn note(&mut self, law: Law, game: &RandomGame, what: &dyn Display) {
        let known = self.broken.get(&law);
        if known.is_none_or(|known| known.lines.len() > game.lines.len()) {
            let broken = BrokenLaw {
                lines: game.lines.clone(),
                what: what.to_string(),
            };
            self.broken.insert(law, broken);
        }
    }

    /// Plays the last legal move in the position and in the one that its line alone gives.
    fn follows(&self, position: &dyn Position, line: &str) -> Option<String> {
        let word = position.legal().pop()?;
        let mut here = position.boxed();
        let mut there = self.other.read(line).ok()?;
        if here.play(&word).is_none() || there.play(&word).is_none() {
            return Some(format!("{word} is legal, and is refused"));
        }
        if here.failure().is_some() || there.failure().is_some() {
            // That is another law.
            return None;
        }
        let differs = difference(&*here, &*there)?;
        Some(format!("after {word}: {differs}"))
    }

    /// Reads lines that are no states, or perhaps are.
    fn hostile(&self, line: &str) -> Option<String> {
        let half: String = line.chars().take(line.chars().count() / 2).collect();
        let turned: String = line.chars().rev().collect();
        let replaced = |at: usize| -> String {
            let chars = line.chars().enumerate();
            chars.map(|(i, c)| if i == at { '?' } else { c }).collect()
        };
        let last = line.chars().count().saturating_sub(1);
        let lines = [
            "x".to_owned(),
            replaced(0),
            replaced(last / 2),
            replaced(last * 3 / 4),
            replaced(last),
            half,
            turned,
            format!("{line} x"),
            format!("{line}{line}"),
            line.replace(|c: char| c.is_ascii_digit(), "99999999999999999999"),
            line.replace(' ', ""),
            "-1".to_owned(),
            "é∅".to_owned(),
            "(".repeat(2000),
        ];
        lines
            .iter()
            .filter(|wrong| *wrong != line)
            .find_map(|wrong| {
                let shown = quote(wrong);
                let here = self.one.read(line).ok()?;
                let Ok(read) = self.one.read(wrong) else {
                    // The process still stands where it stood.
                    let differs = self.goes_on(&*here, line)?;
                    return Some(format!("state {shown} is refused, and yet {differs}"));
                };
                if let Turn::Failed(why) = read.turn() {
                    return Some(format!("state {shown}: {why}"));
                }
                let again = self.one.read(&read.line());
                match again {
                    Ok(again) if again.line() == read.line() => None,
                    _ => Some(format!(
                        "state {shown} is taken for {}, which isn't read back",
                        quote(&read.line())
                    )),
                }
            })
    }

    /// Plays the last legal move where the process stands, and where the line alone says that it does.
    fn goes_on(&self, position: &dyn Position, line: &str) -> Option<String> {
        let word = position.legal().pop()?;
        let (mut here, mut there) = (position.boxed(), self.other.read(line).ok()?);
        here.play(&word)?;
        there.play(&word)?;
        if let Some(why) = here.failure() {
            return Some(why);
        }
        difference(&*here, &*there)
    }

    fn symmetric(&self, position: &dyn Position) -> Option<String> {
        let moves = position.legal().len();
        position.symmetries().iter().find_map(|line| {
            let shown = quote(line);
            match self.other.read(line) {
                Err(why) => Some(format!("{shown}: {why}")),
                Ok(read) => match read.turn() {
                    Turn::Failed(why) => Some(format!("{shown}: {why}")),
                    _ if read.legal().len() == moves => None,
                    _ => Some(format!(
                        "{shown} has {} moves, and this position {moves}",
                        read.legal().len()
                    )),
                },
            }
        })
    }
}

/// Takes each seat out; returns what is wrong with that, or `None` if no seat can leave.
fn leaves(position: &dyn Position) -> Option<Result<(), String>> {
    if let Turn::Over(_) = position.turn() {
        return None;
    }
    let mut left = None;
    let wrong = position.seats().into_iter().find_map(|seat| {
        let mut without = position.boxed();
        if !without.withdraw(seat) {
            return None;
        }
        left = Some(Ok(()));
        match without.turn() {
            Turn::Failed(why) => Some(format!("withdraw {seat}: {why}")),
            Turn::Seat(next) | Turn::Forced(next, _) if next == seat => {
                Some(format!("{seat} has left, and is to move"))
            }
            _ if without.seats().contains(&seat) => {
                Some(format!("{seat} has left, and takes part"))
            }
            _ => None,
        }
    });
    wrong.map(Err).or(left)
}

/// Returns in words how the second position differs from the first; `None` if it doesn't.
fn difference(one: &dyn Position, other: &dyn Position) -> Option<String> {
    let pairs = [
        ("state", one.line(), other.line()),
        ("seats", letters(one), letters(other)),
        ("turn", turn(one), turn(other)),
        ("legal", one.legal_line(), other.legal_line()),
    ];
    let (what, before, after) = pairs.into_iter().find(|(_, one, other)| one != other)?;
    Some(format!("{what}: {before}, and then {after}"))
}

fn letters(position: &dyn Position) -> String {
    position.seats().iter().map(|seat| seat.letter()).collect()
}

fn turn(position: &dyn Position) -> String {
    match position.turn() {
        Turn::Failed(why) => why,
        Turn::Seat(seat) => seat.to_string(),
        Turn::Forced(seat, word) => format!("{seat}, forced {word}"),
        Turn::Chance(chance) => {
            let outcomes = chance.outcomes.iter();
            let outcomes = outcomes.map(|(word, weight)| format!("{word}:{weight}"));
            format!(
                "chance {} {}",
                chance.seat,
                outcomes.collect::<Vec<_>>().join(" ")
            )
        }
        Turn::Over(ending) => format!(
            "over, {}, {:?}, {:?}",
            ending.reason, ending.places, ending.score
        ),
    }
}
