//! Page, terminal and CSV say the same.

use super::{report, rows};
use crate::engine::Arena;
use crate::kit::referee;

#[test]
fn page_terminal_and_csv_agree_to_the_digit() {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 6\nseed = 3\nstart = \"deal\"")
        .bot("ann", "house:greedy")
        .bot("bob", "house:random")
        .bot("cleo", "house:first");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let page = report(&run, &[]);
    let run = run.to_string_lossy();

    let standings = rows(&page, "id=\"standings\"");
    assert_eq!(standings.len(), 3);
    let terminal = referee(&["standings", &run, "--wide"]).fine();
    for row in &standings {
        let name = &row[1];
        let mut lines = terminal.lines().map(|line| line.split_whitespace());
        let line = lines.find(|line| line.clone().nth(1) == Some(name));
        // The last column counts faults, for which the terminal has a column each.
        let line: Vec<&str> = line.expect("a line").take(row.len() - 1).collect();
        assert_eq!(line, row[..row.len() - 1], "{terminal}");
        assert_eq!(row.last().map(String::as_str), Some("0"));
    }

    let table = referee(&["standings", &run, "--csv"]).fine();
    let mut csv = csv::Reader::from_reader(table.as_bytes());
    let head = csv.headers().expect("heads").clone();
    for (record, row) in csv.records().zip(&standings) {
        let record = record.expect("a row");
        let cell = |name: &str| {
            let at = head.iter().position(|head| head == name).expect(name);
            record[at].to_owned()
        };
        let number = |name: &str| cell(name).parse::<f64>().expect(name);
        let points = format!("{:.2}", number("points"));
        let points = points.trim_end_matches('0').trim_end_matches('.');
        let expected = [
            cell("rank"),
            cell("bot"),
            points.to_owned(),
            cell("games"),
            cell("wins"),
            cell("draws"),
            cell("losses"),
            format!("{:.1}", number("percent")),
            format!("{:+.0}", number("rating"))
                .replace("+0", "0")
                .replace("-0", "0"),
            format!("{:.0}", number("rating_error")),
        ];
        assert_eq!(row[..10], expected);
    }

    let crosstable = rows(&page, "id=\"crosstable\"");
    let terminal = referee(&["standings", &run, "--crosstable"]).fine();
    for row in &crosstable {
        let mut lines = terminal.lines().map(str::split_whitespace);
        let is_shown = lines.any(|line| line.eq(row.iter().map(String::as_str)));
        assert!(is_shown, "{row:?}: {terminal}");
    }
    assert_eq!(rows(&page, "id=\"games\"").len(), 36);
}
