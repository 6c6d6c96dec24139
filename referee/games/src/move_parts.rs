//! Splits a move's notation into parts: a card, a square, a direction. People enter one part after the other.

/// Placeholder for both squares of a move in which no pawn moves.
pub const NO_PAWN: &str = "XXXX";
/// Names of the wall's steps.
pub const WALLS: [&str; 5] = ["up", "left", "down", "right", "stay"];

/// Length of the size of a tile, such as `3x2`.
const SIZE: usize = 3;

/// The parts of the moves of a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MoveParts {
    /// One part: the whole move.
    Whole,
    /// A part for each square.
    Squares,
    /// Card, pawn's square, target, wall.
    Card,
    /// A tile's size, width before height, and its upper left square.
    Tile,
}

impl MoveParts {
    /// Returns whether a move of this notation moves no piece.
    pub fn moves_no_piece(self, notation: &str) -> bool {
        self == MoveParts::Card
            && notation
                .get(1..)
                .is_some_and(|rest| rest.starts_with(NO_PAWN))
    }

    /// Returns the squares over which the piece of a move goes, where its notation names them, as the one path of the
    /// move's pieces.
    pub fn paths(self, notation: &str) -> Vec<Vec<String>> {
        let squares = notation.as_bytes().chunks_exact(2);
        let squares = squares.map(|name| String::from_utf8_lossy(name).into_owned());
        let path: Vec<String> = squares.collect();
        if self == MoveParts::Squares && path.len() > 1 {
            vec![path]
        } else {
            Vec::new()
        }
    }

    /// Returns the end of the part that begins at `from`, as an index into the notation.
    pub fn end(self, notation: &str, from: usize) -> usize {
        let length = match self {
            MoveParts::Tile if from == 0 => SIZE,
            MoveParts::Whole | MoveParts::Tile => notation.len(),
            MoveParts::Card if from == 0 || from == 5 => 1,
            MoveParts::Card if notation[from..].starts_with(NO_PAWN) => NO_PAWN.len(),
            MoveParts::Squares | MoveParts::Card => 2,
        };
        notation.len().min(from + length)
    }

    /// Returns the name of the part that begins at `from`.
    pub fn name(self, from: usize) -> &'static str {
        match (self, from) {
            (MoveParts::Whole, _) => "move",
            (MoveParts::Squares, 0) => "square",
            (MoveParts::Squares, 2) => "to",
            (MoveParts::Squares, _) => "on to",
            (MoveParts::Card, 0) => "card",
            (MoveParts::Card, 1) => "pawn's square",
            (MoveParts::Card, 3) => "target",
            (MoveParts::Card, _) => "wall",
            (MoveParts::Tile, 0) => "tile",
            (MoveParts::Tile, _) => "upper left square",
        }
    }

    /// The part that begins here in words, where it is no square.
    pub fn says(self, notation: &str, from: usize) -> Option<String> {
        let part = &notation[from..self.end(notation, from)];
        match (self, from) {
            _ if part == NO_PAWN => None,
            // A pawn of chess that reaches the last row.
            (MoveParts::Squares, 4) if part.len() == 1 => Some(format!("becomes {part}")),
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

    /// Returns the width and the height, in squares, of the tile that a move lays from its square on.
    pub fn tile_size(self, notation: &str) -> Option<[u8; 2]> {
        match notation.as_bytes() {
            [width @ b'1'..=b'9', b'x', height @ b'1'..=b'9', ..] if self == MoveParts::Tile => {
                Some([width - b'0', height - b'0'])
            }
            _ => None,
        }
    }

    /// The piece that a move moves, as its player calls it.
    pub fn piece(self, notation: &str) -> &str {
        match self {
            MoveParts::Whole => notation,
            MoveParts::Squares | MoveParts::Tile => &notation[..self.end(notation, 0)],
            MoveParts::Card => &notation[1..self.end(notation, 1)],
        }
    }
}
