//! What the games of a run have in common, as sections and plots: of a report, and of a page of its own.

use anyhow::Result;
use referee_store::{Filter, Run};
use referee_web::analysis::{self, Analysis, DEALS};
use referee_web::model::{Block, Section, Summary, Table};

use super::audience::Audience;
use super::choice::Choice;
use crate::layout::count;
use crate::recorded;
use crate::report::{Report, html};
use crate::results::unreadable;

/// Games of which the moves are looked at for a page.
const LOOKED: u64 = 2000;

/// The page of a run.
pub fn analysis(
    run: &Run,
    report: &Report,
    audience: Audience<'_>,
    title: &str,
) -> Result<Summary> {
    let mut found = Analysis::default();
    let mut add = |game: &recorded::Recorded| {
        if game.outcome.counts() {
            found.add(&game.record, |bot| {
                audience.clocks(bot).then(|| audience.name(bot))
            });
        }
    };
    let (of, looked) = if run.is_database() && report.games > LOOKED {
        (report.games, sample(run, report.games, &mut add)?)
    } else {
        recorded::each(run, &Filter::default(), |game| {
            add(&game);
            Ok(())
        })?;
        (report.games, report.games)
    };
    let ratings = html::ratings(report);
    let mut curves = found.curves();
    if !ratings.is_empty() {
        curves.insert(0, analysis::ratings(&ratings));
    }
    let mut bars = html::bars(report);
    bars.push(found.reasons());
    bars.retain(|plot| !plot.bars.is_empty());
    let bots = count(report.standings.len() as u64, "bot");
    let left = "moves are looked at in a sample, spread evenly over the run";
    Ok(Summary {
        title: format!("Analysis of {title}"),
        lead: format!("{bots}, {} that count.", count(report.games, "game")),
        sections: std::iter::once(met(report))
            .chain(sections(&found, report))
            .collect(),
        ratings,
        bars,
        curves,
        without: (looked < of)
            .then(|| {
                format!("Of {of} games {looked}: {left}. Standings and points count them all.")
            })
            .into_iter()
            .collect(),
        ..Summary::default()
    })
}

/// Looks at games that are spread evenly; gives how many they are.
fn sample(run: &Run, of: u64, add: &mut impl FnMut(&recorded::Recorded)) -> Result<u64> {
    let (mut place, mut looked) = (0, 0);
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        if !outcome.counts() {
            continue;
        }
        if Choice::Sample(LOOKED).takes(&outcome, place, of) {
            add(&recorded::Recorded::find(
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

/// Who beats whom.
pub fn met(report: &Report) -> Section {
    let told = "Points of the row's bot in its games against the column's: blue where it has more than half of \
                them, orange where it has less.";
    Section {
        id: "crosstable",
        title: "Who beats whom".to_owned(),
        tables: vec![html::crosstable(report)],
        blocks: vec![lines(vec![told.to_owned()])],
        ..Section::default()
    }
}

/// Results by deal and seat, and faults by kind, where there is something to say of them.
pub fn sections(found: &Analysis, report: &Report) -> Vec<Section> {
    let seats = html::seats(report);
    let mut tables: Vec<Table> = seats.into_iter().collect();
    let mut told = Vec::new();
    if found.deals() > 1 {
        tables.push(found.by_deal());
    }
    if found.deals() > DEALS {
        told.push(format!(
            "Of {} deals these {DEALS} served one seat best.",
            found.deals()
        ));
    }
    let deals = (!tables.is_empty()).then(|| Section {
        id: "deals",
        title: "Results by deal and seat".to_owned(),
        tables,
        blocks: vec![lines(told)],
        ..Section::default()
    });
    deals.into_iter().chain(html::faults(report)).collect()
}

fn lines(lines: Vec<String>) -> Block {
    Block { title: None, lines }
}
