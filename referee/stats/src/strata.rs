//! Tells if something happened in a part of the games more or less often than chance allows, where games differ.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Variance of the count from which on its distribution is close to the normal one.
const LEAST_VARIANCE: f64 = 5.0;

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
    /// Variance of that number.
    pub variance: f64,
}

impl StrataComparison {
    /// Adds a stratum: in how many of the games of the part it happened, and in how many of all. The part can't have
    /// more than all.
    #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
    pub fn add(&mut self, part: (u64, u64), all: (u64, u64)) {
        self.happened += part.0;
        self.games += part.1;
        if all.1 == 0 {
            return;
        }
        let (of_part, happened, of_all) = (part.1 as f64, all.0 as f64, all.1 as f64);
        self.expected += of_part * happened / of_all;
        if all.1 > 1 {
            let rest = (of_all - of_part) * (of_all - happened);
            self.variance += of_part * happened * rest / (of_all * of_all * (of_all - 1.0));
        }
    }

    /// Returns how probable a difference at least as large is by chance; `None` where too few games tell. This is the
    /// test of Mantel and Haenszel, with its correction for continuity (Statistical aspects of the analysis of data
    /// from retrospective studies of disease, 1959).
    pub fn chance(&self) -> Option<f64> {
        if self.variance < LEAST_VARIANCE {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
        let difference = (self.happened as f64 - self.expected).abs();
        let square = (difference - 0.5).max(0.0).powi(2) / self.variance;
        ChiSquared::new(1.0).ok().map(|chi| chi.sf(square))
    }
}
