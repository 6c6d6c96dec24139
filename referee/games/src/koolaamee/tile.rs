//! Defines the kinds of tiles, and tiles that lie at a place of the grid.

use std::fmt;
use std::iter;

use super::layout::TILES;
use super::square::{KoolaameeSquare, rectangle};

/// Number of kinds of tiles.
pub(super) const KIND_COUNT: usize = 4;

/// A kind of tile.
#[derive(Clone, Copy)]
pub(super) struct TileKind {
    /// The shorter side, in squares.
    pub(super) short: u32,
    /// The longer side, in squares.
    pub(super) long: u32,
    /// Number of tiles of this kind.
    pub(super) count: u32,
}

/// The kinds of tiles, in the order of state lines.
pub(super) const KINDS: [TileKind; KIND_COUNT] =
    [kind(2, 3, 4), kind(2, 2, 5), kind(1, 3, 4), kind(1, 2, 4)];

const _: () = {
    let [a, b, c, d] = KINDS;
    assert!((a.count + b.count + c.count + d.count) as usize == TILES);
};

const fn kind(short: u32, long: u32, count: u32) -> TileKind {
    TileKind { short, long, count }
}

impl TileKind {
    /// Returns width and height of a tile that stands upright and, if they differ, of one that lies.
    pub(super) fn turns(self) -> impl Iterator<Item = (u32, u32)> {
        let (upright, lying) = ((self.short, self.long), (self.long, self.short));
        iter::once(upright).chain((upright != lying).then_some(lying))
    }
}

impl fmt::Display for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.short, self.long)
    }
}

/// A tile at a place of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoolaameeTile {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The upper left square.
    pub(super) corner: KoolaameeSquare,
}

impl KoolaameeTile {
    /// Returns the tile with a notation such as `3x2e4`, in exactly this spelling. It may be of a size that no kind
    /// has, and reach beyond the grid.
    pub(super) fn parse(notation: &str) -> Option<KoolaameeTile> {
        let (size, corner) = notation.split_at_checked("3x2".len())?;
        let (width, height) = size.split_once('x')?;
        Some(KoolaameeTile {
            width: width.parse().ok()?,
            height: height.parse().ok()?,
            corner: KoolaameeSquare::parse(corner)?,
        })
    }

    /// Returns the index of its kind; `None` if no kind has its size.
    pub(super) fn kind(self) -> Option<usize> {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        let mut kinds = KINDS.into_iter();
        kinds.position(|kind| (kind.short, kind.long) == (short, long))
    }

    /// Returns the squares that it covers; it must be within the grid.
    pub(super) fn squares(self) -> u128 {
        rectangle(self.corner.x(), self.corner.y(), self.width, self.height)
    }
}

impl fmt::Display for KoolaameeTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}{}", self.width, self.height, self.corner)
    }
}
