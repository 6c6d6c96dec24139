//! Standings and crosstable, as tables of 80 columns and as JSON.

use std::fmt::Write;

use referee_stats::{Cell, Row, Tally};
use serde_json::{Value, json};
use tabled::builder::Builder;
use tabled::settings::object::{Columns, Rows};
use tabled::settings::{Alignment, Modify, Padding, Style};

use crate::plain::plain;

/// The width that tables keep to.
const WIDTH: usize = 80;
/// The longest name that is shown whole.
const NAME: usize = 20;

/// Everything that a run ends with: standings, crosstable, and what doesn't count.
pub fn report(tally: &Tally) -> String {
    let mut text = standings(tally);
    text.push('\n');
    match crosstable(tally) {
        Some(table) => {
            let _ = writeln!(text, "\n{table}");
        }
        None => text.push_str("\nThe crosstable is wider than 80 columns; --json holds it.\n"),
    }
    for line in remarks(tally) {
        let _ = write!(text, "\n{line}");
    }
    text
}

/// The standings.
pub fn standings(tally: &Tally) -> String {
    let rows = tally.standings();
    let mut builder = Builder::new();
    builder.push_record([
        "#", "bot", "points", "games", "W", "D", "L", "%", "ms", "max", "faults",
    ]);
    for row in &rows {
        builder.push_record([
            row.rank.to_string(),
            name(&row.bot),
            number(row.points),
            row.games.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.percent.map_or_else(String::new, |p| format!("{p:.1}")),
            row.mean_ms.map_or_else(String::new, millis),
            row.max_ms.map_or_else(String::new, millis),
            faults(row),
        ]);
    }
    finish(builder, &[1, 10])
}

/// Points of each bot against each, as far as that fits.
fn crosstable(tally: &Tally) -> Option<String> {
    let table = tally.crosstable();
    let standings = tally.standings();
    let index = |bot: &str| table.names.iter().position(|name| name == bot);
    let order: Vec<usize> = standings.iter().filter_map(|row| index(&row.bot)).collect();
    let mut builder = Builder::new();
    let heads = (1..=order.len()).map(|number| number.to_string());
    builder.push_record(["#".to_owned(), "bot".to_owned()].into_iter().chain(heads));
    for (number, row) in (1..).zip(&order) {
        let cells = order.iter().map(|column| {
            if column == row {
                "·".to_owned()
            } else {
                cell(table.cells[*row][*column])
            }
        });
        let head = [format!("{number}"), name(&table.names[*row])];
        builder.push_record(head.into_iter().chain(cells));
    }
    let text = finish(builder, &[1]);
    let fits = text.lines().all(|line| line.chars().count() <= WIDTH);
    fits.then_some(text)
}

/// What stands below the tables.
fn remarks(tally: &Tally) -> Vec<String> {
    let mut lines = Vec::new();
    let games = tally.games();
    let seats: Vec<String> = tally
        .seats()
        .iter()
        .map(|seat| format!("{} {:.1} %", seat.seat, 100.0 * seat.score))
        .collect();
    if games > 0 {
        lines.push(format!(
            "{games} games; points by seat: {}",
            seats.join(", ")
        ));
    }
    if tally.void() > 0 {
        lines.push(format!(
            "{} games stand void and aren't counted.",
            tally.void()
        ));
    }
    if tally.tried_again() > 0 {
        lines.push(format!(
            "{} void attempts were played again.",
            tally.tried_again()
        ));
    }
    lines
}

/// The same as JSON.
pub fn json(tally: &Tally) -> Value {
    json!({
        "games": tally.games(),
        "void": tally.void(),
        "tried_again": tally.tried_again(),
        "standings": tally.standings(),
        "crosstable": tally.crosstable(),
        "seats": tally.seats(),
    })
}

fn name(bot: &str) -> String {
    let bot = plain(bot);
    if bot.chars().count() <= NAME {
        return bot;
    }
    bot.chars().take(NAME - 1).chain(['…']).collect()
}

/// Points: whole numbers without a decimal.
fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn millis(ms: f64) -> String {
    if ms < 10.0 {
        format!("{ms:.1}")
    } else {
        format!("{ms:.0}")
    }
}

fn faults(row: &Row) -> String {
    let words: Vec<String> = row
        .faults
        .iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    words.join(", ")
}

fn cell(cell: Cell) -> String {
    match cell.games {
        0 => String::new(),
        games => format!("{}/{games}", number(cell.points)),
    }
}

/// A plain table: numbers to the right, the columns named to the left.
fn finish(builder: Builder, left: &[usize]) -> String {
    let mut table = builder.build();
    table
        .with(Style::blank())
        .with(Padding::new(0, 0, 0, 0))
        .with(Modify::new(Columns::new(..)).with(Alignment::right()));
    for column in left {
        table.with(Modify::new(Columns::one(*column)).with(Alignment::left()));
    }
    table.with(Modify::new(Rows::first()).with(Padding::zero()));
    let lines: Vec<String> = table
        .to_string()
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n")
}
