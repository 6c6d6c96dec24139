//! `stats pair`: a Swiss event in a file.

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::{Run, referee};

const EIGHT: &str = r#"players = [
  { name = "1", rating = 2400 }, { name = "2", rating = 2350.5 }, { name = "3", rating = 2300 },
  { name = "4", rating = 2250 }, { name = "5", rating = 2200 }, { name = "6", rating = 2150 },
  { name = "7", rating = 2100 }, { name = "8", rating = 2050 },
]
total_rounds = 3
"#;

fn pair(text: &str, more: &[&str]) -> Run {
    let file = NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("it is written");
    let path = file.path().to_str().expect("UTF-8");
    referee(&[&["stats", "pair", path], more].concat())
}

fn eight(more: &str) -> String {
    format!("{EIGHT}{more}")
}

#[test]
fn rounds_are_paired_one_after_the_other() {
    assert_eq!(pair(EIGHT, &[]).fine(), "1-5 2-6 3-7 4-8\n");
    let single = eight("first_seat = \"1\"\n");
    assert_eq!(pair(&single, &[]).fine(), "1-5 6-2 3-7 8-4\n");
    let played = single + r#"rounds = [["1-5 1-0", "6-2 0-1", "3-7 1-0", "8-4 0-1"]]"#;
    assert_eq!(pair(&played, &[]).fine(), "4-1 2-3 5-8 7-6\n");
    // A bye may stand as it is printed.
    let byes = eight("rounds = [[\"1-5 1-0\", \"2-6 0-1\", \"3-7 1-0\", \"8-bye\"]]");
    let spaced = byes.replace("8-bye", "8 bye");
    assert_eq!(pair(&byes, &[]).fine(), pair(&spaced, &[]).fine());
    let without = played + "\nwithdrawn = [\"8\"]";
    let answer = pair(&without, &["--json"]).fine();
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(
        answer,
        json!({ "pairings": ["4-1", "2-3", "5-6", "7-bye"] })
    );
}

#[test]
fn ends_are_told() {
    let two = r#"
        players = [{ name = "ada" }, { name = "bob" }]
        total_rounds = 2
        rounds = [["bob-ada 1/2-1/2"]]"#;
    assert!(
        pair(two, &[])
            .fine()
            .starts_with("the event ends early, after round 1")
    );
    let answer: Value =
        serde_json::from_str(&pair(&two.replace("= 2", "= 1"), &["--json"]).fine()).expect("JSON");
    let expected = json!({ "pairings": [], "over": "the event is over: 1 of 1 rounds are played" });
    assert_eq!(answer, expected);
}

fn crowd(players: usize) -> String {
    let players: Vec<String> = (0..players).map(|i| format!("{{name='{i}'}}")).collect();
    players.join(",")
}

#[test]
fn mistakes_have_line_and_column() {
    let round = |words: &str| eight(&format!("rounds = [[{words}]]"));
    for (text, why) in [
        (
            round("\"1-5 1-0\", \"5 bye\""),
            "line 7, column 23: \"5\" is in this round twice",
        ),
        (
            round("\"1-1 1-0\""),
            "line 7, column 12: \"1\" is in this round twice",
        ),
        (
            round("\"1-9 1-0\""),
            "line 7, column 12: no player is called \"9\"",
        ),
        (
            round("\"1-5 1:0\""),
            "line 7, column 12: \"1-5 1:0\": expected two names and a result",
        ),
        (round("\"1-5 bye\""), "\"1-5 bye\": expected two names"),
        (round("\"1 1-0\""), "\"1 1-0\": expected two names"),
        (round("\"1-5\""), "\"1-5\": expected two names"),
        (round("\"\""), "no player is called \"\""),
        (eight("withdrawn = [\"x\"]"), "line 7, column 14: no player"),
        (eight("first_seat = \"x\""), "line 7, column 14: no player"),
        (
            eight("total_round = 4"),
            "line 7, column 1: unknown field `total_round`",
        ),
        (
            EIGHT.replace("\"8\"", "\"1\""),
            "line 4, column 43: \"1\" is the name of two players",
        ),
        (
            EIGHT.replace("\"2\"", "\"2-b\""),
            "line 2, column 43: \"2-b\": expected a name without",
        ),
        (
            EIGHT.replace("\"2\"", "\"2 b\""),
            "expected a name without spaces",
        ),
        (
            EIGHT.replace("2350.5", "nan"),
            "line 2, column 57: rating = NaN: expected a number",
        ),
        (
            EIGHT.replace("= 3", "= -3"),
            "line 6, column 16: invalid value",
        ),
        ("players = [".to_owned(), "line 1, column 12: "),
        (String::new(), "missing field"),
        (
            format!("total_rounds = 1\nplayers = [{}]", crowd(1001)),
            "line 2, column 11: 1001 players: expected at most 1000",
        ),
    ] {
        let message = pair(&text, &[]).refused();
        assert!(message.contains(why), "{message:?} lacks {why:?}");
        let run = pair(&text, &["--json"]);
        assert_eq!(run.code, Some(2));
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert!(answer["error"].as_str().expect("a sentence").contains(why));
    }
    assert!(
        referee(&["stats", "pair", "nowhere.toml"])
            .refused()
            .contains("nowhere.toml")
    );
}
