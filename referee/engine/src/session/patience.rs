//! Waits for a bot that plays no game: how long the wait may be, how much time others took meanwhile, and how
//! much the bot has read of what it was sent.

use std::time::{Duration, Instant};

use crate::session::interference::InterferenceMonitor;
use crate::session::player::Player;
use crate::time::turn_account::Overtime;

/// Progress of a bot in reading what it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Bytes sent to the bot since it last wrote a line.
    pub sent_bytes: u64,
    /// Bytes that the bot hasn't read.
    pub unread: u64,
    /// Time that the bot was given.
    pub given: Duration,
    /// Time waited for the bot, the time that others took included.
    pub waited: Duration,
    /// Part of that time since the bot last read something.
    pub idle: Duration,
    /// CPU time that the bot used meanwhile, where the system tells and the session counts it.
    pub cpu: Option<Duration>,
}

/// A wait for one bot.
pub(crate) struct Patience {
    monitor: InterferenceMonitor,
    start: Instant,
    /// Time that the bot may take.
    wall: Duration,
    /// Most additional time for the bot, where others took time.
    most: Duration,
    /// End of the wait: later than the given time, where others took time.
    limit: Instant,
    cpu: Option<Duration>,
    unread: u64,
    /// When the bot was last seen to have read something.
    read_at: Instant,
}

impl Patience {
    /// Begins the wait just before the bot is sent the lines that it has `wall` to answer; `cpu` is the CPU time that it
    /// had used before, if that was read.
    pub(crate) fn begin(
        player: &mut Player,
        wall: Duration,
        most: Duration,
        cpu: Option<Duration>,
    ) -> Patience {
        let monitor = InterferenceMonitor::begin(player, &[], false);
        let start = Instant::now();
        Patience {
            monitor,
            start,
            wall,
            most,
            limit: start + wall,
            cpu,
            unread: u64::MAX,
            read_at: start,
        }
    }

    /// Returns until when to wait for something to happen.
    pub(crate) fn due(&self) -> Instant {
        self.limit.min(self.monitor.due(Instant::now()))
    }

    /// Checks the clock after a wait in vain that began at `since`; returns how the wait ended, or `None` if
    /// it goes on.
    pub(crate) fn look(
        &mut self,
        player: &mut Player,
        due: Instant,
        since: Instant,
    ) -> Option<Overtime> {
        self.monitor.read_nothing();
        self.monitor.woke(due, since);
        self.monitor.look(true, player, &[]);
        let now = Instant::now();
        let unread = player.unread();
        if unread < self.unread {
            (self.unread, self.read_at) = (unread, now);
        }
        if now < self.limit {
            return None;
        }
        let account = self.monitor.account(player, &[], self.wall, true);
        let by = now.saturating_duration_since(self.start + self.wall);
        let overtime = account.overtime(by, self.most, &[]);
        match overtime {
            Overtime::Wait(more) => {
                self.limit = self.start + self.wall + more;
                return None;
            }
            Overtime::Void(_) => player.excuse(&account, by, self.wall),
            Overtime::Over => {}
        }
        Some(overtime)
    }

    /// Returns how long the bot was waited for, without the time that others took from it meanwhile.
    pub(crate) fn own_time(&mut self, player: &mut Player) -> Duration {
        let waited = self.start.elapsed();
        let shares = self.monitor.account(player, &[], self.wall, false).shares;
        waited.saturating_sub(Duration::from_nanos(shares.taken_ns()))
    }

    /// Returns the progress of the bot so far.
    pub(crate) fn reading(&self, player: &Player, sent_bytes: u64) -> Reading {
        let cpu = self
            .cpu
            .and_then(|then| Some((player.bot.process.cpu()?, then)));
        Reading {
            sent_bytes,
            unread: player.unread(),
            given: self.wall,
            waited: self.start.elapsed(),
            idle: self.read_at.elapsed(),
            cpu: cpu.map(|(now, then)| now.saturating_sub(then)),
        }
    }
}
