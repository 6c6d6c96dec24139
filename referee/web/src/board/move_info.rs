//! A bot's remarks on a move, as far as pages show them.

use referee_protocol::Info;
use serde::Serialize;

/// Most moves shown of an expected line.
const LINE: usize = 6;
/// Most characters kept of a word that a bot wrote; no move of a game that is built in is longer.
const WORD: usize = 40;

/// A bot's remark on its own move: the last value of each known key in its `info` lines. Empty values aren't
/// serialized.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MoveInfo {
    /// The bot's evaluation of its position, in its own unit.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Search depth.
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Number of searched nodes.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The expected line of moves.
    #[serde(rename = "p", skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Squares to mark.
    #[serde(rename = "m", skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Arrows to draw.
    #[serde(rename = "a", skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<String>,
    /// A free text.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl MoveInfo {
    /// Parses these lines; returns `None` if they hold no known key.
    pub fn of(lines: &[String]) -> Option<MoveInfo> {
        let mut remark = MoveInfo::default();
        for info in lines.iter().map(|line| Info::parse(line)) {
            remark.score = info.score.or(remark.score);
            remark.depth = info.depth.or(remark.depth);
            remark.nodes = info.nodes.or(remark.nodes);
            remark.text = info.text.or(remark.text);
            for (mine, theirs) in [
                (&mut remark.line, info.pv),
                (&mut remark.marks, info.marks),
                (&mut remark.arrows, info.arrows),
            ] {
                if !theirs.is_empty() {
                    *mine = theirs.iter().map(|item| short(item)).collect();
                }
            }
        }
        remark.line.truncate(LINE);
        (remark != MoveInfo::default()).then_some(remark)
    }
}

fn short(text: &str) -> String {
    text.chars().take(WORD).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_each_key_counts() {
        let lines = ["depth=1 score=0.5 mark=e4", "chatter", "depth=2 pv=a,b"];
        let remark = MoveInfo::of(&lines.map(str::to_owned)).expect("a remark");
        let json = serde_json::to_string(&remark).expect("JSON");
        assert_eq!(json, r#"{"s":0.5,"d":2,"p":["a","b"],"m":["e4"]}"#);
        assert_eq!(MoveInfo::of(&["nothing".to_owned()]), None);
    }
}
