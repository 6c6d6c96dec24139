//! The latest count of a bot's processes, and whether the next one is due: soon, or at once where the bot may have
//! exceeded its limit since.

use std::time::Instant;

/// A count of a bot's processes and threads.
#[derive(Default)]
pub struct Counted {
    pub count: u64,
    /// The machine's youngest process id right before it.
    pub youngest: Option<u32>,
    /// When the next one is due at the latest; `None` before the first.
    pub next: Option<Instant>,
}

impl Counted {
    /// Returns true if the next count is due, of a bot that may have this many processes and threads.
    pub fn is_due(&self, most: u64, youngest: Option<u32>, now: Instant) -> bool {
        self.next.is_none_or(|next| next <= now) || self.may_exceed(most, youngest)
    }

    /// Returns true if the bot has too many in case that all which have started on the machine since are its own.
    fn may_exceed(&self, most: u64, youngest: Option<u32>) -> bool {
        let (Some(before), Some(now)) = (self.youngest, youngest) else {
            return false;
        };
        // After the largest id they begin anew.
        now.checked_sub(before)
            .is_none_or(|started| self.count + u64::from(started) > most)
    }
}
