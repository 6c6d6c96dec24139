//! Makes the tables of a report.

use referee_record::FaultKind;
use std::collections::BTreeSet;

use referee_output::headings::{FIGURES, STANDINGS};
use referee_output::numbers::{decimal, millis, percent, probability, signed};
use referee_stats::{CrosstableCell, SeatRow};

use super::model::{PlaceCounts, RunReport, StandingsEntry};
use super::notes;
use super::strength::{describe, figures};
use crate::text_table::TextTable;

/// Heads of the columns for the rating and its error.
const RATING: [&str; 2] = ["rating", "±"];

/// Returns the standings; `wide` adds all rank probabilities, times, and a column for each kind of fault.
pub fn standings(standings: &[StandingsEntry], wide: bool) -> TextTable {
    let mut table = TextTable::new(&STANDINGS);
    table.rows = standings
        .iter()
        .map(|bot| vec![bot.row.rank.to_string(), bot.row.bot.clone()])
        .collect();
    add_tie_breaks(&mut table, standings);
    let mut column = |head: &str, cell: &dyn Fn(&StandingsEntry) -> String| {
        table.column(head, standings.iter().map(cell));
    };
    let [points, games, wins, draws, losses] = FIGURES;
    column(points, &|bot| decimal(bot.row.points));
    column(games, &|bot| bot.row.games.to_string());
    column(wins, &|bot| bot.row.wins.to_string());
    column(draws, &|bot| bot.row.draws.to_string());
    column(losses, &|bot| bot.row.losses.to_string());
    if standings.iter().any(|bot| !bot.versions.is_empty()) {
        column("versions", &|bot| bot.versions.len().max(1).to_string());
    }
    column("%", &|bot| shown(bot.row.percent, |p| percent(p / 100.0)));
    if standings.iter().any(|bot| bot.rating.is_some()) {
        column(RATING[0], &|bot| shown(bot.rating, |elo| signed(elo, 0)));
        column(RATING[1], &|bot| {
            shown(bot.rating_error, |elo| format!("{elo:.0}"))
        });
        let ranks = standings.iter().map(|bot| bot.rank_probabilities.len());
        let ranks = ranks.max().unwrap_or(0);
        for rank in 0..if wide { ranks } else { ranks.min(1) } {
            column(&format!("P({})", rank + 1), &|bot| {
                shown(bot.rank_probabilities.get(rank).copied(), probability)
            });
        }
    }
    if wide {
        add_times(&mut table, standings);
        for fault in kinds(standings) {
            let cell =
                |bot: &StandingsEntry| bot.row.faults.get(&fault).copied().unwrap_or(0).to_string();
            table.column(fault.text(), standings.iter().map(cell));
        }
    }
    table.dispensable = ["P(1)", games, "±", "rating", "%", draws]
        .map(str::to_owned)
        .to_vec();
    table
}

