//! Defines a position: its legal moves, points and ending.

use std::sync::Arc;

use crate::game::Ending;
use crate::seat::Seat;

use super::layout::TileLayout;
use super::square::KoolaameeSquare;
use super::tile::KIND_COUNT;

/// Number of marbles of each player.
pub(super) const MARBLES: u32 = 28;

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoolaameeState {
    pub(super) layout: Arc<TileLayout>,
    /// The squares with marbles of A and of B.
    pub(super) marbles: [u128; 2],
    /// The player to move.
    pub(super) player: Seat,
    /// The square of the opponent's last marble.
    pub(super) last: Option<KoolaameeSquare>,
    /// The square of the last marble of the player to move.
    pub(super) own_square: Option<KoolaameeSquare>,
    /// Number of marbles that A and B have not placed yet.
    pub(super) left: [u32; 2],
    /// Number of tiles of each kind that are left to lay; all of these can be laid. Marbles follow when it is 0 for all
    /// kinds.
    pub(super) to_lay: [u32; KIND_COUNT],
}

impl KoolaameeState {
    /// Returns the start position on a board.
    pub(super) fn new(layout: Arc<TileLayout>) -> KoolaameeState {
        KoolaameeState {
            layout,
            marbles: [0; 2],
            player: Seat::A,
            last: None,
            own_square: None,
            left: [MARBLES; 2],
            to_lay: [0; KIND_COUNT],
        }
    }

    /// Returns true if a marble is on the board.
    pub fn has_marbles(&self) -> bool {
        self.marbles != [0; 2]
    }

    /// Returns the squares on which the player to move may put a marble; none in a draft, and if the game is over.
    pub(super) fn targets(&self) -> u128 {
        if self.is_draft() || self.left[self.player.index()] == 0 {
            return 0;
        }
        let layout = &*self.layout;
        let in_line = self
            .last
            .map_or(layout.squares, |s| layout.reach[s.index()]);
        let own_tile = self.own_square.map_or(0, |s| layout.tile[s.index()]);
        in_line & !own_tile & !(self.marbles[0] | self.marbles[1])
    }

    /// Puts a marble of the player to move on a square.
    pub(super) fn place(&mut self, square: KoolaameeSquare) {
        let me = self.player.index();
        self.marbles[me] |= square.mask();
        self.left[me] -= 1;
        self.own_square = self.last;
        self.last = Some(square);
        self.player = self.player.other();
    }

    /// Returns the ending; `None` if the player to move has a legal move.
    pub(super) fn ending(&self) -> Option<Ending> {
        if self.is_draft() || self.targets() != 0 {
            return None;
        }
        let reason = if self.left[self.player.index()] == 0 {
            "marbles"
        } else {
            "blocked"
        };
        let [a, b] = self.points();
        let score = vec![(Seat::A, i64::from(a)), (Seat::B, i64::from(b))];
        Some(Ending::by_score(score, reason))
    }

    /// Returns the points of A and of B: the number of squares of the tiles on which they have more marbles.
    pub fn points(&self) -> [u32; 2] {
        let mut points = [0; 2];
        for tile in self.layout.tiles {
            if let Some(owner) = self.owner(tile) {
                points[owner.index()] += tile.count_ones();
            }
        }
        points
    }

    /// Returns the player with more marbles on a tile; `None` if both have the same number.
    pub(super) fn owner(&self, tile: u128) -> Option<Seat> {
        let [a, b] = self.marbles.map(|marbles| (marbles & tile).count_ones());
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Seat::A),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Seat::B),
        }
    }

    /// Returns an upper bound for the number of moves that can follow: all tiles are laid, and then the players
    /// alternate until one has no marble left.
    pub(super) fn max_plies(&self) -> u64 {
        let mine = self.left[self.player.index()];
        let other = self.left[self.player.other().index()];
        let marbles = |first: u32, second: u32| (2 * first).min(2 * second + 1);
        let tiles: u32 = self.to_lay.iter().sum();
        let most = if tiles == 0 {
            marbles(mine, other)
        } else {
            // Either player may be the first: some tiles may not fit.
            tiles + marbles(mine, other).max(marbles(other, mine))
        };
        u64::from(most)
    }
}
