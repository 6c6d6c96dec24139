//! Gauntlet: measures newcomers against a field that is established.
//!
//! Each game has one newcomer, and the other seats are filled from the field; newcomers don't meet each
//! other, and the field doesn't play among itself. So in games with more than two seats, each newcomer plays
//! every combination of opponents from the field. A bot that joins later is a newcomer if it is named as one;
//! otherwise it belongs to the field, and the newcomers meet it too.

use std::collections::HashSet;

use crate::blocks::Blocks;
use crate::fixed::{Draw, Fixed};
use crate::plan::{Attendance, Plan, PlanError};

/// Creates the gauntlet of these newcomers; returns an error if a name is unknown or no game is possible.
pub(crate) fn gauntlet(plan: &Plan, newcomers: &[String]) -> Result<Fixed, PlanError> {
    let everybody: Vec<&str> = plan.everybody().map(|bot| bot.name.as_str()).collect();
    let stranger = newcomers
        .iter()
        .find(|name| !everybody.contains(&name.as_str()));
    if let Some(name) = stranger {
        return Err(PlanError::Format(format!(
            "newcomers: {name:?} doesn't take part; expected names of bots"
        )));
    }
    let newcomers: HashSet<&str> = newcomers.iter().map(String::as_str).collect();
    let seats = plan.setup.seats.len();
    let fixed = Fixed::new(plan, |arrival| {
        let runs = |bot: &usize| newcomers.contains(everybody[*bot]);
        let tables = Tables::new(arrival, runs, seats).ok_or(PlanError::TooMany)?;
        Ok(Box::new(tables))
    })?;
    if fixed.is_empty() {
        return Err(PlanError::Format(format!(
            "newcomers: a table has one newcomer and {} of the others, but of {} bots {} are \
             newcomers; name fewer or more, or add bots",
            seats - 1,
            everybody.len(),
            newcomers.len()
        )));
    }
    Ok(fixed)
}

/// The games of a chapter: those in which at least one bot is new.
struct Tables {
    parts: [Part; 2],
}

/// Each of these newcomers against each of these combinations of opponents.
struct Part {
    runners: Vec<usize>,
    guests: Blocks,
}

impl Tables {
    fn new(arrival: &Attendance, runs: impl Fn(&usize) -> bool, seats: usize) -> Option<Tables> {
        let part = |bots: &[usize]| -> (Vec<usize>, Vec<usize>) {
            bots.iter().copied().partition(|bot| runs(bot))
        };
        let (old_runners, old_field) = part(&arrival.here);
        let (new_runners, new_field) = part(&arrival.new);
        let whole = Attendance {
            here: Vec::new(),
            new: [&old_field[..], &new_field[..]].concat(),
        };
        let grown = Attendance {
            here: old_field,
            new: new_field,
        };
        let parts = [
            Part::new(new_runners, &whole, seats)?,
            Part::new(old_runners, &grown, seats)?,
        ];
        Some(Tables { parts })
    }
}

impl Part {
    fn new(runners: Vec<usize>, field: &Attendance, seats: usize) -> Option<Part> {
        let guests = Blocks::new(field, seats - 1)?;
        runners.len().checked_mul(guests.count())?;
        Some(Part { runners, guests })
    }

    fn count(&self) -> usize {
        self.runners.len() * self.guests.count()
    }
}

impl Draw for Tables {
    fn count(&self) -> usize {
        self.parts
            .iter()
            .map(Part::count)
            .fold(0, usize::saturating_add)
    }

    /// Cycles through the newcomers.
    fn block(&mut self, _round: usize, index: usize) -> Vec<usize> {
        let [first, second] = &self.parts;
        let (part, index) = if index < first.count() {
            (first, index)
        } else {
            (second, index - first.count())
        };
        let mut block = part.guests.nth(index / part.runners.len());
        block.push(part.runners[index % part.runners.len()]);
        block.sort_unstable();
        block
    }
}
