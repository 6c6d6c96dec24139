//! How a match of two is going, in a line and in some.

use referee_schedule::head_to_head::{Goal, Hypotheses, PairResults};
use referee_stats::{ResultCounts, SprtBounds, SprtModel, Strength};

use super::always;
use crate::report::{signed, strength};

/// What normalized Elo and Elo are counted in: 800/ln 10.
const SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// A line for where nobody watches a terminal; empty before the first pair.
pub fn line(prefix: &PairResults, anytime: bool) -> String {
    let mut parts = parts(prefix, anytime);
    if let Some(counts) = pentanomial(prefix) {
        parts.push(counts);
    }
    parts.join(", ")
}

/// Some lines for above the bar.
pub fn lines(prefix: &PairResults, anytime: bool) -> String {
    let mut lines = vec![prefix.names().join(" against ")];
    lines.extend(parts(prefix, anytime));
    lines.extend(pentanomial(prefix));
    lines.join("\n")
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
        let left = left(&test, bounds, prefix);
        let left = left.map_or_else(String::new, |games| format!(", about {games} games left"));
        let llr = signed(prefix.llr(), 2);
        parts.push(format!("LLR {llr} ({lower:.2}, {upper:.2}){left}"));
    }
    parts
}

/// How many games a test will still take if the bots are as strong as they seem: the time that a
/// Brownian motion with the drift and spread of the ratio so far needs to leave the bounds.
pub fn left(test: &Hypotheses, bounds: SprtBounds, prefix: &PairResults) -> Option<u64> {
    if prefix.counted() < 8 || prefix.end().is_some() {
        return None;
    }
    let pairs = real(prefix.counted());
    let spread = match test.model {
        SprtModel::Normalized => (test.elo1 - test.elo0) / SCALE * 2.0_f64.sqrt(),
        SprtModel::Logistic => {
            let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            (score(test.elo1) - score(test.elo0)) / deviation(prefix.counts(), pairs)?
        }
    };
    let (drift, variance) = (prefix.llr() / pairs, spread * spread);
    let (down, up) = (prefix.llr() - bounds.lower, bounds.upper - prefix.llr());
    let strength = 2.0 * drift / variance;
    let time = if (strength * (down + up)).abs() < 1e-6 {
        down * up / variance
    } else {
        // The probability of leaving above, by the martingale exp(−2·drift·x/variance).
        let above = -(-strength * down).exp_m1() / -(-strength * (down + up)).exp_m1();
        (above * (down + up) - down) / drift
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the range"
    )]
    (time.is_finite() && (0.0..1e12).contains(&time)).then(|| 2 * time.ceil() as u64)
}

/// The standard deviation of a pair's score, where it has one.
fn deviation(counts: [u64; 5], pairs: f64) -> Option<f64> {
    let scores = (0..5_u8).map(|class| f64::from(class) / 4.0);
    let all: Vec<(f64, f64)> = scores.zip(counts.map(real)).collect();
    let mean = all.iter().map(|(x, n)| x * n).sum::<f64>() / pairs;
    let squares = all.iter().map(|(x, n)| (x - mean).powi(2) * n);
    let variance = squares.sum::<f64>() / pairs;
    (variance > 0.0).then(|| variance.sqrt())
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn real(count: u64) -> f64 {
    count as f64
}
