//! Tests errors of state lines, explanations and descriptions, word for word.

use super::{read, rows, rules};

#[test]
fn refused_lines() {
    for [line, expected] in rows(
        r#"
        A:0,0/B:0,0 A - 0 - => state: found 5 fields, expected 6: TOKENS PLAYER ROLL BONUS FINISHED ROLLS_LEFT
        E:0,0/B:0,0 B - 0 - 9 => TOKENS: found "E:0,0", expected a seat A to D and the steps of its tokens, such as A:-1,28
        A:0,0/ A - 0 - 9 => TOKENS: found "", expected a seat A to D and the steps of its tokens, such as A:-1,28
        AB:0,0 A - 0 - 9 => TOKENS: found "AB:0,0", expected a seat A to D and the steps of its tokens, such as A:-1,28
        B:0,0/A:0,0 B - 0 - 9 => TOKENS of A: found "A:0,0", expected seats in order, each once
        B:0,0/B:0,0 B - 0 - 9 => TOKENS of B: found "B:0,0", expected seats in order, each once
        A:0/B:0,0 A - 0 - 9 => TOKENS of A: found "0", expected two steps with a comma, such as -1,28
        A:0,0/B:0,58 A - 0 - 9 => TOKENS of B: found "58", expected a step from -1 to 57
        A:0,-2/B:0,0 A - 0 - 9 => TOKENS of A: found "-2", expected a step from -1 to 57
        A:0,1,2/B:0,0 A - 0 - 9 => TOKENS of A: found "1,2", expected a step from -1 to 57
        A:57,57 A - 0 A 9 => TOKENS: found "A:57,57", expected a seat that has not finished, the last one never does
        A:0,0/C:0,0 B - 0 - 9 => PLAYER: found "B", expected A or C
        A:0,0/B:0,0/C:57,57 C - 0 C 9 => PLAYER: found "C", expected A or B
        A:0,0/B:0,0 A 7 0 - 9 => ROLL: found "7", expected - or a number from 1 to 6
        A:0,0/B:0,0 A 0 0 - 9 => ROLL: found "0", expected - or a number from 1 to 6
        A:0,0/B:0,0 A - 2 - 9 => BONUS: found "2", expected 0 or 1
        A:0,0/B:0,0 A - 0 B 9 => FINISHED: found "B", expected -, as no seat has both tokens at 57
        A:0,0/B:57,57 A - 0 - 9 => FINISHED: found "-", expected B, the seat with both tokens at 57
        A:0,0/B:57,57 A - 0 BB 9 => FINISHED: found "BB", expected B, the seat with both tokens at 57
        A:57,57/B:57,57/C:0,0 C - 0 Bx 9 => FINISHED: found "Bx", expected the seats with both tokens at 57, AB in any order
        A:0,0/B:0,0 A - 0 - 1000000 => ROLLS_LEFT: found "1000000", expected a number from 0 to 999999
        "#,
    ) {
        let refused = rules(&[]).read(line).err().expect(line);
        assert_eq!(refused.to_string(), expected, "{line}");
    }
}

#[test]
fn more_finished_seats_than_a_byte_counts_are_refused() {
    let line = format!("A:0,0/B:57,57 A - 0 {} 9", "A".repeat(300));
    let refused = rules(&[]).read(&line).err().expect("a refusal");
    assert_eq!(refused.field, "FINISHED");
}

#[test]
fn odd_lines_are_taken() {
    for line in [
        "A:16,16/B:2,2/C:44,1 C - 1 - 999999",
        "B:57,-1/D:-1,57 D 6 1 - 3",
        "A:5,3/B:3,5 B 1 0 - 0",
        "C:5,3 C 1 0 - 4",
    ] {
        assert_eq!(read(line).line(), line);
    }
}

#[test]
fn explanations() {
    for [line, word, expected] in rows(
        r#"
        A:5,9/B:0,0 A 3 0 - 9 => r => a move is p or q, not "r"; legal: p q
        A:5,9/B:0,0 A 3 0 - 9 => é => a move is p or q, not "\u00e9"; legal: p q
        A:5,9/B:0,0 A 3 0 - 9 => => a move is p or q, not ""; legal: p q
        A:5,9/B:0,0 A 3 0 - 9 => pass => a roll that can move a token must be used; legal: p q
        A:5,57/B:0,0 A 3 0 - 9 => q => q has finished and stays where it is; legal: p
        A:-1,9/B:0,0 A 3 0 - 9 => p => p needs a six to leave the yard, the roll is 3; legal: q
        A:-1,-1/B:0,0 A 6 0 - 9 => q => both tokens stand on H, there only p is listed; legal: p
        A:0,0/B:0,0 A 3 0 - 9 => q => both tokens stand on R, there only p is listed; legal: p
        A:5,9/B:54,54 B 3 0 - 9 => q => both tokens are stacked on B4, p moves them and q isn't listed; legal: p
        A:-1,-1/B:0,0 A 3 0 - 9 => p => A has no choice but pass
        A:5,9/B:0,0 A - 0 - 9 => p => A's die is to be cast first
        A:5,9/B:0,0 A - 0 - 0 => p => the game is over
        "#,
    ) {
        let why = read(line).explain(word);
        assert_eq!(why.as_deref(), Some(expected), "{word:?} in {line}");
    }
}

#[test]
fn narration() {
    for [line, word, expected] in rows(
        "A:12,9/B:4,0 A 6 0 - 9 => p => A moves p from 12 to 18, kicks B's p home
        A:12,12/B:4,4 A 6 0 - 9 => p => A moves p and q from 12 to 18, kicks B's p and B's q home
        A:12,15/B:0,0 A 3 0 - 9 => p => A moves p from 12 to 15, stacks p and q
        A:16,0/B:-1,2 B 6 0 - 9 => p => B moves p from H to R
        A:56,9/B:0,0 A 5 0 - 9 => p => A bounces p from A6 to A3
        A:55,9/B:0,0 A 2 0 - 9 => p => A moves p from A5 to E
        A:55,57/B:0,0 A 2 0 - 9 => p => A moves p from A5 to E and has finished
        A:55,55/B:0,0 A 2 0 - 9 => p => A moves p and q from A5 to E and has finished
        A:-1,-1/B:0,0 A 3 0 - 9 => pass => A can't use the 3",
    ) {
        assert_eq!(read(line).narrate(word), [expected], "{line}");
        let effects = read(line).effects(word).expect("where it leads");
        assert_eq!(expected[1..].trim_start(), effects, "{line}");
    }
    assert!(read("A:5,9/B:0,0 A 3 0 - 9").narrate("pass").is_empty());
}
