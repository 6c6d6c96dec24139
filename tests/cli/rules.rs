//! `rules`: the line program, as another program meets it.

use std::fs;

use serde_json::Value;

use crate::kit::{fed, referee};

#[test]
fn a_session_answers_line_by_line() {
    let input = "turn\nchance 6\nturn\nlegal\nplay p\nstate\nresult\nperft 1\nquit\nturn\n";
    let answers = fed(&["rules", "ludo"], input.as_bytes()).fine();
    let expected = "turn chance A 1:1 2:1 3:1 4:1 5:1 6:1\nstate A:-1,-1/B:-1,-1 A 6 0 - 2000\nturn seat A\n\
        legal p\nturn seat A\nlegal p\nstate A:0,-1/B:-1,-1 A - 1 - 1999\n\
        turn chance A 1:1 2:1 3:1 4:1 5:1 6:1\nstate A:0,-1/B:-1,-1 A - 1 - 1999\nresult none\n\
        perft 1 7\n";
    assert_eq!(answers, expected);
}

#[test]
fn options_of_the_command_line_hold() {
    let answers = fed(&["rules", "onitama", "--option", "turns=9"], b"state\nnew").fine();
    let states: Vec<&str> = answers.lines().collect();
    assert!(states[0].contains("aaAaa A 9 "), "{answers}");
    assert_eq!(states[0], states[1], "the last line needs no newline");
}

#[test]
fn nothing_that_comes_in_ends_a_session() {
    let mut input = b"what\n\n\xff\xfe\n\0\n".to_vec();
    input.extend(vec![b'x'; 10 << 20]);
    input.extend(b"\nstate ");
    input.extend(vec![b'9'; 60_000]);
    input.extend(b"\nplay ");
    input.extend("é".repeat(20_000).as_bytes());
    input.extend(b"\nturn\n");
    for game in [
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
    ] {
        let answers = fed(&["rules", game], &input).fine();
        let answers: Vec<&str> = answers.lines().collect();
        let (last, errors) = answers.split_last().expect("answers");
        assert_eq!(errors.len(), 7, "{game}");
        for error in errors {
            assert!(
                error.starts_with("error ") && error.len() < 1000,
                "{game}: {error}"
            );
        }
        assert!(last.starts_with("turn "), "{game}: {last}");
    }
}

#[test]
fn the_end_of_input_ends_a_session() {
    assert_eq!(fed(&["rules", "onitama"], b"").fine(), "");
    let message = referee(&["rules", "go"]).refused();
    assert!(
        message.starts_with("referee: there is no game \"go\""),
        "{message}"
    );
}

#[test]
fn the_cases_of_each_game_hold() {
    for game in referee_games::games() {
        let name = game.name();
        let file = format!("tournaments/cases/{name}.txt");
        let output = referee(&["rules", name, "--cases", &file]).fine();
        assert!(output.ends_with(" cases, all hold\n"), "{output}");
    }
}

#[test]
fn cases_that_fail_are_told_with_their_lines() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("cases.txt");
    let file = path.to_str().expect("UTF-8");
    fs::write(
        &path,
        "case a six\nchance 6\nexpect legal p q\n\nexpect turn chance\n",
    )
    .expect("a file");
    let run = referee(&["rules", "ludo", "--cases", file]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let expected = format!(
        "{file}:3: a six\n  expected  legal p q\n  got       legal p\n\
         {file}: 2 cases, 1 hold, 1 don't\n"
    );
    assert_eq!(run.stdout, expected);

    let json = referee(&["rules", "ludo", "--cases", file, "--json"]);
    assert_eq!(json.code, Some(1));
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["game"], "ludo");
    assert_eq!((&json["cases"], &json["held"]), (&2.into(), &1.into()));
    let failed = serde_json::json!([
        { "line": 3, "case": "a six", "expected": "legal p q", "got": "legal p" }
    ]);
    assert_eq!(json["failed"], failed);
}

#[test]
fn files_without_cases_are_refused() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("cases.txt");
    let file = path.to_str().expect("UTF-8");
    let args = ["rules", "ludo", "--cases", file];
    let refused = |text: &[u8]| {
        fs::write(&path, text).expect("a file");
        referee(&args).refused()
    };
    assert!(refused(b"play p\nexpct legal\n").contains("cases.txt:2: found \"expct\""));
    assert!(refused(b"# nothing\n").contains("cases.txt: it holds no case"));
    assert!(refused(b"\xef\xbb\xbf# nothing\n").contains("cases.txt: it holds no case"));
    assert!(refused(b"\xff\n").contains("cases.txt: line 1, byte 1: this isn't UTF-8"));
    fs::remove_file(&path).expect("a file");
    let missing = referee(&args).refused();
    assert!(missing.contains("expected a file of cases"), "{missing}");
}
