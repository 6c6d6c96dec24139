//! Explains illegal moves and describes legal ones, in words.

use crate::text::quote;

use super::layout::lines;
use super::square::{KoolaameeSquare, name};
use super::state::KoolaameeState;

/// Explains which rule an illegal move breaks.
pub(super) fn explain(state: &KoolaameeState, notation: &str) -> String {
    let Some(square) = KoolaameeSquare::parse(notation) else {
        return format!(
            "{} is no square: write a column a to j and a row 1 to 10, like e4",
            quote(notation)
        );
    };
    let (layout, mask) = (&*state.layout, square.mask());
    let (player, opponent) = (state.player, state.player.other());
    let Some(tile) = layout.letter(square) else {
        return format!("there is no tile on {square}, and a marble goes on a tile's square");
    };
    for seat in [player, opponent] {
        if state.marbles[seat.index()] & mask != 0 {
            return format!("a marble of {seat} is on {square} already");
        }
    }
    if let Some(last) = state.last {
        if lines(last) & mask == 0 {
            return format!(
                "{square} is neither in the row nor in the column of {opponent}'s last marble {last}"
            );
        }
        if layout.tile[last.index()] & mask != 0 {
            return format!(
                "{square} is on tile {tile}, the same as {opponent}'s last marble {last}"
            );
        }
    }
    // Only this rule is left: the caller made sure that a seat is on turn and the move is illegal.
    let own_square = name(state.own_square);
    format!("{square} is on tile {tile}, the same as your own last marble {own_square}")
}

/// Describes a legal move for spectators.
pub(super) fn narrate(state: &KoolaameeState, notation: &str) -> Vec<String> {
    let tile = KoolaameeSquare::parse(notation).and_then(|square| state.layout.letter(square));
    let tile = tile.map_or(String::new(), |tile| format!(", tile {tile}"));
    vec![format!(
        "{} puts a marble on {notation}{tile}",
        state.player
    )]
}
