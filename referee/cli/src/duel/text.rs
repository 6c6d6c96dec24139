//! The block that a match ends with, made to be pasted into a pull request.

use super::facts::{Fact, figures, ground, outcome};
use super::model::Match;
use crate::layout::wrap;
use crate::sinks::plain;

/// Columns of the names.
const INDENT: usize = 13;

/// The whole block.
pub fn block(found: &Match) -> String {
    let mut lines: Vec<String> = outcome(found).iter().map(line).collect();
    if !found.warnings.is_empty() {
        lines.push(String::new());
        let warnings = found.warnings.iter();
        lines.extend(warnings.map(|warning| wrap(&plain(warning), 0)));
        lines.push(String::new());
    }
    lines.extend(figures(found).iter().map(line));
    lines.extend(ground(found).iter().map(line));
    lines.join("\n") + "\n"
}

fn line((name, text): &Fact) -> String {
    let name = format!("{name:<INDENT$}");
    wrap(&format!("{name}{}", plain(text)), INDENT)
}
