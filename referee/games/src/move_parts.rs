//! The parts of a move's notation: a card, a square, a direction. People are asked for one after the other.

/// Stands for both squares where no pawn can move.
pub const NO_PAWN: &str = "XXXX";
/// Where the wall can go.
pub const WALLS: [&str; 5] = ["up", "left", "down", "right", "stay"];

/// How the moves of a game fall into parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MoveParts {
    /// They don't.
    Whole,
    /// Square by square.
    Squares,
    /// Card, pawn's square, target, wall.
    Card,
}

impl MoveParts {
    /// Returns whether a move of this notation moves no piece.
    pub fn moves_no_piece(self, notation: &str) -> bool {
        self == MoveParts::Card
            && notation
                .get(1..)
                .is_some_and(|rest| rest.starts_with(NO_PAWN))
    }

    /// Where the part of a move ends that begins here.
    pub fn end(self, notation: &str, from: usize) -> usize {
        let length = match self {
            MoveParts::Whole => notation.len(),
            MoveParts::Card if from == 0 || from == 5 => 1,
            MoveParts::Card if notation[from..].starts_with(NO_PAWN) => NO_PAWN.len(),
            MoveParts::Squares | MoveParts::Card => 2,
        };
        notation.len().min(from + length)
    }

    /// What the part that begins here is called.
    pub fn name(self, from: usize) -> &'static str {
        match (self, from) {
            (MoveParts::Whole, _) => "move",
            (MoveParts::Squares, 0) => "die's square",
            (MoveParts::Squares, 2) => "to",
            (MoveParts::Squares, _) => "on to",
            (MoveParts::Card, 0) => "card",
            (MoveParts::Card, 1) => "pawn's square",
            (MoveParts::Card, 3) => "target",
            (MoveParts::Card, _) => "wall",
        }
    }

    /// The part that begins here in words, where it is no square.
    pub fn says(self, notation: &str, from: usize) -> Option<String> {
        let part = &notation[from..self.end(notation, from)];
        match (self, from) {
            _ if part == NO_PAWN => None,
            (MoveParts::Card, 5) => {
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
    pub fn piece(self, notation: &str) -> &str {
        match self {
            MoveParts::Whole => notation,
            MoveParts::Squares => &notation[..self.end(notation, 0)],
            MoveParts::Card => &notation[1..self.end(notation, 1)],
        }
    }
}
