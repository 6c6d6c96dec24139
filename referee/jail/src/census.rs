//! Whether a bot may have started something since it was let go on, as told by the warden: the number of
//! the youngest process of its world grows with each that is started.

/// What was heard of the youngest process or thread.
#[derive(Debug, Default)]
pub(crate) struct Census {
    /// The question by which the bot was last let go on.
    let_go: Option<u32>,
    /// The youngest when that happened, or at the last count.
    before: Option<u32>,
    /// The youngest that was heard of last.
    now: Option<u32>,
}

impl Census {
    /// The warden is asked to let the bot go on.
    pub(crate) fn lets_go(&mut self, question: u32) {
        self.let_go = Some(question);
        self.before = None;
    }

    /// The warden has answered, perhaps later than anybody waited for it: on a crowded machine that is no
    /// news of the bot.
    pub(crate) fn hears(&mut self, question: u32, youngest: Option<u32>) {
        if self.let_go == Some(question) {
            self.before = youngest;
        }
        self.now = youngest;
    }

    /// Whether something may have been started, after a count.
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
            // Nobody waits long for an answer to the first two.
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
        // From the last count on something is known.
        census.hears(2, Some(7));
        assert!(!census.may_have_grown());
        census.lets_go(3);
        census.hears(4, Some(7));
        assert!(census.may_have_grown());
    }
}
