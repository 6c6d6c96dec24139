//! Measures one turn: its wall time, or the bot's CPU time under a cap of wall time.

use std::time::{Duration, Instant};

use crate::process::bot_process::BotProcess;
use crate::time::clock::SeatClock;

/// Shortest interval between two readings of a bot's CPU time.
const LOOK: Duration = Duration::from_millis(1);

/// The stopwatch of one turn.
pub(crate) struct Stopwatch {
    pub(crate) start: Instant,
    /// Time that may be charged, the margin included.
    pub(crate) allowed: Duration,
    /// When the turn is over in wall time.
    pub(crate) end: Instant,
    /// Allowed wall time.
    pub(crate) wall: Duration,
    cpu: Option<Cpu>,
}

/// CPU time that is charged.
struct Cpu {
    before: Duration,
    /// Earliest moment at which the CPU time can be used up.
    look: Instant,
    cores: u32,
}

thread_local! {
    /// Number of cores that this thread's bots may use at the same time. It is kept, as it is read from
    /// files, which takes longer than a quick move.
    static CORES: u32 = std::thread::available_parallelism()
        .map_or(1, |n| u32::try_from(n.get()).unwrap_or(u32::MAX));
}

impl Stopwatch {
    /// Starts the stopwatch, just before `go` is written.
    pub(crate) fn start(process: &BotProcess, clock: &SeatClock) -> Stopwatch {
        let allowed = clock.allowed() + clock.margin();
        let before = clock.cpu_cap().and_then(|_| process.cpu());
        let wall = clock
            .cpu_cap()
            .filter(|_| before.is_some())
            .unwrap_or(allowed);
        let cores = CORES.with(|cores| *cores);
        let start = Instant::now();
        Stopwatch {
            start,
            allowed,
            end: start + wall,
            wall,
            cpu: before.map(|before| Cpu {
                before,
                look: start + allowed / cores,
                cores,
            }),
        }
    }

    /// Moves the turn on by the time for which the bot had no attention.
    pub(crate) fn stand(&mut self, time: Duration) {
        self.start += time;
        self.end += time;
    }

    /// Returns when the clock must be checked at the latest.
    pub(crate) fn due(&self) -> Instant {
        let look = self.cpu.as_ref().map(|cpu| cpu.look);
        look.map_or(self.end, |look| look.min(self.end))
    }

    /// Returns the time charged for a finished turn: where CPU time may not have been counted, at least the
    /// wall time.
    pub(crate) fn spent(&self, process: &mut BotProcess, seen: Instant) -> Duration {
        let charged = self.charged(process, seen);
        if self.cpu.is_some() && process.may_hide_work() {
            return charged.max(seen - self.start);
        }
        charged
    }

    /// Returns the time charged for the turn so far.
    fn charged(&self, process: &BotProcess, seen: Instant) -> Duration {
        match &self.cpu {
            Some(cpu) => process.cpu().unwrap_or_default().saturating_sub(cpu.before),
            None => seen - self.start,
        }
    }

    /// Tells if wall time is charged.
    pub(crate) fn is_wall(&self) -> bool {
        self.cpu.is_none()
    }

    /// Tells if the CPU time is used up; it is read only when that is possible.
    pub(crate) fn is_used_up(&mut self, process: &BotProcess, now: Instant) -> bool {
        if self.cpu.as_ref().is_none_or(|cpu| now < cpu.look) {
            return false;
        }
        let left = self.allowed.checked_sub(self.charged(process, now));
        match (left, &mut self.cpu) {
            (Some(left), Some(cpu)) => {
                cpu.look = now + LOOK.max(left / cpu.cores);
                false
            }
            _ => true,
        }
    }
}
