//! Breakthrough: answers the referee's questions about its rules (docs/rules.md).
//!
//! Pawns go one square forward, straight or diagonally, and take diagonally. Whoever brings a pawn
//! to the opponent's end row (`reached`) or takes all pawns (`taken`) wins.
//!
//! A state line such as `BBBBB/BBBBB/...../AAAAA/AAAAA A` holds the rows from the top, where B
//! begins, and the player to move. A move is two squares, `a2b3`; row 1 is at the bottom.

use std::io::{self, BufRead, Write};

const EMPTY: u8 = b'.';

/// A square: its column and its row, from 0.
type Square = (usize, usize);

struct Position {
    /// The rows from the bottom; a square is `A`, `B` or empty.
    rows: Vec<Vec<u8>>,
    /// The player to move, `A` or `B`.
    player: u8,
}

impl Position {
    /// Returns the start with options `KEY=VALUE`.
    fn start(options: &str) -> Result<Position, String> {
        let mut size = 8;
        for option in options.split_ascii_whitespace() {
            let sizes = ["size=5", "size=6", "size=7", "size=8"];
            let known = sizes.iter().position(|known| *known == option);
            size = 5 + known.ok_or("expected an option from size=5 to size=8")?;
        }
        let row = |y| match y {
            0 | 1 => b'A',
            _ if y + 2 >= size => b'B',
            _ => EMPTY,
        };
        let rows = (0..size).map(|y| vec![row(y); size]).collect();
        Ok(Position { rows, player: b'A' })
    }

    /// Reads a state line.
    fn read(line: &str) -> Result<Position, String> {
        let (board, player) = line.split_once(' ').unwrap_or((line, ""));
        let rows: Vec<Vec<u8>> = board.split('/').rev().map(Vec::from).collect();
        let size = rows.len();
        let is_row = |row: &Vec<u8>| row.len() == size && row.iter().all(|c| b"AB.".contains(c));
        if !(5..=8).contains(&size) || !rows.iter().all(is_row) {
            return Err("expected a square of 5 to 8 rows of A, B and dots".to_owned());
        }
        match player {
            "A" => Ok(Position { rows, player: b'A' }),
            "B" => Ok(Position { rows, player: b'B' }),
            _ => Err("expected the player, A or B, behind the rows".to_owned()),
        }
    }

    /// Returns the lines that tell the position.
    fn lines(&self) -> String {
        let player = char::from(self.player);
        let rows: Vec<_> = self
            .rows
            .iter()
            .rev()
            .map(|row| String::from_utf8_lossy(row))
            .collect();
        let state = format!("state {} {player}", rows.join("/"));
        match self.ending() {
            Some(ending) => format!("{state}\nturn over {ending}"),
            None => format!(
                "{state}\nturn seat {player}\nlegal {}",
                self.legal().join(" ")
            ),
        }
    }

    /// Returns places and reason if the game is over.
    fn ending(&self) -> Option<&'static str> {
        let (top, bottom) = (self.rows.last()?, self.rows.first()?);
        let none_of = |player| !self.rows.iter().flatten().any(|pawn| *pawn == player);
        if top.contains(&b'A') {
            Some("A=1 B=2 reason=reached")
        } else if bottom.contains(&b'B') {
            Some("A=2 B=1 reason=reached")
        } else if none_of(b'B') {
            Some("A=1 B=2 reason=taken")
        } else if none_of(b'A') {
            Some("A=2 B=1 reason=taken")
        } else {
            None
        }
    }

    /// Returns the legal moves; there are some unless the game is over.
    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.ending().is_some() {
            return moves;
        }
        let size = self.rows.len();
        for from in (0..size * size).map(|i| (i % size, i / size)) {
            for x in from.0.saturating_sub(1)..=(from.0 + 1).min(size - 1) {
                let to = (x, self.row_ahead(from));
                if self.refusal(from, to).is_none() {
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves
    }

    /// Says why a pawn can't go from one square to the other.
    fn refusal(&self, from: Square, to: Square) -> Option<String> {
        let (size, player) = (self.rows.len(), char::from(self.player));
        if [from.0, from.1, to.0, to.1].iter().any(|n| *n >= size) {
            return Some(format!("the board has {size} columns and {size} rows"));
        }
        if self.rows[from.1][from.0] != self.player {
            return Some(format!("{player} has no pawn on {}", name(from)));
        }
        if to.1 != self.row_ahead(from) || from.0.abs_diff(to.0) > 1 {
            return Some("a pawn goes one square forward, straight or diagonally".to_owned());
        }
        match self.rows[to.1][to.0] {
            EMPTY => None,
            pawn if pawn == self.player => Some(format!("{player} has a pawn on {}", name(to))),
            _ if from.0 == to.0 => Some("a pawn takes only diagonally".to_owned()),
            _ => None,
        }
    }

    /// Returns the row in front of a square, which is no row of the board at its edge.
    fn row_ahead(&self, from: Square) -> usize {
        if self.player == b'A' {
            from.1 + 1
        } else {
            from.1.wrapping_sub(1)
        }
    }

    fn explain(&self, word: &str) -> String {
        let why = match squares(word) {
            _ if self.ending().is_some() => Some("the game is over".to_owned()),
            Some((from, to)) => self.refusal(from, to),
            None => Some("a move is two squares, such as a2b3".to_owned()),
        };
        why.unwrap_or_else(|| "legal".to_owned())
    }

    /// Returns the position behind a move.
    fn play(&self, word: &str) -> Result<Position, String> {
        let explained = self.explain(word);
        let Some((from, to)) = squares(word).filter(|_| explained == "legal") else {
            return Err(format!("illegal-move {explained}"));
        };
        let mut rows = self.rows.clone();
        rows[from.1][from.0] = EMPTY;
        rows[to.1][to.0] = self.player;
        let player = if self.player == b'A' { b'B' } else { b'A' };
        Ok(Position { rows, player })
    }
}

/// Returns the name of a square.
fn name((x, y): Square) -> String {
    format!("{}{}", char::from(b"abcdefgh"[x]), y + 1)
}

/// Reads the two squares of a move.
fn squares(word: &str) -> Option<(Square, Square)> {
    let &[x, y, to_x, to_y] = word.as_bytes() else {
        return None;
    };
    let square = |x, y| {
        let column = b"abcdefgh".iter().position(|c| *c == x)?;
        let row = b"12345678".iter().position(|c| *c == y)?;
        Some((column, row))
    };
    square(x, y).zip(square(to_x, to_y))
}

/// Answers one line; an error changes nothing.
fn answer(position: &mut Position, line: &str) -> Result<String, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    *position = match word {
        "hello" => return Ok("ready explain".to_owned()),
        "explain" => return Ok(format!("explain {}", position.explain(rest))),
        "new" => Position::start(rest)?,
        "state" => Position::read(rest)?,
        "play" => position.play(rest)?,
        _ => return Err("unknown question".to_owned()),
    };
    Ok(position.lines())
}

fn main() -> io::Result<()> {
    let mut position = Position::start("").map_err(io::Error::other)?;
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.trim() == "quit" {
            break;
        }
        let said = answer(&mut position, line.trim());
        let said = said.unwrap_or_else(|why| format!("error {why}"));
        // The whole answer in one write, which is faster.
        io::stdout().write_all(format!("{said}\n").as_bytes())?;
        io::stdout().flush()?;
    }
    Ok(())
}
