//! A report as sections of a page; its cells and sentences have the same text as in the terminal.

use referee_output::numbers::{decimal, percent, signed};
use referee_report::columns::Columns;
use referee_report::standings::{RunReport, StandingsEntry, notes, tables};
use referee_stats::CrosstableCell;

use super::rounds::rounds;
use crate::model::{Bars, NoteBlock, Rated, Section, TableView};

/// Returns the sections: standings, results against each opponent, and what is missing from them.
pub fn sections(report: &RunReport) -> Vec<Section> {
    let tables = [
        tables::duel(report).as_ref().map(TableView::from),
        tables::times(&report.standings)
            .as_ref()
            .map(TableView::from),
        tables::versions(&report.standings)
            .as_ref()
            .map(TableView::from),
    ];
    let others = tables
        .into_iter()
        .flatten()
        .filter(|table| !table.rows.is_empty());
    let standings = [
        notes::verification(report),
        notes::versions(report),
        notes::names(report),
        notes::about_ratings(report),
        notes::faults(report),
        notes::chatter(report),
        notes::games(report),
    ];
    let rest = [
        notes::notes(report),
        notes::left_out(report),
        notes::jail(report),
        notes::clock(report),
        notes::workers(report),
    ];
    vec![
        Section {
            id: "standings",
            title: "Standings".to_owned(),
            tables: std::iter::once(ranked(&report.standings))
                .chain(others)
                .collect(),
            blocks: standings.map(block).to_vec(),
            ..Section::default()
        },
        meetings(report),
        Section {
            id: "course",
            title: "How it was played".to_owned(),
            blocks: rest.map(block).to_vec(),
            ..Section::default()
        },
    ]
}

/// Returns the section on results against each opponent: a bracket or rounds if the format has them, places
/// if more than two bots play, else the crosstable.
fn meetings(report: &RunReport) -> Section {
    if let Some(pairings) = &report.pairings {
        let (id, title) = if pairings.bracket {
            ("bracket", "Bracket")
        } else {
            ("rounds", "Rounds")
        };
        return Section {
            id,
            title: title.to_owned(),
            rounds: rounds(pairings),
            ..Section::default()
        };
    }
    if let Some(places) = tables::places(report) {
        return Section {
            id: "places",
            title: "Places".to_owned(),
            tables: vec![named(TableView::from(&places))],
            ..Section::default()
        };
    }
    Section {
        id: "crosstable",
        title: "Crosstable".to_owned(),
        tables: vec![crosstable(report)],
        ..Section::default()
    }
}

/// Returns the crosstable; its cells link to the games of the two bots, and their colour shows the share of
/// points.
pub fn crosstable(report: &RunReport) -> TableView {
    let mut table = named(TableView::from(&tables::crosstable(
        report,
        0..report.standings.len(),
    )));
    let order = tables::order(report);
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

/// Returns the results of each seat, whichever bot was in it; `None` if no game was played.
pub fn seats(report: &RunReport) -> Option<TableView> {
    let seats = tables::seats(report);
    (!seats.rows.is_empty()).then(|| TableView::from(&seats))
}

/// Returns the faults of each bot by kind; `None` if there are none.
pub fn faults(report: &RunReport) -> Option<Section> {
    Some(Section {
        id: "faults-by-kind",
        title: "Faults by kind".to_owned(),
        tables: vec![named(TableView::from(&tables::faults(&report.standings)?))],
        ..Section::default()
    })
}

/// Returns the standings with the number of faults of each bot; its name links to its games.
fn ranked(standings: &[StandingsEntry]) -> TableView {
    named(TableView::from(&tables::standings_and_faults(standings)))
}

/// Links each name of a table to the games of that bot.
fn named(mut table: TableView) -> TableView {
    for (at, row) in table.rows.iter_mut().enumerate() {
        if let Some(name) = row.get_mut(1) {
            name.games = Some([at, at]);
        }
    }
    table
}

/// Returns the sections for one bot: its own row, and its points against each opponent, under the name that
/// `shown` returns.
pub fn own_sections(report: &RunReport, bot: &str, shown: impl Fn(&str) -> String) -> Vec<Section> {
    let mine = report.standings.iter().filter(|entry| entry.row.bot == bot);
    let mine: Vec<StandingsEntry> = mine.cloned().collect();
    if mine.is_empty() {
        return Vec::new();
    }
    let tables = [
        Some(tables::standings(&mine, false)),
        tables::times(&mine),
        tables::versions(&mine),
    ];
    let ranked = format!("Of {} in the standings.", report.standings.len());
    let mut columns = Columns::<(String, &CrosstableCell)>::default();
    columns.people("opponent", |(name, _)| name.clone()).left();
    columns.people("points", |(_, cell)| decimal(cell.points));
    columns.people("games", |(_, cell)| cell.games);
    let names = &report.crosstable.names;
    let own = names.iter().position(|name| name == bot);
    let cells = own.map_or(&[][..], |row| &report.crosstable.cells[row]);
    let met = names.iter().zip(cells).filter(|(_, cell)| cell.games > 0);
    let mut met: Vec<_> = met.map(|(name, cell)| (shown(name), cell)).collect();
    met.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    vec![
        Section {
            id: "standings",
            title: "Standing".to_owned(),
            tables: tables.iter().flatten().map(TableView::from).collect(),
            blocks: vec![NoteBlock {
                title: None,
                lines: vec![ranked],
            }],
            ..Section::default()
        },
        Section {
            id: "crosstable",
            title: "Against whom".to_owned(),
            tables: vec![TableView::from(&columns.table(&met))],
            ..Section::default()
        },
    ]
}

/// Returns the ratings of a field.
pub fn ratings(report: &RunReport) -> Vec<Rated> {
    let rated = |bot: &StandingsEntry| {
        let (rating, error) = (bot.rating?, bot.rating_error?);
        Some(Rated {
            bot: bot.row.bot.clone(),
            rating,
            error,
            shown: format!("{} ± {error:.0}", signed(rating, 0)),
        })
    };
    report.standings.iter().filter_map(rated).collect()
}

/// Returns the bars of the points by seat and of the faults.
pub fn bars(report: &RunReport) -> Vec<Bars> {
    let seats = report.seats.iter();
    let seats = seats.map(|seat| {
        let shown = format!("{} %", percent(seat.score));
        (format!("seat {}", seat.seat), seat.score, shown)
    });
    let faults = report.standings.iter().flat_map(|bot| {
        let words = bot.row.faults.iter();
        #[expect(clippy::cast_precision_loss, reason = "lengths of bars")]
        words.map(|(fault_name, n)| {
            (
                format!("{}: {fault_name}", bot.row.bot),
                *n as f64,
                n.to_string(),
            )
        })
    });
    let bars = |title: &str, bars: Vec<_>| Bars {
        title: title.to_owned(),
        bars,
    };
    let plots = [
        bars("Points by seat", seats.collect()),
        bars("Faults", faults.collect()),
    ];
    plots
        .into_iter()
        .filter(|plot| !plot.bars.is_empty())
        .collect()
}

fn block(block: notes::NoteGroup) -> NoteBlock {
    NoteBlock {
        title: block.title.map(str::to_owned),
        lines: block.lines,
    }
}
