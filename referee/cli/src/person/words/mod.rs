//! Moves as people enter them: as one word, or part by part in the order in which the exam asks.
//!
//! What has been entered is kept as the beginning of a word.

mod cut;
#[cfg(test)]
mod tests;

use referee_games::Position;

pub use cut::Cut;
use cut::{NO_PAWN, WALLS};

/// Choices that a question lists; more are left to `?`.
const LISTED: usize = 9;

/// A move that is being entered.
pub struct Entry {
    cut: Cut,
    legal: Vec<String>,
    begun: String,
}

/// What an entered word comes to.
pub enum Entered {
    /// This move.
    Move(String),
    /// The next part is asked for.
    More,
    /// It can't be played; why.
    Wrong(String),
}

impl Entry {
    /// Nothing is entered yet.
    pub fn new(game: &str, position: &dyn Position) -> Entry {
        Entry {
            cut: Cut::of(game),
            legal: position.legal(),
            begun: String::new(),
        }
    }

    /// Forgets what was entered; false if that is nothing.
    pub fn back(&mut self) -> bool {
        !std::mem::take(&mut self.begun).is_empty()
    }

    /// The question for the next part.
    pub fn question(&self) -> String {
        let name = self.cut.name(self.begun.len());
        let mut choices = self.choices();
        if choices.len() > LISTED {
            return name.to_owned();
        }
        if self.at_wall() {
            let long = |letter: &String| WALLS.into_iter().find(|word| word.starts_with(letter));
            let long: Vec<String> = choices
                .iter()
                .filter_map(|letter| Some(format!("{letter} {}", long(letter)?)))
                .collect();
            return format!("{name} ({})", long.join(", "));
        }
        if self.complete() {
            let stop = self.begun.len().saturating_sub(2);
            choices.push(format!("or Enter: stop on {}", &self.begun[stop..]));
        }
        format!("{name} ({})", choices.join(" "))
    }

    /// What was entered, understood.
    pub fn enter(&mut self, position: &dyn Position, text: &str) -> Entered {
        let mut word: String = text.split_whitespace().collect();
        if self.at_wall() && WALLS.contains(&word.as_str()) {
            word.truncate(1);
        }
        if word.is_empty() {
            let complete = self.complete();
            return self.settle(complete);
        }
        for word in [&word, &word.to_lowercase()] {
            let joined = format!("{}{word}", self.begun);
            if self.is_beginning(&joined) {
                let whole = self.begun.is_empty() && self.legal.contains(&joined);
                self.begun = joined;
                return self.settle(whole);
            }
            for whole in [&joined, word] {
                if position.explain(whole).is_none() {
                    return Entered::Move(whole.clone());
                }
            }
        }
        Entered::Wrong(position.explain(&self.meant(&word)).unwrap_or_default())
    }

    /// The legal moves, those of a piece together, as far as they begin like what was entered.
    pub fn list(&self) -> Vec<String> {
        let mut pieces: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in self.rest() {
            let piece = match self.cut {
                Cut::Whole => "",
                _ => self.cut.piece(word),
            };
            match pieces.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, words)) => words.push(word),
                None => pieces.push((piece, vec![word])),
            }
        }
        pieces.sort_by_key(|(piece, _)| *piece);
        pieces
            .into_iter()
            .map(|(_, words)| words.join(" "))
            .collect()
    }

    /// The legal moves of a piece, or why there are none.
    pub fn list_of(&self, position: &dyn Position, piece: &str) -> Result<String, String> {
        let own = |word: &&String| self.cut.piece(word).eq_ignore_ascii_case(piece);
        let words: Vec<&str> = self.legal.iter().filter(own).map(String::as_str).collect();
        if !words.is_empty() {
            return Ok(words.join(" "));
        }
        let word = match (self.cut, self.legal.first()) {
            (Cut::Card, Some(model)) if piece.len() == 2 && piece.is_ascii() => {
                format!("{}{piece}{}", &model[..1], &model[3..])
            }
            _ => self.meant(piece),
        };
        let why = position.explain(&word).unwrap_or_default();
        Err(format!("no move of {piece}: {why}"))
    }

    /// Goes on where there is but one way, unless a square has to be chosen.
    fn settle(&mut self, whole: bool) -> Entered {
        if whole {
            return Entered::Move(std::mem::take(&mut self.begun));
        }
        loop {
            match &self.choices()[..] {
                [] => return Entered::Move(std::mem::take(&mut self.begun)),
                [only] if only == NO_PAWN || self.at_wall() => self.begun += only,
                _ => return Entered::More,
            }
        }
    }

    /// Whether the wall is what is asked for.
    fn at_wall(&self) -> bool {
        self.cut == Cut::Card && self.begun.len() == 5
    }

    fn complete(&self) -> bool {
        self.legal.contains(&self.begun)
    }

    /// The legal moves that begin so.
    fn rest(&self) -> impl Iterator<Item = &str> {
        let words = self.legal.iter().map(String::as_str);
        words.filter(|word| word.starts_with(&self.begun))
    }

    /// What the next part may be.
    fn choices(&self) -> Vec<String> {
        let from = self.begun.len();
        let mut found: Vec<String> = Vec::new();
        for word in self.rest().filter(|word| word.len() > from) {
            let part = &word[from..self.cut.end(word, from)];
            if !found.iter().any(|known| known == part) {
                found.push(part.to_owned());
            }
        }
        found
    }

    /// Whether some legal move begins with these whole parts.
    fn is_beginning(&self, text: &str) -> bool {
        self.legal.iter().any(|word| {
            let mut end = 0;
            while end < text.len() && end < word.len() {
                end = self.cut.end(word, end);
            }
            end == text.len() && word.starts_with(text)
        })
    }

    /// The move that was probably meant: a part that is wrong, in the midst of a legal move.
    fn meant(&self, word: &str) -> String {
        let Some(model) = self.rest().next() else {
            return word.to_owned();
        };
        let from = self.begun.len();
        let end = self.cut.end(model, from);
        if self.cut == Cut::Whole || !word.is_ascii() || word.len() != end - from {
            return word.to_owned();
        }
        format!("{}{word}{}", self.begun, &model[end..])
    }
}
