//! What a bot remarked on a move, as far as pages show it.

use referee_protocol::Info;
use serde::Serialize;

/// Moves of an expected line that are shown.
const LINE: usize = 6;
/// Characters of a word that a bot wrote.
const WORD: usize = 16;

/// A remark of a bot on its own move: the understood keys of its `info` lines, the last of each. Empty
/// ones aren't written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Remark {
    /// What it thinks of its position, in its own unit.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How deep it looked.
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// How much it searched.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The moves that it expects.
    #[serde(rename = "p", skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Squares to mark.
    #[serde(rename = "m", skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Arrows to draw.
    #[serde(rename = "a", skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<String>,
    /// In words.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Remark {
    /// What these lines say; nothing where no key is understood.
    pub fn of(lines: &[String]) -> Option<Remark> {
        let mut remark = Remark::default();
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
        (remark != Remark::default()).then_some(remark)
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
        let remark = Remark::of(&lines.map(str::to_owned)).expect("a remark");
        let json = serde_json::to_string(&remark).expect("JSON");
        assert_eq!(json, r#"{"s":0.5,"d":2,"p":["a","b"],"m":["e4"]}"#);
        assert_eq!(Remark::of(&["nothing".to_owned()]), None);
    }
}
