//! A report as a list of parts, written as text or as Markdown.

use referee_output::sanitize::markdown::{line, verbatim};
use referee_output::sanitize::{plain, plain_lines};
use referee_output::text_layout::{self, WIDTH};

use crate::text_table::TextTable;

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReportPart {
    /// The title, the first line of the report.
    Title(String),
    /// The heading of a section.
    Head(String),
    /// One or more sentences.
    Text(String),
    /// A table.
    Table(TextTable),
    /// Preformatted lines: output, commands.
    Verbatim(String),
}

/// Returns the report as text; tables and sentences fit 80 columns.
pub(super) fn text(parts: &[ReportPart]) -> String {
    let part = |part: &ReportPart| match part {
        ReportPart::Title(line) => underlined(&plain(line), '='),
        ReportPart::Head(line) => underlined(&plain(line), '-'),
        ReportPart::Text(text) => text_layout::wrap(&plain(text), 0),
        ReportPart::Table(table) => table.fitted(WIDTH),
        ReportPart::Verbatim(text) => indented(text),
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    parts.join("\n\n") + "\n"
}

/// Returns the report as Markdown.
pub(super) fn markdown(parts: &[ReportPart]) -> String {
    let part = |part: &ReportPart| match part {
        ReportPart::Title(text) => format!("# {}", line(text)),
        ReportPart::Head(text) => format!("## {}", line(text)),
        ReportPart::Text(text) => line(text),
        ReportPart::Table(table) => table.markdown().trim_end().to_owned(),
        ReportPart::Verbatim(text) => verbatim(text),
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    parts.join("\n\n") + "\n"
}

fn underlined(line: &str, with: char) -> String {
    let rule: String = std::iter::repeat_n(with, text_layout::width(line)).collect();
    format!("{line}\n{rule}")
}

fn indented(text: &str) -> String {
    let lines = plain_lines(text.trim_end());
    let lines: Vec<String> = lines.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_bots_write_means_nothing_in_either() {
        let parts = [
            ReportPart::Text("<b>*x*</b>\u{1b}[31m".to_owned()),
            ReportPart::Table(TextTable {
                head: vec!["#".into(), "a|b".into()],
                rows: vec![vec!["1".into(), "`c`".into()]],
                left: vec![1],
                ..TextTable::default()
            }),
            ReportPart::Verbatim("```\n# no head\n\u{1b}[2J".to_owned()),
        ];
        let shown = markdown(&parts);
        assert!(shown.starts_with("&lt;b&gt;\\*x\\*&lt;/b&gt;"), "{shown}");
        assert!(
            shown.contains("| \\# | a\\|b |\n| --: | --- |\n| 1 | \\`c\\` |"),
            "{shown}"
        );
        assert!(shown.contains("\n````text\n```\n# no head\n"), "{shown}");
        for shown in [shown, text(&parts)] {
            assert!(!shown.contains('\u{1b}'), "{shown}");
        }
    }
}
