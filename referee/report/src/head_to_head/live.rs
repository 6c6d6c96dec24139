//! Progress of a match of two bots, in one line or in several.

use referee_output::numbers::signed;
use referee_schedule::head_to_head::{Goal, Hypotheses, PairResults};
use referee_stats::sequential::SequentialTest;
use referee_stats::{ResultCounts, SprtBounds, Strength};

use super::always;
use crate::standings::strength;

/// Pairs from which on the remaining length of a test is estimated.
const FORECAST_FROM: u64 = 8;

/// Returns the progress in one line, for output that isn't a terminal; empty before the first pair.
pub fn line(prefix: &PairResults, anytime: bool) -> String {
    let mut parts = parts(prefix, anytime);
    if let Some(counts) = pentanomial(prefix) {
        parts.push(counts);
    }
    parts.join(", ")
}

/// Returns the progress in several lines, to be shown above the progress bar.
pub fn lines(prefix: &PairResults, anytime: bool) -> String {
    let mut lines = vec![prefix.names().join(" against ")];
    lines.extend(parts(prefix, anytime));
    lines.extend(pentanomial(prefix));
    lines.join("\n")
}

/// Returns the log-likelihood ratio of a test and its bounds; `None` if the match is no test.
pub fn llr(prefix: &PairResults) -> Option<(f64, SprtBounds)> {
    match prefix.rule().goal() {
        Goal::Test(_, bounds) => Some((prefix.llr(), bounds)),
        Goal::Games | Goal::Precision(_) => None,
    }
}

fn pentanomial(prefix: &PairResults) -> Option<String> {
    let counts = prefix.counts();
    (prefix.counted() > 0).then(|| format!("pairs {counts:?}"))
}

fn parts(prefix: &PairResults, anytime: bool) -> Vec<String> {
    let counts = ResultCounts::Pairs(prefix.counts());
    let Ok(estimate) = Strength::of(&counts) else {
        return Vec::new();
    };
    let [lost, drawn, won] = prefix.games();
    let elo = format!("Elo {}", strength::elo(&estimate, 1));
    let mut parts = vec![format!("{won}-{lost}-{drawn}")];
    match always::interval(&counts).filter(|_| anytime) {
        Some(anytime_interval) => {
            parts.push(format!("{elo} if this were the fixed end"));
            parts.push(format!(
                "Elo {} at any time",
                always::format_interval(&anytime_interval)
            ));
        }
        None => parts.push(elo),
    }
    parts.push(format!("LOS {}", strength::los(&estimate)));
    if let Goal::Test(test, bounds) = prefix.rule().goal() {
        let SprtBounds { lower, upper } = bounds;
        let left = left(&test, prefix);
        let left = left.map_or_else(String::new, |games| {
            format!(", about {games:.0} games left")
        });
        let llr = signed(prefix.llr(), 2);
        parts.push(format!("LLR {llr} ({lower:.2}, {upper:.2}){left}"));
    }
    parts
}

/// Returns how many more games a test is expected to need; `None` while there are too few pairs, or after its
/// end.
fn left(test: &Hypotheses, prefix: &PairResults) -> Option<f64> {
    if prefix.counted() < FORECAST_FROM || prefix.end().is_some() {
        return None;
    }
    let elos = [test.elo0, test.elo1];
    let test = SequentialTest::new(test.model, elos, test.alpha, test.beta).ok()?;
    let left = test
        .games_left(&ResultCounts::Pairs(prefix.counts()))
        .ok()?;
    (left > 0.0).then_some(left)
}
