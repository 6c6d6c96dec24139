//! What an engine says of its search: lines `PLY SCORE TIME NODES …`, of which the last becomes the remark on its move.

use std::fmt::Write;

use crate::remark::{LINE, WORD, mate_score};

/// Score of a mate in no moves; one for each move until it is added.
const MATE: i64 = 100_000;
/// Most moves until a mate; a score beyond is a number of the engine's own.
const MOVES: i64 = 1000;
/// Milliseconds of an engine's unit of time.
const UNIT: u64 = 10;

/// Returns the remark that a line becomes; `None` for one that doesn't tell of a search.
pub(super) fn remark(line: &str) -> Option<String> {
    // Behind a tab stands the expected line, and before it may be more numbers.
    let (numbers, expected) = line.split_once('\t').unwrap_or((line, ""));
    let mut words = numbers.split_ascii_whitespace();
    let ply = words
        .next()?
        .trim_end_matches(|c: char| !c.is_ascii_digit());
    let ply: u64 = ply.parse().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    let time: u64 = words.next()?.parse().ok()?;
    let nodes: u64 = words.next()?.parse().ok()?;
    let (score, mate) = match score.saturating_abs().checked_sub(MATE) {
        Some(moves) if (0..=MOVES).contains(&moves) => {
            let moves = if score > 0 { moves } else { -moves };
            (mate_score(moves), Some(moves))
        }
        _ => (score, None),
    };
    let mut text = format!("depth={ply} score={score}");
    // Writing to a string can't fail.
    if let Some(moves) = mate {
        let _ = write!(text, " mate={moves}");
    }
    let _ = write!(text, " nodes={nodes} time={}", time.saturating_mul(UNIT));
    let expected: Vec<String> = if expected.is_empty() {
        words.filter_map(expected_move).take(LINE).collect()
    } else {
        let words = expected.split_ascii_whitespace();
        words.filter_map(expected_move).take(LINE).collect()
    };
    if !expected.is_empty() {
        let _ = write!(text, " pv={}", expected.join(","));
    }
    Some(text)
}

/// Returns a word of the expected line without the signs around it; `None` if it is no move, but its number or a remark.
fn expected_move(word: &str) -> Option<String> {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let word: String = word.chars().filter(is_plain).collect();
    (word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.len() <= WORD).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_many_engines_are_read() {
        for (line, expected) in [
            (
                "9 +114 17 251677 Nxe5 d6 Nf3",
                "depth=9 score=114 nodes=251677 time=170 pv=Nxe5,d6,Nf3",
            ),
            (
                " 10    -6   100  1327104  e4 e6 <Nc6> Qb5+ O-O e8=Q! ",
                "depth=10 score=-6 nodes=1327104 time=1000 pv=e4,e6,Nc6,Qb5,O-O,e8Q",
            ),
            (
                "2 13 0 98 (-) 1. e4 e5 2. d4",
                "depth=2 score=13 nodes=98 time=0 pv=e4,e5,d4",
            ),
            ("3. 5 0 7", "depth=3 score=5 nodes=7 time=0"),
            (
                "12 100003 2 40 9 5000 0\tRa8 Kf7",
                "depth=12 score=99997 mate=3 nodes=40 time=20 pv=Ra8,Kf7",
            ),
            (
                "12 -100002 2 40",
                "depth=12 score=-99998 mate=-2 nodes=40 time=20",
            ),
            (
                "1 -9223372036854775808 18446744073709551615 1",
                "depth=1 score=-9223372036854775808 nodes=1 time=18446744073709551615",
            ),
        ] {
            let told = remark(line).expect(line);
            assert!(told.starts_with(expected), "{told}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "",
            "pong 3",
            "1. e2e4",
            "move e2e4",
            "1 2 3",
            "x 1 2 3",
            "1 x 2 3 e4",
        ] {
            assert_eq!(remark(line), None, "{line}");
        }
    }
}
