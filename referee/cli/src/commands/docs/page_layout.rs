//! Lays out a Markdown page for a terminal: paragraphs and tables within 80 columns, all else as it is written.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use referee_output::text_layout::{WIDTH, wrap, wrapped_table};

/// Returns a page as standard output shows it: laid out on a terminal, as it is written anywhere else.
pub fn shown(page: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() {
        Cow::Owned(lay_out(page))
    } else {
        Cow::Borrowed(page)
    }
}

/// Lays out a page.
fn lay_out(page: &str) -> String {
    let mut shown = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let mut part = vec![line];
        if let Some(fence) = fence(line) {
            for line in lines.by_ref() {
                part.push(line);
                if line.trim() == fence {
                    break;
                }
            }
            shown += &part.join("\n");
        } else if line.starts_with('|') {
            while let Some(row) = lines.next_if(|next| next.starts_with('|')) {
                part.push(row);
            }
            shown += &table(&part);
        } else {
            let is_text = !line.is_empty() && !line.starts_with('#');
            while let Some(more) = lines.next_if(|next| is_text && goes_on(next)) {
                part.push(more.trim());
            }
            shown += &wrap(&part.join(" "), indent(line));
        }
        shown.push('\n');
    }
    shown
}

/// Returns the backquotes that end a block, if the line begins one.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let length = line.len() - line.trim_start_matches('`').len();
    (length >= 3).then(|| &line[..length])
}

/// Tells if a line belongs to the paragraph or the item of a list above it.
fn goes_on(line: &str) -> bool {
    let text = line.trim_start();
    !text.is_empty() && !text.starts_with(['|', '#']) && fence(text).is_none() && marker(text) == 0
}

/// Returns the length of the mark that begins an item of a list: `- `, `12. `; otherwise 0.
fn marker(text: &str) -> usize {
    if text.starts_with("- ") {
        return 2;
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && text[digits..].starts_with(". ") {
        digits + 2
    } else {
        0
    }
}

/// Returns how far the lines after the first are indented.
fn indent(line: &str) -> usize {
    let text = line.trim_start();
    line.len() - text.len() + marker(text)
}

/// Lays out the lines of a table.
fn table(lines: &[&str]) -> String {
    let is_rule =
        |line: &&&str| line.trim_matches(['|', '-', ':', ' ']).is_empty() && line.contains('-');
    let rows = lines.iter().filter(|line| !is_rule(line));
    let rows: Vec<Vec<String>> = rows.map(|line| cells(line)).collect();
    wrapped_table(&rows, WIDTH)
}

/// Splits a row; a bar behind a backslash belongs to its cell.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').replace("\\|", "\0");
    let line = line.strip_suffix('|').unwrap_or(&line);
    let cells = line.split('|').map(|cell| cell.trim().replace('\0', "|"));
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_lists_are_wrapped_and_blocks_are_not() {
        let long = ["word"; 30].join(" ");
        let code = "x".repeat(100);
        let page =
            format!("# Title\n\n{long}\n{long}\n- {long}\n  more\n\n```sh\n{code}\n```\nend\n");
        let shown = lay_out(&page);
        for line in shown.lines().filter(|line| *line != code) {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        assert!(shown.starts_with("# Title\n\nword word"), "{shown}");
        assert!(
            shown.contains("\n- word") && shown.contains("\n  word"),
            "{shown}"
        );
        assert!(
            shown.contains(" more\n\n```sh\n") && shown.ends_with("\n```\nend\n"),
            "{shown}"
        );
        assert_eq!(shown.matches("word").count(), 90, "{shown}");
    }

    #[test]
    fn a_table_fits_and_keeps_its_cells() {
        let long = ["word"; 30].join(" ");
        let shown = lay_out(&format!(
            "| a | b |\n|---|---|\n| `x \\| y` | {long} |\nend\n"
        ));
        assert!(
            shown.lines().all(|line| line.chars().count() <= WIDTH),
            "{shown}"
        );
        assert!(
            shown.contains("`x | y` | word") && !shown.contains("---|"),
            "{shown}"
        );
        assert_eq!(shown.matches("word").count(), 30, "{shown}");
        assert!(shown.ends_with("\nend\n"), "{shown}");
    }
}
