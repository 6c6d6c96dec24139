//! Round robin: everybody meets everybody, in every seat.

use crate::blocks::Blocks;
use crate::fixed::Fixed;
use crate::groups::Groups;
use crate::plan::{Plan, PlanError};

/// A round robin, each block of which plays each deal in every rotation: of all blocks, or of so
/// many of each bot in a round.
pub(crate) fn round_robin(plan: &Plan, groups: Option<u32>) -> Result<Fixed, PlanError> {
    let seats = plan.setup.seats.len();
    if let Some(each) = groups {
        Groups::check(plan.bots.len(), seats, each)?;
    }
    Fixed::new(plan, |arrival| {
        let grouped = groups.and_then(|each| Groups::new(plan, arrival, each));
        Ok(match grouped {
            Some(groups) => Box::new(groups),
            None => Box::new(Blocks::new(arrival, seats).ok_or(PlanError::TooMany)?),
        })
    })
}
