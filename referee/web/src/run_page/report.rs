//! A report as sections of a page; its cells and sentences have the same text as in the terminal.

use referee_output::numbers::{decimal, percent, signed};
use referee_report::columns::Columns;
use referee_report::document::{Block, Section};
use referee_report::standings::sections::{self, Detail};
use referee_report::standings::{RunReport, StandingsEntry, tables};
use referee_stats::CrosstableCell;

use crate::model::{Bars, Rated};

/// Returns the sections: standings, results against each opponent, and how it was played.
pub fn sections(report: &RunReport) -> Vec<Section> {
    sections::sections(report, Detail::Shared { wide: false })
}

/// Returns the faults of each bot by kind; `None` if there are none.
pub fn faults(report: &RunReport) -> Option<Section> {
    Some(Section {
        id: "faults-by-kind",
        title: "Faults by kind".to_owned(),
        blocks: vec![Block::Table(tables::faults(&report.standings)?)],
    })
}

/// Returns the sections for one bot: its own row, and its points against each opponent, under the name that
/// `shown` returns.
pub fn own_sections(report: &RunReport, bot: &str, shown: impl Fn(&str) -> String) -> Vec<Section> {
    let mine = report.standings.iter().filter(|entry| entry.row.bot == bot);
    let mine: Vec<StandingsEntry> = mine.cloned().collect();
    if mine.is_empty() {
        return Vec::new();
    }
    let own = [
        Some(tables::standings(&mine, false)),
        tables::times(&mine),
        tables::versions(&mine),
    ]
    .into_iter();
    let ranked = format!("Of {} in the standings.", report.standings.len());
    let mut columns = Columns::<(String, &CrosstableCell)>::default();
    columns.people("opponent", |(name, _)| name.clone()).left();
    columns.people("points", |(_, cell)| decimal(cell.points));
    columns.people("games", |(_, cell)| cell.games);
    let names = &report.crosstable.names;
    let row = names.iter().position(|name| name == bot);
    let cells = row.map_or(&[][..], |row| &report.crosstable.cells[row]);
    let met = names.iter().zip(cells).filter(|(_, cell)| cell.games > 0);
    let mut met: Vec<_> = met.map(|(name, cell)| (shown(name), cell)).collect();
    met.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    vec![
        Section {
            id: "standings",
            title: "Standing".to_owned(),
            blocks: own
                .flatten()
                .map(Block::Table)
                .chain([Block::Text(ranked)])
                .collect(),
        },
        Section {
            id: "crosstable",
            title: "Against whom".to_owned(),
            blocks: vec![Block::Table(columns.table(&met))],
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
