//! The parts of a move: what one question asks for, a card, a square, the wall's direction.
//!
//! A game that isn't named here has moves of one part.

/// Stands for both squares where no pawn can move.
pub const NO_PAWN: &str = "XXXX";
/// Where the wall can go.
pub const WALLS: [&str; 5] = ["up", "left", "down", "right", "stay"];

/// How the moves of a game fall into parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// They don't.
    Whole,
    /// Square by square.
    Squares,
    /// Card, pawn's square, target, wall.
    Card,
}

impl Cut {
    /// That of a game.
    pub fn of(game: &str) -> Cut {
        match game {
            "onitama" => Cut::Card,
            "cublino-pur" | "cublino-contra" => Cut::Squares,
            _ => Cut::Whole,
        }
    }

    /// Where the part of a move ends that begins here.
    pub fn end(self, word: &str, from: usize) -> usize {
        let length = match self {
            Cut::Whole => word.len(),
            Cut::Card if from == 0 || from == 5 => 1,
            Cut::Card if word[from..].starts_with(NO_PAWN) => NO_PAWN.len(),
            Cut::Squares | Cut::Card => 2,
        };
        word.len().min(from + length)
    }

    /// What the part that begins here is called.
    pub fn name(self, from: usize) -> &'static str {
        match (self, from) {
            (Cut::Whole, _) => "move",
            (Cut::Squares, 0) => "die's square",
            (Cut::Squares, 2) => "to",
            (Cut::Squares, _) => "on to",
            (Cut::Card, 0) => "card",
            (Cut::Card, 1) => "pawn's square",
            (Cut::Card, 3) => "target",
            (Cut::Card, _) => "wall",
        }
    }

    /// The part that begins here in words, where it is no square.
    pub fn says(self, word: &str, from: usize) -> Option<String> {
        let part = &word[from..self.end(word, from)];
        match (self, from) {
            _ if part == NO_PAWN => None,
            (Cut::Card, 5) => {
                let way = WALLS.into_iter().find(|way| way.starts_with(part))?;
                Some(format!(
                    "wall {}",
                    if way == "stay" { "stays" } else { way }
                ))
            }
            (cut, from) => Some(format!("{} {part}", cut.name(from))),
        }
    }

    /// The piece that a move moves, as its player calls it.
    pub fn piece(self, word: &str) -> &str {
        match self {
            Cut::Whole => word,
            Cut::Squares => &word[..self.end(word, 0)],
            Cut::Card => &word[1..self.end(word, 1)],
        }
    }
}
