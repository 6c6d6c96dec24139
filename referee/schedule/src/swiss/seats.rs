//! Who sits first, where a meeting is one game: the rules of FIDE's Dutch system (C.04.3) for
//! colours, with the first seat for white.

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

/// Where a player sat so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sat {
    /// In the order of the games.
    seats: Vec<SwissSeat>,
    /// How much oftener first than second.
    balance: i32,
}

/// How much a player is due a seat, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Due {
    /// It sat in both equally often, and last in the other.
    Mild,
    /// It sat once more in the other.
    Strong,
    /// It would sit in the other for the third time running.
    Running,
    /// It sat twice more in the other.
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

    /// The seat that the player is due, if it sat anywhere.
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

    /// How many games it has sat in.
    pub(crate) fn games(&self) -> usize {
        self.seats.len()
    }

    /// The seat that it had in the last two games, if it was the same.
    fn twice(&self) -> Option<SwissSeat> {
        let last = *self.seats.last()?;
        let before = self.seats.len().checked_sub(2)?;
        (self.seats[before] == last).then_some(last)
    }

    /// The seat that is due in view of the last round in which the two sat differently.
    fn turn_about(&self, other: &Sat) -> Option<SwissSeat> {
        let both = self.seats.iter().rev().zip(other.seats.iter().rev());
        let differ = both
            .into_iter()
            .find(|(swiss_seat, other)| swiss_seat != other);
        differ.map(|(swiss_seat, _)| swiss_seat.other())
    }
}

/// What two have against each other's seats in FIDE's Dutch system, where both are due the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claims {
    /// Each of them is due it absolutely: it sat twice more, or twice running, in the other.
    pub(crate) absolute: bool,
    /// What the criteria C10 to C13 count: one would sit in a seat three times more than in the other;
    /// one for the third time running; one not where it is due; one not where it is due with some
    /// strength, though not absolutely.
    pub(crate) denied: [bool; 4],
}

/// What two have against each other's seats.
pub(crate) fn claims(one: &Sat, other: &Sat) -> Claims {
    let (Some((seat, due)), Some((same, also))) = (one.due(), other.due()) else {
        return Claims::default();
    };
    if seat != same {
        return Claims::default();
    }
    let weaker = due.min(also);
    let absolute = weaker >= Due::Running;
    // Who sat in the other seat less often has it now.
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

/// Where the better ranked of two players sits. `number` is its place in the initial ranking from 0,
/// and decides where neither sat anywhere before.
pub(crate) fn seat(better: &Sat, other: &Sat, number: usize, best_first: bool) -> SwissSeat {
    let odd = number.is_multiple_of(2);
    let fresh = if odd == best_first {
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

    /// `f` for the first seat, `s` for the second.
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
            // The one that sat there less often has to, and so for the third time running.
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
            // The other sat twice more in the first seat.
            ("f", "ff", SwissSeat::First),
            // Both are due the first seat; in the second round only one of them had it.
            ("sffs", "fsfs", SwissSeat::Second),
            ("fsfs", "sffs", SwissSeat::First),
            ("f", "f", SwissSeat::Second),
        ] {
            assert_eq!(
                seat(&sat(better), &sat(other), 3, true),
                seated,
                "{better} {other}"
            );
        }
        let fresh = |number, best_first| seat(&sat(""), &sat(""), number, best_first);
        assert_eq!(
            [fresh(0, true), fresh(1, true)],
            [SwissSeat::First, SwissSeat::Second]
        );
        assert_eq!(
            [fresh(0, false), fresh(1, false)],
            [SwissSeat::Second, SwissSeat::First]
        );
    }
}
