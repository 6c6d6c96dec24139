//! Tests drafts: where tiles may be laid, how marbles follow, explanations, lines, pictures.

use std::collections::BTreeSet;

use referee_games::{Position, Seat, Turn, terminal};
use serde_json::json;

use super::{kind, rules};
use crate::laws;

const NONE: &str = "..........";
/// A draft whose last tiles are of 2x3, with room for one of them around i8 and for another one around h1.
const ROOM_FOR_TWO: &[&str] = &[
    ".h...ll...",
    ".h.jjll...",
    ".h.jj.....",
    ".bbeegi...",
    ".bb..ginn.",
    ".aa..g.nn.",
    "..cc...nn.",
    ".ddd..kk..",
    ".mmfffkk..",
    ".mm.......",
];

/// Returns ten rows that begin with these.
fn rows(first: &[&str]) -> String {
    let rows: Vec<&str> = first.iter().copied().chain([NONE; 10]).take(10).collect();
    rows.join("/")
}

/// Returns a state line without marbles, from the first rows of its tiles and the fields after MARBLES.
fn line(tiles: &[&str], fields: &str) -> String {
    format!("{} {} {fields}", rows(tiles), rows(&[]))
}

fn position(tiles: &[&str], fields: &str) -> Box<dyn Position> {
    let line = line(tiles, fields);
    rules("drafted").read(&line).expect(&line)
}

