//! The expected score, which ranks bots where close rivals meet most: the share of the points that the ratings expect
//! of a bot if it met every other rated bot equally often. A higher rating means a larger share, so this ranks as the
//! ratings do.

use std::collections::BTreeMap;

use crate::TieBreak;

/// Parts that a share is counted in, so that a floating-point number's last digit never decides a rank.
const PARTS: f64 = 1e9;

/// Returns the expected score of each bot by name; none if no bot is rated. `weights` are by bot, in the model of
/// Bradley and Terry, and None for a bot without a rating.
pub(super) fn tie_breaks(names: &[String], weights: &[Option<f64>]) -> BTreeMap<String, TieBreak> {
    if weights.iter().all(Option::is_none) {
        return BTreeMap::new();
    }
    let tie_break = |(bot, name): (usize, &String)| {
        let expected = expected(bot, weights);
        let shown =
            expected.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        let key = expected.map_or(-1, |share| i64::try_from(parts(share)).unwrap_or(i64::MAX));
        let tie_break = TieBreak {
            keys: vec![key],
            shown: vec![("expected score", shown)],
        };
        (name.clone(), tie_break)
    };
    names.iter().enumerate().map(tie_break).collect()
}

/// Returns the expected score of a bot, from 0 to 1; None without a rating or a rated opponent.
fn expected(bot: usize, weights: &[Option<f64>]) -> Option<f64> {
    let own = (*weights.get(bot)?)?;
    let others = (weights.iter().enumerate()).filter(|(other, _)| *other != bot);
    let shares = others.filter_map(|(_, other)| Some(own / (own + (*other)?)));
    let (sum, count) = shares.fold((0.0, 0.0), |(sum, count), share| (sum + share, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to a billion"
)]
fn parts(probability: f64) -> u64 {
    (probability.clamp(0.0, 1.0) * PARTS).round() as u64
}
