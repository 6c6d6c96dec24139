//! Where the pieces stand: what it takes to say and to read castling as xboard does. Whether a move is legal is not
//! known here.

use std::collections::BTreeMap;

/// The pieces on a board: FEN's letters, by file and rank as bytes of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces(BTreeMap<Square, char>);

type Square = (u8, u8);

/// Castling in words, towards higher files and towards lower ones.
const CASTLING: [&str; 2] = ["O-O", "O-O-O"];

impl Pieces {
    /// Reads the board of a FEN, and plays moves on it.
    pub(super) fn after(fen: &str, moves: &[String]) -> Pieces {
        let mut pieces = Pieces::default();
        let board = fen.split(' ').next().unwrap_or_default();
        for (rank, row) in (b'1'..=b'8').rev().zip(board.split('/')) {
            let mut file = b'a';
            for letter in row.chars() {
                let empty = letter
                    .to_digit(9)
                    .and_then(|count| u8::try_from(count).ok());
                if empty.is_none() {
                    pieces.0.insert((file, rank), letter);
                }
                file = file.saturating_add(empty.unwrap_or(1));
            }
        }
        for word in moves {
            pieces.play(word);
        }
        pieces
    }

    /// Plays a move. A word that is none changes nothing.
    pub(super) fn play(&mut self, word: &str) {
        let Some((from, to)) = squares(word) else {
            return;
        };
        let castling = self.castling(word);
        let Some(piece) = self.0.remove(&from) else {
            return;
        };
        if let Some(side) = castling {
            let is_short = side == CASTLING[0];
            let (king, rook) = if is_short { (b'g', b'f') } else { (b'c', b'd') };
            let corner = if is_short { b'h' } else { b'a' };
            // The word names the rook's square, or the one to which the king goes.
            let named = if self.0.contains_key(&to) {
                to
            } else {
                (corner, from.1)
            };
            let tower = self.0.remove(&named);
            self.0.insert((king, from.1), piece);
            self.0.extend(tower.map(|tower| ((rook, from.1), tower)));
            return;
        }
        let is_pawn = piece.eq_ignore_ascii_case(&'p');
        if is_pawn && from.0 != to.0 && !self.0.contains_key(&to) {
            self.0.remove(&(to.0, from.1));
        }
        let promoted = word.chars().nth(4).map(|kind| {
            let is_white = piece.is_ascii_uppercase();
            if is_white {
                kind.to_ascii_uppercase()
            } else {
                kind
            }
        });
        self.0.insert(to, promoted.unwrap_or(piece));
    }

    /// Returns the words for a move if it is castling: the king takes its own rook, or goes further than it could.
    pub(super) fn castling(&self, word: &str) -> Option<&'static str> {
        let (from, to) = squares(word)?;
        let king = *self
            .0
            .get(&from)
            .filter(|piece| piece.eq_ignore_ascii_case(&'k'))?;
        let rook = if king == 'K' { 'R' } else { 'r' };
        let is_castling = self.0.get(&to) == Some(&rook) || from.0.abs_diff(to.0) > 1;
        is_castling.then(|| CASTLING[usize::from(to.0 < from.0)])
    }

    /// Returns a castling move as the king that takes its rook. `rights` is the third field of the FEN, which names the
    /// files of the rooks. `None` if the word is another, or there is no such rook.
    pub(super) fn taking(&self, word: &str, seat: char, rights: &str) -> Option<String> {
        let is_short = word == CASTLING[0];
        let is_white = seat == 'A';
        let king = if is_white { 'K' } else { 'k' };
        let ((file, rank), _) = self.0.iter().find(|(_, piece)| **piece == king)?;
        let own = rights
            .bytes()
            .filter(|c| c.is_ascii_uppercase() == is_white);
        let rook = own
            .map(|c| c.to_ascii_lowercase())
            .find(|rook| (b'a'..=b'h').contains(rook) && (rook > file) == is_short)?;
        let [file, rook, rank] = [*file, rook, *rank].map(char::from);
        CASTLING
            .contains(&word)
            .then(|| format!("{file}{rank}{rook}{rank}"))
    }
}

/// Returns the squares of a move.
fn squares(word: &str) -> Option<(Square, Square)> {
    match *word.as_bytes() {
        [a, b, c, d, ..] => Some(((a, b), (c, d))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Pieces {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        Pieces::after(fen, &moves)
    }

    #[test]
    fn moves_lead_where_they_should() {
        for (fen, moves, expected) in [
            ("4k3/P7/8/8/8/8/8/4K3", "a7a8q e8e7", "Q7/4k3/8/8/8/8/8/4K3"),
            ("4k3/8/8/8/8/8/p7/1N2K3", "a2b1n", "4k3/8/8/8/8/8/8/1n2K3"),
            ("4k3/8/8/pP6/8/8/8/4K3", "b5a6", "4k3/8/P7/8/8/8/8/4K3"),
            (
                "r3k3/8/8/8/8/8/8/4K2R",
                "e1g1 e8c8",
                "2kr4/8/8/8/8/8/8/5RK1",
            ),
            ("rk6/8/8/8/8/8/8/6KR", "g1h1 b8a8", "2kr4/8/8/8/8/8/8/5RK1"),
            ("1r1k4/8/8/8/8/8/8/2RK4", "d1c1", "1r1k4/8/8/8/8/8/8/2KR4"),
            (
                "4k3/8/8/8/8/8/8/4K3",
                "x é (none) a1a2",
                "4k3/8/8/8/8/8/8/4K3",
            ),
        ] {
            assert_eq!(after(fen, moves), after(expected, ""), "{fen} {moves}");
        }
    }

    #[test]
    fn castling_has_two_words() {
        let pieces = after("1r2k2r/8/8/8/8/8/8/1R2KR2 w", "");
        assert_eq!(pieces.castling("e1f1"), Some("O-O"));
        assert_eq!(pieces.castling("e8b8"), Some("O-O-O"));
        assert_eq!(pieces.castling("e1d1"), None);
        assert_eq!(pieces.castling("f1e1"), None);
        let taking = |word, seat| pieces.taking(word, seat, "FBhb");
        assert_eq!(taking("O-O", 'A').as_deref(), Some("e1f1"));
        assert_eq!(taking("O-O-O", 'A').as_deref(), Some("e1b1"));
        assert_eq!(taking("O-O", 'B').as_deref(), Some("e8h8"));
        assert_eq!(taking("e1f1", 'A'), None);
        assert_eq!(pieces.taking("O-O", 'A', "-"), None);
    }
}