fn refusal(line: &str) -> String {
    match rules("drafted").read(line) {
        Ok(_) => panic!("{line} was read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn laws_hold_in_drafts() {
    laws::check(kind(), &[("board", "drafted")], 40);
}

#[test]
fn the_first_tile_lies_anywhere() {
    let start = rules("drafted").start();
    assert_eq!(start.line(), line(&[], "A - - 28,28 4,5,4,4"));
    assert_eq!(start.turn(), Turn::Seat(Seat::A));
    let legal = start.legal();
    assert_eq!(legal.len(), 565);
    assert_eq!((&*legal[0], &*legal[564]), ("2x3a1", "2x1i10"));
    assert_eq!(start.max_plies(), 17 + 56);
    // The line alone says what is played, whatever the options are.
    let read = rules("classic").read(&start.line()).expect("a state line");
    assert_eq!(read.legal(), legal);
}

#[test]
fn later_tiles_touch_one_by_an_edge() {
    let table: [(&[&str], &str, &str); 3] = [
        (
            &["aa........", "aa........"],
            "0,0,1,0",
            "1x3c1 1x3c2 1x3a3 1x3b3 3x1c1 3x1c2 3x1a3 3x1b3",
        ),
        (
            &[NONE, NONE, NONE, NONE, "....aa....", "....aa...."],
            "0,0,0,1",
            "1x2e3 1x2f3 1x2d4 1x2g4 1x2d5 1x2g5 1x2d6 1x2g6 1x2e7 1x2f7 \
             2x1d4 2x1e4 2x1f4 2x1c5 2x1g5 2x1c6 2x1g6 2x1d7 2x1e7 2x1f7",
        ),
        (
            ROOM_FOR_TWO,
            "3,0,0,0",
            "2x3h1 2x3h2 2x3i2 2x3i8 3x2h1 3x2h2 3x2h3",
        ),
    ];
    for (tiles, to_lay, expected) in table {
        let legal = position(tiles, &format!("B - - 28,28 {to_lay}")).legal();
        assert_eq!(legal.join(" "), expected);
    }
}

#[test]
fn marbles_follow_the_last_tile() {
    let mut position = position(&["aa........", "aa........"], "B - - 3,2 0,0,1,1");
    assert_eq!(position.max_plies(), 2 + 5);
    assert_eq!(position.narrate("3x1c2"), ["B lays tile b from c2 to e2"]);
    assert_eq!(position.effects("3x1c2"), None);
    assert_eq!(position.play("3x1c2").as_deref(), Some("3x1c2"));
    let tiles = ["aa........", "aabbb....."];
    assert_eq!(position.line(), line(&tiles, "A - - 3,2 0,0,0,1"));
    assert!(position.play("c2").is_none(), "tiles come first");

    assert_eq!(position.play("1x2f1").as_deref(), Some("1x2f1"));
    let tiles = ["aa...c....", "aabbbc...."];
    assert_eq!(position.line(), line(&tiles, "B - - 3,2"));
    assert_eq!(position.legal().join(" "), "a1 b1 f1 a2 b2 c2 d2 e2 f2");
    assert!(position.play("1x2g1").is_none(), "no tile is left");
    assert_eq!(position.play("b1").as_deref(), Some("b1"));
    assert_eq!(position.legal(), ["f1"]);
}

/// Three tiles are left, and there is room for two at most. After the second there may be none for the third.
#[test]
fn tiles_without_room_are_laid_aside() {
    let mut position = position(ROOM_FOR_TWO, "A - - 28,28 3,0,0,0");
    assert_eq!(position.effects("2x3i8"), None);
    position.play("2x3i8").expect("there is room");
    assert!(position.line().ends_with("B - - 28,28 2,0,0,0"));
    let aside = position.effects("2x3h1");
    assert_eq!(aside.as_deref(), Some("laid aside: 1 of 2x3"));
    assert_eq!(
        position.narrate("2x3h1"),
        ["B lays tile p from h1 to i3; laid aside: 1 of 2x3"]
    );
    position.play("2x3h1").expect("there is room");
    assert!(position.line().ends_with("A - - 28,28"));
    assert_eq!(position.legal().len(), 58);
}

#[test]
fn each_kind_is_laid_aside_by_itself() {
    let tiles = [
        ".........a",
        "llfff.bbba",
        "llfffcc..m",
        "...nncc..m",
        ".i.nncchhm",
        ".ieedd.hh.",
        ".ieeddgg..",
        "..ee..gg..",
        "..jjj..kk.",
    ];
    let mut position = position(&tiles, "A - - 28,28 1,0,0,2");
    assert_eq!(position.explain("2x3a8"), None);
    let aside = position.effects("1x2a7");
    assert_eq!(aside.as_deref(), Some("laid aside: 1 of 2x3"));
    position.play("1x2a7").expect("there is room");
    assert!(position.line().ends_with("B - - 28,28 0,0,0,1"));
    assert_eq!(position.legal().len(), 40);
    // A line that counts it nevertheless is the same position.
    let line = position.line().replace("0,0,0,1", "1,0,0,1");
    let read = rules("drafted").read(&line).expect(&line);
    assert_eq!(read.line(), position.line());
}

#[test]
fn explanations() {
    let tiles = ["aab.......", "aab.......", "..b......."];
    let position = position(&tiles, "A - - 28,28 1,0,1,0");
    let shape = "lays no tile: write its width, its height and its upper left square, like 3x2e4";
    let table = [
        ("", format!("\"\" {shape}")),
        ("e4", format!("\"e4\" {shape}")),
        ("3x2", format!("\"3x2\" {shape}")),
        ("3X2e4", format!("\"3X2e4\" {shape}")),
        ("+x2e4", format!("\"+x2e4\" {shape}")),
        ("3x2e04", format!("\"3x2e04\" {shape}")),
        ("é", format!("\"\\u00e9\" {shape}")),
        (
            "4x1a3",
            "there is no tile of 4x1; the tiles are 2x3, 2x2, 1x3, 1x2".into(),
        ),
        (
            "0x9a3",
            "there is no tile of 0x9; the tiles are 2x3, 2x2, 1x3, 1x2".into(),
        ),
        ("2x2d1", "no tile of 2x2 is left".into()),
        ("1x2d1", "no tile of 1x2 is left".into()),
        (
            "3x2i9",
            "a tile of 3x2 on i9 would reach beyond column j".into(),
        ),
        (
            "2x3a9",
            "a tile of 2x3 on a9 would reach beyond row 10".into(),
        ),
        (
            "3x2a3",
            "a tile of 3x2 on a3 would cover c3, where tile b lies".into(),
        ),
        (
            "2x3d4",
            "a tile of 2x3 on d4 would touch no tile by an edge".into(),
        ),
    ];
    for (notation, expected) in table {
        let why = position.explain(notation).expect(notation);
        assert_eq!(why.split("; legal: ").next(), Some(expected.as_str()));
    }
    assert_eq!(position.explain("2x3d1"), None);
    assert_eq!(position.explain("3x2c4"), None);

    let marbles = super::position("", "", "A - - 28,28");
    let why = marbles.explain("3x2e4").expect("no tile is left");
    let expected = "no tile is left to lay: write the square of a marble, like e4";
    assert_eq!(why.split("; legal: ").next(), Some(expected));
}

#[test]
fn refused_lines() {
    let one = &["aa........", "aa........"][..];
    let table = [
        (
            line(one, "A - - 28,28 4,4,4,4 x"),
            "state: found 8 fields, expected 7: TILES MARBLES PLAYER LAST OWN LEFT_A,LEFT_B TO_LAY",
        ),
        (
            line(one, "A - - 28,28 4,4,4"),
            "TO_LAY: found \"4,4,4\", expected four numbers with commas between them, tiles of \
             2x3, 2x2, 1x3, 1x2",
        ),
        (
            line(one, "A - - 28,28 4,5,4,4"),
            "TO_LAY of 2x2: found \"5\", expected a number from 0 to 4 beside 1 on the board",
        ),
        (
            line(one, "A - - 28,28 4,4,4,"),
            "TO_LAY of 1x2: found \"\", expected a number from 0 to 4 beside 0 on the board",
        ),
        (
            line(one, "A - a1 28,28 4,4,4,4"),
            "OWN: found \"a1\", expected -, as A has no marble on the board",
        ),
        (
            line(one, "A a1 - 28,27 4,4,4,4").replacen(" ..", " B.", 1),
            "TO_LAY: found \"4,4,4,4\", expected 0,0,0,0 or no such field beside marbles",
        ),
        (
            line(&[], "A - - 28,28"),
            "TILES: found no tile, expected tiles, or tiles that are left to lay",
        ),
        (
            line(&[], "A - - 28,28 0,0,0,0"),
            "TILES: found no tile, expected tiles, or tiles that are left to lay",
        ),
        (
            line(&["bb........", "bb........"], "A - - 28,28 4,4,4,4"),
            "TILES tile a: found no square, expected a filled rectangle of 2x3, 2x2, 1x3 or 1x2",
        ),
    ];
    for (line, expected) in table {
        assert_eq!(refusal(&line), expected, "{line}");
    }
}

#[test]
fn odd_lines_are_read() {
    let one = &["aa........", "aa........"][..];
    for (fields, written) in [
        ("A - - 28,28 0,0,0,0", "A - - 28,28"),
        ("B - - 28,28 00,1,0,0", "B - - 28,28 0,1,0,0"),
        ("B - - 0,0 1,0,0,0", "B - - 0,0 1,0,0,0"),
    ] {
        assert_eq!(position(one, fields).line(), line(one, written));
    }
}

#[test]
fn images_that_are_the_same_are_left_out() {
    let start = rules("drafted").start();
    assert!(start.symmetries().is_empty());
    let centre = [NONE, NONE, NONE, NONE, "....aa....", "....aa...."];
    for (tiles, to_lay, count) in [
        (&["aa........", "aa........"][..], "4,4,4,4", 3),
        (&["aaa......."], "4,5,3,4", 7),
        (&[".aa......."], "4,5,4,3", 7),
        (&centre, "4,4,4,4", 0),
        (&centre[..5], "4,5,4,3", 3),
    ] {
        let position = position(tiles, &format!("A - - 28,28 {to_lay}"));
        let mut lines = BTreeSet::from([position.line()]);
        for image in position.symmetries() {
            let read = rules("drafted").read(&image).expect(&image);
            assert_eq!(read.perft(2), position.perft(2), "{image}");
            assert!(lines.insert(image));
        }
        assert_eq!(lines.len(), count + 1, "{tiles:?}");
    }
}

const PICTURE: &str = "
   +-------+---+---+---+---+---+---+---+---+
 1 |       |   |   |   |   |   |   |   |   |   B to move
   |       +---+---+---+---+---+---+---+---+
 2 |       |           |   |   |   |   |   |   player A
   +---+---+---+---+---+---+---+---+---+---+     points       0
 3 |   |   |   |   |   |   |   |   |   |   |     marbles left 28
   +---+---+---+---+---+---+---+---+---+---+     last marble  -
 4 |   |   |   |   |   |   |   |   |   |   |
   +---+---+---+---+---+---+---+---+---+---+   player B
 5 |   |   |   |   |   |   |   |   |   |   |     points       0
   +---+---+---+---+---+---+---+---+---+---+     marbles left 28
 6 |   |   |   |   |   |   |   |   |   |   |     last marble  -
   +---+---+---+---+---+---+---+---+---+---+
 7 |   |   |   |   |   |   |   |   |   |   |   tiles to lay
   +---+---+---+---+---+---+---+---+---+---+     2x3 left     4
 8 |   |   |   |   |   |   |   |   |   |   |     2x2 left     4
   +---+---+---+---+---+---+---+---+---+---+     1x3 left     3
 9 |   |   |   |   |   |   |   |   |   |   |     1x2 left     4
   +---+---+---+---+---+---+---+---+---+---+
10 |   |   |   |   |   |   |   |   |   |   |
   +---+---+---+---+---+---+---+---+---+---+
     a   b   c   d   e   f   g   h   i   j";

#[test]
fn the_picture_shows_where_tiles_can_lie() {
    let position = position(&["aa........", "aabbb....."], "B - - 28,28 4,4,3,4");
    let drawn = terminal::draw(&position.scene());
    assert_eq!(drawn.join("\n"), PICTURE.trim_start_matches('\n'));
    let to_lay = json!({"2x3": 4, "2x2": 4, "1x3": 3, "1x2": 4});
    assert_eq!(position.view()["to_lay"], to_lay);
    // Pages draw the tiles that are counted.
    let scene = json!(position.scene());
    let items = scene["items"].as_array().expect("a list");
    let mut facts = items.iter().map(|item| &item["text"]["role"]["fact"]);
    let fact = json!({"label": "1x3 left", "value": 3, "tile": [1, 3]});
    assert!(facts.any(|found| *found == fact), "{scene}");
}
