//! The draft, in which the players lay the tiles of their board: where tiles fit, and when the marbles follow.

use std::sync::Arc;

use super::layout::{TILES, TileLayout};
use super::square::{SIDE, rectangle, squares};
use super::state::KoolaameeState;
use super::tile::{KIND_COUNT, KINDS, KoolaameeTile, TileKind};

impl KoolaameeState {
    /// Returns the start position of a draft: an empty grid, and all tiles to lay.
    pub(super) fn draft() -> KoolaameeState {
        KoolaameeState {
            to_lay: KINDS.map(|kind| kind.count),
            ..KoolaameeState::new(Arc::new(TileLayout::new(&[0; TILES])))
        }
    }

    /// Returns true while the players lay tiles.
    pub fn is_draft(&self) -> bool {
        self.to_lay != [0; KIND_COUNT]
    }

    /// Returns for each kind of tile that is left to lay the number of its tiles, and the number of places that have
    /// room for one, whether it would touch another tile there or not.
    pub fn tiles_left(&self) -> impl Iterator<Item = (u32, u32)> {
        let free = !self.layout.squares;
        let kinds = self.kinds_left();
        kinds.map(move |(kind, left)| (left, room(free, kind)))
    }

    /// Returns the tiles that may be laid: kind by kind, upright tiles first, each from the first square to the last.
    pub(super) fn tile_moves(&self) -> impl Iterator<Item = KoolaameeTile> {
        self.places().flat_map(|(width, height, corners)| {
            squares(corners).map(move |corner| KoolaameeTile {
                width,
                height,
                corner,
            })
        })
    }

    /// Returns the number of tiles that may be laid.
    pub(super) fn count_tile_moves(&self) -> u64 {
        let counts = self.places().map(|(.., corners)| corners.count_ones());
        counts.map(u64::from).sum()
    }

    /// Tells if a tile may be laid.
    pub(super) fn may_lay(&self, tile: KoolaameeTile) -> bool {
        let left = tile.kind().is_some_and(|kind| self.to_lay[kind] > 0);
        left && corners(self.layout.squares, tile.width, tile.height) & tile.corner.mask() != 0
    }

    /// Lays a tile that may be laid.
    pub(super) fn lay(&mut self, tile: KoolaameeTile) {
        self.layout = Arc::new(self.layout.with(tile.squares()));
        if let Some(kind) = tile.kind() {
            self.to_lay[kind] -= 1;
        }
        self.player = self.player.other();
        self.lay_aside();
    }

    /// Lays the kinds of tiles aside that have no room any more.
    ///
    /// Those that are left can be laid: a tile that has room can be moved, square by square, until it touches another.
    pub(super) fn lay_aside(&mut self) {
        let free = !self.layout.squares;
        for (kind, left) in KINDS.into_iter().zip(&mut self.to_lay) {
            if *left > 0 && room(free, kind) == 0 {
                *left = 0;
            }
        }
    }

    /// Returns the width and the height of each tile that is left to lay, as it stands and as it lies, with the
    /// squares on which its upper left corner may be.
    fn places(&self) -> impl Iterator<Item = (u32, u32, u128)> {
        let taken = self.layout.squares;
        let turns = self.kinds_left().flat_map(|(kind, _)| kind.turns());
        turns.map(move |(width, height)| (width, height, corners(taken, width, height)))
    }

    fn kinds_left(&self) -> impl Iterator<Item = (TileKind, u32)> {
        let kinds = KINDS.into_iter().zip(self.to_lay);
        kinds.filter(|(_, left)| *left > 0)
    }
}

/// Returns the squares on which the upper left corner of a tile may be: the tile is free and touches a taken square by
/// an edge; if no square is taken, it is anywhere.
pub(super) fn corners(taken: u128, width: u32, height: u32) -> u128 {
    let free = within(!taken, width, height);
    if taken == 0 {
        free
    } else {
        free & !within(!beside(taken), width, height)
    }
}

/// Returns the number of places with room for a tile, upright or lying.
fn room(free: u128, kind: TileKind) -> u32 {
    let corners = |(width, height)| within(free, width, height).count_ones();
    kind.turns().map(corners).sum()
}

/// Returns the upper left corners of the rectangles of this size whose squares are all in a set.
fn within(set: u128, width: u32, height: u32) -> u128 {
    let inside = rectangle(0, 0, SIDE - width + 1, SIDE - height + 1);
    let offsets = squares(rectangle(0, 0, width, height));
    offsets.fold(inside, |corners, offset| corners & set >> offset.index())
}

/// Returns all squares that share an edge with a square of the set, which may include squares of the set.
fn beside(mask: u128) -> u128 {
    let left = mask & !rectangle(0, 0, 1, SIDE);
    let right = mask & !rectangle(SIDE - 1, 0, 1, SIDE);
    left >> 1 | right << 1 | mask >> SIDE | mask << SIDE
}
