//! The block of text at the end of a match, ready to be pasted into a pull request.

use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;

use super::fishtest;
use super::model::MatchReport;
use super::rows::{Fact, figures, ground, outcome};

/// Width of the column of names.
const INDENT: usize = 13;

/// Returns the whole block.
pub fn block(report: &MatchReport) -> String {
    let mut lines: Vec<String> = outcome(report).iter().map(line).collect();
    if !report.warnings.is_empty() {
        lines.push(String::new());
        let warnings = report.warnings.iter();
        lines.extend(warnings.map(|warning| wrap(&plain(warning), 0)));
        lines.push(String::new());
    }
    lines.extend(figures(report).iter().map(line));
    lines.extend(ground(report).iter().map(line));
    if let Some(test) = &report.test {
        lines.push(String::new());
        lines.extend(fishtest::lines(report, test));
    }
    lines.join("\n") + "\n"
}

fn line((name, text): &Fact) -> String {
    let name = format!("{name:<INDENT$}");
    wrap(&format!("{name}{}", plain(text)), INDENT)
}
