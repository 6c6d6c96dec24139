//! The sections of a report, in their one order for the terminal, Markdown and pages.

use referee_output::text_layout::WIDTH;

use super::model::RunReport;
use super::{notes, tables};
use crate::document::{Block, NoteGroup, Section, Table, rounds};

/// Text in place of a table that is too wide.
pub(super) const TOO_WIDE: &str = "The standings are wider than 80 columns; --wide has them.";
/// The anchor of the crosstable.
pub(super) const CROSSTABLE: &str = "crosstable";
/// Heads of the columns that only wide standings have.
const DETAILS: [&str; 2] = ["%", "P(1)"];

/// How much a reader is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What fits a terminal, and the commands that tell more.
    Brief,
    /// All columns of the standings, for a terminal, and the commands that tell more.
    Wide,
    /// Everything, for readers who may not have the run: without commands.
    Shared {
        /// All columns of the standings, instead of a table of times.
        wide: bool,
    },
}

impl Detail {
    /// Returns the detail for a terminal.
    pub fn terminal(wide: bool) -> Detail {
        if wide { Detail::Wide } else { Detail::Brief }
    }
}

/// Returns all sections: the standings, who met whom, and how it was played. The standings stay first, as their head is
/// what a printed report is known by; how it was played stays last, as pages insert their own sections before it.
pub fn sections(report: &RunReport, detail: Detail) -> Vec<Section> {
    vec![
        standings(report, detail),
        meetings(report, detail),
        course(report, detail),
    ]
}

/// Returns the section on the standings.
fn standings(report: &RunReport, detail: Detail) -> Section {
    let bots = &report.standings;
    let wide = matches!(detail, Detail::Wide | Detail::Shared { wide: true });
    let mut standings = match detail {
        Detail::Shared { wide: false } => tables::standings_and_faults(bots),
        _ => tables::standings(bots, wide),
    };
    standings.is_wide = detail == Detail::Wide;
    if detail == Detail::Brief {
        standings = DETAILS
            .iter()
            .fold(standings, |table, head| table.without(head));
        standings.too_wide = Some(TOO_WIDE.to_owned());
    }
    let ratings = match detail {
        Detail::Brief => notes::about_ratings_in_short(report),
        _ => notes::about_ratings(report),
    };
    let versions = tables::versions(bots).filter(|_| detail != Detail::Brief);
    let versions = versions.map(|table| Table {
        is_wide: detail == Detail::Wide,
        ..table
    });
    let times = tables::times(bots).filter(|_| detail == Detail::Shared { wide: false });
    let faults = match detail {
        Detail::Brief => explained(report, notes::faults(report)),
        // Its table has a column for each fault.
        Detail::Wide => NoteGroup::default(),
        Detail::Shared { .. } => notes::faults(report),
    };
    // A text for a terminal is known by the head of this table.
    let mut blocks = vec![
        Block::Table(standings),
        Block::Notes(notes::verification(report)),
    ];
    if matches!(detail, Detail::Shared { .. }) {
        blocks.reverse();
    }
    blocks.extend(tables::duel(report).map(Block::Facts));
    let measured = report.duel.as_ref().filter(|duel| duel.strength.is_some());
    blocks.extend(measured.map(|duel| {
        let first = &duel.first;
        Block::Text(format!(
            "± is half of the 95 % interval; LOS: the likelihood that {first} is the stronger one."
        ))
    }));
    blocks.push(Block::Notes(ratings));
    blocks.extend(versions.into_iter().chain(times).map(Block::Table));
    blocks.push(Block::Notes(faults));
    Section {
        id: "standings",
        title: "Standings".to_owned(),
        blocks,
    }
}

