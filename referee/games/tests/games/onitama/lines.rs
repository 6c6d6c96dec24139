//! Tests invalid state lines.

use super::{line, rules};

const REFUSED: [(&str, &str); 23] = [
    (
        "",
        "state: found 0 fields, expected 8: BOARD PLAYER TURNS_LEFT A1 A2 B1 B2 SIDE",
    ),
    (
        "here",
        "state: found 1 field, expected 8: BOARD PLAYER TURNS_LEFT A1 A2 B1 B2 SIDE",
    ),
    (
        "..B../...../W..../...../..A.. A 9 tiger right crab hook",
        "state: found 7 fields, expected 8: BOARD PLAYER TURNS_LEFT A1 A2 B1 B2 SIDE",
    ),
    (
        "..B../...../W..../..A.. A 9 tiger right crab hook mantis",
        "BOARD: found \"..B../...../W..../..A..\", expected 5 rows joined by /",
    ),
    (
        "..B../...../W.../...../..A.. A 9 tiger right crab hook mantis",
        "BOARD row 3: found \"W...\", expected 5 letters out of ABabW.",
    ),
    (
        "..B../...../W..../...../..A.x A 9 tiger right crab hook mantis",
        "BOARD row 5: found \"..A.x\", expected 5 letters out of ABabW.",
    ),
    (
        "..B../...../..\u{e9}./...../..A.. A 9 tiger right crab hook mantis",
        "BOARD row 3: found \"..\\u00e9.\", expected 5 letters out of ABabW.",
    ),
    (
        "..B../...../...../..A../..A.. A 9 tiger right crab hook mantis",
        "BOARD: found 2 A, expected at most 1",
    ),
    (
        "B.B../...../...../...../..A.. A 9 tiger right crab hook mantis",
        "BOARD: found 2 B, expected at most 1",
    ),
    (
        "..B../...../...../aaa../aaA.. A 9 tiger right crab hook mantis",
        "BOARD: found 5 a, expected at most 4",
    ),
    (
        "bbBbb/b..../...../...../..A.. A 9 tiger right crab hook mantis",
        "BOARD: found 5 b, expected at most 4",
    ),
    (
        "..B../...../W...W/...../..A.. A 9 tiger right crab hook mantis",
        "BOARD: found 2 W, expected at most 1",
    ),
    (
        "B.W../...../...../...../..A.. A 9 tiger right crab hook mantis",
        "BOARD: found \"B.W../...../...../...../..A..\", expected a board without W on the base a3",
    ),
    (
        "..B../...../...../...../A.W.. A 9 tiger right crab hook mantis",
        "BOARD: found \"..B../...../...../...../A.W..\", expected a board without W on the base e3",
    ),
    (
        "b..../...../...../...../....a A 9 tiger right crab hook mantis",
        "BOARD: found \"b..../...../...../...../....a\", \
         expected a board on which at most one side has won",
    ),
    (
        "..A../...../...../...../..B.. A 9 tiger right crab hook mantis",
        "BOARD: found \"..A../...../...../...../..B..\", \
         expected a board on which at most one side has won",
    ),
    (
        "..B../...../W..../...../..A.. C 9 tiger right crab hook mantis",
        "PLAYER: found \"C\", expected A or B",
    ),
    (
        "..B../...../W..../...../..A.. A -1 tiger right crab hook mantis",
        "TURNS_LEFT: found \"-1\", expected a number from 0 to 9999",
    ),
    (
        "..B../...../W..../...../..A.. A 10000 tiger right crab hook mantis",
        "TURNS_LEFT: found \"10000\", expected a number from 0 to 9999",
    ),
    (
        "..B../...../W..../...../..A.. A 9 tiger ...../..x.. crab hook mantis",
        "card A2: found \"...../..x..\", expected 5 rows joined by /",
    ),
    (
        "..B../...../W..../...../..A.. A 9 tiger right ...../..x../.xO../...../..... hook mantis",
        "card B1 row 3: found \".xO..\", expected 5 letters out of .ox",
    ),
    (
        "..B../...../W..../...../..A.. A 9 tiger right crab ...../..x../...../...../..... mantis",
        "card B2: found \"...../..x../...../...../.....\", expected exactly one o",
    ),
    (
        "..B../...../W..../...../..A.. A 9 tiger right crab hook o..../o..../...../...../.....",
        "card SIDE: found \"o..../o..../...../...../.....\", expected exactly one o",
    ),
];

#[test]
fn senseless_lines_are_refused() {
    for (text, expected) in REFUSED {
        let why = rules(&[]).read(&line(text)).err().map(|e| e.to_string());
        assert_eq!(why.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn odd_lines_are_read() {
    for odd in [
        "..B../...../...../...../..A.. A 9999 tiger right crab hook mantis",
        "bbbb./B..../....W/A..../aaaa. B 0 tiger right crab hook mantis",
        "..B../...../...../...../..A.. A 9 tiger tiger tiger tiger tiger",
        "..B../...../W..../...../..A.. A 9 tiger right crab hook o..../...../...../...../.....",
    ] {
        let read = rules(&[]).read(&line(odd)).map(|position| position.line());
        assert_eq!(read, Ok(line(odd)));
    }
}
