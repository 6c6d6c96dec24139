//! Parses moves as people enter them: as one word, or part by part in the order in which the exam asks.
//!
//! The parts that were entered are stored as the beginning of the move's word.

#[cfg(test)]
mod tests;

use referee_games::Position;
use referee_games::move_parts::{MoveParts, NO_PAWN, WALLS};

/// Maximum number of choices that a question lists; `?` lists more.
const LISTED: usize = 9;

/// A move that is being entered.
pub struct MoveInput {
    cut: MoveParts,
    legal: Vec<String>,
    begun: String,
}

/// The outcome of an input.
pub enum Entered {
    /// The move is complete.
    Move(String),
    /// The next part has to be entered.
    More,
    /// The input isn't a legal move; the reason as a sentence.
    Wrong(String),
}

impl MoveInput {
    /// Returns an empty input for this position.
    pub fn new(position: &dyn Position) -> MoveInput {
        MoveInput {
            cut: position.move_parts(),
            legal: position.legal(),
            begun: String::new(),
        }
    }

    /// Discards what was entered; returns false if nothing was.
    pub fn back(&mut self) -> bool {
        !std::mem::take(&mut self.begun).is_empty()
    }

    /// Returns the question for the next part.
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

    /// Adds an input, one part or several, to the move.
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

    /// Returns the legal moves that begin with what was entered, the moves of a piece together on one line.
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

    /// Returns the legal moves of a piece; returns an error with the reason if there are none.
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

    /// Adds the next part while it has only one choice, unless that is a square: squares must be entered.
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

    /// Returns true if the next part is the wall.
    fn at_wall(&self) -> bool {
        self.cut == MoveParts::Card && self.begun.len() == 5
    }

    fn complete(&self) -> bool {
        self.legal.contains(&self.begun)
    }

    /// Returns the legal moves that begin with what was entered.
    fn rest(&self) -> impl Iterator<Item = &str> {
        let words = self.legal.iter().map(String::as_str);
        words.filter(|notation| notation.starts_with(&self.begun))
    }

    /// Returns the choices for the next part.
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

    /// Returns true if some legal move begins with these whole parts.
    fn is_beginning(&self, text: &str) -> bool {
        self.legal.iter().any(|notation| {
            let mut end = 0;
            while end < text.len() && end < notation.len() {
                end = self.cut.end(notation, end);
            }
            end == text.len() && notation.starts_with(text)
        })
    }

    /// Returns the move that was probably meant: a wrong part is completed with the rest of a legal move.
    fn meant(&self, typed: &str) -> String {
        let Some(model) = self.rest().next() else {
            return typed.to_owned();
        };
        let from = self.begun.len();
        let end = self.cut.end(model, from);
        // Squares of a board with ten rows aren't of one length.
        let any_length = self.cut == MoveParts::Tile && from > 0;
        let fits = any_length || typed.len() == end - from;
        if self.cut == MoveParts::Whole || !typed.is_ascii() || !fits {
            return typed.to_owned();
        }
        format!("{}{typed}{}", self.begun, &model[end..])
    }
}
