//! Rows of bots whose files changed during the run.

use referee_stats::VersionRow;

use super::{RunReport, ScheduleInfo, WON, markdown, pair, report, tables, text};

fn row(version: &str, first: u64, games: u64) -> VersionRow {
    VersionRow {
        version: version.to_owned(),
        first,
        last: first + games - 1,
        games,
        points: 1.0,
        wins: 1,
        draws: 0,
        losses: games - 1,
        percent: 25.0,
    }
}

/// A report in which `name` played with three versions, and the others with one.
fn changed(name: &str) -> RunReport {
    let games = [
        pair([name, "bob"], 1, WON),
        pair([name, "cleo"], 2, WON),
        pair(["bob", "cleo"], 3, WON),
    ];
    let mut report = report(
        &[name, "bob", "cleo"],
        &games.concat(),
        ScheduleInfo::default(),
    );
    report.standings[0].versions = vec![
        row("0a1b2c3d", 1, 4),
        row("fedcba98", 5, 10_000_000),
        row("99999999", 12_345_678, 4),
    ];
    report.run = Some("cup.db".to_owned());
    report
}

#[test]
fn a_row_says_how_many_versions_it_holds() {
    let report = changed("ann");
    let shown = text::whole(&report, false);
    assert!(
        shown.starts_with("#  bot   points  games  W  D  L  versions "),
        "{shown}"
    );
    assert!(
        shown.contains("\n1  ann        4      4  4  0  0         3 "),
        "{shown}"
    );
    let note = "\nVersions\n  ann played with 3 versions: its files changed.\n  \
                Each as a bot of its own:\n    referee standings cup.db --by-version\n";
    assert!(shown.contains(note), "{shown}");
    assert!(!shown.contains("0a1b2c3d"), "{shown}");
    for full in [
        text::whole(&report, true),
        markdown::standings(&report, false),
    ] {
        assert!(full.contains("12345678") && full.contains("25.0"), "{full}");
    }
    let rows = tables::standings_csv(&report.standings, false).expect("rows");
    let counts: Vec<&str> = rows
        .lines()
        .filter_map(|line| line.split(',').nth(7))
        .collect();
    assert_eq!(counts, ["versions", "3", "1", "1"]);
    let json = serde_json::to_value(&report).expect("JSON");
    assert_eq!(json["standings"][0]["versions"][0]["version"], "0a1b2c3d");
    assert_eq!(json["standings"][1].get("versions"), None);
}

#[test]
fn the_row_of_a_long_name_says_it_too() {
    let shown = text::whole(&changed(&"long".repeat(12)), false);
    let head = shown.lines().next().unwrap_or_default();
    assert!(head.contains("versions"), "{shown}");
    assert!(
        shown.lines().all(|line| line.chars().count() <= 80),
        "{shown}"
    );
}

#[test]
fn an_alias_is_not_found_by_the_hash_of_files() {
    let report = changed("ann").renamed(|bot| format!("alias of {bot}"));
    let versions = report.standings[0].versions.iter();
    let shown: Vec<&str> = versions.map(|row| &*row.version).collect();
    assert_eq!(shown, ["1", "2", "3"]);
}
