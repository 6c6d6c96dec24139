//! Writes the lines of the exam's log other than drawings: moves, their effects, refusals and verdicts.

use super::super::board::{self, OnitamaSquare};
use super::super::moves::{OnitamaMove, Wall};
use super::super::state::OnitamaState;
use crate::seat::Seat;

/// Printed after the answer of a player that can't move a pawn.
pub(super) const NO_MOVE: &str = "There is no valid move.";
/// Printed if the wall's letter is invalid, also after a winning step, where the exam never checked it.
pub(super) const NO_WAY: &str = "Invalid W move";

/// A player's four results, as the log prints them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PrintedResults<'a> {
    pub(super) card: &'a str,
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) wall: &'a str,
}

impl<'a> PrintedResults<'a> {
    /// Splits a move of six visible characters, the first a digit, into its parts. Returns `None` for any other
    /// text, whose parts can't be known.
    pub(super) fn of(text: &'a str) -> Option<PrintedResults<'a>> {
        let bytes = text.as_bytes();
        let graphic = bytes.iter().all(u8::is_ascii_graphic);
        if bytes.len() != 6 || !graphic || !bytes[0].is_ascii_digit() {
            return None;
        }
        Some(PrintedResults {
            card: &text[..1],
            from: &text[1..3],
            to: &text[3..5],
            wall: &text[5..],
        })
    }

    /// Reads the parts from a line of the log; returns `None` if the line has another form.
    pub(super) fn read(line: &'a str) -> Option<PrintedResults<'a>> {
        let (card, rest) = line.strip_prefix("Card ")?.split_once(", ")?;
        let (from, rest) = rest.split_once("->")?;
        let (to, wall) = rest.split_once(", W ")?;
        Some(PrintedResults {
            card,
            from,
            to,
            wall,
        })
    }

    fn line(self) -> String {
        let PrintedResults {
            card,
            from,
            to,
            wall,
        } = self;
        format!("Card {card}, {from}->{to}, W {wall}")
    }
}

/// Returns the exam's lines about a legal move, with the wall letter that its player wrote.
pub(in crate::onitama) fn narrate(
    state: &OnitamaState,
    m: OnitamaMove,
    letter: char,
) -> Vec<String> {
    let player = state.player;
    let mut lines = vec![
        asked(player),
        format!("Card {}, {}->{}, W {letter}", m.card + 1, m.from, m.to),
    ];
    if m.from == OnitamaSquare::NONE {
        lines.push(NO_MOVE.to_owned());
    }
    let mut after = *state;
    after.play(m);
    match after.won(player) {
        Some("base") => lines.push(won(player, "your general reaches opponent's military base")),
        Some(_) => lines.push(won(player, "you capture opponent's general")),
        None if captures(state, m.to) => lines.push(captured(player)),
        None => {}
    }
    lines
}

/// Returns the exam's lines about an illegal move, as far as they follow from its notation.
pub(in crate::onitama) fn narrate_refused(state: &OnitamaState, notation: &str) -> Vec<String> {
    let mut lines = vec![asked(state.player)];
    if let Some(answer) = PrintedResults::of(notation) {
        lines.push(answer.line());
        lines.extend(objections(state, answer));
    }
    lines
}

/// Returns the exam's last line, the verdict. A winner with a fault wins by the opponent's fault.
pub(in crate::onitama) fn farewell(winner: Option<Seat>, fault: Option<&str>) -> String {
    let Some(winner) = winner else {
        return "The game is tied".to_owned();
    };
    let loser = winner.other();
    match fault {
        None => format!("Player {winner} win."),
        Some("illegal-move") => format!("Player {winner} win as player {loser} input invalid."),
        Some(_) => format!("Player {winner} win as player {loser} has programming error."),
    }
}

pub(super) fn asked(player: Seat) -> String {
    format!("Player {player}, it is your turn.")
}

fn won(player: Seat, action: &str) -> String {
    format!("Player {player}, {action}. You win.")
}

fn captured(player: Seat) -> String {
    format!(
        "Player {player}, you capture opponent's soldier. The soldier is removed from the board."
    )
}

fn captures(state: &OnitamaState, to: OnitamaSquare) -> bool {
    state.pawns(state.player.other()) & to.bit() != 0
}

/// Returns the exam's lines about an answer that breaks the rules, in the order of the exam's checks.
pub(super) fn objections(state: &OnitamaState, answer: PrintedResults<'_>) -> Vec<String> {
    let card = match answer.card {
        "1" => Some(0),
        "2" => Some(1),
        _ => None,
    };
    if state.some_step().is_none() {
        // The exam ignores the squares in this case.
        let stuck = (OnitamaSquare::NONE, OnitamaSquare::NONE);
        let wall = card.and_then(|_| wall(state, stuck, answer.wall));
        return [Some(NO_MOVE.to_owned()), wall]
            .into_iter()
            .flatten()
            .collect();
    }
    let Some(card) = card else {
        return vec![format!("Card picked cannot be {}.", answer.card)];
    };
    let (from, to) = match step(state, card, answer) {
        Ok(step) => step,
        Err(why) => return vec![why],
    };
    if state.wins(from, to) {
        return vec![NO_WAY.to_owned()];
    }
    let captured = captures(state, to).then(|| captured(state.player));
    let wall = wall(state, (from, to), answer.wall);
    [captured, wall].into_iter().flatten().collect()
}

fn step(
    state: &OnitamaState,
    card: u8,
    answer: PrintedResults<'_>,
) -> Result<(OnitamaSquare, OnitamaSquare), String> {
    let refuse = |why: &str| Err(why.to_owned());
    let Some(from) = square(answer.from) else {
        return refuse("Invalid input, the start position is invalid.");
    };
    let pawns = state.pawns(state.player);
    if pawns & from.bit() == 0 {
        return Err(format!("Invalid input, you have no pawn at {from}."));
    }
    let Some(to) = square(answer.to) else {
        return refuse("Invalid input, the end position is invalid.");
    };
    if state.card(card).reach(from) & to.bit() == 0 {
        return Err(format!("Not a valid move by card {}.", card + 1));
    }
    if state.wall & to.bit() != 0 {
        return refuse("Your pawn cannot move there. The position is occupied by the wall.");
    }
    if pawns & to.bit() != 0 {
        return refuse("Your pawn cannot move there. The position is occupied by your own pawn.");
    }
    Ok((from, to))
}

fn square(name: &str) -> Option<OnitamaSquare> {
    let name = name.as_bytes().try_into().ok()?;
    OnitamaSquare::from_name(name).filter(|square| *square != OnitamaSquare::NONE)
}

/// Returns the exam's line about an illegal wall step after a pawn's step that doesn't win; `None` if the
/// wall's step is legal. The exam doesn't know boards without a wall.
fn wall(
    state: &OnitamaState,
    (from, to): (OnitamaSquare, OnitamaSquare),
    letter: &str,
) -> Option<String> {
    let &[letter] = letter.as_bytes() else {
        return Some(NO_WAY.to_owned());
    };
    let Some(way) = Wall::from_letter(letter) else {
        return Some(NO_WAY.to_owned());
    };
    if way == Wall::Stay || state.wall == 0 {
        return None;
    }
    let target = way.shift(state.wall) & board::ALL;
    let bases = board::base(Seat::A).bit() | board::base(Seat::B).bit();
    let why = if target == 0 {
        "You cannot move the wall out of bound."
    } else if target & bases != 0 {
        "You cannot move the wall to a military base."
    } else if target & state.closed(from, to) == 0 {
        return None;
    } else if target & state.pawns(state.player.other()) != 0 {
        "You cannot move the wall there. It is occupied by your opponent."
    } else {
        "You cannot move the wall there. It is occupied by your general."
    };
    Some(why.to_owned())
}
