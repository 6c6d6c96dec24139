//! Seats: the places of the players in a game.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place in a game, written as a letter: `A` is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const A: Seat = Seat(0);
    /// The second seat.
    pub const B: Seat = Seat(1);
    /// The third seat.
    pub const C: Seat = Seat(2);
    /// The fourth seat.
    pub const D: Seat = Seat(3);
    /// All seats, in order.
    pub const ALL: [Seat; 4] = [Seat::A, Seat::B, Seat::C, Seat::D];

    /// Returns the index: 0 for A to 3 for D.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter, `A` to `D`.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// Returns the seat of an upper-case letter; `None` if there is none.
    pub fn from_letter(letter: char) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.letter() == letter)
    }

    /// Returns the other one of the two seats A and B.
    #[must_use]
    pub const fn other(self) -> Seat {
        if self.0 == 0 { Seat::B } else { Seat::A }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Seat::from_letter(letter).ok_or_else(|| D::Error::custom("expected a seat from A to D"))
    }
}
