//! Tests what an engine is told, and how its lines are read.

use super::*;

const MIDDLE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

fn engine(features: &str) -> Xboard {
    let mut xboard = Xboard::default();
    xboard.features.take(&format!("feature {features}"));
    xboard
}

fn game(seat: char, before: &[&str], state: &str) -> ToldGame {
    let mut game = ToldGame::new(seat);
    for word in before {
        game.play(word);
    }
    game.start(state);
    game
}

fn ask(xboard: &mut Xboard, game: &ToldGame, question: &str) -> String {
    let question = Message::parse(question).expect("a message");
    let asked = xboard.ask(&question, game).expect("it can be asked");
    asked.lines.replace('\n', " | ")
}

/// Returns the answer that these lines hold, as the referee reads it.
fn answer(xboard: &mut Xboard, lines: &[&str]) -> Option<String> {
    let mut lines = lines.iter();
    let answer = lines.find_map(|line| xboard.take((*line).to_owned()))?;
    Some(
        answer
            .word
            .map_or("resign".to_owned(), |word| format!("move {word}")),
    )
}

#[test]
fn a_game_is_told_once_and_then_each_move() {
    let mut xboard = engine("ping=1 setboard=1 usermove=1");
    let mut told = game('A', &[], &format!("{MIDDLE} f1b5 a7a6"));
    let lines = ask(
        &mut xboard,
        &told,
        "go clock_ms=8000 inc_ms=80 clock_B=9000",
    );
    let expected = format!(
        "force | ping 1 | setboard {MIDDLE} | usermove f1b5 | usermove a7a6 | level 0 0:08 0.08 | time 800 | otim 900 | go | "
    );
    assert_eq!(lines, expected);
    let lines = [
        "move e1e8",
        "pong 7",
        "pong 1",
        "1 20 0 7 b5a4",
        "move b5a4",
    ];
    assert_eq!(answer(&mut xboard, &lines).as_deref(), Some("move b5a4"));
    told.play("b5a4");
    told.play("g8f6");
    let lines = ask(&mut xboard, &told, "go clock_ms=7000 inc_ms=80");
    let expected = "force | ping 2 | usermove g8f6 | time 700 | otim 700 | go | ";
    assert_eq!(lines, expected);
    // Whoever tells a game again may have had another answer.
    assert_eq!(
        answer(&mut xboard, &["pong 2", "move e1g1"]).as_deref(),
        Some("move e1g1")
    );
    told.play("d2d3");
    told.play("b7b5");
    let lines = ask(&mut xboard, &told, "go move_ms=100");
    let expected = format!(
        "force | ping 3 | setboard {MIDDLE} | usermove f1b5 | usermove a7a6 | usermove b5a4 | usermove g8f6 | usermove \
         d2d3 | usermove b7b5 | st 1 | go | "
    );
    assert_eq!(lines, expected);
}

#[test]
fn an_engine_without_features_plays_from_the_usual_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut xboard = Xboard::default();
    let told = game('B', &["g1f3"], &format!("{start} g1f3"));
    let lines = ask(&mut xboard, &told, "go move_ms=3000");
    assert_eq!(lines, "force | g1f3 | st 3 | go | ");
    // A move of a pawn begins the state line anew.
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let told = game('B', &["e2e4"], after);
    let lines = ask(&mut Xboard::default(), &told, "go move_ms=3000");
    assert_eq!(lines, "force | e2e4 | st 3 | go | ");
    for told in [game('B', &[], after), game('A', &["a2a3"], MIDDLE)] {
        let question = Message::parse("go").expect("a message");
        let why = Xboard::default().ask(&question, &told).err();
        let why = why.expect("it can't").to_string();
        assert!(why.contains("no feature setboard"), "{why}");
    }
}

#[test]
fn answers_have_many_forms() {
    let told = game('B', &[], "r3k2r/8/8/8/8/8/p7/4K3 b kq - 0 1");
    for (line, expected) in [
        ("move e8e7", Some("move e8e7")),
        ("My move is: e8e7", Some("move e8e7")),
        ("My move is : e8e7", Some("move e8e7")),
        ("12. ... e8e7", Some("move e8e7")),
        ("move a2a1Q", Some("move a2a1q")),
        ("move a2a1=n", Some("move a2a1n")),
        ("move O-O", Some("move e8g8")),
        ("move o-o-o+", Some("move e8c8")),
        ("move Ke7", Some("move Ke7")),
        ("move", Some("move ")),
        ("resign", Some("resign")),
        ("1-0 {Black resigns}", Some("resign")),
        ("0-1 {Black mates}", None),
        ("1/2-1/2 {Draw by repetition}", None),
        ("offer draw", None),
        ("Illegal move: e8e7", None),
        ("Error (unknown command): easy", None),
        ("tellusererror no book", None),
    ] {
        let mut xboard = engine("ping=1 setboard=1");
        ask(&mut xboard, &told, "go move_ms=1000");
        let said = answer(&mut xboard, &["pong 1", line]);
        assert_eq!(said.as_deref(), expected, "{line}");
    }
}

/// Without `ping` it may be that of the game before.
#[test]
fn a_result_counts_once_the_engine_thinks() {
    let told = game('B', &[], "r3k2r/8/8/8/8/8/p7/4K3 b kq - 0 1");
    let mut xboard = engine("setboard=1");
    ask(&mut xboard, &told, "go move_ms=1000");
    let stale = ["1-0 {White mates}", "move e8e7"];
    assert_eq!(answer(&mut xboard, &stale).as_deref(), Some("move e8e7"));
    ask(&mut xboard, &told, "go move_ms=1000");
    let own = ["1 -900 0 9 e8e7", "1-0 {Black resigns}"];
    assert_eq!(answer(&mut xboard, &own).as_deref(), Some("resign"));
}

#[test]
fn chess960_castles_in_words() {
    let mut xboard = engine("setboard=1 variants=\"normal,fischerandom\"");
    xboard.is_960 = true;
    let fen = "1r2k2r/8/8/8/8/8/8/1R2KR2 w FBhb - 0 1";
    let mut told = game('B', &[], &format!("{fen} e1f1"));
    let lines = ask(&mut xboard, &told, "go move_ms=1000");
    assert_eq!(
        lines,
        format!("force | setboard {fen} | O-O | st 1 | go | ")
    );
    assert_eq!(
        answer(&mut xboard, &["move O-O-O"]).as_deref(),
        Some("move e8b8")
    );
    told.play("e8b8");
    told.play("f1d1");
    let lines = ask(&mut xboard, &told, "go move_ms=1000");
    assert_eq!(lines, "force | f1d1 | go | ");
}

#[test]
fn the_last_line_of_a_search_is_the_remark() {
    let mut xboard = engine("setboard=1");
    ask(&mut xboard, &game('A', &[], MIDDLE), "go move_ms=1000");
    for line in [
        "1 5 0 9 f1b5",
        "2 7 1 30 f1b5 a7a6",
        "# a remark of its own",
    ] {
        assert!(xboard.take(line.to_owned()).is_none());
    }
    let answer = xboard.take("move f1b5".to_owned()).expect("a move");
    let expected = "depth=2 score=7 nodes=30 time=10 pv=f1b5,a7a6";
    assert_eq!(answer.remark.as_deref(), Some(expected));
}
