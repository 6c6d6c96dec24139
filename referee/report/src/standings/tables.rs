//! Makes the tables of a report, and their CSV.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Result;
use referee_output::headings::{FIGURES, STANDINGS};
use referee_output::numbers::{decimal, millis, percent, probability, signed};
use referee_record::FaultKind;
use referee_stats::{Crosstable, CrosstableCell, SeatRow, VersionRow};

use super::model::{PlaceCounts, RunReport, StandingsEntry, TieBreakRow};
use super::notes;
use super::strength::{self, describe};
use crate::columns::{BotResults, Cell, Columns};
use crate::document::{Facts, Table};

/// Returns the columns of the standings. `wide` adds all rank probabilities, and for people times and a column for each
/// kind of fault.
fn columns(standings: &[StandingsEntry], wide: bool) -> Columns<'_, StandingsEntry> {
    let ranks = standings.iter().map(|bot| bot.rank_probabilities.len());
    let ranks = if wide { ranks.max().unwrap_or(0) } else { 1 };
    let mut columns = ranked();
    add_tie_breaks(&mut columns, standings);
    columns.results(|StandingsEntry { row, .. }| BotResults {
        points: Cell::Real(row.points, decimal(row.points)),
        games: row.games,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
    });
    if standings.iter().any(|bot| !bot.versions.is_empty()) {
        columns.both("versions", "versions", |bot| bot.versions.len().max(1));
    }
    columns
        .real(
            "%",
            "percent",
            |bot| bot.row.percent,
            |p| percent(p / 100.0),
        )
        .dispensable(5);
    columns
        .real("rating", "rating", |bot| bot.rating, |elo| signed(elo, 0))
        .if_any()
        .dispensable(4);
    columns
        .real("±", "rating_error", |bot| bot.rating_error, whole)
        .if_any()
        .dispensable(3);
    for rank in 0..ranks {
        let (head, key) = (format!("P({})", rank + 1), format!("p_rank_{}", rank + 1));
        let of_rank = move |bot: &StandingsEntry| bot.rank_probabilities.get(rank).copied();
        columns
            .real(head, key, of_rank, probability)
            .if_any()
            .dispensable(1);
    }
    add_times(&mut columns, wide);
    if wide {
        add_kinds_of_fault(&mut columns, standings);
    }
    columns.programs("faults", |bot| {
        let faults = bot.row.faults.iter();
        faults
            .map(|(fault, n)| format!("{n} {fault}"))
            .collect::<Vec<_>>()
            .join(" ")
    });
    columns
}

/// Returns the columns for rank and name.
fn ranked<'a>() -> Columns<'a, StandingsEntry> {
    let [rank, name] = STANDINGS;
    let mut columns = Columns::default();
    columns.both(rank, "rank", |bot: &StandingsEntry| bot.row.rank);
    columns
        .both(name, "bot", |bot| bot.row.bot.clone())
        .left()
        .links();
    columns
}

/// Adds a column for each tie-break that is shown, named as the format names it.
fn add_tie_breaks<'a>(columns: &mut Columns<'a, StandingsEntry>, standings: &'a [StandingsEntry]) {
    let shown = standings.iter().find(|bot| !bot.tie_breaks.is_empty());
    for TieBreakRow { name, .. } in shown.iter().flat_map(|bot| &bot.tie_breaks) {
        columns.both(name, name, move |bot| {
            let row = bot.tie_breaks.iter().find(|row| row.name == *name);
            row.map(|row| row.value.clone())
        });
    }
}

/// Adds the columns for the time that bots used.
fn add_times(columns: &mut Columns<'_, StandingsEntry>, is_asked: bool) {
    columns
        .real("mean ms", "mean_ms", |bot| bot.row.mean_ms, millis)
        .if_asked(is_asked);
    columns
        .real("max ms", "max_ms", |bot| bot.row.max_ms, millis)
        .if_asked(is_asked);
    columns
        .real("used %", "budget", |bot| bot.row.budget, percent)
        .if_asked(is_asked)
        .if_any();
}

