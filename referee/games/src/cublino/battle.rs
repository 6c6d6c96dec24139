//! A battle between two dice on neighbouring squares.

use std::cmp::Ordering;
use std::fmt;

use super::board::CublinoSquare;

/// A battle that a moved die must fight. It depends on the board alone, before any die is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// The die that has moved.
    pub attacker: CublinoSquare,
    /// The opponent's die next to it.
    pub defender: CublinoSquare,
    /// The tops of the attacker's side next to the defender.
    pub attack: u32,
    /// The tops of the defender's side next to the attacker.
    pub defence: u32,
}

impl Battle {
    /// Returns the square of the die that is lost; `None` if the sums are equal.
    pub fn loser(&self) -> Option<CublinoSquare> {
        match self.attack.cmp(&self.defence) {
            Ordering::Less => Some(self.attacker),
            Ordering::Equal => None,
            Ordering::Greater => Some(self.defender),
        }
    }
}

impl fmt::Display for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (attack, defence) = (self.attack, self.defence);
        write!(f, "battle with {}, {attack} to {defence}: ", self.defender)?;
        match self.loser() {
            Some(square) => write!(f, "{square} is lost"),
            None => write!(f, "both stay"),
        }
    }
}
