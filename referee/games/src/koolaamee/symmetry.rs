//! Maps positions by the symmetries of the square grid: turned or mirrored positions play the same.

use std::sync::Arc;

use super::layout::TileLayout;
use super::square::{KoolaameeSquare, SIDE, squares};
use super::state::KoolaameeState;

/// Returns the turned and mirrored positions that differ from the position and from each other. The tiles' letters
/// move along. There are seven of them on a whole board, as seventeen tiles can't all lie across one axis; a few tiles
/// can.
pub(super) fn all(state: &KoolaameeState) -> Vec<KoolaameeState> {
    let mut images = Vec::with_capacity(7);
    for way in 1..8 {
        let image = turned(state, way);
        if image != *state && !images.contains(&image) {
            images.push(image);
        }
    }
    images
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
        to_lay: state.to_lay,
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
