//! A report as CSV, with unrounded numbers.

use anyhow::Result;
use referee_output::sanitize::csv::text;

use super::model::{RunReport, StandingsEntry};

/// Returns the standings, a row for each bot; unknown values are empty. `wide` adds all rank probabilities.
pub fn standings(report: &RunReport, wide: bool) -> Result<String> {
    let bots = &report.standings;
    let tie_breaks = bots.iter().find(|bot| !bot.tie_breaks.is_empty());
    let tie_breaks = tie_breaks.map_or(&[][..], |bot| &bot.tie_breaks);
    let versions = bots.iter().any(|bot| !bot.versions.is_empty());
    let ranks = bots.iter().map(|bot| bot.rank_probabilities.len()).max();
    let ranks = if wide { ranks.unwrap_or(0) } else { 1 };
    let head = [
        "rank", "bot", "points", "games", "wins", "draws", "losses", "percent",
    ];
    let head = head.into_iter().map(str::to_owned);
    let rated = ["rating", "rating_error"].map(str::to_owned);
    let timed = ["mean_ms", "max_ms", "budget", "faults"].map(str::to_owned);
    let head = head
        .chain(tie_breaks.iter().map(|tie_break| tie_break.name.clone()))
        .chain(rated)
        .chain((1..=ranks).map(|rank| format!("p_rank_{rank}")))
        .chain(timed)
        .chain(versions.then(|| "versions".to_owned()))
        .collect::<Vec<_>>();
    let row = |bot: &StandingsEntry| {
        let row = &bot.row;
        let mut cells = vec![
            row.rank.to_string(),
            row.bot.clone(),
            row.points.to_string(),
        ];
        let counts = [row.games, row.wins, row.draws, row.losses];
        cells.extend(counts.iter().map(u64::to_string));
        cells.push(optional(row.percent));
        cells.extend(tie_breaks.iter().map(|tie_break| {
            let shown_merit = bot
                .tie_breaks
                .iter()
                .find(|candidate| candidate.name == tie_break.name);
            shown_merit.map_or_else(String::new, |row_merit| row_merit.value.clone())
        }));
        cells.extend([bot.rating, bot.rating_error].map(optional));
        cells.extend((0..ranks).map(|rank| optional(bot.rank_probabilities.get(rank).copied())));
        cells.extend([row.mean_ms, row.max_ms, row.budget].map(optional));
        let faults = row
            .faults
            .iter()
            .map(|(fault_name, n)| format!("{n} {fault_name}"));
        cells.push(faults.collect::<Vec<_>>().join(" "));
        cells.extend(versions.then(|| bot.versions.len().max(1).to_string()));
        cells
    };
    text(&head, bots.iter().map(row))
}

/// Returns the crosstable, with a row for each pair of bots that met, from both sides.
pub fn crosstable(report: &RunReport) -> Result<String> {
    let table = &report.crosstable;
    let mut pairs = Vec::new();
    for (name, cells) in table.names.iter().zip(&table.cells) {
        for (other, cell) in table.names.iter().zip(cells) {
            if cell.games > 0 {
                let (points, games) = (cell.points.to_string(), cell.games.to_string());
                pairs.push([name.clone(), other.clone(), points, games]);
            }
        }
    }
    text(
        &["bot", "opponent", "points", "games"].map(str::to_owned),
        pairs,
    )
}

fn optional(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}
