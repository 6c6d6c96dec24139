//! What was in the attempts before at a game: a seat that was late in each has no more excuses in the last.

use referee_record::Lateness;

/// The attempts before this one.
#[derive(Clone, Debug, Default)]
pub(crate) struct PastAttempts {
    /// Which attempt this is, from 1.
    pub(crate) attempt: u32,
    /// What made those before it void, as far as a seat was late.
    pub(crate) earlier: Vec<Lateness>,
    /// The seat that loses if it is late once more.
    always: Option<char>,
}

impl PastAttempts {
    /// Of the given attempt, where there are `tries` in all.
    pub(crate) fn new(attempt: u32, tries: u32, earlier: Vec<Lateness>) -> PastAttempts {
        PastAttempts {
            attempt,
            always: Lateness::always(attempt, tries, &earlier),
            earlier,
        }
    }

    /// Whether a seat loses by being late, whatever was taken from it.
    pub(crate) fn condemns(&self, seat: char) -> bool {
        self.always == Some(seat)
    }

    /// Why it does, where this is `why` it was late now.
    pub(crate) fn sentence(&self, why: &str) -> String {
        let attempts = self.attempt;
        format!(
            "{why}; but the seat, and no other, was late in each of the {attempts} attempts at this game, so \
             it loses the last one"
        )
    }
}
