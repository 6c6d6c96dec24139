//! The conversation: messages of the referee on one side, lines of the engine on the other.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::os::fd::AsFd;

use referee_protocol::{Encoding, FromBot, Line, LineBuffer, Message, Ready};

use crate::TranslatorError;
use crate::engine_process::EngineProcess;
use crate::go;
use crate::options::{OfferedOption, set_all};
use crate::search_info::SearchInfo;

/// Bytes that are read at a time.
const CHUNK: usize = 16 << 10;
/// Most characters of a move that are passed on.
const WORD: usize = 40;
/// Words of a state line that are FEN; the rest are moves.
const FEN: usize = 6;

/// Both sides of the conversation.
pub(crate) struct Translator {
    engine: EngineProcess,
    ready: Ready,
    heard: LineBuffer,
    /// Messages that were read, and wait.
    messages: VecDeque<Message>,
    /// True after the end of input.
    is_over: bool,
    /// True if the engine is in a game already, and is told of another one.
    begun: bool,
    /// True if the engine was told that it plays Chess960.
    is_960: bool,
    game: Option<ToldGame>,
}

/// A game, as far as it was told.
struct ToldGame {
    seat: char,
    /// `position fen START`, and the moves since, each after a blank; empty before the first question.
    position: String,
    /// True if a move stands there.
    moved: bool,
}

