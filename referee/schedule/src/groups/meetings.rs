//! Counts how often each two bots have met in a game.

/// Counts of meetings by pair.
pub(super) struct Meetings {
    bots: usize,
    /// Counts by row and column, symmetric.
    counts: Vec<i64>,
    all: i64,
}

impl Meetings {
    pub(super) fn new(bots: usize) -> Meetings {
        Meetings {
            bots,
            counts: vec![0; bots * bots],
            all: 0,
        }
    }

    pub(super) fn of(&self, a: usize, b: usize) -> i64 {
        self.counts[a * self.bots + b]
    }

    /// Returns how often a bot has met the bots of a block, in total.
    pub(super) fn with(&self, bot: usize, block: &[usize]) -> i64 {
        block.iter().map(|other| self.of(bot, *other)).sum()
    }

    /// Adds `times` meetings of a bot with those of a block; negative to take them back.
    pub(super) fn add(&mut self, bot: usize, block: &[usize], times: i64) {
        for &other in block.iter().filter(|other| **other != bot) {
            self.counts[bot * self.bots + other] += times;
            self.counts[other * self.bots + bot] += times;
            self.all += times;
        }
    }

    /// Adds `times` meetings of all pairs in a block; negative to take them back.
    pub(super) fn add_block(&mut self, block: &[usize], times: i64) {
        for (i, bot) in block.iter().enumerate() {
            self.add(*bot, &block[..i], times);
        }
    }

    /// Returns the most meetings of any two bots of a block.
    pub(super) fn most(&self, block: &[usize]) -> i64 {
        let pairs = (block.iter().enumerate())
            .flat_map(|(i, a)| block[..i].iter().map(|b| self.of(*a, *b)));
        pairs.max().unwrap_or(0)
    }

    /// Returns the mean number of meetings of two bots, rounded down.
    pub(super) fn mean(&self) -> i64 {
        let pairs = self.bots * self.bots.saturating_sub(1) / 2;
        self.all / i64::try_from(pairs.max(1)).unwrap_or(i64::MAX)
    }
}
