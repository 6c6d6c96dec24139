//! What tiles are worth: the points, and what they may become.
//!
//! Of a tile's free squares some will be taken, by either player alike. So a tile is worth its points
//! times how much likelier it is to be won than to be lost.

/// The squares of the biggest tile, and none.
const COUNTS: usize = 7;
/// The chance, in percent, that one player takes a free square; as much for the other one.
const TAKEN: i64 = 25;
/// The worth of a point.
pub(super) const POINT: i32 = 100;

/// By the squares of a tile, one's own marbles and the opponent's: worth for oneself.
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

/// Points are 100 each; the chances of all ways to go on are summed up.
fn expected(size: usize, own_count: usize, other: usize) -> i32 {
    // By lead, from -size to size: its chance in parts of 100 to the power of the squares filled.
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
