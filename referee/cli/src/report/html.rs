//! A report as parts of a page: the texts of its cells and sentences are those of the terminal.

use referee_web::model::{Bars, Block, Rated, Section, Table};

use super::model::{Report, Standing};
use super::numbers::{decimal, percent, signed};
use super::remarks;
use super::sheet::Sheet;
use super::sheets;

/// Standings, crosstable, and what isn't in them.
pub fn sections(report: &Report) -> Vec<Section> {
    let tables = [
        Some(sheets::standings(&report.standings, false)),
        sheets::duel(report),
        sheets::times(&report.standings),
    ];
    let standings = [
        remarks::about_ratings(report),
        remarks::faults(report),
        remarks::games(report),
    ];
    let rest = [
        remarks::notes(report),
        remarks::left_out(report),
        remarks::jail(report),
        remarks::clock(report),
    ];
    vec![
        Section {
            id: "standings",
            title: "Standings".to_owned(),
            tables: tables.iter().flatten().map(table).collect(),
            blocks: standings.map(block).to_vec(),
        },
        Section {
            id: "crosstable",
            title: "Crosstable".to_owned(),
            tables: vec![table(&sheets::crosstable(
                report,
                0..report.standings.len(),
            ))],
            blocks: Vec::new(),
        },
        Section {
            id: "course",
            title: "How it was played".to_owned(),
            tables: Vec::new(),
            blocks: rest.map(block).to_vec(),
        },
    ]
}

/// One bot's part: its own row, and its points against everybody, whose names are `shown`.
pub fn own(report: &Report, bot: &str, shown: impl Fn(&str) -> String) -> Vec<Section> {
    let mine = report.standings.iter().filter(|own| own.row.bot == bot);
    let mine: Vec<Standing> = mine.cloned().collect();
    if mine.is_empty() {
        return Vec::new();
    }
    let tables = [Some(sheets::standings(&mine, false)), sheets::times(&mine)];
    let ranked = format!("Of {} in the standings.", report.standings.len());
    let mut met = Sheet::new(&["", "opponent", "points", "games"]);
    let names = &report.crosstable.names;
    if let Some(row) = names.iter().position(|name| name == bot) {
        let cells = names.iter().zip(&report.crosstable.cells[row]);
        let cells = cells.filter(|(_, cell)| cell.games > 0);
        met.rows = cells
            .map(|(name, cell)| {
                let (points, games) = (decimal(cell.points), cell.games.to_string());
                vec![String::new(), shown(name), points, games]
            })
            .collect();
        met.rows.sort();
    }
    vec![
        Section {
            id: "standings",
            title: "Standing".to_owned(),
            tables: tables.iter().flatten().map(table).collect(),
            blocks: vec![Block {
                title: None,
                lines: vec![ranked],
            }],
        },
        Section {
            id: "crosstable",
            title: "Against whom".to_owned(),
            tables: vec![table(&met)],
            blocks: Vec::new(),
        },
    ]
}

/// The ratings of a field.
pub fn ratings(report: &Report) -> Vec<Rated> {
    let rated = |bot: &Standing| {
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

/// How the seats did, and how bots failed.
pub fn bars(report: &Report) -> Vec<Bars> {
    let seats = report.seats.iter();
    let seats = seats.map(|seat| {
        let shown = format!("{} %", percent(seat.score));
        (format!("seat {}", seat.seat), seat.score, shown)
    });
    let faults = report.standings.iter().flat_map(|bot| {
        let words = bot.row.faults.iter();
        #[expect(clippy::cast_precision_loss, reason = "lengths of bars")]
        words.map(|(word, n)| (format!("{}: {word}", bot.row.bot), *n as f64, n.to_string()))
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

fn table(sheet: &Sheet) -> Table {
    // The second column holds names.
    let left = std::iter::once(1).chain(sheet.left.iter().copied());
    Table {
        head: sheet.head.clone(),
        rows: sheet.rows.clone(),
        left: left.collect(),
    }
}

fn block(block: remarks::Block) -> Block {
    Block {
        title: block.title.map(str::to_owned),
        lines: block.lines,
    }
}
