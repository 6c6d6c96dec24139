//! Parses the lines that a bot writes.

use std::borrow::Cow;

use serde::Deserialize;

use crate::loose::Loose;
use crate::to_bot::Encoding;

/// A parsed line of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromBot<'a> {
    /// The handshake.
    Ready(Ready),
    /// A remark that is recorded with the move: everything after the keyword, or the whole object.
    Info(Cow<'a, str>),
    /// A move; empty where the word is missing.
    Move(Cow<'a, str>),
    /// The bot resigns.
    Resign,
    /// Anything else.
    Chatter,
}

/// The bot's description of itself in `ready`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a pair of its own")]
pub struct Ready {
    /// Its name, for display only.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// The games that it plays; any game, if it names none.
    pub games: Option<Vec<String>>,
    /// True if it doesn't want to be sent the legal moves.
    pub legal_off: bool,
    /// True if it wants JSON.
    pub json: bool,
    /// True if it wants to be sent moves at once and to ponder (think in the opponents' time).
    pub ponder: bool,
    /// True if it says `ready` again after each `game`, when it has set up for it.
    pub setup: bool,
}

/// Longest name of a bot, in characters; version and author are cut to that length.
const NAME_MAX: usize = 40;

/// The keys of an object that are used. A value of an unexpected form counts as missing, so that a key of the
/// bot's own can't spoil its line.
#[derive(Deserialize)]
struct Object<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Loose<'a>,
    #[serde(rename = "move", borrow, default)]
    word: Loose<'a>,
    #[serde(borrow, default)]
    name: Loose<'a>,
    #[serde(borrow, default)]
    version: Loose<'a>,
    #[serde(borrow, default)]
    author: Loose<'a>,
    #[serde(borrow, default)]
    games: Loose<'a>,
    #[serde(borrow, default)]
    legal: Loose<'a>,
    #[serde(borrow, default)]
    json: Loose<'a>,
    #[serde(borrow, default)]
    ponder: Loose<'a>,
    #[serde(borrow, default)]
    setup: Loose<'a>,
}

impl<'a> FromBot<'a> {
    /// Parses one line without its end. Never fails: a line that can't be parsed is chatter. Bytes that
    /// aren't UTF-8 become `U+FFFD`, so a move with them is still a move, and illegal.
    pub fn parse(line: &'a [u8]) -> FromBot<'a> {
        match String::from_utf8_lossy(line) {
            Cow::Borrowed(line) => FromBot::parse_text(line),
            Cow::Owned(line) => FromBot::parse_text(&line).into_owned(),
        }
    }

    fn into_owned(self) -> FromBot<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            FromBot::Ready(ready) => FromBot::Ready(ready),
            FromBot::Info(text) => FromBot::Info(owned(text)),
            FromBot::Move(word) => FromBot::Move(owned(word)),
            FromBot::Resign => FromBot::Resign,
            FromBot::Chatter => FromBot::Chatter,
        }
    }

    fn parse_text(line: &'a str) -> FromBot<'a> {
        let line = line.trim_ascii();
        if line.starts_with('{') {
            return FromBot::parse_json(line);
        }
        let end = line
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(line.len());
        let (keyword, rest) = line.split_at(end);
        match keyword {
            "move" => FromBot::Move(first_word(rest.into())),
            "info" => FromBot::Info(rest.trim_ascii().into()),
            "resign" => FromBot::Resign,
            "ready" => FromBot::Ready(Ready::parse(rest)),
            _ => FromBot::Chatter,
        }
    }

    fn parse_json(line: &'a str) -> FromBot<'a> {
        let Ok(object) = serde_json::from_str::<Object<'a>>(line) else {
            return FromBot::Chatter;
        };
        match object.kind.text() {
            "move" => FromBot::Move(first_word(object.word.0)),
            "info" => FromBot::Info(line.into()),
            "resign" => FromBot::Resign,
            "ready" => {
                let mut ready = Ready::default();
                ready.call(object.name.text());
                for (key, value) in [
                    ("version", object.version),
                    ("author", object.author),
                    ("games", object.games),
                    ("legal", object.legal),
                    ("json", object.json),
                    ("ponder", object.ponder),
                    ("setup", object.setup),
                ] {
                    ready.set(key, value.text());
                }
                FromBot::Ready(ready)
            }
            _ => FromBot::Chatter,
        }
    }

    /// Appends the message as one line, with its LF. In JSON only moves and `resign` are objects, `ready` and
    /// `info` are written as text; chatter writes nothing.
    pub fn write(&self, encoding: Encoding, line: &mut String) {
        use std::fmt::Write;
        let json = encoding == Encoding::Json;
        let done = match self {
            FromBot::Move(word) if json => {
                writeln!(
                    line,
                    "{}",
                    serde_json::json!({"type": "move", "move": word})
                )
            }
            FromBot::Resign if json => line.write_str("{\"type\":\"resign\"}\n"),
            FromBot::Move(word) => writeln!(line, "move {word}"),
            FromBot::Info(text) => writeln!(line, "info {text}"),
            FromBot::Resign => line.write_str("resign\n"),
            FromBot::Ready(ready) => writeln!(line, "{}", ready.text()),
            FromBot::Chatter => Ok(()),
        };
        // Writing to a String can't fail.
        let _ = done;
    }
}

