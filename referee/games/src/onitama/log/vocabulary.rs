//! Recognizes the lines of a log, so that no other text can pass for one.

use super::drawing::HEAD;
use super::words::{NO_MOVE, NO_WAY, PrintedResults, farewell};
use crate::seat::Seat;

/// Beginnings of the sentences other than moves and verdicts; sentences without parameters are complete.
const SENTENCES: [&str; 17] = [
    "Player A, it is your turn.",
    "Player B, it is your turn.",
    "Player A, you capture opponent's ",
    "Player B, you capture opponent's ",
    "Player A, your general reaches ",
    "Player B, your general reaches ",
    NO_MOVE,
    NO_WAY,
    "Card picked cannot be ",
    "Invalid input, the start position is invalid.",
    "Invalid input, the end position is invalid.",
    "Invalid input, you have no pawn at ",
    "Not a valid move by card ",
    "Your pawn cannot move there. ",
    "You cannot move the wall out of bound.",
    "You cannot move the wall to a military base.",
    "You cannot move the wall there. ",
];

/// Beginnings of lines that occur in other texts, too: lines of a drawing, and before an error's text.
const COMMON: [&str; 4] = [
    "Card 1   Card 2",
    "1   2   3   4   5 ",
    "Error in function ",
    "Error Message:",
];

/// Returns whether a line could be taken for a line of a log; indentation is ignored.
pub fn is_line(line: &str) -> bool {
    let line = line.trim();
    belongs(line)
        || ["Player A", "Player B"].contains(&line)
        || COMMON.iter().any(|common| line.starts_with(common))
}

/// Returns whether a line can only belong to a log. Outside a game, such a line means that lines before it
/// are missing.
pub(super) fn belongs(line: &str) -> bool {
    line.starts_with(HEAD)
        || line.contains("+---+---+")
        || is_row(line)
        || SENTENCES.iter().any(|begin| line.starts_with(begin))
        || PrintedResults::read(line).is_some()
        || verdicts().any(|verdict| line == verdict)
}

/// Returns whether a line draws a row of the board.
fn is_row(line: &str) -> bool {
    let line = line.as_bytes();
    let mut sides = (2..=22).step_by(4);
    line.first().is_some_and(|row| (b'a'..=b'e').contains(row))
        && sides.all(|at| line.get(at) == Some(&b'|'))
}

/// Returns the verdicts that can end a game.
pub(super) fn verdicts() -> impl Iterator<Item = String> {
    let faults = [None, Some("illegal-move"), Some("crash")];
    let wins = [Seat::A, Seat::B]
        .into_iter()
        .flat_map(move |seat| faults.map(|fault| farewell(Some(seat), fault)));
    wins.chain([farewell(None, None)])
}
