//! A report as text and as Markdown: one content, two ways to write it.

use crate::layout;
use crate::sinks::markdown::{line, table, verbatim};
use crate::sinks::{plain, plain_lines};

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first line.
    Title(String),
    /// The beginning of a section.
    Head(String),
    /// A sentence or more.
    Text(String),
    /// Rows of cells, the head first; names stand in the second column.
    Table(Vec<Vec<String>>),
    /// What is to be shown as it is: output, commands.
    Verbatim(String),
}

/// As text; tables and sentences keep to 80 columns.
pub fn text(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Title(line) => underlined(&plain(line), '='),
        Part::Head(line) => underlined(&plain(line), '-'),
        Part::Text(text) => layout::wrap(&plain(text), 0),
        Part::Table(rows) => layout::table(&fit(rows)),
        Part::Verbatim(text) => indented(text),
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    parts.join("\n\n") + "\n"
}

/// As Markdown.
pub fn markdown(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Title(text) => format!("# {}", line(text)),
        Part::Head(text) => format!("## {}", line(text)),
        Part::Text(text) => line(text),
        Part::Table(rows) => rows.split_first().map_or_else(String::new, |(head, rows)| {
            table(head, rows, &[]).trim_end().to_owned()
        }),
        Part::Verbatim(text) => verbatim(text),
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    parts.join("\n\n") + "\n"
}

fn fit(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let row = |row: &Vec<String>| row.iter().map(|cell| plain(cell)).collect();
    rows.iter().map(row).collect()
}

fn underlined(line: &str, with: char) -> String {
    let rule: String = std::iter::repeat_n(with, layout::width(line)).collect();
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
            Part::Text("<b>*x*</b>\u{1b}[31m".to_owned()),
            Part::Table(vec![
                vec!["#".into(), "a|b".into()],
                vec!["1".into(), "`c`".into()],
            ]),
            Part::Verbatim("```\n# no head\n\u{1b}[2J".to_owned()),
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
