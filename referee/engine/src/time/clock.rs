//! Keeps the clock of a seat: the time that a move may take, and the time left after it.

use std::time::Duration;

use referee_protocol::Clock;
use referee_record::{TimeBudget, TimeControl};

/// The clock of one seat in one game.
#[derive(Clone, Debug)]
pub struct SeatClock {
    control: TimeControl,
    /// Time left, where the clock runs down.
    left: Duration,
    /// Moves made in this period.
    made: u32,
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

impl SeatClock {
    /// Creates a clock at the start of a game.
    pub fn new(control: TimeControl) -> SeatClock {
        let left = match control.budget {
            TimeBudget::Clock { ms: start, .. } => ms(start),
            TimeBudget::Move { .. } | TimeBudget::Untimed { .. } => Duration::ZERO,
        };
        SeatClock {
            control,
            left,
            made: 0,
        }
    }

    /// Returns the time that the next move may take, without the margin.
    pub fn allowed(&self) -> Duration {
        match self.control.budget {
            TimeBudget::Move { ms: each } => ms(each),
            TimeBudget::Clock { delay, .. } => self.left + ms(delay),
            TimeBudget::Untimed { cap } => ms(cap),
        }
    }

    /// Returns the margin that is granted beyond the allowed time.
    pub fn margin(&self) -> Duration {
        ms(self.control.margin_ms)
    }

    /// Tells if the clock runs down from move to move.
    pub fn runs_down(&self) -> bool {
        matches!(self.control.budget, TimeBudget::Clock { .. })
    }

    /// Returns the cap in wall time, where CPU time is charged.
    pub fn cpu_cap(&self) -> Option<Duration> {
        self.control.cpu_cap_ms.map(ms)
    }

    /// Charges a move that was made in time, the margin included.
    pub fn charge(&mut self, spent: Duration) {
        if let TimeBudget::Clock {
            ms: start,
            inc,
            delay,
            moves,
        } = self.control.budget
        {
            self.left = self.left.saturating_sub(spent.saturating_sub(ms(delay))) + ms(inc);
            self.made += 1;
            if moves == Some(self.made) {
                self.made = 0;
                self.left += ms(start);
            }
        }
    }

    /// Returns the milliseconds left on a clock that runs down, `None` for other time controls.
    pub fn left_ms(&self) -> Option<u64> {
        let left = u64::try_from(self.left.as_millis()).unwrap_or(u64::MAX);
        matches!(self.control.budget, TimeBudget::Clock { .. }).then_some(left)
    }

    /// Returns the clock as the bot is told it, without the opponents' clocks.
    pub fn to_protocol(&self) -> Clock {
        let some = |n: u64| (n > 0).then_some(n);
        let mut clock = Clock {
            nodes: self.control.nodes,
            depth: self.control.depth,
            cpu: self.control.cpu_cap_ms.is_some(),
            cap_ms: self.control.cpu_cap_ms,
            ..Clock::default()
        };
        match self.control.budget {
            TimeBudget::Move { ms } => clock.move_ms = Some(ms),
            TimeBudget::Untimed { cap } => clock.cap_ms = Some(cap),
            TimeBudget::Clock {
                inc, delay, moves, ..
            } => {
                clock.clock_ms = self.left_ms();
                // An increment is sent even where it is 0, unless there is a delay.
                clock.inc_ms = (delay == 0).then_some(inc);
                clock.delay_ms = some(delay);
                clock.moves_left = moves.map(|all| u64::from(all - self.made));
            }
        }
        clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(inc: u64, delay: u64, moves: Option<u32>) -> SeatClock {
        let budget = TimeBudget::Clock {
            ms: 1000,
            inc,
            delay,
            moves,
        };
        SeatClock::new(TimeControl::new(budget))
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let mut c = clock(100, 0, None);
        assert_eq!(c.allowed(), ms(1000));
        c.charge(ms(400));
        assert_eq!(c.left_ms(), Some(700));
    }

    #[test]
    fn a_delay_is_not_counted() {
        let mut c = clock(0, 300, None);
        assert_eq!(c.allowed(), ms(1300));
        c.charge(ms(200));
        assert_eq!(c.left_ms(), Some(1000));
        c.charge(ms(1300));
        assert_eq!((c.left_ms(), c.allowed()), (Some(0), ms(300)));
    }

    #[test]
    fn a_period_fills_the_clock_up() {
        let mut c = clock(0, 0, Some(2));
        assert_eq!(c.to_protocol().moves_left, Some(2));
        c.charge(ms(600));
        assert_eq!(
            (c.to_protocol().moves_left, c.left_ms()),
            (Some(1), Some(400))
        );
        c.charge(ms(400));
        assert_eq!(
            (c.to_protocol().moves_left, c.left_ms()),
            (Some(2), Some(1000))
        );
    }

    #[test]
    fn a_move_within_the_margin_leaves_nothing() {
        let mut c = clock(0, 0, None);
        c.charge(ms(1004));
        assert_eq!(c.left_ms(), Some(0));
    }
}
