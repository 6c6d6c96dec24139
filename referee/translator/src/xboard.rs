//! CECP, the protocol of xboard, version 2, see <https://www.gnu.org/software/xboard/engine-intf.html>. An engine keeps
//! the game itself: it is given a position, and then each move.

mod engine_board;
mod features;
mod options;
mod pieces;
mod thinking;
mod time;

use std::time::{Duration, Instant};

use referee_protocol::{Message, Ready};

use crate::TranslatorError;
use crate::dialect::{Asked, Dialect, EngineAnswer};
use crate::engine_process::EngineProcess;
use crate::told_game::ToldGame;
use engine_board::{EngineBoard, behind, since_start};
use features::Features;

/// Time that an engine has to name its features; one that names none speaks version 1.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time after which an engine that says nothing is given another line to read.
const SILENCE: Duration = Duration::from_millis(20);

/// A conversation in the protocol of xboard.
#[derive(Default)]
pub(crate) struct Xboard {
    features: Features,
    /// Number of the last `ping`.
    pings: u32,
    /// True if the engine has answered that since it was asked: what comes before belongs to another question.
    is_ready: bool,
    /// True if the engine is in a game already, and is told of another one.
    begun: bool,
    is_960: bool,
    /// The game as the engine knows it; `None` before the first question.
    board: Option<EngineBoard>,
    /// What the engine said last of its search.
    remark: Option<String>,
    /// What was said to be left out.
    unsaid: Option<String>,
}

impl Dialect for Xboard {
    fn greet(
        &mut self,
        engine: &mut EngineProcess,
        wished: &[(String, String)],
    ) -> Result<Ready, TranslatorError> {
        engine.tell("xboard\nprotover 2\n")?;
        let begun = Instant::now();
        while !self.features.has("done")
            && (self.features.takes_time() || begun.elapsed() < PATIENCE)
        {
            match engine.line_within(SILENCE)? {
                Some(line) => {
                    if let Some(replies) = self.features.take(&line) {
                        engine.tell(&replies)?;
                    }
                }
                // gnuchess 6 may read a line only when another comes. This one is known to all engines, and changes
                // nothing before a game.
                None => engine.tell("easy\n")?,
            }
        }
        let lines = options::set_all(&self.features, wished).map_err(TranslatorError::Option)?;
        self.await_ready(engine, &(lines + &self.new_game()))?;
        Ok(Ready {
            name: self.features.value("myname").map(str::to_owned),
            ..Ready::default()
        })
    }

    fn begin(&mut self, engine: &mut EngineProcess, is_960: bool) -> Result<(), TranslatorError> {
        let lacks = |what: &str| Err(TranslatorError::Game(format!("the engine {what}")));
        if is_960 && !(self.features.plays("fischerandom") && self.features.has("setboard")) {
            return lacks(
                "doesn't play Chess960: expected fischerandom in its feature variants, and setboard=1",
            );
        }
        if self.begun && !self.features.has("reuse") {
            return lacks(
                "plays one game only (reuse=0); start it for each game: restart = \"game\"",
            );
        }
        let is_new = self.begun || is_960;
        self.begun = true;
        self.is_960 = is_960;
        self.board = None;
        if is_new {
            self.await_ready(engine, &self.new_game())?;
        }
        Ok(())
    }

    fn ask(&mut self, question: &Message, game: &ToldGame) -> Result<Asked, TranslatorError> {
        // The engine has answered, and would answer the next move, too.
        let mut lines = "force\n".to_owned() + &self.ping();
        let known = self.board.as_ref().and_then(|board| board.known(game));
        if let Some(known) = known {
            lines += &self.moves(&behind(game, known, self.is_960));
        } else {
            lines += &self.position(game)?;
            let time = time::of_game(question, &self.features).map_err(TranslatorError::Game)?;
            lines += &time.lines;
            if let Some(unsaid) = time.unsaid.filter(|_| self.unsaid.is_none()) {
                eprintln!("{unsaid}");
                self.unsaid = Some(unsaid);
            }
        }
        lines += &time::of_move(question, game.seat, &self.features);
        lines += "go\n";
        self.board = Some(EngineBoard::of(game, self.is_960));
        self.remark = None;
        Ok(Asked {
            lines,
            hurry: time::hurry(question).map(|most| (most, "?\n")),
        })
    }

    fn take(&mut self, line: String) -> Option<EngineAnswer> {
        if !self.is_ready {
            self.is_ready = line == self.pong();
            return None;
        }
        let is_sure = self.features.has("ping");
        let board = self.board.as_mut()?;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let word = match words[..] {
            ["move", word, ..]
            | [_, "...", word]
            | ["My", "move", "is:", word]
            | ["My", "move", "is", ":", word] => Some(board.take(word)),
            ["move"] => Some(String::new()),
            ["resign", ..] => None,
            // Of an engine without `ping`, a result before any thought may be that of the game before.
            [result, ..] if board.is_loss(result) && (is_sure || self.remark.is_some()) => None,
            _ => {
                self.remark = thinking::remark(&line).or(self.remark.take());
                return None;
            }
        };
        Some(EngineAnswer {
            remark: self.remark.take(),
            word,
        })
    }
}

impl Xboard {
    /// Returns the lines that begin a game in which the engine doesn't move by itself, and thinks only when asked.
    fn new_game(&self) -> String {
        let variant = if self.is_960 {
            "variant fischerandom\n"
        } else {
            ""
        };
        format!("new\n{variant}force\npost\neasy\n")
    }

    /// Returns the line that asks if the engine is ready, with a new number; none if it doesn't know that.
    fn ping(&mut self) -> String {
        self.is_ready = !self.features.has("ping");
        if self.is_ready {
            return String::new();
        }
        self.pings += 1;
        format!("ping {}\n", self.pings)
    }

    /// Returns the answer to the last `ping`.
    fn pong(&self) -> String {
        format!("pong {}", self.pings)
    }

    /// Sends lines, and waits until the engine is ready for others, if it can say so.
    fn await_ready(
        &mut self,
        engine: &mut EngineProcess,
        lines: &str,
    ) -> Result<(), TranslatorError> {
        let ping = self.ping();
        let lines = format!("{lines}{ping}");
        if self.is_ready {
            return engine.tell(&lines);
        }
        engine.await_line(&lines, &self.pong())
    }

    /// Returns the lines that tell of the game's position.
    fn position(&self, game: &ToldGame) -> Result<String, TranslatorError> {
        if self.features.has("setboard") {
            let moves = self.moves(&behind(game, 0, self.is_960));
            return Ok(format!("setboard {}\n{moves}", game.fen));
        }
        let moves = since_start(game).ok_or_else(|| {
            let why = "the engine can't be given a position (it has no feature setboard), and this game doesn't begin at \
                       the usual start; use start = \"default\" and openings = 0";
            TranslatorError::Game(why.to_owned())
        })?;
        // The engine has another game on its board.
        let new = self.board.as_ref().map(|_| self.new_game());
        Ok(new.unwrap_or_default() + &self.moves(moves))
    }

    /// Returns the lines that tell of moves.
    fn moves(&self, words: &[String]) -> String {
        let is_named = self.features.has("usermove");
        let usermove = if is_named { "usermove " } else { "" };
        words
            .iter()
            .map(|word| [usermove, word, "\n"].concat())
            .collect()
    }
}

#[cfg(test)]
mod tests;
