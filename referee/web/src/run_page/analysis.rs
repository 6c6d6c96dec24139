//! Statistics over the games of a run, as sections and plots: of a report, and of a page of their own.

use anyhow::Result;
use referee_output::text_layout::count;
use referee_report::document::{Block, Section};
use referee_report::game_view;
use referee_report::standings::{RunReport, tables};
use referee_store::{Filter, Run};
use referee_tournament::results::unreadable;

use super::choice::GameSelection;
use super::viewer::Viewer;
use crate::analysis::{Analysis, DEALS};
use crate::model::RunSummary;
use crate::run_page::report as html;

/// Games whose moves are read for a page.
const LOOKED: u64 = 2000;

/// Builds the analysis page of a run. Returns an error if the run can't be read.
pub fn analysis(
    run: &Run,
    report: &RunReport,
    audience: Viewer<'_>,
    title: &str,
) -> Result<RunSummary> {
    let mut game_analysis = Analysis::new(report.worth);
    let mut add = |game: &game_view::RecordedGame| {
        if game.outcome.counts() {
            game_analysis.add(&game.record, |bot| {
                audience.clocks(bot).then(|| audience.name(bot))
            });
        }
    };
    let (of, looked) = if run.is_database() && report.games > LOOKED {
        (report.games, sample(run, report.games, &mut add)?)
    } else {
        game_view::each(run, &Filter::default(), |game| {
            add(&game);
            Ok(())
        })?;
        (report.games, report.games)
    };
    let mut bars = html::bars(report);
    bars.push(game_analysis.reasons());
    bars.retain(|plot| !plot.bars.is_empty());
    let bots = count(report.standings.len() as u64, "bot");
    let left = "moves are looked at in a sample, spread evenly over the run";
    Ok(RunSummary {
        title: format!("Analysis of {title}"),
        lead: format!("{bots}, {} that count.", count(report.games, "game")),
        sections: std::iter::once(met(report))
            .chain(sections(&game_analysis, report))
            .collect(),
        ratings: html::ratings(report),
        bars,
        curves: game_analysis.curves(),
        without: (looked < of)
            .then(|| {
                format!("Of {of} games {looked}: {left}. Standings and points count them all.")
            })
            .into_iter()
            .collect(),
        ..RunSummary::default()
    })
}

/// Calls `add` on games spread evenly over the run; returns their number.
fn sample(run: &Run, of: u64, add: &mut impl FnMut(&game_view::RecordedGame)) -> Result<u64> {
    let (mut place, mut looked) = (0, 0);
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        if !outcome.counts() {
            continue;
        }
        if GameSelection::Sample(LOOKED).takes(&outcome, place, of) {
            add(&game_view::RecordedGame::find(
                run,
                outcome.number,
                Some(outcome.attempt),
            )?);
            looked += 1;
        }
        place += 1;
    }
    Ok(looked)
}

/// Returns the section with the crosstable.
pub(super) fn met(report: &RunReport) -> Section {
    let caption = "Points of the row's bot in its games against the column's: blue where it has more than half of \
                them, orange where it has less.";
    Section {
        id: "crosstable",
        title: "Who beats whom".to_owned(),
        blocks: vec![
            Block::Table(tables::crosstable(report)),
            Block::Text(caption.to_owned()),
        ],
    }
}

/// Returns the sections on results by deal and seat and on faults by kind, where there are any.
pub(super) fn sections(analysis: &Analysis, report: &RunReport) -> Vec<Section> {
    let mut blocks = vec![Block::Table(tables::seats(report))];
    if analysis.deals() > 1 {
        blocks.push(Block::Table(analysis.by_deal()));
    }
    if analysis.deals() > DEALS {
        blocks.push(Block::Text(format!(
            "Of {} deals these {DEALS} served one seat best.",
            analysis.deals()
        )));
    }
    let deals = blocks
        .iter()
        .any(|block| !block.is_empty())
        .then(|| Section {
            id: "deals",
            title: "Results by deal and seat".to_owned(),
            blocks,
        });
    deals.into_iter().chain(html::faults(report)).collect()
}
