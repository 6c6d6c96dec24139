//! A gauntlet's end as text: a row for each opponent, then the tables of the run.

use referee_stats::Strength;

use super::{Gauntlet, Opponent};
use crate::layout::{table, wrap};
use crate::report::{self, signed, strength};
use crate::sinks::plain;

/// The heads of the rows.
pub const HEAD: [&str; 5] = ["", "against", "Elo", "±", "pairs 0 ½ 1 1½ 2"];

/// What the rows are.
pub const LEGEND: &str = "Complete pairs, each once; ± is half of the 95 % interval.";

/// The whole of it.
pub fn text(found: &Gauntlet) -> String {
    let mut drawn = vec![HEAD.map(str::to_owned).to_vec()];
    drawn.extend(rows(found));
    let warnings = found.warnings.iter();
    let warnings: String = warnings
        .map(|text| wrap(&plain(text), 0) + "\n\n")
        .collect();
    format!(
        "{warnings}{}\n{}\nagainst all, each rated 0: {}\n\n{LEGEND}\n\n{}",
        found.newcomer,
        table(&drawn),
        against_all(found),
        report::text::whole(&found.report, false)
    )
}

/// A row for each opponent.
pub fn rows(found: &Gauntlet) -> Vec<Vec<String>> {
    let row = |(number, own): (usize, &Opponent)| {
        let elo = |own: &Strength| match own.bound {
            Some(_) => format!("bound {}", signed(own.elo, 0)),
            None => signed(own.elo, 0),
        };
        let error = own.strength.and_then(|own| own.elo_error);
        vec![
            number.to_string(),
            own.bot.clone(),
            own.strength.as_ref().map_or("–".to_owned(), elo),
            error.map_or("–".to_owned(), |e| format!("{e:.0}")),
            own.pairs.map(|n| n.to_string()).join(" "),
        ]
    };
    (1..).zip(&found.opponents).map(row).collect()
}

/// The newcomer's strength against all together.
pub fn against_all(found: &Gauntlet) -> String {
    let all = found.all.as_ref();
    all.map_or("no pair is finished".to_owned(), |all| {
        strength::elo(all, 1)
    })
}
