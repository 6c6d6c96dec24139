//! The symmetries of the square grid: what is turned or mirrored plays the same.

use std::sync::Arc;

use super::layout::TileLayout;
use super::square::{KoolaameeSquare, SIDE, squares};
use super::state::KoolaameeState;

/// The position turned and mirrored in all seven ways. The tiles' letters move along, and seventeen
/// tiles can't all lie across one axis, so that none of them is the position itself.
pub(super) fn all(state: &KoolaameeState) -> Vec<KoolaameeState> {
    (1..8).map(|way| turned(state, way)).collect()
}

/// The position with the marbles of both exchanged.
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

/// Where a square comes to lie: the bits of `way` mirror columns, mirror rows and swap the two.
fn image(square: KoolaameeSquare, way: u32) -> KoolaameeSquare {
    let mirror = |n, bit| if way & bit == 0 { n } else { SIDE - 1 - n };
    let (x, y) = (mirror(square.x(), 1), mirror(square.y(), 2));
    if way & 4 == 0 {
        KoolaameeSquare::at(x, y)
    } else {
        KoolaameeSquare::at(y, x)
    }
}
