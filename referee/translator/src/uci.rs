//! UCI, see <https://backscattering.de/chess/uci/>.

mod go;
mod options;
mod search_info;

use std::fmt::Write;

use referee_protocol::{Message, Ready};

use crate::TranslatorError;
use crate::dialect::{Asked, Dialect, EngineAnswer};
use crate::engine_process::EngineProcess;
use crate::told_game::ToldGame;
use search_info::SearchInfo;

/// A conversation in UCI.
#[derive(Default)]
pub(crate) struct Uci {
    /// True if the engine is in a game already, and is told of another one.
    begun: bool,
    /// True if the engine was told that it plays Chess960.
    is_960: bool,
    /// True if the engine has said that it is ready since it was asked: what comes before belongs to another question.
    is_ready: bool,
    info: SearchInfo,
}

impl Dialect for Uci {
    fn greet(
        &mut self,
        engine: &mut EngineProcess,
        wished: &[(String, String)],
    ) -> Result<Ready, TranslatorError> {
        engine.tell("uci\n")?;
        let mut ready = Ready::default();
        let mut offered = Vec::new();
        loop {
            let line = engine.next_line()?;
            if line == "uciok" {
                break;
            } else if let Some(name) = line.strip_prefix("id name ") {
                ready.name = Some(name.to_owned());
            } else if let Some(author) = line.strip_prefix("id author ") {
                ready.author = Some(author.to_owned());
            } else {
                offered.extend(options::read(&line));
            }
        }
        let lines = options::set_all(&offered, wished).map_err(TranslatorError::Option)?;
        await_ready(engine, &format!("{lines}ucinewgame\n"))?;
        Ok(ready)
    }

    fn begin(&mut self, engine: &mut EngineProcess, is_960: bool) -> Result<(), TranslatorError> {
        let mut lines = String::new();
        if is_960 != self.is_960 {
            self.is_960 = is_960;
            // Writing to a string can't fail.
            let _ = writeln!(lines, "setoption name UCI_Chess960 value {is_960}");
        }
        if self.begun {
            lines.push_str("ucinewgame\n");
        }
        self.begun = true;
        if lines.is_empty() {
            return Ok(());
        }
        await_ready(engine, &lines)
    }

    fn ask(&mut self, question: &Message, game: &ToldGame) -> Result<Asked, TranslatorError> {
        self.is_ready = false;
        self.info = SearchInfo::default();
        let go = go::line(question, game.seat);
        Ok(Asked {
            lines: format!("isready\n{}\n{go}", position(game)),
            hurry: None,
        })
    }

    fn take(&mut self, line: String) -> Option<EngineAnswer> {
        if !self.is_ready {
            self.is_ready = line == "readyok";
        } else if let Some(best) = best_move(&line) {
            return Some(EngineAnswer {
                remark: self.info.remark(),
                word: Some(best.to_owned()),
            });
        } else if line.starts_with("info ") {
            self.info.take(line);
        }
        None
    }
}

/// Sends lines, and waits until the engine says that it is ready for others.
fn await_ready(engine: &mut EngineProcess, lines: &str) -> Result<(), TranslatorError> {
    engine.await_line(&format!("{lines}isready\n"), "readyok")
}

/// Returns the line `position fen START`, and the moves since; an empty one if no position was told.
fn position(game: &ToldGame) -> String {
    if game.fen.is_empty() {
        return String::new();
    }
    let mut line = format!("position fen {}", game.fen);
    if !game.moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&game.moves.join(" "));
    }
    line
}

/// Returns the move of a line `bestmove MOVE …`, an empty one if it names none; `None` for another line.
fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_game_is_told() {
        let mut game = ToldGame::new('B');
        assert_eq!(position(&game), "");
        game.start("fen of six words - 1");
        assert_eq!(position(&game), "position fen fen of six words - 1");
        game.play("g1f3");
        game.play("b8c6");
        let expected = "position fen fen of six words - 1 moves g1f3 b8c6";
        assert_eq!(position(&game), expected);
    }

    #[test]
    fn moves_are_passed_on_as_they_are() {
        assert_eq!(best_move("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!(best_move("bestmove (none)"), Some("(none)"));
        assert_eq!(best_move("bestmove"), Some(""));
        assert_eq!(best_move("bestmoves e2e4"), None);
    }
}
