//! Defines the steps of a token, their squares on the shared track, and the squares' names.

use std::fmt;

use crate::seat::Seat;

/// Step of a token in its yard.
pub const YARD: i8 = -1;
/// Step of a token that has left its yard and waits next to the track.
pub const READY: i8 = 0;
/// Last step on the track; the seat's home squares follow.
pub const LAST_ON_TRACK: i8 = 50;
/// Step of a finished token.
pub const END: i8 = 57;
/// Number of squares of the track, which all seats share.
pub const TRACK: i8 = 56;
/// The roll that lets a token leave the yard and gives a bonus roll.
pub const SIX: u8 = 6;

/// Returns true if a roll is too high to finish, so that the token walks the rest back from the end.
pub const fn bounces(step: i8, roll: u8) -> bool {
    step + roll.cast_signed() > END
}

/// Returns the step on which a token lands; the token must be able to move by the roll.
pub const fn land(step: i8, roll: u8) -> i8 {
    let ahead = step + roll.cast_signed();
    match step {
        YARD => READY,
        _ if bounces(step, roll) => 2 * END - ahead,
        _ => ahead,
    }
}

/// Returns true if two tokens of one seat are stacked when they share this step.
pub const fn stacks(step: i8) -> bool {
    READY < step && step < END
}

/// Returns the track square, 1 to 56, of a seat's step; `None` if the step isn't on the track.
pub fn square(seat: Seat, step: i8) -> Option<i8> {
    const STARTS: [i8; 4] = [1, 15, 29, 43];
    let on_track = READY < step && step <= LAST_ON_TRACK;
    on_track.then(|| (STARTS[seat.index()] + step - 2) % TRACK + 1)
}

/// A square; its `Display` is its name: `H`, `R`, the track number, `A1` to `D6`, or `E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LudoSquare {
    /// The seat of the token.
    pub seat: Seat,
    /// The step of the token.
    pub step: i8,
}

impl LudoSquare {
    /// Returns the name by which only this seat's square is known: `AH`, `AR` and `AE` for those outside the track.
    pub fn on_the_board(self) -> String {
        match self.step {
            YARD | READY | END => format!("{}{self}", self.seat),
            _ => self.to_string(),
        }
    }
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
