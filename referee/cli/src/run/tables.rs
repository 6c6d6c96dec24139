//! Standings and crosstable, as tables of 80 columns and as JSON.

use referee_stats::{Cell, Row, Tally};
use serde_json::{Value, json};

use crate::layout;
use crate::plain::plain;

/// Everything that a run ends with: standings, faults, crosstable, and what doesn't count.
pub fn report(tally: &Tally) -> String {
    let mut parts = vec![standings(tally)];
    parts.extend(faults(tally));
    let bots = tally.standings().len();
    parts.push(crosstable(tally).unwrap_or_else(|| {
        layout::wrap(
            &format!("The crosstable of {bots} bots is wider than 80 columns; --json has it."),
            0,
        )
    }));
    parts.push(remarks(tally).join("\n"));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// The standings.
pub fn standings(tally: &Tally) -> String {
    let head = [
        "#", "bot", "points", "games", "W", "D", "L", "%", "ms", "max", "faults",
    ];
    let rows = tally.standings().into_iter().map(|row| {
        vec![
            row.rank.to_string(),
            plain(&row.bot),
            number(row.points),
            row.games.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.percent.map_or_else(String::new, |p| format!("{p:.1}")),
            row.mean_ms.map_or_else(String::new, millis),
            row.max_ms.map_or_else(String::new, millis),
            row.faults.values().sum::<u64>().to_string(),
        ]
    });
    let head = head.map(str::to_owned).to_vec();
    layout::table(&[head].into_iter().chain(rows).collect::<Vec<_>>())
}

/// Who failed how often, and how.
fn faults(tally: &Tally) -> Option<String> {
    let guilty = |row: &Row| {
        let words = row.faults.iter().map(|(word, n)| format!("{n} {word}"));
        let words: Vec<String> = words.collect();
        let text = format!("  {}: {}", plain(&row.bot), words.join(", "));
        (!words.is_empty()).then(|| layout::wrap(&text, 4))
    };
    let lines: Vec<String> = tally.standings().iter().filter_map(guilty).collect();
    (!lines.is_empty()).then(|| format!("Faults\n{}", lines.join("\n")))
}

/// Points of each bot against each; nothing where that is too wide.
fn crosstable(tally: &Tally) -> Option<String> {
    let table = tally.crosstable();
    let standings = tally.standings();
    let index = |bot: &str| table.names.iter().position(|name| name == bot);
    let order: Vec<usize> = standings.iter().filter_map(|row| index(&row.bot)).collect();
    // Beyond that there is no need to draw it first.
    if 2 * order.len() > layout::WIDTH {
        return None;
    }
    let numbers = (1..=order.len()).map(|number| number.to_string());
    let head = ["#".to_owned(), "bot".to_owned()]
        .into_iter()
        .chain(numbers);
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for (number, row) in (1..).zip(&order) {
        let cells = order.iter().map(|column| {
            if column == row {
                "·".to_owned()
            } else {
                cell(table.cells[*row][*column])
            }
        });
        let head = [format!("{number}"), plain(&table.names[*row])];
        rows.push(head.into_iter().chain(cells).collect());
    }
    let text = layout::table(&rows);
    (layout::width(&text) <= layout::WIDTH).then_some(text)
}

/// What stands below the tables.
fn remarks(tally: &Tally) -> Vec<String> {
    let mut lines = Vec::new();
    let seats: Vec<String> = tally
        .seats()
        .iter()
        .map(|seat| format!("{} {:.1} %", seat.seat, 100.0 * seat.score))
        .collect();
    if tally.games().counted > 0 {
        lines.push(format!(
            "{}; points by seat: {}",
            layout::count(tally.games().counted, "game"),
            seats.join(", ")
        ));
    }
    if tally.games().void > 0 {
        let games = layout::count(tally.games().void, "game");
        lines.push(format!("Void, so not counted: {games}."));
    }
    if tally.games().tried_again > 0 {
        let attempts = layout::count(tally.games().tried_again, "void attempt");
        lines.push(format!("Played again: {attempts}."));
    }
    lines
}

/// The same as JSON.
pub fn json(tally: &Tally) -> Value {
    json!({
        "games": tally.games().counted,
        "void": tally.games().void,
        "tried_again": tally.games().tried_again,
        "standings": tally.standings(),
        "crosstable": tally.crosstable(),
        "seats": tally.seats(),
    })
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

fn cell(cell: Cell) -> String {
    match cell.games {
        0 => String::new(),
        games => format!("{}/{games}", number(cell.points)),
    }
}
