//! The way of a token: steps, the shared track squares that they mean, and the squares' names.

use std::fmt;

use crate::seat::Seat;

/// The step of a token in its yard.
pub const YARD: i8 = -1;
/// The step of a token that has left its yard and waits beside the track.
pub const READY: i8 = 0;
/// The last step on the track; the own home squares follow.
pub const LAST_ON_TRACK: i8 = 50;
/// The step of a finished token.
pub const END: i8 = 57;
/// Squares of the track, shared by all seats.
pub const TRACK: i8 = 56;
/// The die's face that opens the yard and earns a bonus roll.
pub const SIX: u8 = 6;

/// Whether a roll is too high to finish, so that its rest is walked back from the end.
pub const fn bounces(step: i8, roll: u8) -> bool {
    step + roll.cast_signed() > END
}

/// Where a roll takes a token that can move by it.
pub const fn land(step: i8, roll: u8) -> i8 {
    let ahead = step + roll.cast_signed();
    match step {
        YARD => READY,
        _ if bounces(step, roll) => 2 * END - ahead,
        _ => ahead,
    }
}

/// Whether two own tokens that share this step are stacked.
pub const fn stacks(step: i8) -> bool {
    READY < step && step < END
}

/// The track square, 1 to 56, that a step means for a seat; none for steps off the track.
pub fn square(seat: Seat, step: i8) -> Option<i8> {
    const STARTS: [i8; 4] = [1, 15, 29, 43];
    let on_track = READY < step && step <= LAST_ON_TRACK;
    on_track.then(|| (STARTS[seat.index()] + step - 2) % TRACK + 1)
}

/// A square by its name: `H`, `R`, the track number, `A1` to `D6`, `E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LudoSquare {
    /// Whose token stands there.
    pub seat: Seat,
    /// On which step.
    pub step: i8,
}

impl fmt::Display for LudoSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.step, square(self.seat, self.step)) {
            (_, Some(number)) => write!(f, "{number}"),
            (YARD, _) => f.write_str("H"),
            (READY, _) => f.write_str("R"),
            (END, _) => f.write_str("E"),
            (step, None) => write!(f, "{}{}", self.seat, step - LAST_ON_TRACK),
        }
    }
}
