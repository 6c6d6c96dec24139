//! Tells if something happened in a part of the games more or less often than chance allows, where games differ.

/// How often something happened in a part of the games, beside all of them. Only games of one stratum are compared, such
/// as those of the same bots in the same seats, so that it doesn't matter how many of each the part has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StrataComparison {
    /// In how many games of the part it happened.
    pub happened: u64,
    /// All games of the part.
    pub games: u64,
    /// In how many games of the part it was to be expected, by all games.
    pub expected: f64,
    /// Variance of that number; 0 if all games are of the part.
    pub variance: f64,
}

impl StrataComparison {
    /// Adds a stratum: in how many of the games of the part it happened, and in how many of all. The part can't have
    /// more than all.
    #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
    pub fn add(&mut self, part: (u64, u64), all: (u64, u64)) {
        self.happened += part.0;
        self.games += part.1;
        if all.1 < 2 {
            self.expected += part.0 as f64;
            return;
        }
        let (of_part, happened, of_all) = (part.1 as f64, all.0 as f64, all.1 as f64);
        let rest = (of_all - of_part) * (of_all - happened);
        self.expected += of_part * happened / of_all;
        self.variance += of_part * happened * rest / (of_all * of_all * (of_all - 1.0));
    }

    /// Returns the statistic of Mantel and Haenszel, without a correction: the squared difference from what was
    /// expected, by its variance (Statistical aspects of the analysis of data from retrospective studies of disease,
    /// 1959). It is 0 where nothing can differ.
    pub fn square(&self) -> f64 {
        if self.variance > 0.0 {
            self.difference().powi(2) / self.variance
        } else {
            0.0
        }
    }

    /// Returns an upper bound of the probability of a difference at least as large by chance, however rare or frequent
    /// it is. In each stratum the number is hypergeometric, which is a sum of independent events, so Bennett's
    /// inequality holds (Probability inequalities for the sum of independent random variables, 1962).
    pub fn chance(&self) -> f64 {
        if self.variance <= 0.0 {
            return 1.0;
        }
        let ratio = self.difference() / self.variance;
        let exponent = self.variance * ((1.0 + ratio) * ratio.ln_1p() - ratio);
        (2.0 * (-exponent).exp()).min(1.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
    fn difference(&self) -> f64 {
        (self.happened as f64 - self.expected).abs()
    }
}
