//! Assigns the first seat if a meeting is one game: the rules of FIDE's Dutch system (C.04.3) for colours,
//! with the first seat for white.

/// One of the two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SwissSeat {
    First,
    Second,
}

impl SwissSeat {
    pub(crate) fn other(self) -> SwissSeat {
        match self {
            SwissSeat::First => SwissSeat::Second,
            SwissSeat::Second => SwissSeat::First,
        }
    }
}

/// Seats that a player has had so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sat {
    /// Seats in the order of the games.
    seats: Vec<SwissSeat>,
    /// Number of games in the first seat minus those in the second.
    balance: i32,
}

/// Strength of a player's seat preference (FIDE's colour preference), weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Due {
    /// It had both seats equally often, and the other one last.
    Mild,
    /// It had the other seat once more.
    Strong,
    /// It would have the other seat for the third time in a row.
    Running,
    /// It had the other seat twice more.
    Absolute,
}

impl Sat {
    pub(crate) fn push(&mut self, seat: SwissSeat) {
        self.seats.push(seat);
        self.balance += match seat {
            SwissSeat::First => 1,
            SwissSeat::Second => -1,
        };
    }

    /// Returns the seat that the player is due, and how strongly; None if it hasn't played.
    pub(crate) fn due(&self) -> Option<(SwissSeat, Due)> {
        let last = *self.seats.last()?;
        let lesser = match self.balance {
            ..0 => SwissSeat::First,
            0 => last.other(),
            1.. => SwissSeat::Second,
        };
        Some(match self.balance.abs() {
            2.. => (lesser, Due::Absolute),
            _ if self.twice().is_some() => (last.other(), Due::Running),
            1 => (lesser, Due::Strong),
            _ => (lesser, Due::Mild),
        })
    }

    /// Returns the number of games it has played.
    pub(crate) fn games(&self) -> usize {
        self.seats.len()
    }

    /// Returns the seat that it had in both of the last two games, if it was the same.
    fn twice(&self) -> Option<SwissSeat> {
        let last = *self.seats.last()?;
        let before = self.seats.len().checked_sub(2)?;
        (self.seats[before] == last).then_some(last)
    }

    /// Returns the seat that is due because of the last round in which the two had different seats.
    fn turn_about(&self, other: &Sat) -> Option<SwissSeat> {
        let both = self.seats.iter().rev().zip(other.seats.iter().rev());
        let differ = both
            .into_iter()
            .find(|(swiss_seat, other)| swiss_seat != other);
        differ.map(|(swiss_seat, _)| swiss_seat.other())
    }
}

/// Conflict between two players' seat preferences in FIDE's Dutch system, if both are due the same seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claims {
    /// Each of them has an absolute preference: it had the other seat twice more, or twice in a row.
    pub(crate) absolute: bool,
    /// The criteria C10 to C13: a player would have a seat three times more than the other; a player would
    /// have it for the third time in a row; a player doesn't get the seat it is due; a player doesn't get the
    /// seat that it is strongly, though not absolutely, due.
    pub(crate) denied: [bool; 4],
}

/// Returns the conflict between two players' seat preferences.
pub(crate) fn claims(one: &Sat, other: &Sat) -> Claims {
    let (Some((seat, due)), Some((same, also))) = (one.due(), other.due()) else {
        return Claims::default();
    };
    if seat != same {
        return Claims::default();
    }
    let weaker = due.min(also);
    let absolute = weaker >= Due::Running;
    // The player that had the other seat less often gets it now.
    let thrice = |sat: &Sat| sat.twice() == Some(seat.other());
    let again = match one.balance.abs().cmp(&other.balance.abs()) {
        std::cmp::Ordering::Less => thrice(one),
        std::cmp::Ordering::Equal => thrice(one) && thrice(other),
        std::cmp::Ordering::Greater => thrice(other),
    };
    Claims {
        absolute,
        denied: [
            weaker >= Due::Absolute,
            absolute && again,
            true,
            weaker >= Due::Strong && !absolute,
        ],
    }
}

