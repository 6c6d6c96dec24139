//! Limits on the time and the depth that a bot may spend on one turn.

use std::time::{Duration, Instant};

use crate::sdk::{BotTurn, Clock};

/// Time kept in reserve for a busy machine, which can delay a bot by some milliseconds.
const MARGIN: Duration = Duration::from_millis(15);
/// Upper bound for one move of a level that otherwise uses all its time: a tournament that gives
/// slow guests a minute per move shouldn't wait for it.
const PATIENCE: Duration = Duration::from_secs(1);
/// Number of moves that a clock is assumed to last for when the referee gives no other hint.
const MOVES_TO_GO: u64 = 30;

/// The greatest search depth in plies.
pub(crate) const MAX_DEPTH: u32 = 64;

/// Limits of a search; it ends at the first one reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchLimits {
    /// The greatest depth in plies.
    pub(crate) depth: u32,
    /// The greatest number of positions.
    pub(crate) nodes: u64,
    /// The time at which the search ends, if any.
    pub(crate) until: Option<Instant>,
}

impl SearchLimits {
    /// Returns true if the referee says how much to think. A cap alone doesn't count: it is there
    /// to end a game with a bot that hangs.
    pub(crate) fn is_limited(clock: &Clock) -> bool {
        [clock.move_ms, clock.clock_ms, clock.nodes, clock.depth] != [None; 4]
    }

    /// Returns true if the time is up.
    pub(crate) fn late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Adapts the limits for a bot that uses all its time: its thinking stays bounded, unless the
    /// referee asks for a depth or a number of positions.
    pub(crate) fn patient(self, turn: &BotTurn) -> SearchLimits {
        let wished = [turn.clock.nodes, turn.clock.depth] != [None; 2];
        let deadline = turn.since.checked_add(PATIENCE).filter(|_| !wished);
        SearchLimits {
            until: [self.until, deadline].into_iter().flatten().min(),
            ..self
        }
    }

    /// Returns the limits of a turn for a bot with its own depth, which a depth set by the referee
    /// replaces.
    pub(crate) fn of(turn: &BotTurn, depth: u32) -> SearchLimits {
        let asked = turn
            .clock
            .depth
            .map(|asked| asked.clamp(1, MAX_DEPTH.into()));
        SearchLimits {
            depth: asked.map_or(depth, |asked| u32::try_from(asked).unwrap_or(MAX_DEPTH)),
            nodes: turn.clock.nodes.unwrap_or(u64::MAX),
            until: budget(&turn.clock).and_then(|budget| turn.since.checked_add(budget)),
        }
    }
}

/// Returns the time for one move: at most 40 % of the time that would lose the game, and never the
/// last moments of it. Returns `None` if nothing limits the time.
fn budget(clock: &Clock) -> Option<Duration> {
    let on_clock = clock.clock_ms.map(|left| {
        let moves = clock
            .moves_left
            .unwrap_or(MOVES_TO_GO)
            .clamp(1, MOVES_TO_GO);
        let each_move = clock
            .inc_ms
            .unwrap_or(0)
            .saturating_add(clock.delay_ms.unwrap_or(0));
        (left, each_move.saturating_add(left / moves))
    });
    let per_move = [clock.move_ms, clock.cap_ms];
    let per_move = per_move.into_iter().flatten().map(|left| (left, left));
    let budget = |(left, share): (u64, u64)| {
        let spendable = Duration::from_millis(left).saturating_sub(MARGIN);
        (Duration::from_millis(share.min(left)) * 2 / 5).min(spendable)
    };
    per_move.chain(on_clock).map(budget).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(clock: &Clock) -> Option<u128> {
        budget(clock).map(|budget| budget.as_millis())
    }

    #[test]
    fn a_move_takes_its_share() {
        let move_ms = |ms| Clock {
            move_ms: Some(ms),
            ..Clock::default()
        };
        let clock = |left, inc, moves_left| Clock {
            clock_ms: Some(left),
            inc_ms: Some(inc),
            moves_left,
            ..Clock::default()
        };
        for (clock, expected) in [
            (move_ms(1000), Some(400)),
            (move_ms(20), Some(5)),
            (move_ms(10), Some(0)),
            (clock(60_000, 0, None), Some(800)),
            (clock(60_000, 500, None), Some(1000)),
            (clock(1000, 5000, None), Some(400)),
            (clock(1000, 0, Some(1)), Some(400)),
            (clock(1000, 0, Some(0)), Some(400)),
            (
                clock(u64::MAX, u64::MAX, None),
                Some(u128::from(u64::MAX) * 2 / 5),
            ),
            (Clock::default(), None),
        ] {
            assert_eq!(ms(&clock), expected, "{clock:?}");
        }
    }

    #[test]
    fn the_narrowest_limit_counts() {
        let clock = Clock {
            move_ms: Some(1000),
            cap_ms: Some(100),
            ..Clock::default()
        };
        assert_eq!(ms(&clock), Some(40));
    }
}
