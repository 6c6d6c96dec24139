//! Lays out text for a terminal of 80 columns.

use std::collections::BTreeMap;
use std::fmt::Display;

use tabled::builder::Builder;
use tabled::grid::util::string::{get_char_width, get_string_width, get_text_width};
use tabled::settings::formatting::{AlignmentStrategy, TrimStrategy};
use tabled::settings::object::Columns;
use tabled::settings::peaker::Priority;
use tabled::settings::{Alignment, Padding, Style, Width};

/// Width of tables and sentences, in columns.
pub const WIDTH: usize = 80;
/// Blanks between columns, each with the columns of a name that must at least remain.
const SPACINGS: [(usize, usize); 2] = [(2, 16), (1, 8)];

/// Lays out a table with a head for a terminal of `most` columns: the columns `left` are left-aligned, all others
/// right-aligned. The first of `left` holds names, which are shortened if the table would be wider; with far too many
/// columns it still is.
pub fn table_within(rows: &[Vec<String>], left: &[usize], most: usize) -> String {
    let names = left
        .first()
        .map(|names| rows.iter().filter_map(|row| row.get(*names)));
    let names = names.into_iter().flatten();
    let longest = names.map(|name| get_string_width(name)).max().unwrap_or(0);
    let draw = |gap, longest| draw(rows, left, gap, longest);
    let fitting = SPACINGS.iter().find_map(|&(gap, least)| {
        let over = width(&draw(gap, longest)).saturating_sub(most);
        let room = longest.saturating_sub(over);
        (room >= least.min(longest)).then(|| draw(gap, room))
    });
    let [.., (gap, least)] = SPACINGS;
    fitting.unwrap_or_else(|| draw(gap, least))
}

fn draw(rows: &[Vec<String>], left: &[usize], gap: usize, longest: usize) -> String {
    let mut builder = Builder::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            if left.first() == Some(&column) {
                short(cell, longest)
            } else {
                cell.clone()
            }
        });
        builder.push_record(cells);
    }
    let mut table = builder.build();
    table
        .with(Style::empty())
        .with(Padding::new(0, gap, 0, 0))
        .modify(Columns::new(..), Alignment::right());
    for column in left {
        table.modify(Columns::one(*column), Alignment::left());
    }
    let text = table.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Lays out a table of words with a head in at most `most` columns: the longest cells are wrapped.