/// Returns the first word; anything after it is ignored.
fn first_word(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => text.split_ascii_whitespace().next().unwrap_or("").into(),
        Cow::Owned(text) => text
            .split_ascii_whitespace()
            .next()
            .unwrap_or("")
            .to_owned()
            .into(),
    }
}

impl Ready {
    fn parse(rest: &str) -> Ready {
        let mut ready = Ready::default();
        for (i, word) in rest.split_ascii_whitespace().enumerate() {
            match word.split_once('=') {
                Some((key, value)) => ready.set(key, value),
                None if i == 0 => ready.call(word),
                None => {}
            }
        }
        ready
    }

    /// Sets the name if it is one printable word that is short enough.
    fn call(&mut self, name: &str) {
        let printable = name.chars().all(|c| !c.is_control() && !c.is_whitespace());
        let fits = !name.is_empty() && name.chars().count() <= NAME_MAX;
        if printable && fits {
            self.name = Some(name.to_owned());
        }
    }

    fn set(&mut self, key: &str, value: &str) {
        let some = || (!value.is_empty()).then(|| value.chars().take(NAME_MAX).collect());
        match key {
            "version" => self.version = some(),
            "author" => self.author = some(),
            "games" if !value.is_empty() => {
                self.games = Some(value.split(',').map(str::to_owned).collect());
            }
            "legal" => self.legal_off = value == "off",
            "json" => self.json = value == "on",
            "ponder" => self.ponder = value == "on",
            "setup" => self.setup = value == "on",
            _ => {}
        }
    }

