//! Round robin: all bots meet each other, in every seat.

use crate::blocks::Blocks;
use crate::fixed::Fixed;
use crate::groups::Groups;
use crate::plan::{Plan, PlanError};

/// Creates a round robin, in which each block plays each deal in every rotation: all blocks, or with `groups`
/// so many blocks of each bot in a round. Returns an error if groups or games are out of range.
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
