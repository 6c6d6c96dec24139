//! What an engine says of its search: many lines, of which one becomes the remark on its move.

use std::fmt::Write;

use crate::remark::{LINE, WORD, mate_score};

/// The last line of a search that says what the engine expects.
#[derive(Debug, Default)]
pub(super) struct SearchInfo {
    exact: Option<String>,
    bound: Option<String>,
}

impl SearchInfo {
    /// Takes a line `info …`; one without a score, or of another variation than the first, is dropped.
    pub(super) fn take(&mut self, line: String) {
        if line.starts_with("info string") || !line.contains(" score ") {
            return;
        }
        let mut words = line.split_ascii_whitespace();
        if words.any(|word| word == "multipv") && words.next() != Some("1") {
            return;
        }
        let is_bound = line.contains(" lowerbound") || line.contains(" upperbound");
        *(if is_bound {
            &mut self.bound
        } else {
            &mut self.exact
        }) = Some(line);
    }

    /// Returns the remark: the last exact score, or a bound if there is nothing else; `None` if nothing was said.
    pub(super) fn remark(&self) -> Option<String> {
        self.exact
            .as_ref()
            .or(self.bound.as_ref())
            .map(|line| remark(line))
    }
}

fn remark(line: &str) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let mut add = |key: &str, value: &dyn std::fmt::Display| {
        let blank = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}{key}={value}");
    };
    let mut words = line.split_ascii_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "depth" | "seldepth" | "nodes" | "nps" | "hashfull" | "tbhits" | "time" => {
                if let Some(number) = words.next().and_then(|text| text.parse::<u64>().ok()) {
                    add(word, &number);
                }
            }
            "score" => {
                let (unit, value) = (words.next(), words.next());
                let value = value.and_then(|text| text.parse::<i64>().ok());
                match (unit, value) {
                    (Some("cp"), Some(value)) => add("score", &value),
                    (Some("mate"), Some(moves)) => {
                        add("score", &mate_score(moves));
                        add("mate", &moves);
                    }
                    _ => {}
                }
            }
            "pv" => {
                let moves = words.by_ref().take_while(|word| word.len() <= WORD);
                let moves: Vec<&str> = moves.take(LINE).collect();
                add("pv", &moves.join(","));
                break;
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &[&str]) -> Option<String> {
        let mut info = SearchInfo::default();
        for line in lines {
            info.take((*line).to_owned());
        }
        info.remark()
    }

    #[test]
    fn the_last_score_counts() {
        let first = "info depth 1 seldepth 1 multipv 1 score cp 30 nodes 20 nps 20000 tbhits 0 time 1 pv e2e4";
        let last = "info depth 2 seldepth 3 multipv 1 score cp -12 nodes 90 nps 30000 hashfull 1 tbhits 0 time 3 pv d2d4 d7d5";
        let second = "info depth 2 multipv 2 score cp 5 nodes 95 pv a2a3";
        let bound = "info depth 3 score cp 90 lowerbound nodes 120 pv d2d4";
        let current = "info depth 3 currmove e2e4 currmovenumber 1";
        let expected = "depth=2 seldepth=3 score=-12 nodes=90 nps=30000 hashfull=1 tbhits=0 time=3 pv=d2d4,d7d5";
        let told = said(&[
            first,
            last,
            second,
            bound,
            current,
            "info string score of 3",
        ]);
        assert_eq!(told.as_deref(), Some(expected));
        let only = said(&[bound, current]);
        assert_eq!(only.as_deref(), Some("depth=3 score=90 nodes=120 pv=d2d4"));
        assert_eq!(said(&[current, "info string x"]), None);
    }

    #[test]
    fn mates_are_numbers_beyond_all_others() {
        for (line, expected) in [
            (
                "info depth 5 score mate 3 pv a1a8",
                "depth=5 score=99997 mate=3 pv=a1a8",
            ),
            ("info score mate -2", "score=-99998 mate=-2"),
            ("info score mate 0", "score=-100000 mate=0"),
        ] {
            assert_eq!(said(&[line]).as_deref(), Some(expected));
        }
    }

    #[test]
    fn nothing_that_an_engine_writes_ends_the_line() {
        let told = said(&[
            "info depth x score cp y nodes 18446744073709551616 score mate -9223372036854775808 pv",
        ]);
        assert_eq!(
            told.as_deref(),
            Some("score=9223372036854675807 mate=-9223372036854775808 pv=")
        );
    }
}
