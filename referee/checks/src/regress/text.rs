//! Formats the report for a terminal.

use referee_output::sanitize::plain;
use referee_output::text_layout::{paragraph, wrap};
use referee_report::head_to_head::MatchReport;
use referee_report::head_to_head::rows::brief;

use super::model::{CaseEnd, RegressionCase, RegressionReport, TestReport};
use super::verdict::describe_outcome;

/// Columns for the names of facts.
const FACT: usize = 7;

/// Lists all tests, with the cases that didn't pass, and the outcome.
pub fn text(report: &RegressionReport) -> String {
    let mut lines = vec![plain(&report.bot)];
    for test in &report.tests {
        lines.push(format!(
            "\n{}: {}",
            plain(&test.title()),
            plain(&says(test))
        ));
        lines.extend(
            test.games
                .iter()
                .flat_map(|match_report| games(match_report)),
        );
        let odd = test.cases.iter().filter(|case| case.end != CaseEnd::Passed);
        lines.extend(odd.map(case));
    }
    for remark in report.remarks.iter().chain(&report.changes) {
        lines.push(wrap(&format!("\n{}", plain(remark)), 0));
    }
    lines.push(format!("\n{}", plain(&describe_outcome(report))));
    lines.join("\n") + "\n"
}

/// Describes the result of a test in a sentence.
pub(super) fn says(test: &TestReport) -> String {
    if let Some(report) = &test.games {
        return format!(
            "{} games, {} won, {} drawn, {} lost",
            report.games, report.wins, report.draws, report.losses
        );
    }
    let passed = test
        .cases
        .iter()
        .filter(|case| case.end == CaseEnd::Passed)
        .count();
    let score = test.score.map_or(String::new(), |score| {
        format!(", score {} of {}", score.solved, score.of)
    });
    format!("{passed} of {} passed{score}", test.cases.len())
}

/// Lists the warnings about a match, then the facts behind its figures.
fn games(report: &MatchReport) -> Vec<String> {
    let warnings = report.warnings.iter();
    let warnings = warnings.map(|warning| wrap(&format!("  {}", plain(warning)), 4));
    let facts = brief(report).into_iter().map(|(name, text)| {
        let name = format!("  {name:<FACT$}");
        wrap(&format!("{name}{}", plain(&text)), 2 + FACT)
    });
    warnings.chain(facts).collect()
}

fn case(case: &RegressionCase) -> String {
    let worse = if case.regression { " (regression)" } else { "" };
    let head = format!(
        "  {}{worse}  {}: {}",
        case.end.keyword(),
        case.name,
        case.says
    );
    let mut text = wrap(&plain(&head), 4);
    for line in &case.why {
        text += &format!("\n{}", paragraph(&format!("    {}", plain(line)), 6));
    }
    text
}
