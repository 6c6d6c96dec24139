//! Sanitizes text for GitHub's Markdown: text stays text, and tables stay tables.
//!
//! GitHub links mentions, numbers of issues, commits and bare addresses after Markdown is parsed, so no
//! backslash prevents that: a zero-width space is inserted into them.

use super::terminal::plain_lines;

const NO_WIDTH: &str = "&#8203;";
/// Number of hexadecimal digits of a word that may be taken for a commit.
const COMMIT: std::ops::RangeInclusive<usize> = 7..=40;

/// Returns one line without any markup, wherever it is placed: in a paragraph, a heading, a list or a table.
pub fn line(text: &str) -> String {
    let words = plain_lines(text);
    let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut line = String::new();
    let mut rest = text.as_str();
    let mut before = "";
    while let Some(c) = rest.chars().next() {
        let commit = hexadecimal(before, rest);
        if COMMIT.contains(&commit.len()) && commit.contains(|c: char| !c.is_ascii_digit()) {
            line += &split(commit);
            before = &text[..before.len() + commit.len()];
            rest = &rest[commit.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '&' => line += "&amp;",
            '<' => line += "&lt;",
            '>' => line += "&gt;",
            '$' => line += "&#36;",
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' => {
                line.push('\\');
                line.push(c);
            }
            _ if begins_block(before, c, rest) => {
                line.push('\\');
                line.push(c);
            }
            _ if ends(before, "www") && c == '.' => line += &format!("{NO_WIDTH}."),
            _ => line.push(c),
        }
        if links(before, c, rest) {
            line += NO_WIDTH;
        }
        before = &text[..before.len() + c.len_utf8()];
    }
    line
}

/// Returns the word of hexadecimal digits that begins here; empty in the middle of a word.
fn hexadecimal<'a>(before: &str, rest: &'a str) -> &'a str {
    let end = rest.find(|c: char| !c.is_ascii_hexdigit());
    let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if inside(before.chars().next_back()) || inside(after.chars().next()) {
        return "";
    }
    word
}

/// Splits a word into parts that are too short for a commit.
fn split(break_hashes: &str) -> String {
    let mut parts = String::new();
    for (i, c) in break_hashes.chars().enumerate() {
        if i > 0 && i % (COMMIT.start() - 1) == 0 {
            parts += NO_WIDTH;
        }
        parts.push(c);
    }
    parts
}

/// Returns whether a character at the beginning of a line would start a list, a rule or a heading.
fn begins_block(before: &str, c: char, rest: &str) -> bool {
    let ends = rest.is_empty() || rest.starts_with(' ');
    if before.is_empty() {
        return "-+=:".contains(c) && (ends || rest.starts_with(['-', '+', '=', ':']));
    }
    let counts = before.bytes().all(|b| b.is_ascii_digit());
    counts && ".)".contains(c) && ends
}

/// Returns whether GitHub would make a link of this character and the following text.
fn links(before: &str, c: char, rest: &str) -> bool {
    match c {
        '@' => !rest.is_empty() && !rest.starts_with(' '),
        '#' => rest.starts_with(|c: char| c.is_alphanumeric()),
        ':' => rest.starts_with("//"),
        '-' => ends(before, "gh") && rest.starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

fn ends(text: &str, with: &str) -> bool {
    let end = text.len().checked_sub(with.len());
    end.and_then(|at| text.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(with))
}

/// Returns lines unchanged, in a fence that is longer than any in them.
pub fn verbatim(text: &str) -> String {
    let lines = plain_lines(text.trim_end());
    let runs = lines.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0).max(2) + 1);
    format!("{fence}text\n{lines}\n{fence}")
}

/// Returns a table in GitHub's Markdown, with a final newline. The columns of `left` (indices from 0) are
/// left-aligned; all others hold numbers and are right-aligned.
pub fn table<'a, R: IntoIterator<Item = &'a str>>(
    head: &[String],
    rows: impl IntoIterator<Item = R>,
    left: &[usize],
) -> String {
    fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
        let cells: Vec<String> = cells.into_iter().map(line).collect();
        format!("| {} |\n", cells.join(" | "))
    }
    let rule = (0..head.len()).map(|column| if left.contains(&column) { "---" } else { "--:" });
    let rule: Vec<&str> = rule.collect();
    let rows: String = rows.into_iter().map(row).collect();
    let head = row(head.iter().map(String::as_str));
    format!("{head}| {} |\n{rows}", rule.join(" | "))
}

#[cfg(test)]
mod tests;
