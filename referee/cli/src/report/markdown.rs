//! A report as a part of a Markdown page.

use super::model::Report;
use super::remarks::{self, Block};
use super::sheet::Sheet;
use super::sheets;
use super::strength::{describe, figures};
use crate::plain::plain;

/// The standings and what belongs to them.
pub fn standings(report: &Report, wide: bool) -> String {
    let times = sheets::times(&report.standings).filter(|_| !wide);
    let parts = [
        table(&sheets::standings(&report.standings, wide)),
        duel(report),
        block(&remarks::about_ratings(report)),
        times.as_ref().map(table).unwrap_or_default(),
        block(&remarks::faults(report)),
        block(&remarks::games(report)),
        block(&remarks::notes(report)),
        block(&remarks::left_out(report)),
        block(&remarks::jail(report)),
        block(&remarks::clock(report)),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// The crosstable.
pub fn crosstable(report: &Report) -> String {
    table(&sheets::crosstable(report, 0..report.standings.len()))
}

fn duel(report: &Report) -> String {
    let Some(duel) = &report.duel else {
        return String::new();
    };
    let mut sheet = Sheet::new(&["", &format!("{} against {}", duel.first, duel.second)]);
    if let Some(strength) = &duel.strength {
        for (name, figure) in figures(strength) {
            sheet.rows.push(vec![name.to_owned(), figure]);
        }
    }
    let counts = duel.counts().map(|counts| ("results", describe(&counts)));
    for (name, figure) in remarks::of_match(report).into_iter().chain(counts) {
        let figure = figure.split_whitespace().collect::<Vec<_>>().join(" ");
        sheet.rows.push(vec![name.to_owned(), figure]);
    }
    table(&sheet)
}

fn block(block: &Block) -> String {
    if block.lines.is_empty() {
        return String::new();
    }
    let title = block
        .title
        .map_or(String::new(), |title| format!("**{title}**\n\n"));
    let lines = block
        .lines
        .iter()
        .map(|line| format!("- {}\n", escape(line)));
    title + &lines.collect::<String>()
}

/// A table in the form that GitHub and others draw.
pub fn table(sheet: &Sheet) -> String {
    let row = |cells: &Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = (0..sheet.head.len()).map(|column| match column {
        1 => "---",
        _ if sheet.left.contains(&column) => "---",
        _ => "--:",
    });
    let rule: Vec<&str> = rule.collect();
    let rows: String = sheet.rows.iter().map(row).collect();
    format!("{}| {} |\n{rows}", row(&sheet.head), rule.join(" | "))
}

/// A text that means nothing to Markdown or HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in plain(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '\n' => escaped.push(' '),
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_nothing_to_markdown() {
        let mut sheet = Sheet::new(&["#", "bot"]);
        sheet.rows = vec![vec!["1".to_owned(), "a|b_<i>*\\\u{1b}".to_owned()]];
        assert_eq!(
            table(&sheet),
            "| \\# | bot |\n| --: | --- |\n| 1 | a\\|b\\_&lt;i>\\*\\\\\u{fffd} |\n"
        );
    }
}