/// Returns the games of each version of the bots that played with more than one; `None` if there is no such bot.
pub fn versions(standings: &[StandingsEntry]) -> Option<TextTable> {
    let [points, games, wins, draws, losses] = FIGURES;
    let [number, name] = STANDINGS;
    let mut table = TextTable::new(&[
        number, name, "version", "first", "last", points, games, wins, draws, losses, "%",
    ]);
    table.left = vec![2];
    for bot in standings {
        table.rows.extend(bot.versions.iter().map(|row| {
            let figures = [row.games, row.wins, row.draws, row.losses].map(|n| n.to_string());
            let mut cells = vec![
                bot.row.rank.to_string(),
                bot.row.bot.clone(),
                row.version.clone(),
                row.first.to_string(),
                row.last.to_string(),
                decimal(row.points),
            ];
            cells.extend(figures);
            cells.push(percent(row.percent / 100.0));
            cells
        }));
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Adds a column for each tie-break that is shown, named as the format names it.
fn add_tie_breaks(table: &mut TextTable, standings: &[StandingsEntry]) {
    let Some(first) = standings.iter().find(|bot| !bot.tie_breaks.is_empty()) else {
        return;
    };
    for tie_break in &first.tie_breaks {
        let cell = |bot: &StandingsEntry| {
            let row = bot.tie_breaks.iter().find(|row| row.name == tie_break.name);
            row.map_or_else(String::new, |row| row.value.clone())
        };
        table.column(&tie_break.name, standings.iter().map(cell));
    }
}

/// Returns the time that each bot used; `None` if no bot was asked for a move.
pub fn times(standings: &[StandingsEntry]) -> Option<TextTable> {
    let mut table = TextTable::new(&["#", "bot"]);
    table.rows = standings
        .iter()
        .map(|bot| vec![bot.row.rank.to_string(), bot.row.bot.clone()])
        .collect();
    add_times(&mut table, standings);
    table.dispensable = vec!["used %".to_owned(), "max ms".to_owned()];
    let asked = standings.iter().any(|bot| bot.row.max_ms.is_some());
    asked.then_some(table)
}

fn add_times(table: &mut TextTable, standings: &[StandingsEntry]) {
    let mut column = |head: &str, cell: &dyn Fn(&StandingsEntry) -> String| {
        table.column(head, standings.iter().map(cell));
    };
    column("mean ms", &|bot| shown(bot.row.mean_ms, millis));
    column("max ms", &|bot| shown(bot.row.max_ms, millis));
    if standings.iter().any(|bot| bot.row.budget.is_some()) {
        column("used %", &|bot| shown(bot.row.budget, percent));
    }
}

/// Returns all kinds of fault that occurred.
fn kinds(standings: &[StandingsEntry]) -> BTreeSet<FaultKind> {
    let faults = standings.iter().flat_map(|bot| bot.row.faults.keys());
    faults.copied().collect()
}

/// Returns the points of each bot against each other, rows and columns in the order of the standings;
/// `columns` selects the opponents.
pub fn crosstable(report: &RunReport, columns: std::ops::Range<usize>) -> TextTable {
    let names = &report.crosstable.names;
    let order = order(report);
    let mut table = TextTable::new(&["#", "bot"]);
    table.rows = (1..)
        .zip(&order)
        .map(|(number, row): (usize, _)| vec![number.to_string(), names[*row].clone()])
        .collect();
    for (number, column) in (1..).zip(&order).take(columns.end).skip(columns.start) {
        let number: usize = number;
        let cells = order.iter().map(|row| {
            if row == column {
                "·".to_owned()
            } else {
                cell(report.crosstable.cells[*row][*column])
            }
        });
        table.column(number.to_string(), cells);
    }
    table
}

/// Returns the indices of the crosstable's rows in the order of the standings.
pub fn order(report: &RunReport) -> Vec<usize> {
    let names = &report.crosstable.names;
    let at = |bot: &StandingsEntry| names.iter().position(|name| *name == bot.row.bot);
    report.standings.iter().filter_map(at).collect()
}

/// Returns how often each bot took each place; `None` if the report counts no places.
pub fn places(report: &RunReport) -> Option<TextTable> {
    let most = report
        .places
        .iter()
        .map(|place_counts| place_counts.counts.len())
        .max()?;
    let mut table = TextTable::new(&["#", "bot"]);
    let rows = report.standings.iter().zip(&report.places);
    table.rows = rows
        .map(|(bot, place_counts)| vec![bot.row.rank.to_string(), place_counts.bot.clone()])
        .collect();
    for place in 0..most {
        let count = |place_counts: &PlaceCounts| {
            place_counts
                .counts
                .get(place)
                .copied()
                .unwrap_or(0)
                .to_string()
        };
        table.column(
            format!("place {}", place + 1),
            report.places.iter().map(count),
        );
    }
    Some(table)
}

/// Returns the results of each seat, whichever bot was in it.
pub fn seats(report: &RunReport) -> TextTable {
    let mut table = TextTable::new(&["", "seat"]);
    table.rows = report
        .seats
        .iter()
        .map(|row| vec![String::new(), row.seat.to_string()])
        .collect();
    let mut column = |head: &str, cell: &dyn Fn(&SeatRow) -> String| {
        table.column(head, report.seats.iter().map(cell));
    };
    column("games", &|row| row.games.to_string());
    column("W", &|row| row.wins.to_string());
    column("D", &|row| row.draws.to_string());
    column("L", &|row| row.losses.to_string());
    column("%", &|row| percent(row.score));
    table
}

/// Returns the faults of each bot, with a column for each kind; `None` if there are none.
pub fn faults(standings: &[StandingsEntry]) -> Option<TextTable> {
    let guilty: Vec<&StandingsEntry> = standings
        .iter()
        .filter(|entry| !entry.row.faults.is_empty())
        .collect();
    let mut table = TextTable::new(&["#", "bot"]);
    table.rows = guilty
        .iter()
        .map(|entry| vec![entry.row.rank.to_string(), entry.row.bot.clone()])
        .collect();
    for fault in kinds(standings) {
        let cell = |entry: &&StandingsEntry| {
            entry
                .row
                .faults
                .get(&fault)
                .copied()
                .unwrap_or(0)
                .to_string()
        };
        table.column(fault.text(), guilty.iter().map(cell));
    }
    (!guilty.is_empty()).then_some(table)
}

/// Returns the figures of a match of two bots; `None` if the report has no such match.
pub fn duel(report: &RunReport) -> Option<TextTable> {
    let duel = report.duel.as_ref()?;
    let mut table = TextTable::new(&["", &format!("{} against {}", duel.first, duel.second)]);
    if let Some(strength) = &duel.strength {
        for (name, figure) in figures(strength) {
            table.rows.push(vec![name.to_owned(), figure]);
        }
    }
    let counts = duel.counts().map(|counts| ("results", describe(&counts)));
    for (name, figure) in notes::of_match(report).into_iter().chain(counts) {
        let figure = figure.split_whitespace().collect::<Vec<_>>().join(" ");
        table.rows.push(vec![name.to_owned(), figure]);
    }
    Some(table)
}

fn cell(cell: CrosstableCell) -> String {
    match cell.games {
        0 => String::new(),
        games => format!("{}/{games}", decimal(cell.points)),
    }
}

fn shown<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(String::new, show)
}
