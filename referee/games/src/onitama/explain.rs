//! Explains why a move isn't legal: checks the rules in a referee's order.

use super::board::{self, OnitamaSquare, each};
use super::moves::Wall;
use super::state::OnitamaState;
use crate::seat::Seat;
use crate::text::quote;

/// Describes the first rule that a move breaks.
pub(super) fn explain(state: &OnitamaState, notation: &str) -> String {
    check(state, notation)
        .err()
        .unwrap_or_else(|| "this move is legal".to_owned())
}

fn check(state: &OnitamaState, notation: &str) -> Result<(), String> {
    let &[card, row, column, to_row, to_column, wall] = notation.as_bytes() else {
        return Err(shape(notation));
    };
    if !notation.is_ascii() {
        return Err(shape(notation));
    }
    let card = match card {
        b'1' => 0,
        b'2' => 1,
        _ => {
            return Err(format!(
                "there is no card {}, only 1 and 2",
                quote(&notation[..1])
            ));
        }
    };
    let from = square([row, column], &notation[1..3])?;
    let to = square([to_row, to_column], &notation[3..5])?;
    step(state, card, from, to)?;
    let Some(way) = Wall::from_letter(wall) else {
        let letter = quote(&notation[5..]);
        return Err(format!(
            "the wall can't go {letter}, only u (up), l (left), d (down), r (right) or s (stay)"
        ));
    };
    if state.wins(from, to) {
        return Ok(());
    }
    push(state, from, to, way)
}

fn shape(notation: &str) -> String {
    format!(
        "{} isn't written as a move: six characters for card, from, to and wall, such as 1e4d3r, \
         or 1XXXXs when no pawn can move",
        quote(notation)
    )
}

fn square(name: [u8; 2], notation: &str) -> Result<OnitamaSquare, String> {
    OnitamaSquare::from_name(name).ok_or_else(|| {
        let quoted = quote(notation);
        format!("there is no square {quoted}: rows are a to e from the top, columns 1 to 5")
    })
}

/// Checks the pawn's part of the move; the error says what is wrong.
fn step(
    state: &OnitamaState,
    card: u8,
    from: OnitamaSquare,
    to: OnitamaSquare,
) -> Result<(), String> {
    let player = state.player;
    let Some((some_card, some_from, some_to)) = state.some_step() else {
        return if (from, to) == (OnitamaSquare::NONE, OnitamaSquare::NONE) {
            Ok(())
        } else {
            Err(format!(
                "no pawn of {player} can move with either card, so both squares are written XX"
            ))
        };
    };
    if from == OnitamaSquare::NONE || to == OnitamaSquare::NONE {
        let some_card = some_card + 1;
        return Err(format!(
            "XX is only for a turn in which no pawn can move, but card {some_card} takes the pawn \
             on {some_from} to {some_to}"
        ));
    }
    let on = |set: u64, square: OnitamaSquare| set & square.bit() != 0;
    if on(state.pawns(player.other()), from) {
        return Err(format!(
            "the pawn on {from} is {}'s, and {player} is on turn",
            player.other()
        ));
    }
    if on(state.wall, from) {
        return Err(format!("the wall stands on {from}, not a pawn of {player}"));
    }
    if !on(state.pawns(player), from) {
        return Err(format!("{from} is empty, no pawn of {player} stands there"));
    }
    let reach = state.card(card).reach(from);
    if !on(reach, to) {
        return Err(out_of_reach(player, card, from, to, reach));
    }
    if on(state.pawns(player), to) {
        return Err(format!("{player} has another pawn on {to} already"));
    }
    if on(state.wall, to) {
        return Err(format!("the wall stands on {to}, where no pawn may go"));
    }
    Ok(())
}

fn out_of_reach(
    player: Seat,
    card: u8,
    from: OnitamaSquare,
    to: OnitamaSquare,
    reach: u64,
) -> String {
    let card = card + 1;
    let turned = if player == Seat::B {
        ", turned by 180 degrees for B,"
    } else {
        ""
    };
    let squares: Vec<String> = each(reach).map(|square| square.to_string()).collect();
    let reached = if squares.is_empty() {
        "no square of the board".to_owned()
    } else {
        format!("only {}", squares.join(" "))
    };
    format!(
        "card {card}{turned} doesn't take a pawn from {from} to {to}; from {from} it reaches {reached}"
    )
}

/// Checks the wall's part of the move, after the pawn's step; the error says what is wrong.
fn push(
    state: &OnitamaState,
    from: OnitamaSquare,
    to: OnitamaSquare,
    way: Wall,
) -> Result<(), String> {
    if way == Wall::Stay {
        return Ok(());
    }
    let letter = char::from(way.letter());
    let Some(wall) = each(state.wall).next() else {
        return Err(format!(
            "there is no wall on this board, so a move ends in s, not {letter}"
        ));
    };
    let Some(target) = each(way.shift(state.wall) & board::ALL).next() else {
        return Err(format!(
            "the wall on {wall} would leave the board by {letter}"
        ));
    };
    if state.closed(from, to) & target.bit() == 0 {
        return Ok(());
    }
    let other = state.player.other();
    let obstacle = if [Seat::A, Seat::B].map(board::base).contains(&target) {
        "a base, which the wall never enters".to_owned()
    } else if state.pawns(other) & target.bit() != 0 {
        format!("where a pawn of {other} stands")
    } else {
        format!(
            "where {}'s own general stands after this move",
            state.player
        )
    };
    Err(format!(
        "{letter} takes the wall from {wall} to {target}, {obstacle}"
    ))
}
