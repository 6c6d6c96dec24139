//! The bot's answer to a turn: a move or a resignation, with remarks.

use std::fmt::{self, Display};
use std::time::Duration;

use referee_protocol::{Encoding, FromBot};

/// A move or `resign`, with a remark before it if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    said: FromBot<'static>,
    info: Option<AnswerInfo>,
}

impl Answer {
    /// Answers with a move in the game's notation.
    pub fn play(notation: impl Into<String>) -> Answer {
        Answer {
            said: FromBot::Move(notation.into().into()),
            info: None,
        }
    }

    /// Answers with a move in the game's notation; resigns if there is none.
    pub fn play_or_resign(notation: Option<impl Into<String>>) -> Answer {
        notation.map_or_else(Answer::resign, Answer::play)
    }

    /// Resigns.
    pub fn resign() -> Answer {
        Answer {
            said: FromBot::Resign,
            info: None,
        }
    }

    /// Sets the remark; replaces an earlier one.
    #[must_use]
    pub fn info(mut self, info: AnswerInfo) -> Answer {
        self.info = Some(info);
        self
    }

    /// Returns the move; `None` if the bot resigns.
    pub fn move_notation(&self) -> Option<&str> {
        match &self.said {
            FromBot::Move(word) => Some(word),
            _ => None,
        }
    }

    /// Appends the lines.
    pub(super) fn write(&self, lines: &mut String) {
        if let Some(info) = &self.info {
            FromBot::Info(info.to_string().into()).write(Encoding::Text, lines);
        }
        self.said.write(Encoding::Text, lines);
    }
}

/// A remark on a move: recorded with it, and drawn on the board by viewers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerInfo {
    told: referee_protocol::Info,
    /// Time for the answer by the bot's own clock.
    own: Option<Duration>,
}

impl AnswerInfo {
    /// Creates an empty remark.
    pub fn new() -> AnswerInfo {
        AnswerInfo::default()
    }

    /// Sets the search depth.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> AnswerInfo {
        self.told.depth = Some(depth.into());
        self
    }

    /// Sets the bot's evaluation of its position, in its own unit; a number that isn't finite is
    /// left out.
    #[must_use]
    pub fn score(mut self, score: impl Into<f64>) -> AnswerInfo {
        self.told.score = Some(score.into()).filter(|score| score.is_finite());
        self
    }

    /// Sets the number of positions searched.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> AnswerInfo {
        self.told.nodes = Some(nodes);
        self
    }

    /// Sets the expected line of moves (the principal variation).
    #[must_use]
    pub fn pv(mut self, moves: Vec<String>) -> AnswerInfo {
        self.told.pv = moves;
        self
    }

    /// Marks one more square.
    #[must_use]
    pub fn mark(mut self, square: impl Into<String>) -> AnswerInfo {
        self.told.marks.push(square.into());
        self
    }

    /// Draws one more arrow, from one square to another.
    #[must_use]
    pub fn arrow(mut self, from: impl Display, to: impl Display) -> AnswerInfo {
        self.told.arrows.push(format!("{from}{to}"));
        self
    }

    /// Sets the time for the answer by the bot's own clock, from `go` read to `move` written.
    #[must_use]
    pub(crate) fn own_time(mut self, time: Duration) -> AnswerInfo {
        self.own = Some(time);
        self
    }

    /// Adds a text. Replaces double quotation marks by single ones, and control characters by
    /// spaces.
    #[must_use]
    pub fn text(mut self, text: impl Display) -> AnswerInfo {
        let plain = |c: char| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        };
        self.told.text = Some(text.to_string().chars().map(plain).collect());
        self
    }
}

impl Display for AnswerInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &[String]| (!items.is_empty()).then(|| items.join(","));
        let info = &self.told;
        let pairs = [
            ("depth", info.depth.map(|depth| depth.to_string())),
            ("score", info.score.map(|score| score.to_string())),
            ("nodes", info.nodes.map(|nodes| nodes.to_string())),
            ("pv", list(&info.pv)),
            ("mark", list(&info.marks)),
            ("arrow", list(&info.arrows)),
            (
                "own_us",
                self.own
                    .map(|time| format!("{}.{:03}", time.as_micros(), time.subsec_nanos() % 1000)),
            ),
            ("text", info.text.as_ref().map(|text| format!("\"{text}\""))),
        ];
        let present_pairs = pairs
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)));
        for (i, (key, value)) in present_pairs.enumerate() {
            let blank = if i == 0 { "" } else { " " };
            write!(f, "{blank}{key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewers_read_what_is_said() {
        let info = AnswerInfo::new()
            .depth(3)
            .score(-1.5)
            .nodes(420)
            .pv(vec!["e4".to_owned(), "e5".to_owned()])
            .mark("e4")
            .mark("e5")
            .arrow("d1", "d2")
            .text("so it is");
        assert_eq!(referee_protocol::Info::parse(&info.to_string()), info.told);
    }

    #[test]
    fn a_text_stays_on_its_line() {
        let info = AnswerInfo::new()
            .score(f64::NAN)
            .text("a \"b\"\nmove c")
            .mark("e4");
        assert_eq!(info.to_string(), "mark=e4 text=\"a 'b' move c\"");
        let mut lines = String::new();
        Answer::play("p").info(info).write(&mut lines);
        assert_eq!(lines.lines().count(), 2);
    }
}
