//! The result of a gauntlet as text: a row for each opponent, then the tables of the run.

use referee_output::numbers::signed;
use referee_output::sanitize::plain;
use referee_output::text_layout::{table, wrap};
use referee_stats::Strength;

use super::{GauntletOpponent, GauntletResult};
use crate::standings::{self as report, strength};

/// Heads of the columns.
pub const HEAD: [&str; 5] = ["", "against", "Elo", "±", "pairs 0 ½ 1 1½ 2"];

/// Legend of the rows.
pub const LEGEND: &str = "Complete pairs, each once; ± is half of the 95 % interval.";

/// Returns the whole text.
pub fn text(result: &GauntletResult) -> String {
    let mut drawn = vec![HEAD.map(str::to_owned).to_vec()];
    drawn.extend(rows(result));
    let warnings = result.warnings.iter();
    let warnings: String = warnings
        .map(|text| wrap(&plain(text), 0) + "\n\n")
        .collect();
    format!(
        "{warnings}{}\n{}\nagainst all, each rated 0: {}\n\n{LEGEND}\n\n{}",
        result.newcomer,
        table(&drawn),
        against_all(result),
        report::text::whole(&result.report, false)
    )
}

/// Returns a row for each opponent.
pub fn rows(result: &GauntletResult) -> Vec<Vec<String>> {
    let row = |(number, own): (usize, &GauntletOpponent)| {
        let elo = |estimate: &Strength| match estimate.bound {
            Some(_) => format!("bound {}", signed(estimate.elo, 0)),
            None => signed(estimate.elo, 0),
        };
        let error = own.strength.and_then(|estimate| estimate.elo_error);
        vec![
            number.to_string(),
            own.bot.clone(),
            own.strength.as_ref().map_or("–".to_owned(), elo),
            error.map_or("–".to_owned(), |e| format!("{e:.0}")),
            own.pairs.map(|n| n.to_string()).join(" "),
        ]
    };
    (1..).zip(&result.opponents).map(row).collect()
}

/// Returns the newcomer's strength against all opponents together.
pub fn against_all(result: &GauntletResult) -> String {
    let all = result.all.as_ref();
    all.map_or("no pair is finished".to_owned(), |all| {
        strength::elo(all, 1)
    })
}