    fn text(&self) -> String {
        let mut words = vec!["ready".to_owned()];
        words.extend(self.name.clone());
        let pairs = [
            ("version", self.version.clone()),
            ("author", self.author.clone()),
            ("games", self.games.as_ref().map(|games| games.join(","))),
            ("legal", self.legal_off.then(|| "off".to_owned())),
            ("json", self.json.then(|| "on".to_owned())),
            ("ponder", self.ponder.then(|| "on".to_owned())),
            ("setup", self.setup.then(|| "on".to_owned())),
        ];
        for (key, value) in pairs {
            words.extend(value.map(|value| format!("{key}={value}")));
        }
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_understood() {
        let move_of = |w: &'static str| FromBot::Move(w.into());
        for (line, expected) in [
            ("move 2c1a1u", move_of("2c1a1u")),
            ("move  2c1a1u  and more", move_of("2c1a1u")),
            ("move", move_of("")),
            ("{\"type\":\"move\",\"move\":\"p\"}", move_of("p")),
            (
                "{\"move\":\"p\",\"x\":[1,{}],\"type\":\"move\"}",
                move_of("p"),
            ),
            ("resign", FromBot::Resign),
            (
                "info depth=3 score=1",
                FromBot::Info("depth=3 score=1".into()),
            ),
            ("moves e4", FromBot::Chatter),
            ("Move e4", FromBot::Chatter),
            ("move\te4", move_of("e4")),
            ("{\"type\":\"move\",\"move\":\" p \"}", move_of("p")),
            (
                "{\"type\":\"move\",\"move\":\"p\",\"version\":2,\"name\":null}",
                move_of("p"),
            ),
            (
                "{\"type\":\"move\",\"move\":\"p\",\"games\":[1,{}],\"legal\":{}}",
                move_of("p"),
            ),
            ("{\"type\":\"move\",\"move\":3}", move_of("")),
            ("{\"type\":{\"move\":1}}", FromBot::Chatter),
            ("{\"type\":\"move\"", FromBot::Chatter),
            ("", FromBot::Chatter),
        ] {
            assert_eq!(FromBot::parse(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_keep_their_line() {
        let move_of = |w: &'static str| FromBot::Move(w.into());
        for (line, expected) in [
            (&b"move \xff"[..], move_of("\u{fffd}")),
            (b"move e4\xe4", move_of("e4\u{fffd}")),
            (b"move e4 \xff", move_of("e4")),
            (b"move\xff e4", FromBot::Chatter),
            (b"info \xff", FromBot::Info("\u{fffd}".into())),
            (
                b"{\"type\":\"move\",\"move\":\"\xff\"}",
                move_of("\u{fffd}"),
            ),
            (b"\xff\xfe", FromBot::Chatter),
        ] {
            assert_eq!(FromBot::parse(line), expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn ready_says_what_a_bot_wants() {
        let line =
            "ready fox version=1.2 games=onitama,ludo legal=off json=on ponder=on setup=on odd=1 x";
        let FromBot::Ready(ready) = FromBot::parse(line.as_bytes()) else {
            panic!("not ready");
        };
        assert_eq!(ready.name.as_deref(), Some("fox"));
        assert_eq!(
            ready.games,
            Some(vec!["onitama".to_owned(), "ludo".to_owned()])
        );
        assert!(ready.legal_off && ready.json && ready.ponder && ready.setup);
        assert_eq!(
            FromBot::parse(ready.text().as_bytes()),
            FromBot::Ready(ready)
        );
    }

    #[test]
    fn ready_in_json_may_use_its_own_types() {
        let line =
            br#"{"type":"ready","name":"fox","json":true,"legal":false,"games":["ludo","x"]}"#;
        let FromBot::Ready(ready) = FromBot::parse(line) else {
            panic!("not ready");
        };
        assert!(ready.json && ready.legal_off);
        assert_eq!(ready.games, Some(vec!["ludo".to_owned(), "x".to_owned()]));
    }

    #[test]
    fn a_name_may_be_missing_or_unfit() {
        for line in [
            "ready",
            "ready version=1",
            "ready \u{1b}[31mred",
            &format!("ready {}", "x".repeat(60)),
        ] {
            let FromBot::Ready(ready) = FromBot::parse(line.as_bytes()) else {
                continue;
            };
            assert_eq!(ready.name, None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_understood(line: Vec<u8>) {
            FromBot::parse(&line);
        }

        #[test]
        fn moves_round_trip(word in "[!-z]{1,20}") {
            for encoding in [Encoding::Text, Encoding::Json] {
                let mut line = String::new();
                FromBot::Move(word.as_str().into()).write(encoding, &mut line);
                prop_assert_eq!(FromBot::parse(line.as_bytes()), FromBot::Move(word.as_str().into()));
            }
        }
    }
}
