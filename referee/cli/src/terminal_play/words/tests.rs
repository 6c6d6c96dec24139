//! Tests of moves that are entered in parts.

use std::collections::BTreeMap;

use super::*;

fn start(game: &str, line: Option<&str>) -> Box<dyn Position> {
    let kind = referee_games::find(game).expect("a game");
    let rules = kind.rules(&BTreeMap::new()).expect("defaults");
    line.map_or_else(|| rules.start(), |line| rules.read(line).expect("a line"))
}

/// Enters the words one after the other, and returns the outcome.
fn entered(game: &str, line: Option<&str>, words: &[&str]) -> String {
    let position = start(game, line);
    let mut entry = MoveInput::new(&*position);
    let mut last = String::new();
    for notation in words {
        last = match entry.enter(&*position, notation) {
            Entered::Move(word) => return word,
            Entered::More => entry.question(),
            Entered::Wrong(why) => why,
        };
    }
    last
}

const NEAR_THE_BASE: &str = ".B.../W.Ab./...../...../..... A 8 ..x../...x./..o../...../..... \
    ...../..x../..ox./...../..... ...../.x.../.xo.x/...../..... ...../..x../..o../.x.../..... \
    ...../.x.x./..o../.x.../.....";

#[test]
fn a_move_is_one_word_or_several() {
    for words in [&["c1c2"][..], &["c1", "c2"], &["C1 c2"], &["c1", "", "c2"]] {
        assert_eq!(entered("cublino-pur", None, words), "c1c2", "{words:?}");
    }
    assert_eq!(entered("koolaamee", None, &["E4"]), "e4");
}

#[test]
fn the_exam_s_order() {
    let line = Some(NEAR_THE_BASE);
    for (words, expected) in [
        (&[""][..], "card (1 2)"),
        (&["1"], "pawn's square (b3)"),
        (&["1", "b3"], "target (a4)"),
        (&["1", "b3", "a4"], "wall (u up, d down, r right, s stay)"),
        (&["1", "b3", "a4", "u"], "1b3a4u"),
        (&["1", "b3", "a4", "right"], "1b3a4r"),
        // A winning move: the wall doesn't move.
        (&["2", "b3", "a3"], "2b3a3s"),
        (&["2b3a3d"], "2b3a3d"),
        (&["1", "2b3b4u"], "2b3b4u"),
    ] {
        assert_eq!(entered("onitama", line, words), expected, "{words:?}");
    }
    for (words, why) in [
        (&["3"][..], "there is no card"),
        (&["1", "b4"], "is B's"),
        (&["1", "b3", "e5"], "doesn't take a pawn from b3 to e5"),
        (&["1", "b3", "a4", "l"], "would leave the board"),
    ] {
        let shown = entered("onitama", line, words);
        assert!(shown.contains(why), "{words:?}: {shown}");
    }
}

#[test]
fn without_a_pawn_to_move_card_and_wall_are_asked() {
    let line = "...../...../A..../...../B.... A 8 ...../...../x.o../...../..... \
        ...../...../x.o../...../..... ...../...../x.o../...../..... ...../...../x.o../...../..... \
        ...../...../x.o../...../.....";
    assert_eq!(entered("onitama", Some(line), &["1"]), "1XXXXs");
    let wall = line.replacen("...../A", "....W/A", 1);
    assert_eq!(
        entered("onitama", Some(&wall), &["1"]),
        "wall (u up, l left, d down, s stay)"
    );
    assert_eq!(entered("onitama", Some(&wall), &["2", "l"]), "2XXXXl");
}

#[test]
fn jumps_go_on_or_stop() {
    let line = Some("Pva4vb4vc4vd4ve4vf4Wf5vg6Wa7Wb7Wc7Wd7We7Wf7 0");
    let asked = entered("cublino-pur", line, &["f5", "g5"]);
    assert_eq!(asked, "on to (g7 or Enter: stop on g5)");
    assert_eq!(entered("cublino-pur", line, &["f5", "g5", ""]), "f5g5");
    assert_eq!(entered("cublino-pur", line, &["f5", "g5", "g7"]), "f5g5g7");
    assert_eq!(entered("cublino-pur", line, &["f5g5"]), "f5g5");
}

#[test]
fn moves_of_one_piece() {
    let position = start("cublino-pur", None);
    let entry = MoveInput::new(&*position);
    assert_eq!(entry.list_of(&*position, "c1"), Ok("c1c2".to_owned()));
    let why = entry.list_of(&*position, "d4").expect_err("it is empty");
    assert!(why.contains("d4"), "{why}");
}

#[test]
fn a_tile_is_chosen_before_its_place() {
    let rows = |first: &str| format!("{first}/{}", [".........."; 8].join("/"));
    let (tiles, marbles) = (rows("aa......../aa........"), rows("........../.........."));
    let line = format!("{tiles} {marbles} A - - 28,28 0,0,0,1");
    for (words, expected) in [
        (&[""][..], "tile (1x2 2x1)"),
        (&["1x2"], "upper left square (c1 c2 a3 b3)"),
        (&["1x2", "c2"], "1x2c2"),
        (&["2X1 C1"], "2x1c1"),
    ] {
        let shown = entered("koolaamee", Some(&line), words);
        assert_eq!(shown, expected, "{words:?}");
    }
    for (words, why) in [
        (&["3x2"][..], "no tile of 2x3 is left"),
        (&["1x2", "j10"], "on j10 would reach beyond row 10"),
        (&["1x2", "e5"], "on e5 would touch no tile"),
    ] {
        let shown = entered("koolaamee", Some(&line), words);
        assert!(shown.contains(why), "{words:?}: {shown}");
    }
    let position = start("koolaamee", Some(&line));
    let entry = MoveInput::new(&*position);
    let listed = entry.list_of(&*position, "1x2");
    assert_eq!(listed, Ok("1x2c1 1x2c2 1x2a3 1x2b3".to_owned()));
}
