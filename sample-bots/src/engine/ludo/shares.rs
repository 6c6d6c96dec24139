//! Evaluates a position for each seat: the expected share of its opponents that it leaves behind.

use referee_games::Seat;
use referee_games::ludo::{LudoState, Pair};

use super::race::Race;

/// The value of a position for the seats A to D, from 0 to 1.
pub(super) type Shares = [f32; 4];

/// Mean number of rolls in a turn; a six gives one more.
const ROLLS: f32 = 7.0 / 6.0;
/// Variance, per turn, of the difference between two seats' steps.
const SCATTER: f32 = 12.0;
/// Minimum variance, to avoid a division by zero.
const LEAST: f32 = 0.1;
/// Factor with which a logistic curve approximates a normal one.
const LOGISTIC: f32 = 1.7;

/// When a seat is expected to finish, and the sum of its steps.
#[derive(Clone, Copy)]
struct Runner {
    seat: Seat,
    /// Expected number of turns from now.
    time: f32,
    variance: f32,
    steps: f32,
}

/// Returns the expected shares before the die is cast.
pub(super) fn expected(race: &Race, state: &LudoState) -> Shares {
    let mut shares = Shares::default();
    if let Some(ending) = state.ending() {
        for (seat, place) in &ending.places {
            let behind = ending
                .places
                .iter()
                .map(|(_, other)| match other.cmp(place) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                });
            // The sum includes the seat compared with itself, which is one half.
            let behind: f32 = behind.sum::<f32>() - 0.5;
            shares[seat.index()] = behind / small(ending.places.len() - 1);
        }
        return shares;
    }
    let left = small(state.rolls_left as usize) / (ROLLS * small(state.tokens.playing()));
    let mut before: [Option<Runner>; 4] = [None; 4];
    let mut count = 0;
    for (seat, pair) in state.tokens.iter() {
        let one = runner(race, state, seat, pair);
        for other in before.iter().flatten() {
            let ahead = chance(&one, other, left);
            shares[one.seat.index()] += ahead;
            shares[other.seat.index()] += 1.0 - ahead;
        }
        before[count] = Some(one);
        count += 1;
    }
    let others = small(count.max(2) - 1);
    shares.map(|share| share / others)
}

fn runner(race: &Race, state: &LudoState, seat: Seat, pair: Pair) -> Runner {
    let placed = state.placed[seat.index()];
    let (time, variance) = if placed > 0 {
        // Finished seats come before all others, in the order of finishing.
        (f32::from(placed) - 1000.0, 0.0)
    } else if seat != state.player {
        let wait = (seat.index() + 4 - state.player.index()) % 4;
        let turns = race.fresh(pair);
        (turns.mean - 1.0 + small(wait) / 4.0, turns.variance())
    } else if state.bonus {
        let turns = race.bonus(pair);
        (turns.mean, turns.variance())
    } else {
        let turns = race.fresh(pair);
        (turns.mean - 1.0, turns.variance())
    };
    Runner {
        seat,
        time,
        variance,
        steps: pair.iter().map(|step| f32::from(*step)).sum(),
    }
}

/// Returns the probability that one seat finishes before another, or, if the rolls run out before
/// that, that it has more steps.
fn chance(one: &Runner, other: &Runner, left: f32) -> f32 {
    let (lead, variance) = if one.time.min(other.time) > left {
        (one.steps - other.steps, SCATTER * left)
    } else {
        (other.time - one.time, one.variance + other.variance)
    };
    let deviations = lead / variance.max(LEAST).sqrt();
    1.0 / (1.0 + (-LOGISTIC * deviations).exp())
}

#[expect(clippy::cast_precision_loss, reason = "nothing here needs all digits")]
fn small(number: usize) -> f32 {
    number as f32
}
