//! Moves in the notation of UCI: two squares, and the piece that a pawn becomes.

use std::cmp::{Ordering, Reverse};
use std::fmt::{self, Display};

use cozy_chess::{Board, File, Move, Piece, Square};

use super::ChessVariant;

/// A move: what the board plays, and the square that its notation names as the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessMove {
    played: Move,
    target: Square,
}

/// Returns where king and rook stand after castling, which the board writes as king takes rook; `None` for another move.
fn castled(board: &Board, played: Move) -> Option<[Square; 2]> {
    let castles = board.colors(board.side_to_move()).has(played.to);
    let files = if played.to.file() > played.from.file() {
        [File::G, File::F]
    } else {
        [File::C, File::D]
    };
    castles.then(|| files.map(|file| Square::new(file, played.to.rank())))
}

impl ChessMove {
    /// Returns a move of the board, where castling is king takes rook.
    pub(super) fn of(board: &Board, played: Move, variant: ChessVariant) -> ChessMove {
        let target = match castled(board, played) {
            Some([king, _]) if variant == ChessVariant::Standard => king,
            _ => played.to,
        };
        ChessMove { played, target }
    }

    /// Returns the squares from and to which the move's pieces go: one, or a king and its rook.
    pub(super) fn paths(self, board: &Board) -> Vec<[Square; 2]> {
        let Move { from, to, .. } = self.played;
        match castled(board, self.played) {
            Some([king, rook]) => vec![[from, king], [to, rook]],
            None => vec![[from, to]],
        }
    }

    /// Returns the legal move of this notation.
    pub(super) fn parse(board: &Board, notation: &str, variant: ChessVariant) -> Option<ChessMove> {
        let written = read(notation)?;
        let player = board.side_to_move();
        let rights = board.castle_rights(player);
        let mut played = written;
        if variant == ChessVariant::Standard && board.king(player) == written.from {
            let castled = match (written.from.file(), written.to.file()) {
                (File::E, File::G) => rights.short,
                (File::E, File::C) => rights.long,
                _ => None,
            };
            if let Some(rook) = castled {
                played.to = Square::new(rook, written.from.rank());
            }
        }
        let m = ChessMove {
            played,
            target: written.to,
        };
        // The king that takes a rook of its own isn't how the standard game writes it.
        (board.is_legal(played) && ChessMove::of(board, played, variant) == m).then_some(m)
    }

    /// Returns the move as the board plays it.
    pub(super) fn played(self) -> Move {
        self.played
    }

    /// Returns the move from one end of the board seen from the other, with the colours exchanged.
    pub(super) fn exchanged(self) -> ChessMove {
        ChessMove {
            played: Move {
                from: self.played.from.flip_rank(),
                to: self.played.to.flip_rank(),
                promotion: self.played.promotion,
            },
            target: self.target.flip_rank(),
        }
    }

    /// Appends the notation.
    pub(super) fn write(self, text: &mut String) {
        for square in [self.played.from, self.target] {
            text.push(square.file().into());
            text.push(square.rank().into());
        }
        text.extend(self.played.promotion.map(char::from));
    }

    /// Orders moves by their squares, a1 first, then by the piece that the pawn becomes, the queen first.
    fn order(self) -> (Square, Square, Reverse<Option<Piece>>) {
        let Move {
            from,
            to,
            promotion,
        } = self.played;
        (from, to, Reverse(promotion))
    }
}

impl Ord for ChessMove {
    fn cmp(&self, other: &ChessMove) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for ChessMove {
    fn partial_cmp(&self, other: &ChessMove) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// Reads two squares and the letter of a piece, of which the board knows nothing yet.
pub(super) fn read(notation: &str) -> Option<Move> {
    let square = |text: Option<&str>| text?.parse().ok();
    let promotion = match notation.get(4..)? {
        "" => None,
        "q" => Some(Piece::Queen),
        "r" => Some(Piece::Rook),
        "b" => Some(Piece::Bishop),
        "n" => Some(Piece::Knight),
        _ => return None,
    };
    Some(Move {
        from: square(notation.get(..2))?,
        to: square(notation.get(2..4))?,
        promotion,
    })
}
