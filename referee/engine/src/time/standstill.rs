//! Measures how long the referee itself stood still during a turn: stopped by a signal, or with its machine.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::machine::counters;

/// Shorter times are not noticed.
pub(crate) const NOTICED: Duration = Duration::from_millis(20);

thread_local! {
    /// How long this thread had waited for a core when that was last read, in nanoseconds.
    static WAITED: Cell<u64> = const { Cell::new(0) };
}

/// Adds up the time in which this thread neither ran, nor slept as planned, nor waited for a core.
pub(crate) struct Standstill {
    /// CPU time of this thread at the beginning, in nanoseconds.
    start_cpu: u64,
    /// When this thread was last known to run.
    ran_at: Instant,
    total: Duration,
    /// Part of it since the last wake-up, the delay of that one included.
    recent: Duration,
    /// Part of it before the question was sent.
    unsent: Duration,
}

impl Standstill {
    /// Begins with the clock of a turn. `start_cpu` is the CPU time of this thread at that moment or before, in
    /// nanoseconds.
    pub(crate) fn begin(start_cpu: u64, start: Instant) -> Standstill {
        Standstill {
            start_cpu,
            ran_at: start,
            total: Duration::ZERO,
            recent: Duration::ZERO,
            unsent: Duration::ZERO,
        }
    }

    /// Notes how long this thread has waited for a core by now, in nanoseconds: time until then isn't counted.
    pub(crate) fn note_wait(own_wait: u64) {
        WAITED.set(own_wait);
    }

    /// Checks this thread's own work since it was last known to run.
    pub(crate) fn works(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.ran_at);
        self.ran_at = now;
        if passed > NOTICED {
            // Its CPU time since the turn began is at least that since `ran_at`.
            let cpu = counters::own_cpu().saturating_sub(self.start_cpu);
            self.add(passed.saturating_sub(Duration::from_nanos(cpu)));
        }
    }

    /// Notes that the question is sent now.
    pub(crate) fn sends(&mut self) {
        self.works(Instant::now());
        self.unsent = self.total;
    }

    /// Notes a wake-up that was planned for `planned`, after a wait that began at `since`.
    pub(crate) fn wakes(&mut self, planned: Instant, since: Instant) {
        self.ran_at = Instant::now();
        self.recent = Duration::ZERO;
        let late = self.ran_at.saturating_duration_since(planned.max(since));
        if late > NOTICED {
            self.add(late);
        }
    }

    /// Adds a time, without the part in which this thread waited for a core.
    fn add(&mut self, time: Duration) {
        let wait = counters::own_wait();
        let waited = Duration::from_nanos(wait.saturating_sub(WAITED.replace(wait)));
        let still = time.saturating_sub(waited);
        self.recent += still;
        self.total += still;
    }

    /// Notes that this thread did by now what it had to do, however long that took.
    pub(crate) fn stood(&mut self) {
        self.ran_at = Instant::now();
    }

    /// Returns the sum since the turn began.
    pub(crate) fn total(&self) -> Duration {
        self.total
    }

    /// Tells if the referee stood still before it sent the question, or just before it saw its present input.
    pub(crate) fn delayed(&self) -> bool {
        self.recent.max(self.unsent) > NOTICED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STALL: Duration = Duration::from_millis(1500);

    fn begin() -> (Standstill, Instant) {
        let start = Instant::now();
        Standstill::note_wait(counters::own_wait());
        (Standstill::begin(counters::own_cpu(), start), start)
    }

    #[test]
    fn a_stop_between_two_waits_counts() {
        let (mut still, start) = begin();
        still.works(start + STALL);
        assert!(still.total() > NOTICED && still.total() <= STALL);
        assert!(still.delayed());
        still.wakes(start + STALL * 2, start + STALL);
        assert!(!still.delayed(), "the answer came later");
        assert!(still.total() > NOTICED);
    }

    #[test]
    fn a_late_wake_up_counts() {
        let (mut still, start) = begin();
        let planned = start.checked_sub(STALL).expect("the clock is older");
        still.wakes(planned, planned);
        assert!(still.total() > NOTICED && still.delayed());
    }

    #[test]
    fn a_stop_before_the_question_delays_every_answer() {
        let (mut still, start) = begin();
        still.works(start + STALL);
        still.sends();
        still.wakes(start + STALL * 2, start + STALL);
        assert!(still.delayed());
    }

    #[test]
    fn work_is_no_standstill() {
        let (mut still, start) = begin();
        let spin = Duration::from_millis(60);
        while counters::own_cpu().saturating_sub(still.start_cpu) < 60_000_000 {
            std::hint::spin_loop();
        }
        still.works(start + spin);
        assert_eq!(still.total(), Duration::ZERO);
    }
}
