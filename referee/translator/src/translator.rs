//! The conversation: messages of the referee on one side, lines of the engine on the other.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::time::Instant;

use referee_protocol::{Encoding, FromBot, Line, LineBuffer, Message, Ready};

use crate::TranslatorError;
use crate::dialect::{Asked, Dialect, EngineAnswer};
use crate::engine_process::{EngineProcess, First};
use crate::told_game::ToldGame;

/// Bytes that are read at a time.
const CHUNK: usize = 16 << 10;
/// Most characters of a move that are passed on.
const WORD: usize = 40;

/// Both sides of the conversation.
pub(crate) struct Translator<D> {
    engine: EngineProcess,
    dialect: D,
    ready: Ready,
    heard: LineBuffer,
    /// Messages that were read, and wait.
    messages: VecDeque<Message>,
    /// True after the end of input.
    is_over: bool,
    game: Option<ToldGame>,
}

impl<D: Dialect> Translator<D> {
    /// Starts the engine, and brings it to the point where it waits for a game.
    pub(crate) fn start(
        mut dialect: D,
        command: &[OsString],
        wished: &[(String, String)],
    ) -> Result<Translator<D>, TranslatorError> {
        let mut engine = EngineProcess::start(command)?;
        let said = dialect.greet(&mut engine, wished)?;
        Ok(Translator {
            engine,
            dialect,
            ready: Ready {
                name: said.name.as_deref().map(one_word),
                author: said.author.as_deref().map(one_word),
                games: Some(vec!["chess".to_owned()]),
                legal_off: true,
                setup: true,
                ..Ready::default()
            },
            heard: LineBuffer::default(),
            messages: VecDeque::new(),
            is_over: false,
            game: None,
        })
    }

    /// Plays until `quit` or the end of input.
    pub(crate) fn run(mut self) -> Result<(), TranslatorError> {
        while let Some(message) = self.next_message()? {
            if message.keyword == "quit" || !self.take(&message)? {
                break;
            }
        }
        Ok(self.engine.quit()?)
    }

    /// Returns the next message of the referee; waits for it. `None` at the end of input.
    fn next_message(&mut self) -> io::Result<Option<Message>> {
        while self.messages.is_empty() && self.hear()? {}
        Ok(self.messages.pop_front())
    }

    /// Reads once from the referee; waits if there is nothing. Returns false at the end of input.
    fn hear(&mut self) -> io::Result<bool> {
        if self.is_over {
            return Ok(false);
        }
        let mut bytes = [0; CHUNK];
        let stdin = io::stdin();
        let count = rustix::io::retry_on_intr(|| rustix::io::read(stdin.as_fd(), &mut bytes))?;
        self.is_over = count == 0;
        self.heard.push(&bytes[..count]);
        while let Some(line) = self.heard.next_line() {
            if let Line::Text(text) = line {
                self.messages
                    .extend(Message::parse(&String::from_utf8_lossy(text)));
            }
        }
        Ok(count > 0)
    }

    /// Acts on a message. Returns false if the conversation is over.
    fn take(&mut self, message: &Message) -> Result<bool, TranslatorError> {
        match message.keyword.as_str() {
            "hello" => say_ready(self.ready.clone())?,
            "game" => {
                self.begin(message)?;
                say_ready(Ready::default())?;
            }
            "state" => {
                if let Some(game) = &mut self.game {
                    game.start(&message.rest);
                }
            }
            "played" => {
                if let (Some(game), [_, word, ..]) = (&mut self.game, &message.words[..]) {
                    game.play(word);
                }
            }
            "go" => return self.ask(message),
            "error" => self.engine.tell_last_lines(),
            _ => {}
        }
        Ok(true)
    }

    fn begin(&mut self, message: &Message) -> Result<(), TranslatorError> {
        let pair = |key: &str| message.pairs.get(key).map_or("", String::as_str);
        self.dialect
            .begin(&mut self.engine, pair("variant") == "960")?;
        let seat = pair("seat").chars().next();
        self.game = Some(ToldGame::new(seat.unwrap_or('A')));
        Ok(())
    }

    /// Has the engine search, and passes its answer on. Returns false if the referee doesn't wait for it.
    fn ask(&mut self, question: &Message) -> Result<bool, TranslatorError> {
        let Some(game) = &self.game else {
            return Ok(true);
        };
        // What the engine wrote before it is asked doesn't belong to this question.
        self.engine.forget()?;
        let Asked { lines, hurry } = self.dialect.ask(question, game)?;
        self.engine.tell(&lines)?;
        let mut hurry = hurry.map(|(most, line)| (Instant::now() + most, line));
        loop {
            while let Some(line) = self.engine.line() {
                if let Some(answer) = self.dialect.take(line) {
                    self.answer(&answer)?;
                    return Ok(true);
                }
            }
            let stdin = io::stdin();
            let referee = (!self.is_over).then(|| stdin.as_fd());
            let most = hurry.map(|(end, _)| end.saturating_duration_since(Instant::now()));
            match self.engine.first(referee, most)? {
                First::Engine => self.engine.read()?,
                First::Nobody => {
                    if let Some((_, line)) = hurry.take() {
                        self.engine.tell(line)?;
                    }
                }
                First::Other => {
                    self.hear()?;
                    if self.is_game_over() {
                        self.engine.tell_last_lines();
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Tells if a message that waits ends the game before the answer.
    fn is_game_over(&self) -> bool {
        // What begins with a move comes after the answer, from somebody who says everything at once.
        let is_before = |message: &&Message| message.keyword != "played";
        let ends = |message: &Message| matches!(&*message.keyword, "error" | "result" | "quit");
        self.messages.iter().take_while(is_before).any(ends)
    }

    /// Passes an answer on, with a remark before it if the engine said something. One write.
    fn answer(&self, answer: &EngineAnswer) -> io::Result<()> {
        let mut lines = String::new();
        if let Some(remark) = &answer.remark {
            FromBot::Info(remark.into()).write(Encoding::Text, &mut lines);
        }
        let reply = match &answer.word {
            Some(word) => {
                if !is_move(word) {
                    // The fault that follows is told with what came before.
                    self.engine.tell_last_lines();
                }
                let word: String = word.chars().take(WORD).collect();
                FromBot::Move(word.into())
            }
            None => FromBot::Resign,
        };
        reply.write(Encoding::Text, &mut lines);
        say(&lines)
    }
}

/// Tells if a word looks like a move.
fn is_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.starts_with(|c| ('a'..='h').contains(&c))
}

fn say_ready(ready: Ready) -> io::Result<()> {
    let mut line = String::new();
    FromBot::Ready(ready).write(Encoding::Text, &mut line);
    say(&line)
}

fn say(lines: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(lines.as_bytes())?;
    stdout.flush()
}

/// Returns a name as one word that is no pair.
fn one_word(name: &str) -> String {
    let name = name.replace(|c: char| c == '=' || c.is_control(), " ");
    name.split_whitespace()
        .collect::<Vec<_>>()
        .join("-")
        .chars()
        .take(40)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_look_like_moves() {
        assert!(is_move("e2e4") && is_move("e7e8q"));
        assert!(!is_move("(none)") && !is_move("0000") && !is_move(""));
    }

    #[test]
    fn names_are_no_pairs() {
        assert_eq!(one_word("Fool 1.0"), "Fool-1.0");
        assert_eq!(one_word("ponder=on\u{1b} x"), "ponder-on-x");
    }
}
