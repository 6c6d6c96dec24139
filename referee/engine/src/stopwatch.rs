//! The stopwatch of one turn: wall time, or the bot's CPU time under a cap of wall time.

use std::time::{Duration, Instant};

use crate::clock::SeatClock;
use crate::process::BotProcess;

/// Between two looks at a bot's CPU time passes at least this.
const LOOK: Duration = Duration::from_millis(1);

/// The stopwatch of one turn.
pub(crate) struct Stopwatch {
    pub(crate) start: Instant,
    /// What may be charged, the margin included.
    pub(crate) allowed: Duration,
    /// When the turn is over in wall time.
    pub(crate) end: Instant,
    /// What the wall time may be.
    pub(crate) wall: Duration,
    cpu: Option<Cpu>,
}

/// CPU time that is charged.
struct Cpu {
    before: Duration,
    /// When it can be used up at the earliest.
    look: Instant,
    cores: u32,
}

thread_local! {
    /// How many cores this thread's bots may use at once: it is read from files, which takes longer
    /// than a quick move.
    static CORES: u32 = std::thread::available_parallelism()
        .map_or(1, |n| u32::try_from(n.get()).unwrap_or(u32::MAX));
}

impl Stopwatch {
    /// Starts, just before `go` is written.
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

    /// When there is something to be looked at, at the latest.
    pub(crate) fn due(&self) -> Instant {
        let look = self.cpu.as_ref().map(|cpu| cpu.look);
        look.map_or(self.end, |look| look.min(self.end))
    }

    /// What is charged for a turn that has come to its end: where CPU time may have gone uncounted,
    /// at least the wall time.
    pub(crate) fn spent(&self, process: &mut BotProcess, seen: Instant) -> Duration {
        let charged = self.charged(process, seen);
        if self.cpu.is_some() && process.may_hide_work() {
            return charged.max(seen - self.start);
        }
        charged
    }

    /// What is charged for a turn that has come so far.
    fn charged(&self, process: &BotProcess, seen: Instant) -> Duration {
        match &self.cpu {
            Some(cpu) => process.cpu().unwrap_or_default().saturating_sub(cpu.before),
            None => seen - self.start,
        }
    }

    /// Whether wall time is charged.
    pub(crate) fn is_wall(&self) -> bool {
        self.cpu.is_none()
    }

    /// Whether the CPU time is used up, which is looked at only when it can be.
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
