//! The positions that come with the exam, by the rules.

use std::fs;

use referee_games::{Position, Rules, Seat, Turn, find};

fn top(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/exam");
    fs::read_to_string(path.join(name)).expect(name)
}

fn rules() -> Box<dyn Rules> {
    let game = find("onitama").expect("a game");
    game.rules(&std::collections::BTreeMap::new())
        .expect("its defaults")
}

fn read(line: &str) -> Box<dyn Position> {
    let position = rules().read(line).expect(line);
    assert_eq!(position.line(), line, "as it is written by the referee");
    position
}

/// A question: name, position, right moves.
type Question = (String, Box<dyn Position>, Option<Vec<String>>);

fn questions() -> Vec<Question> {
    let exam: toml::Value = toml::from_str(&top("exam.toml")).expect("TOML");
    let questions = exam["exam"]["basics"]["questions"]
        .as_array()
        .expect("a list");
    let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
    let question = |question: &toml::Value| {
        let right = question.get("right").and_then(toml::Value::as_array);
        let right = right.map(|right| right.iter().map(text).collect());
        (
            text(&question["name"]),
            read(&text(&question["state"])),
            right,
        )
    };
    questions.iter().map(question).collect()
}

/// All moves that win at once.
fn wins(position: &dyn Position) -> Vec<String> {
    let Turn::Seat(own) = position.turn() else {
        panic!("nobody is on turn in {}", position.line());
    };
    let won = |answer: &String| {
        let mut next = position.boxed();
        next.play(answer).expect("a legal move");
        match next.turn() {
            Turn::Over(ending) => ending.places.contains(&(own, 1)) && ending.reason != "turns",
            _ => false,
        }
    };
    position.legal().into_iter().filter(won).collect()
}

#[test]
fn there_are_five_questions_of_three_kinds() {
    let asked: Vec<(Seat, &str)> = vec![
        (Seat::A, "any legal move"),
        (Seat::B, "any legal move"),
        (Seat::A, "no pawn can move"),
        (Seat::A, "win in one"),
        (Seat::B, "win in one"),
    ];
    let questions = questions();
    assert_eq!(questions.len(), asked.len());
    for ((name, position, right), (seat, kind)) in questions.iter().zip(asked) {
        assert_eq!(*name, format!("{kind}, {seat}"));
        assert!(
            matches!(position.turn(), Turn::Seat(own) if own == seat),
            "{name}"
        );
        assert_eq!(position.line().split(' ').nth(2), Some("10"), "{name}");
        assert_eq!(right.is_some(), kind == "win in one", "{name}");
        assert!(position.legal().len() > 1, "{name}: there is a choice");
        let stuck = position
            .legal()
            .iter()
            .all(|notation| notation[1..5] == *"XXXX");
        assert_eq!(stuck, kind == "no pawn can move", "{name}");
    }
}

#[test]
fn the_right_moves_are_all_that_win_and_no_others() {
    let mut checked = 0;
    for (name, position, right) in questions() {
        let Some(right) = right else {
            continue;
        };
        assert_eq!(wins(&*position), right, "{name}");
        checked += 1;
    }
    assert_eq!(checked, 2);
}

#[test]
fn there_are_three_deals_of_twenty_turns() {
    let text = top("deals.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let position = read(line);
        assert!(matches!(position.turn(), Turn::Seat(Seat::A)));
        assert_eq!(position.max_plies(), 20);
        assert!(wins(&*position).is_empty());
    }
}