/// Adds a column for each kind of fault that occurred, for people.
fn add_kinds_of_fault(columns: &mut Columns<'_, StandingsEntry>, standings: &[StandingsEntry]) {
    let faults = standings.iter().flat_map(|bot| bot.row.faults.keys());
    for fault in faults.copied().collect::<BTreeSet<FaultKind>>() {
        columns.people(fault.text(), move |bot| {
            bot.row.faults.get(&fault).copied().unwrap_or(0)
        });
    }
}

/// Returns the standings; `wide` adds all rank probabilities, times, and a column for each kind of fault.
pub fn standings(standings: &[StandingsEntry], wide: bool) -> Table {
    columns(standings, wide).table(standings)
}

/// Returns the standings with the number of faults of each bot.
pub fn standings_and_faults(standings: &[StandingsEntry]) -> Table {
    let mut columns = columns(standings, false);
    columns.people("faults", |bot| bot.row.faults.values().sum::<u64>());
    columns.table(standings)
}

/// Returns the standings as CSV, with unrounded numbers; `wide` adds all rank probabilities. Returns an error if
/// they can't be written.
pub fn standings_csv(standings: &[StandingsEntry], wide: bool) -> Result<String> {
    columns(standings, wide).csv(standings)
}

/// Returns the games of each version of the bots that played with more than one; `None` if there is no such bot.
pub fn versions(standings: &[StandingsEntry]) -> Option<Table> {
    let [rank, name] = STANDINGS;
    let mut columns = Columns::<(&StandingsEntry, &VersionRow)>::default();
    columns.people(rank, |(bot, _)| bot.row.rank);
    columns.people(name, |(bot, _)| bot.row.bot.as_str()).left();
    columns
        .people("version", |(_, row)| row.version.as_str())
        .left();
    columns.people("first", |(_, row)| row.first);
    columns.people("last", |(_, row)| row.last);
    columns.results(|(_, row)| BotResults {
        points: Cell::Real(row.points, decimal(row.points)),
        games: row.games,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
    });
    columns.people("%", |(_, row)| percent(row.percent / 100.0));
    let rows = standings
        .iter()
        .flat_map(|bot| bot.versions.iter().map(move |row| (bot, row)));
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| columns.table(&rows))
}

/// Returns the time that each bot used; `None` if no bot was asked for a move.
pub fn times(standings: &[StandingsEntry]) -> Option<Table> {
    let mut columns = ranked();
    add_times(&mut columns, true);
    let asked = standings.iter().any(|bot| bot.row.max_ms.is_some());
    asked.then(|| columns.table(standings))
}

/// Returns the points of each bot against each other, rows and columns in the order of the standings. Its cells link to
/// the games of the two bots, and their colour shows the share of points.
pub fn crosstable(report: &RunReport) -> Table {
    let mut table = crosstable_of(report, 0..report.standings.len());
    let order = order(report);
    for (row, cells) in table.rows.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().skip(2).enumerate() {
            let met = report.crosstable.cells[order[row]][order[column]];
            if met.games > 0 {
                cell.games = Some([row, column]);
                let win = report.worth.map_or(1.0, |worth| worth.win.into());
                cell.heat = Some(heat(met.points / win, met.games));
            }
        }
    }
    table
}

/// Returns the colour of a cell, from 0 for no points to 10 for all of them; a win is one point here.
fn heat(points: f64, games: u64) -> u8 {
    #[expect(clippy::cast_precision_loss, reason = "a shade")]
    let share = points / games as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 10"
    )]
    let heat = (10.0 * share).round().clamp(0.0, 10.0) as u8;
    heat
}

/// Returns the columns of the crosstable for some opponents.
pub fn crosstable_of(report: &RunReport, opponents: Range<usize>) -> Table {
    let Crosstable { names, cells } = &report.crosstable;
    let rows: Vec<(usize, usize)> = (1..).zip(order(report)).collect();
    let [rank, name] = STANDINGS;
    let mut columns = Columns::<(usize, usize)>::default();
    columns.people(rank, |(number, _)| *number);
    columns
        .people(name, |(_, bot)| names[*bot].as_str())
        .left()
        .links();
    for (number, other) in rows
        .iter()
        .copied()
        .take(opponents.end)
        .skip(opponents.start)
    {
        columns.people(number.to_string(), move |(_, bot)| {
            let met = cells[*bot][other];
            match met.games {
                _ if *bot == other => "·".to_owned(),
                0 => String::new(),
                games => format!("{}/{games}", decimal(met.points)),
            }
        });
    }
    columns.table(&rows)
}

