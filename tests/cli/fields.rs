//! `stats rate`: ratings of a field, as text and as JSON.

use std::fs;

use serde_json::Value;

use crate::kit::{Run, referee};

const SCORES: &str = "first,second,wins,draws,losses
A,B,6,3,1
B,A,3,4,3
A,C,7,2,1
C,A,2,3,5
A,D,8,2,0
D,A,1,2,7
B,C,5,3,2
C,B,4,3,3
B,D,6,3,1
D,B,2,4,4
C,D,5,4,1
D,C,3,4,3
";

/// Rates a file with this text.
fn calculate(text: &str, flags: &[&str]) -> Run {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("field.csv");
    fs::write(&path, text).expect("it is written");
    let path = path.to_string_lossy().into_owned();
    referee(&[&["stats", "rate", &path], flags].concat())
}

fn figures(text: &str, flags: &[&str]) -> Value {
    let run = calculate(text, &[&["--json"], flags].concat());
    let figures: Value = serde_json::from_str(&run.fine()).expect("JSON");
    assert!(figures.get("error").is_none());
    figures
}

/// What each player has under a key, rounded to so many decimals.
fn column(figures: &Value, key: &str, decimals: usize) -> Vec<String> {
    let ratings = figures["ratings"].as_array().expect("a list");
    let number = |rating: &Value| rating[key].as_f64().expect("a number");
    ratings
        .iter()
        .map(|rating| format!("{:.decimals$}", number(rating)))
        .collect()
}

#[test]
fn a_table_of_scores_has_its_published_ratings() {
    let report = figures(SCORES, &[]);
    let names: Vec<&str> = (0..4)
        .filter_map(|i| report["ratings"][i]["name"].as_str())
        .collect();
    assert_eq!(names, ["A", "B", "C", "D"]);
    assert_eq!(
        column(&report, "rating", 4),
        ["135.1132", "18.1239", "-33.0486", "-120.1885"]
    );
    assert_eq!(
        column(&report, "error", 4),
        ["38.5185", "35.2777", "35.3906", "37.7191"]
    );
    assert_eq!(
        (&report["first_seat"], &report["prior"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        report["ratings"][0].as_object().map(serde_json::Map::len),
        Some(3)
    );

    let report = figures(SCORES, &["--first-seat-term"]);
    assert_eq!(
        column(&report, "rating", 4),
        ["140.6060", "18.9075", "-34.4067", "-125.1068"]
    );
    let term = report["first_seat"].as_f64().expect("a number");
    assert_eq!(format!("{term:.4}"), "73.3771");
}

#[test]
fn the_order_of_rows_changes_no_digit() {
    let mut rows: Vec<&str> = SCORES.lines().collect();
    rows[1..].reverse();
    let turned = calculate(&rows.join("\n"), &["--json"]).fine();
    assert_eq!(turned, calculate(SCORES, &["--json"]).fine());
}

#[test]
fn people_get_a_table() {
    let text = calculate(SCORES, &["--first-seat-term"]).fine();
    assert!(
        text.starts_with("#  name  rating  error\n1  A     +140.6"),
        "{text}"
    );
    assert!(
        text.contains("\nThe first seat is worth +73.4 with an error of "),
        "{text}"
    );
    assert!(!text.contains("prior"), "{text}");
    let perfect = "first,second,wins,draws,losses\nann,bob,9,0,0\n";
    let text = calculate(perfect, &[]).fine();
    assert!(text.contains("there is a prior: one drawn game"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn a_perfect_score_has_a_named_prior_and_no_games_no_rating() {
    let report = figures(
        "first,second,wins,draws,losses\na,b,10,0,0\nc,d,0,0,0\n",
        &[],
    );
    assert_eq!(
        report["prior"],
        "one drawn game against an average opponent added to every player"
    );
    assert!(report["ratings"][0]["rating"].as_f64().expect("a number") > 100.0);
    assert_eq!(report["ratings"][3]["rating"], Value::Null);
    assert_eq!(report["ratings"][3]["error"], Value::Null);
}

#[test]
fn what_is_wrong_is_told_with_file_line_and_column() {
    let bad = SCORES.replace("C,A,2,3,5", "C,A,2,-3,5");
    let run = calculate(&bad, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let expected = "field.csv: line 5, column 4: draws is \"-3\"; expected a whole number from 0";
    assert!(run.stderr.contains(expected), "{}", run.stderr);

    let run = calculate(&bad, &["--json"]);
    assert_eq!(run.code, Some(2));
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let message = report["error"].as_str().expect("a message");
    assert!(message.contains(expected), "{message}");

    let why = referee(&["stats", "rate", "no/such.csv"]).refused();
    assert!(why.contains("no/such.csv: it can't be read"), "{why}");
    // As a pipe would be, it is no file.
    let why = referee(&["stats", "rate", "/dev/null"]).refused();
    assert!(
        why.contains("/dev/null: it can't be read: this is no file"),
        "{why}"
    );
}
