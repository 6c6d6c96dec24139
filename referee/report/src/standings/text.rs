//! Lays out a report for a terminal.

use std::collections::BTreeMap;

use referee_output::sanitize::plain;
use referee_output::text_layout::{WIDTH, paragraph, wrap};
use referee_stats::{MatchStatistics, Tally, Worth};

use super::model::{RunReport, StandingsEntry};
use super::notes::{self, NoteGroup};
use super::strength::{describe, figures, lines};
use super::tables;

/// Text in place of a table that is too wide.
const TOO_WIDE: &str = "The standings are wider than 80 columns; --wide has them.";

/// Heads of the columns that only wide standings have.
const DETAILS: [&str; 2] = ["%", "P(1)"];

/// Returns the standings of a running tournament: ranks and counts, without figures that take long to
/// compute. `worth` says what results are worth, if not their places.
pub fn brief(tally: &Tally, worth: Option<Worth>) -> String {
    let rows = tally.ranked(&BTreeMap::new(), worth).into_iter();
    let standings: Vec<StandingsEntry> = rows.map(StandingsEntry::plain).collect();
    table(&tables::standings(&standings, false))
}

/// Returns the whole report: standings, notes on them, and the crosstable. `wide` adds times, the probabilities
/// of ranks, jail and clock; without it, jail and clock are mentioned only where something is wrong.
pub fn whole(report: &RunReport, wide: bool) -> String {
    let fitting = if wide {
        Some(crosstable(report, true))
    } else {
        panel(report, 0..report.standings.len())
    };
    let crosstable = fitting.unwrap_or_else(|| {
        let bots = report.standings.len();
        wrap(
            &format!(
                "The crosstable of {bots} bots is wider than 80 columns; `referee standings --crosstable` and \
                 --json have it."
            ),
            0,
        )
    });
    join(
        parts(report, wide)
            .chain([crosstable])
            .chain(tail(report, wide)),
    )
}

fn parts(report: &RunReport, wide: bool) -> impl Iterator<Item = String> {
    let standings = tables::standings(&report.standings, wide);
    let duel = report.duel.as_ref().map(|duel| self::duel(report, duel));
    let duel = duel.unwrap_or_default();
    if wide {
        // A wide table has a column for each fault.
        let ratings = block(&notes::about_ratings(report));
        let versions = tables::versions(&report.standings);
        let versions = versions.map_or_else(String::new, |table| table.wide());
        return [standings.wide(), duel, ratings, versions].into_iter();
    }
    let standings = DETAILS
        .iter()
        .fold(standings, |table, head| table.without(head));
    let ratings = block(&notes::about_ratings_in_short(report));
    let faults = block(&explained(report, notes::faults(report)));
    [table(&standings), duel, ratings, faults].into_iter()
}

/// Adds the command that rates versions of bots.
fn rated(report: &RunReport, mut versions: notes::NoteGroup) -> notes::NoteGroup {
    if let Some(run) = report.run.as_ref().filter(|_| !versions.lines.is_empty()) {
        versions.lines.extend([
            "Each as a bot of its own:".to_owned(),
            format!("  referee standings {run} --by-version"),
        ]);
    }
    versions
}

/// Adds the commands that explain the faults. Only text has them: other formats travel without their run.
fn explained(report: &RunReport, mut faults: notes::NoteGroup) -> notes::NoteGroup {
    if let Some(run) = report.run.as_ref().filter(|_| !faults.lines.is_empty()) {
        faults.lines.extend([
            "Which games, and why:".to_owned(),
            format!("  referee games {run} --result fault"),
        ]);
    }
    faults
}

/// Adds the commands for the games of a worker that differs.
fn differing(report: &RunReport, mut workers: notes::NoteGroup) -> notes::NoteGroup {
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

fn tail(report: &RunReport, wide: bool) -> impl Iterator<Item = String> {
    let machines = if wide {
        [notes::jail, notes::clock, notes::workers]
    } else {
        [
            notes::jail_warnings,
            notes::clock_warnings,
            notes::worker_warnings,
        ]
    };
    let [jail, clock, workers] = machines.map(|notes| notes(report));
    let groups = [
        rated(report, notes::versions(report)),
        notes::names(report),
        notes::chatter(report),
        notes::games(report),
        notes::notes(report),
        notes::left_out(report),
        jail,
        clock,
        differing(report, workers),
        notes::verification(report),
    ];
    let more = report.run.as_ref().filter(|_| !wide);
    let more = more.map(|run| {
        format!("Times, probabilities of ranks, jail and clock:\n  referee standings {run} --wide")
    });
    let groups = groups.iter().map(block).collect::<Vec<_>>();
    groups.into_iter().chain(more)
}

fn table(table: &crate::text_table::TextTable) -> String {
    table.text(WIDTH).unwrap_or_else(|| TOO_WIDE.to_owned())
}

/// Returns the crosstable: in panels of as many columns as fit, or with `wide` in one.
pub fn crosstable(report: &RunReport, wide: bool) -> String {
    let bots = report.standings.len();
    if wide {
        return tables::crosstable(report, 0..bots).wide();
    }
    let mut panels = Vec::new();
    let mut from = 0;
    while from < bots {
        let ends = (from + 1..=bots).rev();
        let fitting = ends.filter_map(|to| Some((to, panel(report, from..to)?)));
        // A single column fits whatever the names are, unless its numbers have dozens of digits.
        let (to, text) = fitting.into_iter().next().unwrap_or_else(|| {
            let part = tables::crosstable(report, from..from + 1);
            (from + 1, part.wide())
        });
        panels.push(text);
        from = to;
    }
    panels.join("\n\n")
}

/// Returns some columns of the crosstable; `None` if they don't fit.
fn panel(report: &RunReport, columns: std::ops::Range<usize>) -> Option<String> {
    // So many columns can't fit, however narrow: this saves drawing them.
    if 2 * columns.len() > WIDTH {
        return None;
    }
    tables::crosstable(report, columns).text(WIDTH)
}

/// Returns the statistics of a match of two bots.
fn duel(report: &RunReport, duel: &MatchStatistics) -> String {
    let title = format!(
        "Match: {} against {}",
        plain(&duel.first),
        plain(&duel.second)
    );
    let title = wrap(&title, 2);
    let (Some(counts), Some(strength)) = (duel.counts(), &duel.strength) else {
        return format!("{title}: no pair of games is complete");
    };
    let mut rows = figures(strength).to_vec();
    rows.extend(notes::of_match(report));
    let legend = format!(
        "± is half of the 95 % interval; LOS: the likelihood that {} is the stronger one.",
        plain(&duel.first)
    );
    format!(
        "{title}\n{}{}\n{}",
        lines(&rows),
        indent(&describe(&counts)),
        wrap(&legend, 0)
    )
}

fn indent(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    wrap(&format!("  {line}"), 4)
}

/// Returns the lines below their title, if there is one; empty without lines.
fn block(block: &NoteGroup) -> String {
    let NoteGroup { title, lines } = block;
    let lines = lines.iter().map(|line| plain(line));
    match title {
        _ if lines.len() == 0 => String::new(),
        None => {
            let lines: Vec<String> = lines.map(|line| paragraph(&line, 2)).collect();
            lines.join("\n")
        }
        Some(title) => {
            let lines: Vec<String> = lines
                .map(|line| paragraph(&format!("  {line}"), 4))
                .collect();
            format!("{title}\n{}", lines.join("\n"))
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
