//! `rules ludo script`: rolls as arguments, from a file and from standard input, and what is refused.

use std::fs;
use std::path::Path;

use crate::kit::{fed, referee};

const ROLLS: &str = "A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";
const SQUARES: &str = "28 28 21 H\n";

#[test]
fn the_example_of_the_assignment_ends_as_it_should() {
    assert_eq!(referee(&["rules", "ludo", "script", ROLLS]).fine(), SQUARES);
    let words: Vec<&str> = ["rules", "ludo", "script"]
        .into_iter()
        .chain(ROLLS.split(' '))
        .collect();
    assert_eq!(referee(&words).fine(), SQUARES);
    let lines = ROLLS.replace(' ', "\r\n");
    let answer = fed(
        &["rules", "ludo", "script", "--file", "-"],
        lines.as_bytes(),
    );
    assert_eq!(answer.fine(), SQUARES);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ludo-script.txt");
    fs::write(&file, lines).expect("a file of rolls");
    let file = file.to_string_lossy();
    assert_eq!(
        referee(&["rules", "ludo", "script", "--file", &file]).fine(),
        SQUARES
    );
}

#[test]
fn every_seat_is_printed() {
    let answer = referee(&[
        "rules",
        "ludo",
        "script",
        "--option",
        "seats=ACD",
        "C6 C1 D6",
    ]);
    assert_eq!(answer.fine(), "H H 29 H R H\n");
    assert_eq!(
        referee(&["rules", "ludo", "script", ""]).fine(),
        "H H H H\n"
    );
    assert_eq!(
        fed(&["rules", "ludo", "script", "--file", "-"], b"").fine(),
        "H H H H\n"
    );
}

#[test]
fn what_is_no_script_is_refused() {
    for (args, expected) in [
        (
            &["A6 C3"][..],
            "referee: roll 2: found \"C3\", expected a letter, A or B, and a roll from 1 to 6\n",
        ),
        (
            &["--option", "seats=BA", "A6"],
            "referee: options of ludo: seats=BA: expected two to four of the letters ABCD in order and \
             without repeats, such as AB or ACD\n",
        ),
        (
            &["--file", "nowhere.txt"],
            "referee: nowhere.txt: it can't be read: No such file or directory (os error 2)\n",
        ),
    ] {
        let args: Vec<&str> = ["rules", "ludo", "script"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        assert_eq!(referee(&args).refused(), expected);
    }
    let args = ["rules", "ludo", "script", "--file", "-"];
    let message = fed(&args, b"A6\nB0").refused();
    assert!(
        message.starts_with("referee: standard input: roll 2: found \"B0\", expected"),
        "{message}"
    );
    assert!(fed(&args, b"\xff").refused().contains("can't be read"));
    assert!(
        referee(&["rules", "ludo", "script"])
            .refused()
            .contains("<ROLLS>")
    );
    let both = referee(&["rules", "ludo", "script", "A6", "--file", "-"]).refused();
    assert!(both.contains("cannot be used with"), "{both}");
}
