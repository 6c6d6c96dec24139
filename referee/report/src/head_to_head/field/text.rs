//! The result of a gauntlet as text: a row for each opponent, then the tables of the run.

use referee_output::numbers::signed;
use referee_output::sanitize::plain;
use referee_output::text_layout::{WIDTH, wrap};
use referee_stats::Strength;

use super::{GauntletOpponent, GauntletResult};
use crate::columns::Columns;
use crate::document::Table;
use crate::standings::{self as report, strength};

/// Legend of the rows.
pub const LEGEND: &str = "Complete pairs, each once; ± is half of the 95 % interval.";

/// Returns the whole text.
pub fn text(result: &GauntletResult) -> String {
    let warnings = result.warnings.iter();
    let warnings: String = warnings
        .map(|text| wrap(&plain(text), 0) + "\n\n")
        .collect();
    format!(
        "{warnings}{}\n{}\nagainst all, each rated 0: {}\n\n{LEGEND}\n\n{}",
        result.newcomer,
        opponents(result).text(WIDTH),
        against_all(result),
        report::text::whole(&result.report, false)
    )
}

/// Returns a table with a row for each opponent.
pub fn opponents(result: &GauntletResult) -> Table {
    let mut columns = Columns::<(usize, &GauntletOpponent)>::default();
    columns.people("", |(number, _)| *number);
    columns
        .people("against", |(_, own)| own.bot.as_str())
        .left();
    columns.people("Elo", |(_, own)| match own.strength {
        None => "–".to_owned(),
        Some(Strength {
            elo, bound: None, ..
        }) => signed(elo, 0),
        Some(Strength { elo, .. }) => format!("bound {}", signed(elo, 0)),
    });
    columns.people("±", |(_, own)| {
        let error = own.strength.and_then(|strength| strength.elo_error);
        error.map_or("–".to_owned(), |e| format!("{e:.0}"))
    });
    columns.people("pairs 0 ½ 1 1½ 2", |(_, own)| {
        own.pairs.map(|n| n.to_string()).join(" ")
    });
    columns.table(&(1..).zip(&result.opponents).collect::<Vec<_>>())
}

/// Returns the newcomer's strength against all opponents together.
pub fn against_all(result: &GauntletResult) -> String {
    let all = result.all.as_ref();
    all.map_or("no pair is finished".to_owned(), |all| {
        strength::elo(all, 1)
    })
}
