//! Round robin: everybody meets everybody, in every seat.

use crate::blocks::Blocks;
use crate::fixed::{Draw, Fixed};
use crate::plan::{Plan, PlanError};

/// A round robin of all blocks, each of which plays each deal in every rotation.
pub(crate) fn round_robin(
    plan: &Plan,
    rounds: u32,
    games_per_pair: u32,
) -> Result<Fixed, PlanError> {
    let mut draws: Vec<Box<dyn Draw>> = Vec::new();
    for arrival in plan.arrivals() {
        let blocks = Blocks::new(&arrival, plan.setup.seats.len()).ok_or(PlanError::TooMany)?;
        draws.push(Box::new(blocks));
    }
    Fixed::new(plan, rounds, games_per_pair, draws)
}
