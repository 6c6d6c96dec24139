//! Bots that do what a fuzzer's bytes say: legal moves, any lines, silence, an early death.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use referee_engine::fuzzing::{Actor, ActorEvent, ActorStart};
use referee_engine::rules_of;
use referee_games::{GameSource, Rules};
use referee_protocol::{MAX_FROM_BOT, MAX_TO_BOT, Message};
use referee_record::Job;

use crate::Tape;

/// What a referee says.
const KEYWORDS: [&str; 11] = [
    "hello", "game", "state", "legal", "go", "played", "chance", "out", "error", "result", "quit",
];

/// What all bots of a game share.
struct Shared {
    rules: Box<dyn Rules>,
    /// Bytes that say what happens next, and how many of them are used up.
    tape: Mutex<(Vec<u8>, usize)>,
    /// At the end of the tape a bot plays first moves rather than ending.
    plays_on: bool,
}

/// One bot.
struct Bot {
    shared: Arc<Shared>,
    greeted: bool,
    /// Its pipe takes half of what it is given.
    slow: bool,
    heard: Vec<u8>,
    state: String,
    /// The legal moves, if it was told them.
    legal: Vec<String>,
    to_do: VecDeque<ActorEvent>,
}

/// Starts bots that do what the bytes say; whoever is to act takes the next ones.
pub fn from(tape: Vec<u8>, job: &Job) -> ActorStart {
    let shared = Arc::new(Shared {
        rules: rules_of(&GameSource::built_in(), job).expect("rules"),
        plays_on: tape.first().is_some_and(|byte| byte % 8 == 0),
        tape: Mutex::new((tape, 1)),
    });
    Box::new(move |_| {
        let how = shared.byte().unwrap_or(0);
        let bot = Bot {
            shared: Arc::clone(&shared),
            greeted: false,
            slow: how & 1 == 1,
            heard: Vec::new(),
            state: String::new(),
            legal: Vec::new(),
            to_do: VecDeque::new(),
        };
        (how < 250).then(|| Box::new(bot) as Box<dyn Actor>)
    })
}

impl Shared {
    fn read<T>(&self, read: impl FnOnce(&mut Tape<'_>) -> T) -> T {
        let (bytes, used) = &mut *self.tape.lock().expect("nobody fails with it");
        let mut tape = Tape::new(bytes.get(*used..).unwrap_or_default());
        let value = read(&mut tape);
        *used = bytes.len() - tape.rest().len();
        value
    }

    fn byte(&self) -> Option<u8> {
        self.read(|tape| tape.byte())
    }

    fn piece(&self) -> Vec<u8> {
        self.read(|tape| tape.piece().to_vec())
    }
}

impl Actor for Bot {
    fn hear(&mut self, bytes: &[u8]) -> usize {
        let taken = if self.slow {
            bytes.len().div_ceil(2)
        } else {
            bytes.len()
        };
        self.heard.extend_from_slice(&bytes[..taken]);
        while let Some(end) = self.heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.heard.drain(..=end).collect();
            self.understand(&line);
        }
        taken
    }

    fn act(&mut self) -> ActorEvent {
        loop {
            if let Some(event) = self.to_do.pop_front() {
                return event;
            }
            match self.shared.byte() {
                Some(byte) if !std::mem::replace(&mut self.greeted, true) => self.greet(byte),
                Some(byte) => self.choose(byte),
                None if self.shared.plays_on && !std::mem::replace(&mut self.greeted, true) => {
                    self.greet(0);
                }
                None if self.shared.plays_on && !self.state.is_empty() => self.choose(0),
                None => return ActorEvent::Ended(0),
            }
        }
    }
}

impl Bot {
    /// Whatever the referee says is a message within its limit.
    fn understand(&mut self, line: &[u8]) {
        assert!(line.len() <= MAX_TO_BOT, "{} bytes", line.len());
        let line = std::str::from_utf8(line).expect("UTF-8");
        let message = Message::parse(line).unwrap_or_else(|| panic!("no message: {line:?}"));
        assert!(KEYWORDS.contains(&message.keyword.as_str()), "{line:?}");
        match message.keyword.as_str() {
            "state" => {
                self.state = message.rest.trim_ascii().to_owned();
                self.legal.clear();
            }
            "legal" => self.legal = message.words,
            // Whoever isn't asked any more has nothing to play.
            "result" => self.state.clear(),
            _ => {}
        }
    }

    fn greet(&mut self, byte: u8) {
        let has = |bit: u8| byte >> bit & 1 == 1;
        if byte >= 240 {
            return self.choose(byte);
        }
        let json = if has(0) { " json=on" } else { "" };
        let legal = if has(1) { " legal=off" } else { "" };
        let games = if has(6) && has(5) { " games=go" } else { "" };
        self.say(
            format!("ready fox{json}{legal}{games}\n").into_bytes(),
            true,
        );
    }

    fn choose(&mut self, byte: u8) {
        let shared = Arc::clone(&self.shared);
        let piece = || shared.piece();
        match byte {
            0..160 => {
                let notation = self.legal(byte);
                self.say(format!("move {notation}\n").into_bytes(), true);
            }
            160..176 => self.say([&piece(), &b"\n"[..]].concat(), true),
            176..184 => self.say(piece(), false),
            184..192 => self.say([b"move ", &*piece(), b"\n"].concat(), true),
            192..200 => self.say([b"info ", &*piece(), b"\n"].concat(), false),
            200..208 => self.say([&piece(), &b"\n"[..]].concat(), false),
            208..216 => self.to_do.push_back(ActorEvent::Idle),
            216..224 => self.to_do.push_back(ActorEvent::Erred(piece())),
            224..228 => {
                let notation = self.legal(byte);
                let json = serde_json::json!({"type": "move", "move": notation});
                self.say(format!("{json}\n").into_bytes(), true);
            }
            228..230 => self.say(vec![b'x'; MAX_FROM_BOT + usize::from(byte)], false),
            230..235 => self.say(b"resign\n".to_vec(), true),
            235..238 => self.to_do.push_back(ActorEvent::Closed),
            238..241 => {
                let status = self.status();
                self.to_do
                    .extend([ActorEvent::Died(status), ActorEvent::Idle]);
            }
            241..246 => {
                let status = self.status();
                self.to_do.push_back(ActorEvent::Ended(status));
            }
            246.. => {
                let notation = self.legal(byte);
                self.say(
                    format!("move {notation}\nmove {notation}\n").into_bytes(),
                    true,
                );
            }
        }
    }

    fn say(&mut self, bytes: Vec<u8>, idle: bool) {
        self.to_do.push_back(ActorEvent::Said(bytes));
        self.to_do.extend(idle.then_some(ActorEvent::Idle));
    }

    /// One of the legal moves, if there are any: of those told, or else by the rules.
    fn legal(&mut self, choice: u8) -> String {
        if self.legal.is_empty() && !self.state.is_empty() {
            match self.shared.rules.read(&self.state) {
                Ok(position) => self.legal = position.legal(),
                Err(why) => panic!("{why}: {:?}", self.state),
            }
        }
        let index = usize::from(choice) % self.legal.len().max(1);
        self.legal.get(index).cloned().unwrap_or_default()
    }

    fn status(&self) -> i32 {
        let low = self.shared.byte().unwrap_or(0);
        i32::from(low) | i32::from(self.shared.byte().unwrap_or(0)) << 8
    }
}
