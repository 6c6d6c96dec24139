//! Reads and writes state lines.

use std::fmt::Write;

use super::board::{self, OnitamaSquare, SIZE, each};
use super::card::Card;
use super::state::{OnitamaState, SIDE};
use crate::seat::Seat;
use crate::text::{self, StateError};

/// The names of the fields.
const FIELDS: [&str; 8] = [
    "BOARD",
    "PLAYER",
    "TURNS_LEFT",
    "A1",
    "A2",
    "B1",
    "B2",
    "SIDE",
];
/// The maximum of `TURNS_LEFT` in a state line.
pub(super) const TURNS_MAX: u32 = 9999;

/// Reads a state line; returns an error that names the first wrong field.
pub(super) fn read(line: &str) -> Result<OnitamaState, StateError> {
    let [board, player, turns, cards @ ..] = text::fields(line, FIELDS)?;
    let mut state = OnitamaState {
        pawns: [0; 2],
        generals: [0; 2],
        wall: 0,
        player: player_of(player)?,
        turns_left: text::number("TURNS_LEFT", turns, 0, TURNS_MAX)?,
        cards: hands(cards)?,
    };
    place(board, &mut state)?;
    Ok(state)
}

fn player_of(text: &str) -> Result<Seat, StateError> {
    let letter = text::letter("PLAYER", text, "AB")?;
    Ok(if letter == 'A' { Seat::A } else { Seat::B })
}

fn hands(words: [&str; 5]) -> Result<[Card; 5], StateError> {
    let read = |i: usize| Card::read(&format!("card {}", FIELDS[3 + i]), words[i]);
    Ok([read(0)?, read(1)?, read(2)?, read(3)?, read(SIDE)?])
}

/// Puts the pawns and the wall of the field `BOARD` into the state. Returns an error if there are too many
/// of a piece, the wall is on a base, or both sides have won.
fn place(text: &str, state: &mut OnitamaState) -> Result<(), StateError> {
    for (square, letter) in grid("BOARD", text, "ABabW.")? {
        let bit = square.bit();
        match letter {
            'A' => state.generals[0] |= bit,
            'B' => state.generals[1] |= bit,
            'a' => state.pawns[0] |= bit,
            'b' => state.pawns[1] |= bit,
            'W' => state.wall |= bit,
            _ => {}
        }
    }
    for (letter, set, most) in [
        ('A', state.generals[0], 1),
        ('B', state.generals[1], 1),
        ('a', state.pawns[0], 4),
        ('b', state.pawns[1], 4),
        ('W', state.wall, 1),
    ] {
        let count = set.count_ones();
        if count > most {
            return Err(StateError {
                field: "BOARD".to_owned(),
                found: format!("{count} {letter}"),
                expected: format!("at most {most}"),
            });
        }
    }
    for seat in [Seat::A, Seat::B] {
        state.pawns[seat.index()] |= state.generals[seat.index()];
        let base = board::base(seat);
        if state.wall == base.bit() {
            let expected = format!("a board without W on the base {base}");
            return Err(StateError::new("BOARD", text, expected));
        }
    }
    if state.won(Seat::A).is_some() && state.won(Seat::B).is_some() {
        let expected = "a board on which at most one side has won";
        return Err(StateError::new("BOARD", text, expected));
    }
    Ok(())
}

/// Reads five rows of five letters and returns each letter with its square. Returns an error if the size
/// is wrong or a letter isn't one of `letters`.
pub(super) fn grid(
    field: &str,
    field_text: &str,
    letters: &str,
) -> Result<Vec<(OnitamaSquare, char)>, StateError> {
    let rows: Vec<&str> = field_text.split('/').collect();
    if rows.len() != usize::from(SIZE) {
        return Err(StateError::new(field, field_text, "5 rows joined by /"));
    }
    let mut squares = Vec::with_capacity(25);
    for (row, text) in (0..SIZE).zip(rows) {
        let known = text.chars().all(|c| letters.contains(c));
        if !known || text.len() != usize::from(SIZE) {
            let field = format!("{field} row {}", row + 1);
            return Err(StateError::new(
                field,
                text,
                format!("5 letters out of {letters}"),
            ));
        }
        squares.extend(
            (0..SIZE)
                .zip(text.chars())
                .map(|(column, c)| (OnitamaSquare::at(row, column), c)),
        );
    }
    Ok(squares)
}

/// Appends the state line.
pub(super) fn write(state: &OnitamaState, line: &mut String) {
    line.push_str(board(state).text());
    line.push(' ');
    line.push(state.player.letter());
    // Writing to a string can't fail.
    let _ = write!(line, " {}", state.turns_left);
    for card in &state.cards {
        line.push(' ');
        line.push_str(card.grid().text());
    }
}

/// Five rows of five letters, joined by `/`.
pub(super) struct LetterGrid([u8; 29]);

impl LetterGrid {
    /// Returns the letters of these sets of squares; a letter is `.` elsewhere.
    pub(super) fn of(sets: &[(u64, u8)]) -> LetterGrid {
        let mut letters = *b"...../...../...../...../.....";
        for (set, letter) in sets {
            for square in each(*set) {
                let (row, column) = square.place();
                letters[usize::from(row * (SIZE + 1) + column)] = *letter;
            }
        }
        LetterGrid(letters)
    }

    /// Returns the grid as it stands in a state line.
    pub(super) fn text(&self) -> &str {
        str::from_utf8(&self.0).expect("letters are ASCII")
    }
}

/// Returns the grid of the field `BOARD`.
pub(super) fn board(state: &OnitamaState) -> LetterGrid {
    let [a, b] = state.pawns;
    let [general_a, general_b] = state.generals;
    LetterGrid::of(&[
        (state.wall, b'W'),
        (b, b'b'),
        (a, b'a'),
        (general_b, b'B'),
        (general_a, b'A'),
    ])
}

/// Returns the letter of a square's content: `A`, `B`, `a`, `b`, `W` or `.`.
pub(super) fn letter(state: &OnitamaState, square: OnitamaSquare) -> char {
    let on = |set: u64| set & square.bit() != 0;
    match () {
        () if on(state.generals[0]) => 'A',
        () if on(state.generals[1]) => 'B',
        () if on(state.pawns[0]) => 'a',
        () if on(state.pawns[1]) => 'b',
        () if on(state.wall) => 'W',
        () => '.',
    }
}
