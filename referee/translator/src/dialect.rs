//! What a language of chess engines has words for.

use std::time::Duration;

use referee_protocol::{Message, Ready};

use crate::TranslatorError;
use crate::engine_process::EngineProcess;
use crate::told_game::ToldGame;

/// A language of chess engines, and where a conversation in it stands.
pub(crate) trait Dialect {
    /// Greets the engine, sets the options that were wished for, and brings it to the point where it waits for a game.
    /// Returns its name and its author, as far as it says them.
    fn greet(
        &mut self,
        engine: &mut EngineProcess,
        wished: &[(String, String)],
    ) -> Result<Ready, TranslatorError>;

    /// Tells the engine of a game, and waits until it is ready for that.
    fn begin(&mut self, engine: &mut EngineProcess, is_960: bool) -> Result<(), TranslatorError>;

    /// Puts a question into the words of the language.
    fn ask(&mut self, question: &Message, game: &ToldGame) -> Result<Asked, TranslatorError>;

    /// Takes a line that the engine wrote since it was asked. Returns its answer if the line is that.
    fn take(&mut self, line: String) -> Option<EngineAnswer>;
}

/// A question in the words of an engine.
pub(crate) struct Asked {
    /// The lines, which are sent in one write.
    pub(crate) lines: String,
    /// Time after which a line asks for the move at once, and that line.
    pub(crate) hurry: Option<(Duration, &'static str)>,
}

/// An engine's answer.
pub(crate) struct EngineAnswer {
    /// What it said of its search.
    pub(crate) remark: Option<String>,
    /// Its move; `None` if it gives up.
    pub(crate) word: Option<String>,
}
