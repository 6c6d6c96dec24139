//! Tests state lines: their meaning, errors, and pictures of positions.

use referee_games::terminal;
use serde_json::json;

use super::{START, read, rules};

#[test]
fn the_start() {
    for letter in ["P", "C"] {
        let line = format!("{letter}{START}");
        assert_eq!(rules(&line, 50).start().line(), line);
        assert_eq!(read(&line).line(), line);
    }
}

#[test]
fn lines_are_settled() {
    let hemmed = "va6vb6vc6vd6ve6vf6Wg6Wa7Wb7Wc7Wd7We7Wf7vg7 0";
    for (line, written) in [
        (format!("P{hemmed}"), format!("p{hemmed}")),
        // The same without jumps: B can go down.
        (format!("C{hemmed}"), format!("p{hemmed}").replace('p', "c")),
        // A side without dice has no move.
        ("CLb1".into(), "CLb1 0".into()),
        ("cLb1 7".into(), "CLb1 7".into()),
        ("Cvb7 7".into(), "cvb7 7".into()),
        // Neither side can move: the turn stays.
        ("C".into(), "C 0".into()),
        ("c 0".into(), "c 0".into()),
        // The game is over; the line is written as usual.
        ("cLb7 0".into(), "CLb7 0".into()),
        // Blanks and leading zeros.
        ("  CLb1   007 ".into(), "CLb1 7".into()),
    ] {
        assert_eq!(read(&line).line(), written, "{line}");
    }
}

#[test]
fn refused_lines() {
    let die = "an orientation a to x (A's upper case), a column a to g, a row 1 to 7";
    let fields = "expected 2: ENCODING STALL";
    let order = "as dice are ordered by row, then column";
    let start = |from: &str, to: &str| format!("P{START}").replace(from, to);
    let pur: &[(String, String)] = &[
        (String::new(), format!("state: found 0 fields, {fields}")),
        ("P 0 0".into(), format!("state: found 3 fields, {fields}")),
        (
            format!("C{START}"),
            "ENCODING variant: found \"C\", expected P or p".into(),
        ),
        (
            start("g7 0", "g7 10000"),
            "STALL: found \"10000\", expected a number from 0 to 9999".into(),
        ),
        (
            start("g7 0", "g7 -1"),
            "STALL: found \"-1\", expected a number from 0 to 9999".into(),
        ),
        (
            start("Wb1", "Yb1"),
            format!("ENCODING die 2: found \"Yb1\", expected {die}"),
        ),
        (
            start("Wb1", "Wh1"),
            format!("ENCODING die 2: found \"Wh1\", expected {die}"),
        ),
        (
            start("Wb1", "Wb8"),
            format!("ENCODING die 2: found \"Wb8\", expected {die}"),
        ),
        (
            start("vg7", "vg"),
            format!("ENCODING die 14: found \"vg\", expected {die}"),
        ),
        (
            start("vg7", "vé7"),
            format!("ENCODING die 14: found \"v\\u00e97\", expected {die}"),
        ),
        (
            start("Wb1", "Wa1"),
            "ENCODING die 2: found \"Wa1\", expected no second die on a1".into(),
        ),
        (
            start("Wb1Wc1", "Wc1Wb1"),
            format!("ENCODING die 3: found \"Wb1\", expected a square after c1, {order}"),
        ),
        (
            start("va7vb7", "va7vb6"),
            format!("ENCODING die 9: found \"vb6\", expected a square after a7, {order}"),
        ),
        (
            start("Wa1", ""),
            "ENCODING dice of A: found 6, expected exactly 7".into(),
        ),
        (
            start("vg7", ""),
            "ENCODING dice of B: found 6, expected exactly 7".into(),
        ),
        (
            start("va7", "Wa7"),
            "ENCODING dice of A: found 8, expected exactly 7".into(),
        ),
        (
            "Pva1vb1vc1vd1ve1vf1vg1Wa7Wb7Wc7Wd7We7Wf7Wg7 0".into(),
            "ENCODING: found a position that both sides have won, \
             expected one that at most one side has won"
                .into(),
        ),
    ];
    for (line, why) in pur {
        let refused = rules("P", 50).read(line).err().map(|e| e.to_string());
        assert_eq!(refused.as_ref(), Some(why), "{line}");
    }
    for (line, why) in [
        (
            format!("p{START}"),
            "ENCODING variant: found \"p\", expected C or c",
        ),
        (
            format!("C{START}").replace("va7", "Wa7"),
            "ENCODING dice of A: found 8, expected at most 7",
        ),
        (
            "Cva1Wa7 0".into(),
            "ENCODING: found a position that both sides have won, \
             expected one that at most one side has won",
        ),
    ] {
        let refused = rules("C", 50).read(&line).err().map(|e| e.to_string());
        assert_eq!(refused.as_deref(), Some(why), "{line}");
    }
}

#[test]
fn the_drawing() {
    let drawn = terminal::draw(&read("CLb2Og4jc5fg7 1").scene());
    assert_eq!(drawn[1], "7 |   |   |   |   |   |   |b23|   A to move");
    assert_eq!(drawn[3], "6 |   |   |   |   |   |   |   |   stall 1 of 50");
    assert_eq!(drawn[5], "5 |   |   |b32|   |   |   |   |");
    assert_eq!(
        drawn[11],
        "2 |   |A36|   |   |   |   |   |   A64  A's die: top 6, north 4"
    );
    assert_eq!(drawn[15], "    a   b   c   d   e   f   g");
    let drawn = terminal::draw(&read("Pia1xb1uc1pd1ve1xf1ig1Lc4Lb6Xe6Gb7Ac7Se7Kg7 0").scene());
    assert!(
        drawn[1].ends_with("B wins (total, A 11, B 34)"),
        "{}",
        drawn[1]
    );
    assert!(drawn[5].ends_with("total of A 11"), "{}", drawn[5]);
    assert!(drawn[6].ends_with("total of B 34"), "{}", drawn[6]);
}

#[test]
fn the_view() {
    let dice = json!([
        {"seat": "A", "square": "b2", "top": 3, "north": 6, "east": 2, "south": 1, "west": 5},
        {"seat": "B", "square": "g7", "top": 2, "north": 3, "east": 6, "south": 4, "west": 1},
    ]);
    let view = json!({"variant": "contra", "player": "B", "stall": 4, "dice": dice});
    assert_eq!(read("cLb2fg7 4").view(), view);
    assert_eq!(read(&format!("P{START}")).view()["variant"], "pur");
}
