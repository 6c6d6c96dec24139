//! What tables, JSON and pages say of a run that was changed behind the referee's back, and of one that wasn't
//! checked completely.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use super::extended::{arena_of, database, killed};
use crate::engine::Arena;
use crate::kit::referee;

/// A run of three sessions.
fn interrupted() -> Arena {
    let settings = "game = \"onitama\"\nstart = \"deal\"\nseed = 5\nrounds = 20\nconcurrency = 1\n\
                    options = { turns = 10 }";
    let arena = arena_of(settings, &["one", "slow", "late"]);
    killed(&arena, &[], 10);
    killed(&arena, &[], 25);
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    arena
}

/// The same results with a change.
pub(super) fn changed(run: &Path, sql: &str) -> PathBuf {
    let copy = run.with_file_name("changed.db");
    fs::copy(run, &copy).expect("a copy");
    let connection = Connection::open(&copy).expect("a database");
    connection.execute_batch(sql).expect(sql);
    copy
}

/// What the table, its JSON and the page say of a run, in one line each.
fn told(run: &Path) -> [String; 3] {
    let path = run.to_string_lossy();
    let page = run.with_file_name("page.html");
    let text = referee(&["standings", &path]).fine();
    let json = referee(&["standings", &path, "--json"]).fine();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    referee(&["report", &path, "-o", &page.to_string_lossy()]).fine();
    let page_text = fs::read_to_string(&page).expect("a page");
    fs::remove_file(&page).expect("it is ours");
    [
        text,
        json["not_verified"].as_str().unwrap_or_default().to_owned(),
        page_text,
    ]
    .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Where results decide which games follow, tables are made of all games, and are shown as well.
#[test]
fn a_changed_run_of_rounds_has_its_tables() {
    let settings = "game = \"onitama\"\nformat = \"swiss\"\nrounds = 3\nseed = 5\nstart = \"deal\"\n\
                    options = { turns = 10 }";
    let arena = arena_of(settings, &["one", "two", "three", "four"]);
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    let copy = changed(&database(&arena), "UPDATE run SET closed = 5");
    for (place, text) in told(&copy).iter().enumerate() {
        assert!(text.contains("DAMAGED"), "{place}: {text}");
    }
}

#[test]
fn every_output_says_that_a_run_was_changed() {
    let arena = interrupted();
    let run = database(&arena);
    for (sound, text) in told(&run).iter().enumerate() {
        assert!(!text.contains("DAMAGED"), "{sound}: {text}");
        assert!(!text.contains("Not verified"), "{sound}: {text}");
    }
    for (sql, why) in [
        (
            "UPDATE sessions SET text = replace(text, '\"level\":\"off\"', '\"level\":\"strict\"') \
             WHERE session = 2",
            "session 2 of the run isn't as it was",
        ),
        (
            "DELETE FROM chain WHERE seq > 3 + (SELECT max(seq) FROM chain WHERE kind = 'session'); \
             UPDATE run SET closed = (SELECT max(number) FROM chain WHERE kind = 'record')",
            "it is finished, but the chain ends before it",
        ),
        ("UPDATE run SET closed = 5", "games 1 to 5"),
        (
            "INSERT INTO sessions SELECT 4, text FROM sessions WHERE session = 1",
            "it has a session that isn't in the chain",
        ),
        (
            "CREATE TEMP TABLE swapped AS SELECT stage, key, value FROM tallies WHERE key LIKE '%\"one\"%'; \
             UPDATE tallies SET value = coalesce((SELECT s.value FROM swapped s WHERE s.stage = \
             tallies.stage AND s.key = replace(tallies.key, '\"late\"', '\"one\"')), value) \
             WHERE key LIKE '%\"late\"%'",
            "doesn't follow from its games",
        ),
    ] {
        let copy = changed(&run, sql);
        for text in told(&copy) {
            assert!(text.contains("DAMAGED OR CHANGED"), "{sql}: {text}");
            assert!(text.replace("&#39;", "'").contains(why), "{sql}: {text}");
        }
    }
}

#[test]
fn a_match_that_is_over_says_that_it_was_changed() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = folder.path().join("match.db");
    let again = |json: &[&str]| {
        let out = run.to_string_lossy().into_owned();
        let words = [
            "match",
            "house:random",
            "house:greedy",
            "--games",
            "4",
            "--seed",
            "5",
        ];
        let more = ["--tc", "st=5", "--jail", "off", "--out", &out];
        referee(&[&words[..], &more, json].concat()).fine()
    };
    assert!(!again(&[]).contains("DAMAGED"));
    let sql = "UPDATE sessions SET text = replace(text, '\"level\":\"off', '\"level\":\"strict')";
    let connection = Connection::open(&run).expect("a database");
    connection.execute_batch(sql).expect(sql);
    drop(connection);
    for text in [again(&[]), again(&["--json"])] {
        assert!(text.contains("DAMAGED OR CHANGED"), "{text}");
    }
}

#[test]
fn an_export_is_not_verified_by_itself() {
    let arena = arena_of(
        "game = \"onitama\"\nstart = \"deal\"\nseed = 5\nrounds = 1",
        &["one", "late"],
    );
    super::played(&arena);
    for text in told(&arena.path().join("cup.jsonl")) {
        assert!(text.contains("Not verified: an export"), "{text}");
    }
}
