//! Parses the input of a bot: any message of the referee, in either encoding, with unknown keys.

use std::collections::BTreeMap;

use serde_json::Value;

/// A message as a bot reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// The keyword.
    pub keyword: String,
    /// The words without `=` of a text line, in order; in JSON the values in their place.
    pub words: Vec<String>,
    /// The `key=value` pairs.
    pub pairs: BTreeMap<String, String>,
    /// The line after the keyword.
    pub rest: String,
    /// The structured state, where a JSON message has one.
    pub view: Option<Value>,
}

/// The positional words of each message, by their names in JSON.
const WORDS: &[(&str, &[&str])] = &[
    ("hello", &["name", "version"]),
    ("game", &["game"]),
    ("state", &["state"]),
    ("legal", &["moves"]),
    ("played", &["seat", "move"]),
    ("chance", &["seat", "outcome"]),
    ("out", &["seat"]),
    ("error", &["reason", "text"]),
    ("result", &["outcome"]),
];

impl Message {
    /// Parses a line of the referee; returns `None` for a line that is neither words nor a JSON object.
    pub fn parse(line: &str) -> Option<Message> {
        let line = line.trim_ascii();
        if line.starts_with('{') {
            return Message::from_json(line);
        }
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut message = Message {
            keyword: keyword.to_owned(),
            rest: rest.to_owned(),
            ..Message::default()
        };
        for word in rest.split_ascii_whitespace() {
            match word.split_once('=') {
                Some((key, value)) => drop(message.pairs.insert(key.into(), value.into())),
                None => message.words.push(word.to_owned()),
            }
        }
        (!keyword.is_empty()).then_some(message)
    }

    fn from_json(line: &str) -> Option<Message> {
        let Ok(Value::Object(mut object)) = serde_json::from_str(line) else {
            return None;
        };
        let keyword = object.remove("type")?.as_str()?.to_owned();
        let mut message = Message {
            view: object.remove("view"),
            ..Message::default()
        };
        let names = WORDS
            .iter()
            .find(|(k, _)| *k == keyword)
            .map_or(&[][..], |(_, names)| names);
        for value in names.iter().filter_map(|name| object.remove(*name)) {
            match value {
                Value::Array(list) => message.words.extend(list.iter().map(plain)),
                value => message.words.push(plain(&value)),
            }
        }
        message.rest = message.words.join(" ");
        message.pairs = object
            .iter()
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect();
        message.keyword = keyword;
        Some(message)
    }

    /// Returns a number among the pairs, `None` if it is missing or isn't a number.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.pairs.get(key)?.parse().ok()
    }
}

/// Writes a value as in a text line.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(object) => {
            let pairs = object
                .iter()
                .map(|(key, value)| format!("{key}:{}", plain(value)));
            pairs.collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_bot::{Clock, Encoding, GameLine, SeatOutcome, ToBot};

    fn game() -> GameLine {
        GameLine {
            game: "onitama".to_owned(),
            seat: 'A',
            seats: "AB".to_owned(),
            id: 17,
            seed: 93012,
            clock: Clock {
                move_ms: Some(1000),
                ..Clock::default()
            },
            legal: true,
            options: vec![("turns".to_owned(), "50".to_owned())],
        }
    }

    #[test]
    fn both_encodings_say_the_same() {
        let game = game();
        let clock = Clock {
            clock_ms: Some(8000),
            inc_ms: Some(80),
            others: vec![('B', 7000)],
            ..Clock::default()
        };
        let score = [('A', 26), ('B', -5)];
        let result = ToBot::Result {
            outcome: SeatOutcome::Draw,
            place: Some(1),
            reason: "turns",
            score: &score,
        };
        for (message, text) in [
            (ToBot::Hello, "hello referee 1"),
            (
                ToBot::Game(&game),
                "game onitama seat=A seats=AB id=17 seed=93012 move_ms=1000 turns=50 legal=on",
            ),
            (
                ToBot::State {
                    line: "a b 3",
                    view: None,
                },
                "state a b 3",
            ),
            (ToBot::Legal("1e4d3r 2XXXXs"), "legal 1e4d3r 2XXXXs"),
            (ToBot::Go(&clock), "go clock_ms=8000 inc_ms=80 clock_B=7000"),
            (
                ToBot::Played {
                    seat: 'B',
                    word: "p",
                    ms: 12,
                },
                "played B p ms=12",
            ),
            (
                ToBot::Chance {
                    seat: 'A',
                    outcome: "6",
                },
                "chance A 6",
            ),
            (
                ToBot::Out {
                    seat: 'C',
                    reason: "timeout",
                },
                "out C reason=timeout",
            ),
            (
                ToBot::Error {
                    reason: "illegal-move",
                    text: "\"x\" isn't a move",
                },
                "error illegal-move \"x\" isn't a move",
            ),
            (result, "result draw place=1 reason=turns score=A:26,B:-5"),
            (ToBot::Quit, "quit"),
        ] {
            let (mut plain, mut json) = (String::new(), String::new());
            message.write(Encoding::Text, &mut plain);
            message.write(Encoding::Json, &mut json);
            assert_eq!(plain, format!("{text}\n"));
            let from_text = Message::parse(&plain).expect("text");
            let from_json = Message::parse(&json).expect("json");
            assert_eq!(from_text.keyword, from_json.keyword);
            assert_eq!(from_text.pairs, from_json.pairs, "{json}");
            if text.starts_with("state") || text.starts_with("error") {
                assert_eq!(from_text.rest, from_json.rest);
            } else {
                assert_eq!(from_text.words, from_json.words, "{json}");
            }
        }
    }
}
