//! The patience with a bot that is spoken to alone: how long it is waited for, what others took from it
//! meanwhile, and how far it has come with what it was told.

use std::time::{Duration, Instant};

use crate::interference::InterferenceMonitor;
use crate::player::Player;
use crate::turn_account::Overtime;

/// How far a bot has come with what it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Bytes that it was told since it last wrote a line.
    pub sent_bytes: u64,
    /// Bytes that it hasn't read.
    pub unread: u64,
    /// What it was given.
    pub given: Duration,
    /// How long it has been waited for, with what others took.
    pub waited: Duration,
    /// How long of that it has read nothing any more.
    pub idle: Duration,
    /// CPU time that it used meanwhile, where the system tells.
    pub cpu: Option<Duration>,
}

/// A wait for one bot.
pub(crate) struct Patience {
    monitor: InterferenceMonitor,
    start: Instant,
    /// What it may take.
    wall: Duration,
    /// How much longer it is waited for at most, where others took time.
    most: Duration,
    /// When it isn't waited for any more: later than that, where others took time.
    limit: Instant,
    cpu: Option<Duration>,
    unread: u64,
    /// When it was last seen to have read something.
    read_at: Instant,
}

impl Patience {
    /// Begins just before the bot is told what it has so long for.
    pub(crate) fn begin(player: &mut Player, wall: Duration, most: Duration) -> Patience {
        let monitor = InterferenceMonitor::begin(player, &[], false);
        let start = Instant::now();
        Patience {
            monitor,
            start,
            wall,
            most,
            limit: start + wall,
            cpu: player.bot.process.cpu(),
            unread: u64::MAX,
            read_at: start,
        }
    }

    /// Until when to wait for something to happen.
    pub(crate) fn due(&self) -> Instant {
        self.limit.min(self.monitor.due(Instant::now()))
    }

    /// Looks at the clock after a wait in vain that began at `since`; whether it is over, and how.
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
        let account = self.monitor.account(player, &[], self.wall);
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

    /// How far the bot has come by now.
    pub(crate) fn reading(&self, player: &Player, sent_bytes: u64) -> Reading {
        let cpu = player.bot.process.cpu().zip(self.cpu);
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
