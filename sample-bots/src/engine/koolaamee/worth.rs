//! Evaluates tiles: points, weighted by the chances to win the tile.
//!
//! Some of a tile's free squares will be taken, by either player with the same probability. So a
//! tile's value is its points times the probability that it is won minus the probability that it is
//! lost.

/// Number of squares of the biggest tile, plus one for zero.
const COUNTS: usize = 7;
/// Probability, in percent, that a player takes a free square; the same for both players.
const TAKEN: i64 = 25;
/// Value of a point.
pub(super) const POINT: i32 = 100;

/// The value of a tile for a player, by the tile's size, the player's marbles and the opponent's
/// marbles.
pub(super) struct SquareWorth([[[i32; COUNTS]; COUNTS]; COUNTS]);

impl SquareWorth {
    pub(super) fn new() -> SquareWorth {
        let mut worth = [[[0; COUNTS]; COUNTS]; COUNTS];
        for (size, worth) in worth.iter_mut().enumerate() {
            for (own_count, worth) in worth.iter_mut().enumerate().take(size + 1) {
                for (other, worth) in worth.iter_mut().enumerate().take(size - own_count + 1) {
                    *worth = expected(size, own_count, other);
                }
            }
        }
        SquareWorth(worth)
    }

    pub(super) fn of(&self, size: u32, own_count: u32, other: u32) -> i32 {
        self.0[size as usize][own_count as usize][other as usize]
    }
}

/// Returns the value of a tile, [`POINT`] for each point, over all continuations weighted by their
/// probability.
fn expected(size: usize, own_count: usize, other: usize) -> i32 {
    // Weight of each lead: index `COUNTS` is a tie. The weights sum to 100 to the power of the
    // number of squares filled.
    let mut chances = [0_i64; 2 * COUNTS + 1];
    chances[COUNTS + own_count - other] = 1;
    let free = size - own_count - other;
    for _ in 0..free {
        let mut next = [0; 2 * COUNTS + 1];
        for (lead, chance) in chances.into_iter().enumerate().filter(|(_, c)| *c > 0) {
            next[lead + 1] += chance * TAKEN;
            next[lead - 1] += chance * TAKEN;
            next[lead] += chance * (100 - 2 * TAKEN);
        }
        chances = next;
    }
    let all: i64 = chances.iter().sum();
    let won: i64 = chances[COUNTS + 1..].iter().sum();
    let lost: i64 = chances[..COUNTS].iter().sum();
    let points = i64::try_from(size).unwrap_or(0) * i64::from(POINT);
    i32::try_from(points * (won - lost) / all).unwrap_or(0)
}
