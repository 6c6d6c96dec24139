//! Keeps the lateness in earlier attempts at a game: a seat that was late in each loses if it is late in the
//! last.

use referee_record::{FaultDetail, Lateness};

/// The attempts before this one.
#[derive(Clone, Debug, Default)]
pub(crate) struct PastAttempts {
    /// Which attempt this is, from 1.
    pub(crate) attempt: u32,
    /// Lateness of a seat that made earlier attempts void.
    pub(crate) earlier: Vec<Lateness>,
    tries: u32,
}

impl PastAttempts {
    /// Creates the history of attempt number `attempt`, where `tries` attempts count in all.
    pub(crate) fn new(attempt: u32, tries: u32, earlier: Vec<Lateness>) -> PastAttempts {
        PastAttempts {
            attempt,
            earlier,
            tries,
        }
    }

    /// Tells if a seat loses by this lateness, however much time others took from it.
    pub(crate) fn condemns(&self, late: &Lateness) -> bool {
        !late.is_explained()
            && Lateness::condemns(late.seat, self.attempt, self.tries, &self.earlier)
    }

    /// Returns the lateness by which a seat loses: one that was late, and then made another fault, loses by that alone.
    pub(crate) fn losing(detail: FaultDetail, late: Option<Lateness>) -> Option<Lateness> {
        late.filter(|_| detail == FaultDetail::AlwaysLate)
    }

    /// Completes the lateness of a void attempt.
    pub(crate) fn note(&self, late: Lateness) -> Lateness {
        Lateness {
            attempt: self.attempt,
            always: Lateness::in_each(late.seat, self.attempt, &self.earlier),
            ..late
        }
    }

    /// Explains why such a seat loses; `why` is the reason of its present lateness.
    pub(crate) fn sentence(&self, why: &str) -> String {
        let attempts = self.attempt;
        format!(
            "{why}; but the seat, and no other, was late in each of the {attempts} attempts at this game, so \
             it loses the last one"
        )
    }
}

#[cfg(test)]
mod tests {
    use referee_record::TimeBreakdown;

    use super::*;

    #[test]
    fn another_fault_has_nothing_to_do_with_its_lateness() {
        let late = Lateness {
            attempt: 3,
            seat: 'A',
            late_ns: 1,
            shares: TimeBreakdown::default(),
            always: true,
        };
        let losing = |detail| PastAttempts::losing(detail, Some(late));
        assert_eq!(losing(FaultDetail::AlwaysLate), Some(late));
        assert_eq!(losing(FaultDetail::RanOn), None);
        assert_eq!(losing(FaultDetail::Late), None);
    }
}
