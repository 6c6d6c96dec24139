//! Who sits first, where a meeting is one game: the rules of FIDE's Dutch system (C.04.3) for
//! colours, with the first seat for white.

/// One of the two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    First,
    Second,
}

impl Seat {
    pub(crate) fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// Where a player sat so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sat {
    /// In the order of the games.
    seats: Vec<Seat>,
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
    pub(crate) fn push(&mut self, seat: Seat) {
        self.seats.push(seat);
        self.balance += match seat {
            Seat::First => 1,
            Seat::Second => -1,
        };
    }

    /// The seat that the player is due, if it sat anywhere.
    pub(crate) fn due(&self) -> Option<(Seat, Due)> {
        let last = *self.seats.last()?;
        let lesser = match self.balance {
            ..0 => Seat::First,
            0 => last.other(),
            1.. => Seat::Second,
        };
        let running = self.seats.len() > 1 && self.seats[self.seats.len() - 2] == last;
        Some(match self.balance.abs() {
            2.. => (lesser, Due::Absolute),
            _ if running => (last.other(), Due::Running),
            1 => (lesser, Due::Strong),
            _ => (lesser, Due::Mild),
        })
    }

    /// The seat that is due in view of the last round in which the two sat differently.
    fn turn_about(&self, other: &Sat) -> Option<Seat> {
        let both = self.seats.iter().rev().zip(other.seats.iter().rev());
        let differ = both.into_iter().find(|(own, other)| own != other);
        differ.map(|(own, _)| own.other())
    }
}

/// What it costs if two meet: one of them would sit thrice running in a seat; not where it is due;
/// not even where it is due with some strength. Nothing is given where one would sit in a seat three
/// times more than in the other: these two can't meet.
pub(crate) fn conflict(one: &Sat, other: &Sat) -> Option<[u64; 3]> {
    let (Some((seat, due)), Some((same, also))) = (one.due(), other.due()) else {
        return Some([0; 3]);
    };
    let weaker = due.min(also);
    let least = |due| u64::from(seat == same && weaker >= due);
    let costs = [least(Due::Running), least(Due::Mild), least(Due::Strong)];
    (least(Due::Absolute) == 0).then_some(costs)
}

/// Where the better ranked of two players sits. `number` is its place in the initial ranking from 0,
/// and decides where neither sat anywhere before.
pub(crate) fn seat(better: &Sat, other: &Sat, number: usize, best_first: bool) -> Seat {
    let odd = number.is_multiple_of(2);
    let fresh = if odd == best_first {
        Seat::First
    } else {
        Seat::Second
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
