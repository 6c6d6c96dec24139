//! The anytime-valid confidence interval of a match, which holds at every moment, however often somebody
//! looks: how it is computed and how it is shown.

use referee_output::numbers::signed;
use referee_stats::{Anytime, ResultCounts, anytime};

/// Probability that the interval misses the true strength at any moment of the match.
const ERROR: f64 = 0.05;

/// Returns the anytime-valid interval for these results; `None` if there are none.
pub(super) fn interval(counts: &ResultCounts) -> Option<Anytime> {
    anytime(counts, ERROR).ok()
}

/// Formats the ends of the interval in Elo.
pub(super) fn format_interval(anytime: &Anytime) -> String {
    let shown = anytime.elo.map(|end| end.map(|elo| signed(elo, 1)));
    match shown {
        [Some(low), Some(high)] => format!("{low} to {high}"),
        [Some(low), None] => format!("{low} or more"),
        [None, Some(high)] => format!("{high} or less"),
        [None, None] => "anything".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_that_there_are() {
        for (pairs, shown) in [
            ([0, 0, 0, 0, 1], "-639.5 or more"),
            ([0, 0, 0, 0, 20], "+215.8 or more"),
            ([20, 0, 0, 0, 0], "-215.8 or less"),
            ([30, 0, 90, 0, 30], "-63.7 to +63.7"),
        ] {
            let actual =
                interval(&ResultCounts::Pairs(pairs)).map(|anytime| format_interval(&anytime));
            assert_eq!(actual.as_deref(), Some(shown));
        }
        assert_eq!(interval(&ResultCounts::Pairs([0; 5])), None);
    }
}
