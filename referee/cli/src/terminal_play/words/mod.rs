//! Moves as people enter them: as one word, or part by part in the order in which the exam asks.
//!
//! What has been entered is kept as the beginning of a word.

#[cfg(test)]
mod tests;

use referee_games::Position;
use referee_games::move_parts::{MoveParts, NO_PAWN, WALLS};

/// Choices that a question lists; more are left to `?`.
const LISTED: usize = 9;

/// A move that is being entered.
pub struct MoveInput {
    cut: MoveParts,
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

impl MoveInput {
    /// Nothing is entered yet.
    pub fn new(position: &dyn Position) -> MoveInput {
        MoveInput {
            cut: position.move_parts(),
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
            let long = |letter: &String| WALLS.into_iter().find(|wall| wall.starts_with(letter));
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
        let mut typed: String = text.split_whitespace().collect();
        if self.at_wall() && WALLS.contains(&typed.as_str()) {
            typed.truncate(1);
        }
        if typed.is_empty() {
            let complete = self.complete();
            return self.settle(complete);
        }
        for spelling in [&typed, &typed.to_lowercase()] {
            let joined = format!("{}{spelling}", self.begun);
            if self.is_beginning(&joined) {
                let whole = self.begun.is_empty() && self.legal.contains(&joined);
                self.begun = joined;
                return self.settle(whole);
            }
            for whole in [&joined, spelling] {
                if position.explain(whole).is_none() {
                    return Entered::Move(whole.clone());
                }
            }
        }
        Entered::Wrong(position.explain(&self.meant(&typed)).unwrap_or_default())
    }

    /// The legal moves, those of a piece together, as far as they begin like what was entered.
    pub fn list(&self) -> Vec<String> {
        let mut pieces: Vec<(&str, Vec<&str>)> = Vec::new();
        for notation in self.rest() {
            let piece = match self.cut {
                MoveParts::Whole => "",
                _ => self.cut.piece(notation),
            };
            match pieces.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, words)) => words.push(notation),
                None => pieces.push((piece, vec![notation])),
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
        let is_of_piece = |notation: &&String| self.cut.piece(notation).eq_ignore_ascii_case(piece);
        let words: Vec<&str> = self
            .legal
            .iter()
            .filter(is_of_piece)
            .map(String::as_str)
            .collect();
        if !words.is_empty() {
            return Ok(words.join(" "));
        }
        let notation = match (self.cut, self.legal.first()) {
            (MoveParts::Card, Some(model)) if piece.len() == 2 && piece.is_ascii() => {
                format!("{}{piece}{}", &model[..1], &model[3..])
            }
            _ => self.meant(piece),
        };
        let why = position.explain(&notation).unwrap_or_default();
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
        self.cut == MoveParts::Card && self.begun.len() == 5
    }

    fn complete(&self) -> bool {
        self.legal.contains(&self.begun)
    }

    /// The legal moves that begin so.
    fn rest(&self) -> impl Iterator<Item = &str> {
        let words = self.legal.iter().map(String::as_str);
        words.filter(|notation| notation.starts_with(&self.begun))
    }

    /// What the next part may be.
    fn choices(&self) -> Vec<String> {
        let from = self.begun.len();
        let mut next_parts: Vec<String> = Vec::new();
        for notation in self.rest().filter(|candidate| candidate.len() > from) {
            let part = &notation[from..self.cut.end(notation, from)];
            if !next_parts.iter().any(|known| known == part) {
                next_parts.push(part.to_owned());
            }
        }
        next_parts
    }

    /// Whether some legal move begins with these whole parts.
    fn is_beginning(&self, text: &str) -> bool {
        self.legal.iter().any(|notation| {
            let mut end = 0;
            while end < text.len() && end < notation.len() {
                end = self.cut.end(notation, end);
            }
            end == text.len() && notation.starts_with(text)
        })
    }

    /// The move that was probably meant: a part that is wrong, in the midst of a legal move.
    fn meant(&self, typed: &str) -> String {
        let Some(model) = self.rest().next() else {
            return typed.to_owned();
        };
        let from = self.begun.len();
        let end = self.cut.end(model, from);
        if self.cut == MoveParts::Whole || !typed.is_ascii() || typed.len() != end - from {
            return typed.to_owned();
        }
        format!("{}{typed}{}", self.begun, &model[end..])
    }
}