/// Returns the section on who met whom: a bracket or rounds if the format has them, places if more than two bots play,
/// else the crosstable. A terminal always has the crosstable, and rounds only if it is wide.
fn meetings(report: &RunReport, detail: Detail) -> Section {
    let pairings = report.pairings.as_ref().filter(|_| detail != Detail::Brief);
    let shared = matches!(detail, Detail::Shared { .. });
    let (id, title, mut blocks) = if let Some(pairings) = pairings {
        let (id, title) = if pairings.bracket {
            ("bracket", "Bracket")
        } else {
            ("rounds", "Rounds")
        };
        let rounds = rounds(pairings).into_iter().map(Block::Rounds);
        (id, title, rounds.collect())
    } else if let Some(places) = tables::places(report).filter(|_| shared) {
        ("places", "Places", vec![Block::Table(places)])
    } else {
        (CROSSTABLE, "Crosstable", Vec::new())
    };
    if !shared || id == CROSSTABLE {
        blocks.push(crosstable(report, detail));
    }
    Section {
        id,
        title: title.to_owned(),
        blocks,
    }
}

/// Returns the section on how it was played.
fn course(report: &RunReport, detail: Detail) -> Section {
    let [jail, clock, workers] = match detail {
        Detail::Brief => [
            notes::jail_warnings,
            notes::clock_warnings,
            notes::worker_warnings,
        ],
        _ => [notes::jail, notes::clock, notes::workers],
    };
    let (mut versions, mut workers) = (notes::versions(report), workers(report));
    if !matches!(detail, Detail::Shared { .. }) {
        versions = rated(report, versions);
        workers = differing(report, workers);
    }
    let groups = [
        versions,
        notes::names(report),
        notes::chatter(report),
        notes::games(report),
        notes::notes(report),
        notes::left_out(report),
        jail(report),
        clock(report),
        workers,
    ];
    let mut blocks: Vec<Block> = groups.into_iter().map(Block::Notes).collect();
    if let (Detail::Brief, Some(run)) = (detail, &report.run) {
        blocks.push(Block::Notes(NoteGroup::new(
            None,
            vec![
                "Times, probabilities of ranks, jail and clock:".to_owned(),
                format!("  referee standings {run} --wide"),
            ],
        )));
    }
    Section {
        id: "course",
        title: "How it was played".to_owned(),
        blocks,
    }
}

/// Returns the crosstable, or a sentence where it is too wide for a terminal and isn't asked for.
fn crosstable(report: &RunReport, detail: Detail) -> Block {
    let bots = report.standings.len();
    // So many columns can't fit, however narrow: this saves drawing them.
    if detail == Detail::Brief && 2 * bots > WIDTH {
        return Block::Text(too_wide(bots));
    }
    let mut table = tables::crosstable(report);
    table.is_wide = detail == Detail::Wide;
    table.too_wide = Some(too_wide(bots));
    Block::Table(table)
}

fn too_wide(bots: usize) -> String {
    format!(
        "The crosstable of {bots} bots is wider than 80 columns; `referee standings --crosstable` and --json have it."
    )
}

/// Adds the command that rates versions of bots.
fn rated(report: &RunReport, mut versions: NoteGroup) -> NoteGroup {
    if let Some(run) = report.run.as_ref().filter(|_| !versions.lines.is_empty()) {
        versions.lines.extend([
            "Each as a bot of its own:".to_owned(),
            format!("  referee standings {run} --by-version"),
        ]);
    }
    versions
}

/// Adds the commands that explain the faults.
fn explained(report: &RunReport, mut faults: NoteGroup) -> NoteGroup {
    if let Some(run) = report.run.as_ref().filter(|_| !faults.lines.is_empty()) {
        faults.lines.extend([
            "Which games, and why:".to_owned(),
            format!("  referee games {run} --result fault"),
        ]);
    }
    faults
}

/// Adds the commands for the games of a worker that differs.
fn differing(report: &RunReport, mut workers: NoteGroup) -> NoteGroup {
    let run = report.run.as_ref();
    if let Some(run) = run.filter(|_| !report.workers.differ.is_empty()) {
        let games = format!("  referee games {run} --worker NAME");
        let annul = format!("  referee annul {run} --worker NAME --because TEXT");
        workers.lines.extend(match report.rules_on_workers {
            Some(true) => vec![
                "Its games, and how to have them played again once it is taken out:".to_owned(),
                games,
                format!("{annul} --replay"),
            ],
            Some(false) => vec![
                "Its games, and how to leave them out of the tables:".to_owned(),
                games,
                annul,
            ],
            None => vec!["Its games:".to_owned(), games],
        });
    }
    workers
}
