//! What a match or gauntlet came to, for machines and pull requests: made of the same models, facts and
//! tables as the text in the terminal.

mod cases;
mod faults;
mod gauntlet;
mod metrics;

use std::time::Duration;

use anyhow::Result;
use referee_store::Run;

use super::model::Match;
use super::{always, course, facts};
use crate::layout::count;
use crate::outputs::{Suite, Table, Verdict};
use crate::report::Sheet;
use faults::{Found, first};

pub use gauntlet::of_gauntlet;

/// What a match or a test of a run came to.
pub fn of_match(
    command: &'static str,
    run: &Run,
    found: &Match,
    took: Duration,
) -> Result<Verdict> {
    let total: u64 = found.faults.iter().map(|own| own.games).sum();
    let faults = first(run, total, 2 * found.pairs)?;
    let name = found.bots.join(" against ");
    let mut sentences = found.warnings.clone();
    sentences.push(summary(found));
    let test = found.test.as_ref();
    let course = test.map(|test| course::drawn(test, &found.course));
    let course = course.unwrap_or_default();
    let suite = Suite {
        name: command.to_owned(),
        cases: cases::of_match(found, &faults, &course, took),
    };
    Ok(Verdict {
        command,
        word: found.says.clone(),
        exit: found.exit(),
        took,
        sentences,
        tables: vec![table(found, &name)],
        course,
        more: usize::try_from(total)
            .unwrap_or(usize::MAX)
            .saturating_sub(faults.len()),
        faults: faults.into_iter().map(|own| own.fault).collect(),
        suites: vec![suite],
        metrics: metrics::of_match(found, &name),
        name,
    })
}

/// The figures in a sentence.
fn summary(found: &Match) -> String {
    let mut parts = Vec::new();
    if let Some(test) = &found.test {
        parts.push(format!("LLR {}", facts::ratio(test)));
    }
    if let Some(own) = &found.strength {
        parts.push(format!("Elo {}", facts::elo(found, own)));
    }
    if let Some(own) = &found.anytime {
        parts.push(format!("at any time {} Elo", always::told(own)));
    }
    let pairs: u64 = found.pentanomial.iter().sum();
    let games = count(found.games, "game");
    parts.push(format!("{games} in {}", count(pairs, "pair")));
    parts.join("; ") + "."
}

/// All facts but those that the page begins with.
fn table(found: &Match, name: &str) -> Table {
    let mut sheet = Sheet::new(&["", name]);
    let asked = facts::outcome(found).into_iter();
    let asked = asked.filter(|(name, _)| !["match", "verdict"].contains(name));
    let all = asked
        .chain(facts::figures(found))
        .chain(facts::ground(found));
    sheet.rows = all
        .map(|(name, text)| vec![name.to_owned(), text])
        .collect();
    sheet.left = vec![0];
    Table {
        title: String::new(),
        sheet,
    }
}

/// Faults by words, the most frequent first.
fn words(mut faults: Vec<(String, u64)>) -> String {
    faults.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    let each = faults.iter().map(|(word, games)| format!("{games} {word}"));
    each.collect::<Vec<_>>().join(", ")
}
