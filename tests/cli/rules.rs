//! `rules`: the line program, as another program meets it.

use super::{fed, referee};

#[test]
fn a_session_answers_line_by_line() {
    let input = "turn\nchance 6\nturn\nlegal\nplay p\nstate\nresult\nperft 1\nquit\nturn\n";
    let answers = fed(&["rules", "ludo"], input.as_bytes()).fine();
    let expected = "turn chance\nok\nturn seat A\nlegal p\nok\n\
        state A:0,-1/B:-1,-1 A - 1 - 1999\nresult none\nperft 1 7\n";
    assert_eq!(answers, expected);
}

#[test]
fn options_of_the_command_line_hold() {
    let answers = fed(&["rules", "onitama", "-o", "turns=9"], b"state\nnew\nstate").fine();
    let states: Vec<&str> = answers.lines().collect();
    assert!(states[0].contains("aaAaa A 9 "), "{answers}");
    assert_eq!(states[1], "ok");
    assert_eq!(states[0], states[2], "the last line needs no newline");
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
