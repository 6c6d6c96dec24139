//! Parses the keys of an `info` line that viewers understand.

use std::collections::BTreeMap;

use serde_json::Value;

/// Most entries that are kept of a list: moves of `pv`, marks or arrows.
const MARKS_MAX: usize = 32;
/// Characters of a text that are kept.
const TEXT_MAX: usize = 80;

/// The parts of an `info` line that viewers understand; everything else is recorded all the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Search depth.
    pub depth: Option<u64>,
    /// The bot's evaluation of its position, in its own unit.
    pub score: Option<f64>,
    /// Number of nodes searched.
    pub nodes: Option<u64>,
    /// The line of play that the bot expects, its moves joined by commas.
    pub pv: Vec<String>,
    /// Squares to mark.
    pub marks: Vec<String>,
    /// Arrows to draw: the names of two squares joined.
    pub arrows: Vec<String>,
    /// A remark.
    pub text: Option<String>,
}

impl Info {
    /// Returns the last of several lines that names a score.
    pub fn last_scored(lines: &[String]) -> Option<Info> {
        let infos = lines.iter().rev().map(|line| Info::parse(line));
        infos.into_iter().find(|info| info.score.is_some())
    }

    /// Parses the part of a line after `info`, or a whole line in JSON; keys and values that it doesn't understand are
    /// skipped.
    pub fn parse(line: &str) -> Info {
        let mut info = Info::default();
        if let Ok(words) = serde_json::from_str::<BTreeMap<String, Value>>(line) {
            for (key, value) in &words {
                info.set(key, &text_of(value));
            }
        } else {
            for (key, value) in pairs(line) {
                info.set(key, value);
            }
        }
        info
    }

    fn set(&mut self, key: &str, value: &str) {
        let list = || -> Vec<String> {
            let words = value.split(',').filter(|word| !word.is_empty());
            words.take(MARKS_MAX).map(str::to_owned).collect()
        };
        match key {
            "depth" => self.depth = value.parse().ok(),
            "score" => self.score = value.parse().ok().filter(|s: &f64| s.is_finite()),
            "nodes" => self.nodes = value.parse().ok(),
            "pv" => self.pv = list(),
            "mark" => self.marks = list(),
            "arrow" => self.arrows = list(),
            "text" => self.text = Some(value.chars().take(TEXT_MAX).collect()),
            _ => {}
        }
    }
}

/// Returns a value of a line in JSON as it stands in one of text: a list is joined by commas.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text_of).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Iterates over the `key=value` pairs of a line; a value in quotation marks may hold blanks.
fn pairs(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_ascii_start();
            if rest.is_empty() {
                return None;
            }
            let end = rest.find([' ', '=']).unwrap_or(rest.len());
            let (key, after) = rest.split_at(end);
            let Some(value) = after.strip_prefix('=') else {
                rest = after;
                continue;
            };
            let quoted = value.strip_prefix('"').and_then(|v| v.split_once('"'));
            let (value, after) =
                quoted.unwrap_or_else(|| value.split_at(value.find(' ').unwrap_or(value.len())));
            rest = after;
            return Some((key, value));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_keys_are_read() {
        let info =
            Info::parse("depth=3 odd score=-1.5 mark=e4,e5 text=\"to be sure\" arrow=d1d2 pv=");
        assert_eq!((info.depth, info.score), (Some(3), Some(-1.5)));
        assert_eq!(info.marks, ["e4", "e5"]);
        assert_eq!(info.arrows, ["d1d2"]);
        assert_eq!(info.text.as_deref(), Some("to be sure"));
        assert_eq!(info.pv, [""; 0]);
    }

    #[test]
    fn a_line_in_json_says_the_same() {
        for (json, text) in [
            (
                r#"{"type":"info","depth":3,"score":-1.5,"pv":["a1b1","b1c1"],"text":"to be sure"}"#,
                r#"depth=3 score=-1.5 pv=a1b1,b1c1 text="to be sure""#,
            ),
            (
                r#"{"type":"info","score":"4","mark":"e4,e5"}"#,
                "score=4 mark=e4,e5",
            ),
            (r#"{"type":"info","score":null,"depth":[]}"#, ""),
            ("{score=3", ""),
        ] {
            assert_eq!(Info::parse(json), Info::parse(text), "{json}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in ".{0,300}") {
            let info = Info::parse(&line);
            prop_assert!(info.marks.len() <= MARKS_MAX);
        }
    }
}