/// Returns the crosstable as CSV, with a row for each pair of bots that met, from both sides. Returns an error if it
/// can't be written.
pub fn crosstable_csv(report: &RunReport) -> Result<String> {
    let Crosstable { names, cells } = &report.crosstable;
    let mut columns = Columns::<(&str, &str, CrosstableCell)>::default();
    columns.programs("bot", |(bot, ..)| *bot);
    columns.programs("opponent", |(_, other, _)| *other);
    columns.programs("points", |(.., met)| met.points);
    columns.programs("games", |(.., met)| met.games);
    let mut rows = Vec::new();
    for (bot, cells) in names.iter().zip(cells) {
        let met = names.iter().zip(cells).filter(|(_, met)| met.games > 0);
        rows.extend(met.map(|(other, met)| (bot.as_str(), other.as_str(), *met)));
    }
    columns.csv(&rows)
}

/// Returns the indices of the crosstable's rows in the order of the standings.
fn order(report: &RunReport) -> Vec<usize> {
    let names = &report.crosstable.names;
    let at = |bot: &StandingsEntry| names.iter().position(|name| *name == bot.row.bot);
    report.standings.iter().filter_map(at).collect()
}

/// Returns how often each bot took each place; `None` if the report counts no places.
pub fn places(report: &RunReport) -> Option<Table> {
    let most = report.places.iter().map(|bot| bot.counts.len()).max()?;
    let [rank, name] = STANDINGS;
    let mut columns = Columns::<(&StandingsEntry, &PlaceCounts)>::default();
    columns.people(rank, |(bot, _)| bot.row.rank);
    columns
        .people(name, |(bot, _)| bot.row.bot.as_str())
        .left()
        .links();
    for place in 0..most {
        columns.people(format!("place {}", place + 1), move |(_, bot)| {
            bot.counts.get(place).copied().unwrap_or(0)
        });
    }
    Some(
        columns.table(
            &report
                .standings
                .iter()
                .zip(&report.places)
                .collect::<Vec<_>>(),
        ),
    )
}

/// Returns the results of each seat, whichever bot was in it.
pub fn seats(report: &RunReport) -> Table {
    let mut columns = Columns::<SeatRow>::default();
    columns.people("seat", |row| row.seat.to_string()).left();
    let [_, games, wins, draws, losses] = FIGURES;
    columns.people(games, |row| row.games);
    columns.people(wins, |row| row.wins);
    columns.people(draws, |row| row.draws);
    columns.people(losses, |row| row.losses);
    columns.people("%", |row| percent(row.score));
    columns.table(&report.seats)
}

/// Returns the faults of each bot, with a column for each kind; `None` if there are none.
pub fn faults(standings: &[StandingsEntry]) -> Option<Table> {
    let mut columns = ranked();
    add_kinds_of_fault(&mut columns, standings);
    let mut guilty = standings
        .iter()
        .filter(|bot| !bot.row.faults.is_empty())
        .peekable();
    guilty.peek().is_some().then(|| columns.table(guilty))
}

/// Returns the figures of a match of two bots; `None` if the report has no such match.
pub fn duel(report: &RunReport) -> Option<Facts> {
    let duel = report.duel.as_ref()?;
    let strength = duel.strength.iter().flat_map(strength::figures);
    let counts = duel.counts().map_or_else(
        || "no pair of games is complete".to_owned(),
        |counts| describe(&counts),
    );
    let facts = strength.chain(notes::of_match(report));
    Some(Facts::new(
        format!("Match: {} against {}", duel.first, duel.second),
        facts.chain([("results", counts)]),
    ))
}

fn whole(number: f64) -> String {
    format!("{number:.0}")
}
