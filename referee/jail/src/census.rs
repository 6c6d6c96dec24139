//! Tracks whether a bot may have started a process since it last went on, from the youngest process id in its
//! PID namespace, which grows with each process; the sandbox's init reports it.

/// Reports about the youngest process or thread of a bot.
#[derive(Debug, Default)]
pub(crate) struct Census {
    /// Number of the request that last let the bot go on.
    let_go: Option<u32>,
    /// Youngest process id at that moment, or at the last check.
    before: Option<u32>,
    /// Youngest process id in the latest report.
    now: Option<u32>,
}

impl Census {
    /// Notes that the sandbox's init was asked to let the bot go on.
    pub(crate) fn lets_go(&mut self, question: u32) {
        self.let_go = Some(question);
        self.before = None;
    }

    /// Records an answer of the sandbox's init. It may arrive after the referee stopped waiting for it: on a
    /// crowded machine a late answer says nothing about the bot.
    pub(crate) fn hears(&mut self, question: u32, youngest: Option<u32>) {
        if self.let_go == Some(question) {
            self.before = youngest;
        }
        self.now = youngest;
    }

    /// Returns true if the bot may have started something since the last check, or if that is unknown.
    pub(crate) fn may_have_grown(&mut self) -> bool {
        let before = std::mem::replace(&mut self.before, self.now);
        before.is_none() || before != self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_answer_says_as_much_as_an_early_one() {
        for grown in [false, true] {
            let mut census = Census::default();
            // The answers to the first two requests arrive late.
            census.lets_go(2);
            census.hears(1, Some(7));
            census.hears(2, Some(7));
            census.hears(3, Some(if grown { 8 } else { 7 }));
            assert_eq!(census.may_have_grown(), grown);
        }
    }

    #[test]
    fn what_nobody_told_may_be() {
        let mut census = Census::default();
        census.hears(1, Some(7));
        assert!(census.may_have_grown());
        // After the first check there is a value to compare with.
        census.hears(2, Some(7));
        assert!(!census.may_have_grown());
        census.lets_go(3);
        census.hears(4, Some(7));
        assert!(census.may_have_grown());
    }
}
