//! Maps positions by the symmetries of the square grid: turned or mirrored positions play the same.

use std::sync::Arc;

use super::layout::TileLayout;
use super::square::{KoolaameeSquare, SIDE, squares};
use super::state::KoolaameeState;

/// Returns the seven turned and mirrored positions. The tiles' letters move along. Seventeen tiles can't all
/// lie across one axis, so no result is the position itself.
pub(super) fn all(state: &KoolaameeState) -> Vec<KoolaameeState> {
    (1..8).map(|way| turned(state, way)).collect()
}

/// Returns the position with the marbles of the two players exchanged.
pub(super) fn exchanged(state: &KoolaameeState) -> KoolaameeState {
    let ([a, b], [a_left, b_left]) = (state.marbles, state.left);
    KoolaameeState {
        marbles: [b, a],
        player: state.player.other(),
        left: [b_left, a_left],
        ..state.clone()
    }
}

fn turned(state: &KoolaameeState, way: u32) -> KoolaameeState {
    let set = |mask| squares(mask).fold(0, |set, square| set | image(square, way).mask());
    let tiles = state.layout.tiles.map(set);
    KoolaameeState {
        layout: Arc::new(TileLayout::new(&tiles)),
        marbles: state.marbles.map(set),
        player: state.player,
        last: state.last.map(|square| image(square, way)),
        own_square: state.own_square.map(|square| image(square, way)),
        left: state.left,
    }
}

/// Returns the image of a square; the bits of `way` mirror columns, mirror rows, and swap columns with rows.
fn image(square: KoolaameeSquare, way: u32) -> KoolaameeSquare {
    let mirror = |n, bit| if way & bit == 0 { n } else { SIDE - 1 - n };
    let (x, y) = (mirror(square.x(), 1), mirror(square.y(), 2));
    if way & 4 == 0 {
        KoolaameeSquare::at(x, y)
    } else {
        KoolaameeSquare::at(y, x)
    }
}
