//! Tests Ludo's rules, with a table for each rule.

mod play;
mod script;
mod words;

use referee_games::{OptionError, Position, Rules, find, terminal};
use serde_json::{Value, json};

use crate::laws;

fn choose(options: &[(&str, &str)]) -> Result<Box<dyn Rules>, OptionError> {
    let given = options
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    find("ludo").expect("registered").rules(&given)
}

fn rules(options: &[(&str, &str)]) -> Box<dyn Rules> {
    choose(options).expect("options in range")
}

fn read(line: &str) -> Box<dyn Position> {
    let position = rules(&[]).read(line);
    position.unwrap_or_else(|e| panic!("{line}: {e}"))
}

/// Returns the rows of a table. Each row is a line of cells with `=>` between them; `//` begins a comment.
fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .map(|line| {
            let cells: Vec<&str> = line.split("=>").map(str::trim).collect();
            cells.try_into().unwrap_or_else(|_| panic!("{line}"))
        })
}

pub(crate) fn variants_in(games: u64) {
    let kind = find("ludo").expect("registered");
    for seats in ["ABCD", "AC", "BCD"] {
        laws::check(kind, &[("seats", seats)], games);
    }
    laws::check(kind, &[("rolls", "5")], games);
}

#[test]
fn variants_keep_the_laws() {
    variants_in(30);
}

#[test]
fn starts() {
    let start = |options| rules(options).start().line();
    assert_eq!(start(&[]), "A:-1,-1/B:-1,-1 A - 0 - 2000");
    let options = [("seats", "BD"), ("rolls", "7")];
    assert_eq!(start(&options), "B:-1,-1/D:-1,-1 B - 0 - 7");
    let started = rules(&options);
    let brought = started.read("A:3,4/C:5,6 C - 0 - 900").expect("own seats");
    assert_eq!(brought.line(), "A:3,4/C:5,6 C - 0 - 900");
}

#[test]
fn seats_must_be_in_order() {
    let expected = "expected two to four of the letters ABCD in order and without repeats, such \
                    as AB or ACD";
    for seats in ["A", "BA", "AAB", "ABE", "ab", "ABCDA"] {
        let refused = choose(&[("seats", seats)]).err().expect(seats);
        let message = format!("options of ludo: seats={seats}: {expected}");
        assert_eq!(refused.to_string(), message);
    }
}

#[test]
fn views() {
    let expected = json!({
        "player": "A", "roll": 6, "bonus": true, "finished": ["C"], "rolls_left": 1930,
        "tokens": {"A": [-1, 28], "C": [57, 57], "D": [52, 0]},
        "squares": {"A": ["H", "28"], "C": ["E", "E"], "D": ["D2", "R"]},
    });
    let line = "A:-1,28/C:57,57/D:52,0 A 6 1 C 1930";
    assert_eq!(read(line).view(), expected);
    let start = rules(&[]).start().view();
    assert_eq!(start["roll"], Value::Null);
    assert_eq!(start["finished"], json!([]));
    let squares = read("B:43,42/C:22,23 B - 0 - 9").view()["squares"].take();
    assert_eq!(squares, json!({"B": ["1", "56"], "C": ["50", "51"]}));
}

#[test]
fn pictures() {
    let draw = |line| terminal::draw(&read(line).scene());
    let picture = draw("A:-1,7/B:8,8/C:57,57/D:52,0 D 6 1 C 999999").join("\n");
    assert_eq!(picture, include_str!("picture.txt").trim_end());
    let shows = |line, what| assert!(draw(line).concat().contains(what), "{what} in {line}");
    shows("A:16,3/B:2,2/C:44,1 C - 0 - 9", "|ABC|");
    shows("A:16,3/B:2,2 B - 0 - 9", "B rolls");
    shows("A:16,3/B:2,2 B - 0 - 0", "game over");
}
