//! The result of a test in the lines that readers of fishtest and `OpenBench` know from their pages.

use referee_output::numbers::signed;
use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;

use super::model::{MatchReport, TestStatus};
use super::rows;
use crate::standings::strength;

/// Width of the column of names.
const INDENT: usize = 8;

/// Returns the lines of a test.
pub(super) fn lines(report: &MatchReport, test: &TestStatus) -> Vec<String> {
    let [one, two] = &report.time;
    let time = if one == two {
        one.clone()
    } else {
        format!("{one} against {two}")
    };
    let elo = match &report.strength {
        None => "no games".to_owned(),
        Some(own) => match own.elo_error {
            Some(error) => format!("{} +- {error:.2} (95%)", number(own.elo)),
            None => strength::elo(own, 2),
        },
    };
    let (elo0, elo1) = (test.asks.elo0, test.asks.elo1);
    let llr = number(test.llr);
    let (lower, upper) = (test.lower, test.upper);
    let MatchReport {
        games,
        wins,
        losses,
        draws,
        pentanomial,
        ..
    } = report;
    [
        ("Elo", elo),
        ("SPRT", format!("{time}, {}", rows::game(report))),
        (
            "LLR",
            format!("{llr} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]"),
        ),
        (
            "Games",
            format!("N: {games} W: {wins} L: {losses} D: {draws}"),
        ),
        ("Penta", format!("{pentanomial:?}")),
    ]
    .map(|(name, text)| wrap(&format!("{name:<5} | {}", plain(&text)), INDENT))
    .into()
}

/// Formats a number without the sign of a positive one.
fn number(value: f64) -> String {
    signed(value, 2).trim_start_matches('+').to_owned()
}