pub fn wrapped_table(rows: &[Vec<String>], most: usize) -> String {
    let mut table = Builder::from_iter(rows).build();
    table
        .with(Style::psql())
        .with(AlignmentStrategy::PerLine)
        .with(TrimStrategy::Horizontal)
        .with(
            Width::wrap(most)
                .keep_words(true)
                .priority(Priority::max(true)),
        );
    let text = table.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Returns the width of the longest line, in columns.
pub fn width(text: &str) -> usize {
    get_text_width(text)
}

/// Returns the beginning of a line, at most `most` columns wide.
pub fn clip(line: &str, most: usize) -> String {
    fitting(line.chars(), most).into_iter().collect()
}

/// Splits a line into parts at most `most` columns wide (less than 2 counts as 2); an empty line is one
/// part.
pub fn fold(line: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = line;
    loop {
        let part = clip(rest, most.max(2));
        rest = &rest[part.len()..];
        let last = rest.is_empty() || part.is_empty();
        parts.push(part);
        if last {
            return parts;
        }
    }
}

/// Shortens a name to at most `most` columns. The middle is cut out, since similar names often differ at
/// their end.
pub fn short(name: &str, most: usize) -> String {
    if get_string_width(name) <= most {
        return name.to_owned();
    }
    let room = most.saturating_sub(1);
    let end = fitting(name.chars().rev(), room / 3);
    let head = fitting(name.chars(), room - room / 3);
    head.into_iter()
        .chain(['…'])
        .chain(end.into_iter().rev())
        .collect()
}

fn fitting(chars: impl Iterator<Item = char>, mut room: usize) -> Vec<char> {
    let fits = |c: &char| {
        let left = room.checked_sub(get_char_width(*c));
        room = left.unwrap_or(0);
        left.is_some()
    };
    chars.take_while(fits).collect()
}

/// Wraps words in lines of 80 columns, all but the first indented by `indent` blanks.
pub fn wrap(text: &str, indent: usize) -> String {
    wrap_within(text, indent, WIDTH)
}

/// Wraps words in lines of `most` columns, all but the first indented by `indent` blanks.
pub fn wrap_within(text: &str, indent: usize, most: usize) -> String {
    let mut wrapped = String::new();
    let mut used = 0;
    for (i, word) in text.split(' ').enumerate() {
        let length = get_string_width(word);
        if used > indent && used + 1 + length > most {
            wrapped.truncate(wrapped.trim_end().len());
            wrapped += &format!("\n{}", " ".repeat(indent));
            used = indent;
        } else if i > 0 {
            wrapped.push(' ');
            used += 1;
        }
        wrapped += word;
        used += length;
    }
    wrapped
}

/// Wraps a line of prose in lines of 80 columns, all but the first indented by `indent` blanks. A command is
/// not wrapped, so that it can be copied.
pub fn paragraph(line: &str, indent: usize) -> String {
    paragraph_within(line, indent, WIDTH)
}

/// Wraps a line of prose in lines of `most` columns, as [`paragraph`] does.
pub fn paragraph_within(line: &str, indent: usize, most: usize) -> String {
    if line.trim_start().starts_with("referee ") {
        return line.to_owned();
    }
    let wrapped = wrap_within(line, indent, most);
    let lines = wrapped.lines().flat_map(|line| fold(line, most));
    lines.collect::<Vec<_>>().join("\n")
}

/// Formats a number of things: `1 game`, `2 games`.
pub fn count(n: u64, thing: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {thing}{ending}")
}

/// Lists the count of each word, such as `2 crash, 1 timeout`.
pub fn counts(words: &BTreeMap<impl Display, u64>) -> String {
    let words = words.iter().map(|(word, n)| format!("{n} {word}"));
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(name: &str, numbers: usize) -> Vec<Vec<String>> {
        let row = |name: &str| {
            let numbers = (0..numbers).map(|_| "123".to_owned());
            ["1".to_owned(), name.to_owned()]
                .into_iter()
                .chain(numbers)
                .collect()
        };
        vec![row("bot"), row(name)]
    }

    fn table(rows: &[Vec<String>]) -> String {
        table_within(rows, &[1], WIDTH)
    }

    #[test]
    fn names_give_way_before_the_width_does() {
        let name = "a".repeat(40);
        let whole = table(&rows(&name, 3));
        assert!(whole.contains(&format!("1  {name}  123")), "{whole}");
        let shortened = table(&rows(&name, 12));
        assert_eq!(width(&shortened), WIDTH, "{shortened}");
        assert!(shortened.contains("aaa  123  123"), "{shortened}");
        let cramped = table(&rows(&name, 16));
        assert!(width(&cramped) <= WIDTH, "{cramped}");
        assert!(cramped.contains("aaa 123 123"), "{cramped}");
        assert!(width(&table(&rows(&name, 40))) > WIDTH);
        assert!(table(&rows("ann", 14)).contains("ann  123"));
    }

    #[test]
    fn wide_letters_count_as_two() {
        assert_eq!(short("将棋の達人", 7), "将棋…人");
        assert_eq!(clip("将棋の達人", 7), "将棋の");
        assert_eq!(short("student-number-17", 10), "studen…-17");
        assert_eq!(short("将棋", 4), "将棋");
        assert_eq!(short("abc", 0), "…");
    }

    #[test]
    fn long_lines_are_folded() {
        assert_eq!(fold("abcdefg", 3), ["abc", "def", "g"]);
        assert_eq!(fold("将棋", 3), ["将", "棋"]);
        assert_eq!(fold("将棋", 0), ["将", "棋"]);
        assert_eq!(fold("", 3), [""]);
    }

    #[test]
    fn long_cells_are_wrapped_at_words() {
        let row = |name: &str, words: usize| vec![name.to_owned(), vec!["word"; words].join(" ")];
        let rows = [row("key", 1), row("`--concurrency`", 40), row("b", 2)];
        let text = wrapped_table(&rows, WIDTH);
        assert!(width(&text) <= WIDTH, "{text}");
        assert!(text.contains(" `--concurrency` | word word"), "{text}");
        assert!(!text.contains("|  "), "{text}");
        let words = text.split([' ', '\n']).filter(|word| *word == "word");
        assert_eq!(words.count(), 43, "{text}");
    }

    #[test]
    fn sentences_are_wrapped() {
        let text = ["word"; 40].join(" ");
        let wrapped = wrap(&format!("  bot: {text}"), 7);
        assert!(width(&wrapped) <= WIDTH && wrapped.lines().count() == 3);
        assert!(wrapped.starts_with("  bot: word") && wrapped.contains("\n       word"));
        let one = "x".repeat(100);
        assert_eq!(wrap(&one, 2), one);
    }

    #[test]
    fn a_command_stays_whole_and_nothing_else_does() {
        let command = format!("  referee why '{}.db' 7 A", "long name ".repeat(12));
        assert_eq!(paragraph(&command, 2), command);
        let said = format!("  bot: {} {}", "x".repeat(100), "word ".repeat(40));
        assert!(width(&paragraph(&said, 4)) <= WIDTH);
        assert!(width(&paragraph_within(&said, 4, 60)) <= 60);
    }
}
