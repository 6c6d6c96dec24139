//! Formats the strength of one bot over another, for reports and for the calculator.

use referee_output::numbers::signed;
use referee_output::text_layout::wrap;
use referee_stats::{Bound, ResultCounts, Strength};

/// Legend below figures with errors.
pub const LEGEND: &str = "± is half of the 95 % interval. LOS is the likelihood that the first bot is the\n\
                          stronger one.\n";

/// Text in place of an error that can't be computed.
const EQUAL: &str = "of unknown error: all results are equal";

/// Returns the figures with their names.
pub fn figures(strength: &Strength) -> [(&'static str, String); 4] {
    [
        ("score", percent(strength.score)),
        ("Elo", elo(strength, 2)),
        ("normalized Elo", nelo(strength, 2)),
        ("LOS", los(strength)),
    ]
}

/// Returns the name of the middle count.
pub fn middle(counts: &ResultCounts) -> &'static str {
    match counts {
        ResultCounts::Single(_) => "drawn games",
        ResultCounts::Pairs(_) => "level pairs",
    }
}

/// Returns figures, one per line, with the names in their own column.
pub fn lines(figures: &[(&str, String)]) -> String {
    let line = |(name, figure): &(&str, String)| format!("  {name:<16}{figure}\n");
    figures.iter().map(line).collect()
}

/// Formats a share as a percentage with two decimals.
pub fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// Formats the difference of ratings with its error, or the one-sided bound, with `decimals` decimals.
pub fn elo(strength: &Strength, decimals: usize) -> String {
    let elo = signed(strength.elo, decimals);
    match (strength.bound, strength.elo_error) {
        (Some(Bound::Lower), _) => format!("at least {elo} (one-sided, 95 %)"),
        (Some(Bound::Upper), _) => format!("at most {elo} (one-sided, 95 %)"),
        (None, Some(error)) => format!("{elo} ± {error:.decimals$}"),
        (None, None) if strength.nelo_error.is_none() => format!("{elo}, {EQUAL}"),
        (None, None) => format!("{elo}; too few results: the 95 % interval has no end"),
    }
}

/// Formats the difference in normalized Elo, with its error, and the error by the published formula, which
/// other tools print.
pub fn nelo(strength: &Strength, decimals: usize) -> String {
    let errors = strength.nelo_error_full.zip(strength.nelo_error);
    match (strength.nelo, errors) {
        (Some(nelo), Some((error, published))) => format!(
            "{} ± {error:.decimals$} (published formula: ± {published:.decimals$})",
            signed(nelo, decimals)
        ),
        (Some(nelo), None) => format!("{}, {EQUAL}", signed(nelo, decimals)),
        (None, _) => "undefined: all results are equal".to_owned(),
    }
}

/// Formats the likelihood of superiority (LOS). It is never rounded to certainty, and it is unknown where the
/// results have no spread at all.
pub fn los(strength: &Strength) -> String {
    let los = strength.los;
    match strength.nelo {
        None => "unknown: all results are equal".to_owned(),
        Some(_) if los > 0.9999 => "above 99.99 %".to_owned(),
        Some(_) if los < 0.0001 => "below 0.01 %".to_owned(),
        Some(_) => percent(los),
    }
}

/// Describes in words what was counted.
pub fn describe(counts: &ResultCounts) -> String {
    let total = |counts: &[u64]| counts.iter().copied().map(u128::from).sum::<u128>();
    let text = match counts {
        ResultCounts::Single(counts) => {
            let ([lost, drawn, won], games) = (counts, total(counts));
            format!("Games: {games}, of which {won} won, {drawn} drawn, {lost} lost")
        }
        ResultCounts::Pairs(counts) => {
            let [none, half, one, more, two] = counts;
            format!(
                "Pairs of games: {}, of which {none} with 0 points, {half} with ½, {one} with 1, \
                 {more} with 1½, {two} with 2",
                total(counts)
            )
        }
    };
    wrap(&text, 2)
}