/// Returns the seat of the better ranked of two players. `number` is its place in the initial ranking from 0,
/// and decides if neither has played before.
pub(crate) fn seat(better: &Sat, other: &Sat, number: usize) -> SwissSeat {
    let fresh = if number.is_multiple_of(2) {
        SwissSeat::First
    } else {
        SwissSeat::Second
    };
    match (better.due(), other.due()) {
        (None, None) => fresh,
        (Some((seat, _)), None) => seat,
        (None, Some((seat, _))) => seat.other(),
        (Some((own, _)), Some((theirs, _))) if own != theirs => own,
        (Some((own, due)), Some((_, also))) => {
            let strength = |due: Due, sat: &Sat| (due, sat.balance.abs());
            match strength(due, better).cmp(&strength(also, other)) {
                std::cmp::Ordering::Greater => own,
                std::cmp::Ordering::Less => own.other(),
                std::cmp::Ordering::Equal => better.turn_about(other).unwrap_or(own),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a history of seats: `f` for the first seat, `s` for the second.
    fn sat(seats: &str) -> Sat {
        let mut sat = Sat::default();
        for seat in seats.chars() {
            sat.push(if seat == 'f' {
                SwissSeat::First
            } else {
                SwissSeat::Second
            });
        }
        sat
    }

    #[test]
    fn what_is_due() {
        for (seats, due) in [
            ("", None),
            ("f", Some((SwissSeat::Second, Due::Strong))),
            ("fs", Some((SwissSeat::First, Due::Mild))),
            ("sf", Some((SwissSeat::Second, Due::Mild))),
            ("ff", Some((SwissSeat::Second, Due::Absolute))),
            ("ssff", Some((SwissSeat::Second, Due::Running))),
            ("sff", Some((SwissSeat::Second, Due::Running))),
            ("ffs", Some((SwissSeat::Second, Due::Strong))),
        ] {
            assert_eq!(sat(seats).due(), due, "{seats}");
        }
    }

    #[test]
    fn claims_are_denied_to_the_weaker() {
        for (one, other, absolute, denied) in [
            ("f", "s", false, [0, 0, 0, 0]),
            ("", "ff", false, [0, 0, 0, 0]),
            ("sf", "f", false, [0, 0, 1, 0]),
            ("f", "ffs", false, [0, 0, 1, 1]),
            ("f", "ff", false, [0, 0, 1, 1]),
            // The player that had the seat less often gets it, and so for the third time in a row.
            ("ff", "sff", true, [0, 1, 1, 0]),
            ("ff", "ff", true, [1, 1, 1, 0]),
            ("ff", "ffsf", true, [1, 0, 1, 0]),
        ] {
            let denied = denied.map(|denied| denied == 1);
            let seat_claims = Claims { absolute, denied };
            assert_eq!(claims(&sat(one), &sat(other)), seat_claims, "{one} {other}");
            assert_eq!(claims(&sat(other), &sat(one)), seat_claims, "{other} {one}");
        }
    }

    #[test]
    fn the_stronger_claim_is_met_then_they_turn_about_then_the_better_is_served() {
        for (better, other, seated) in [
            ("f", "s", SwissSeat::Second),
            ("", "f", SwissSeat::First),
            ("f", "", SwissSeat::Second),
            // The other had the first seat twice more.
            ("f", "ff", SwissSeat::First),
            // Both are due the first seat; in the second round only one of them had it.
            ("sffs", "fsfs", SwissSeat::Second),
            ("fsfs", "sffs", SwissSeat::First),
            ("f", "f", SwissSeat::Second),
        ] {
            assert_eq!(
                seat(&sat(better), &sat(other), 3),
                seated,
                "{better} {other}"
            );
        }
        let fresh = |number| seat(&sat(""), &sat(""), number);
        assert_eq!([fresh(0), fresh(1)], [SwissSeat::First, SwissSeat::Second]);
    }
}