impl Translator {
    /// Starts the engine, and brings it to the point where it waits for a game.
    pub(crate) fn start(
        command: &[OsString],
        wished: &[(String, String)],
    ) -> Result<Translator, TranslatorError> {
        let mut engine = EngineProcess::start(command)?;
        engine.tell("uci\n")?;
        let mut ready = Ready {
            games: Some(vec!["chess".to_owned()]),
            legal_off: true,
            ..Ready::default()
        };
        let mut offered = Vec::new();
        loop {
            let line = engine.next_line()?;
            if line == "uciok" {
                break;
            } else if let Some(name) = line.strip_prefix("id name ") {
                ready.name = Some(one_word(name));
            } else if let Some(author) = line.strip_prefix("id author ") {
                ready.author = Some(one_word(author));
            } else {
                offered.extend(OfferedOption::read(&line));
            }
        }
        let lines = set_all(&offered, wished).map_err(TranslatorError::Option)?;
        engine.await_ready(&format!("{lines}ucinewgame\n"))?;
        Ok(Translator {
            engine,
            ready,
            heard: LineBuffer::default(),
            messages: VecDeque::new(),
            is_over: false,
            begun: false,
            is_960: false,
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
            "hello" => {
                let mut line = String::new();
                FromBot::Ready(self.ready.clone()).write(Encoding::Text, &mut line);
                say(&line)?;
            }
            "game" => self.begin(message)?,
            "state" => {
                if let Some(game) = self.game.as_mut().filter(|game| game.position.is_empty()) {
                    game.start(&message.rest);
                }
            }
            "played" => {
                if let (Some(game), [_, word, ..]) = (self.game.as_mut(), &message.words[..]) {
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
        let mut lines = String::new();
        let is_960 = message
            .pairs
            .get("variant")
            .is_some_and(|variant| variant == "960");
        if is_960 != self.is_960 {
            self.is_960 = is_960;
            let _ = writeln!(lines, "setoption name UCI_Chess960 value {is_960}");
        }
        if self.begun {
            lines.push_str("ucinewgame\n");
        }
        self.begun = true;
        if !lines.is_empty() {
            self.engine.await_ready(&lines)?;
        }
        let seat = message
            .pairs
            .get("seat")
            .and_then(|seat| seat.chars().next());
        self.game = Some(ToldGame {
            seat: seat.unwrap_or('A'),
            position: String::new(),
            moved: false,
        });
        Ok(())
    }

    /// Has the engine search, and passes its move on. Returns false if the referee doesn't wait for the answer.
    fn ask(&mut self, question: &Message) -> Result<bool, TranslatorError> {
        let Some(game) = &self.game else {
            return Ok(true);
        };
        // What the engine wrote before it is asked, or before its `readyok`, doesn't belong to this question.
        self.engine.forget()?;
        let go = go::line(question, game.seat);
        let lines = format!("isready\n{}\n{go}", game.position);
        self.engine.tell(&lines)?;
        let mut is_heard = false;
        let mut info = SearchInfo::default();
        loop {
            while let Some(line) = self.engine.line() {
                if !is_heard {
                    is_heard = line == "readyok";
                } else if let Some(best) = best_move(&line) {
                    if !is_move(best) {
                        // The fault that follows is told with what came before.
                        self.engine.tell_last_lines();
                    }
                    answer(&info, best)?;
                    return Ok(true);
                } else if line.starts_with("info ") {
                    info.take(line);
                }
            }
            if self.is_over || self.engine.is_first(io::stdin().as_fd())? {
                self.engine.read()?;
                continue;
            }
            self.hear()?;
            // What begins with a move comes after the answer, from somebody who says everything at once.
            let is_before = |message: &&Message| message.keyword != "played";
            let ends = |message: &Message| matches!(&*message.keyword, "error" | "result" | "quit");
            if self.messages.iter().take_while(is_before).any(ends) {
                self.engine.tell_last_lines();
                return Ok(false);
            }
        }
    }
}

impl ToldGame {
    /// Begins with a state line: FEN and the moves since.
    fn start(&mut self, state: &str) {
        let mut words = state.split_ascii_whitespace();
        let fen: Vec<&str> = words.by_ref().take(FEN).collect();
        self.position = format!("position fen {}", fen.join(" "));
        words.for_each(|word| self.play(word));
    }

    /// Adds a move. Those before the first question stand in its state line.
    fn play(&mut self, word: &str) {
        if self.position.is_empty() {
            return;
        }
        if !self.moved {
            self.position.push_str(" moves");
            self.moved = true;
        }
        self.position.push(' ');
        self.position.push_str(word);
    }
}

/// Returns the move of a line `bestmove MOVE …`, an empty one if it names none; `None` for another line.
fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default())
}

/// Tells if a word looks like a move.
fn is_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.starts_with(|c| ('a'..='h').contains(&c))
}

/// Passes a move on, with a remark before it if the engine said something. One write.
fn answer(info: &SearchInfo, best: &str) -> Result<(), TranslatorError> {
    let mut lines = String::new();
    if let Some(remark) = info.remark() {
        FromBot::Info(remark.into()).write(Encoding::Text, &mut lines);
    }
    let best: String = best.chars().take(WORD).collect();
    FromBot::Move(best.into()).write(Encoding::Text, &mut lines);
    Ok(say(&lines)?)
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
    fn a_game_is_told_from_its_first_question_on() {
        let mut game = ToldGame {
            seat: 'B',
            position: String::new(),
            moved: false,
        };
        game.play("e2e4");
        game.start("fen of six words - 1 g1f3 b8c6");
        assert_eq!(
            game.position,
            "position fen fen of six words - 1 moves g1f3 b8c6"
        );
        game.play("f1b5");
        assert!(game.position.ends_with(" g1f3 b8c6 f1b5"));
    }

    #[test]
    fn moves_are_passed_on_as_they_are() {
        assert_eq!(best_move("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!(best_move("bestmove (none)"), Some("(none)"));
        assert_eq!(best_move("bestmove"), Some(""));
        assert_eq!(best_move("bestmoves e2e4"), None);
        assert!(is_move("e2e4") && is_move("e7e8q"));
        assert!(!is_move("(none)") && !is_move("0000") && !is_move(""));
    }

    #[test]
    fn names_are_no_pairs() {
        assert_eq!(one_word("Fool 1.0"), "Fool-1.0");
        assert_eq!(one_word("ponder=on\u{1b} x"), "ponder-on-x");
    }
}
