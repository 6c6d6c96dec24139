//! The report for a terminal.

use super::model::{Case, End, Report, Test};
use super::verdict::word;
use crate::duel::Match;
use crate::duel::facts::brief;
use crate::layout::{paragraph, wrap};
use crate::sinks::plain;

/// Columns of the names of facts.
const FACT: usize = 7;

/// All tests, the cases among them that didn't pass, and how it ended.
pub fn text(report: &Report) -> String {
    let mut lines = vec![plain(&report.bot)];
    for test in &report.tests {
        lines.push(format!(
            "\n{}: {}",
            plain(&test.title()),
            plain(&says(test))
        ));
        lines.extend(test.games.iter().flat_map(|found| games(found)));
        let odd = test.cases.iter().filter(|case| case.end != End::Passed);
        lines.extend(odd.map(case));
    }
    for remark in report.remarks.iter().chain(&report.changes) {
        lines.push(wrap(&format!("\n{}", plain(remark)), 0));
    }
    lines.push(format!("\n{}", plain(&word(report))));
    lines.join("\n") + "\n"
}

/// What a test came to, in a sentence.
pub fn says(test: &Test) -> String {
    if let Some(found) = &test.games {
        return format!(
            "{} games, {} won, {} drawn, {} lost",
            found.games, found.wins, found.draws, found.losses
        );
    }
    let passed = test
        .cases
        .iter()
        .filter(|case| case.end == End::Passed)
        .count();
    let score = test.score.map_or(String::new(), |score| {
        format!(", score {} of {}", score.solved, score.of)
    });
    format!("{passed} of {} passed{score}", test.cases.len())
}

/// What a match's figures rest on, and what is to be known before they are believed.
fn games(found: &Match) -> Vec<String> {
    let warnings = found.warnings.iter();
    let warnings = warnings.map(|warning| wrap(&format!("  {}", plain(warning)), 4));
    let facts = brief(found).into_iter().map(|(name, text)| {
        let name = format!("  {name:<FACT$}");
        wrap(&format!("{name}{}", plain(&text)), 2 + FACT)
    });
    warnings.chain(facts).collect()
}

fn case(case: &Case) -> String {
    let worse = if case.regression { " (regression)" } else { "" };
    let head = format!("  {}{worse}  {}: {}", case.end.word(), case.name, case.says);
    let mut text = wrap(&plain(&head), 4);
    for line in &case.why {
        text += &format!("\n{}", paragraph(&format!("    {}", plain(line)), 6));
    }
    text
}
