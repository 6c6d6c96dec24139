//! What observers of a game are told while it is played.

use referee_games::Position;
use referee_record::{Evidence, Job, PlyMeasure, Step, Verdict};

/// Events of a game, as an observer sees them.
pub enum GameEvent<'a> {
    /// The bot of a seat is started, before the game begins.
    Starts(char),
    /// The game begins in this position.
    Start(&'a dyn Position),
    /// A step was taken.
    Step {
        /// The step.
        step: &'a Step,
        /// The position in which it was taken.
        before: &'a dyn Position,
        /// The position behind it.
        after: &'a dyn Position,
        /// Its measurements, if it is a move.
        measure: Option<&'a PlyMeasure>,
    },
    /// A bot wrote to its stderr.
    Stderr(char, &'a str),
    /// A seat forfeited; the position is the one without it, or the last one if the game ends by that.
    Fault(&'a Evidence, &'a dyn Position),
    /// The game is over in this position.
    End(&'a Verdict, &'a dyn Position),
}

/// Callback of an observer of one game, if there is one.
pub type GameObserver<'a> = Option<&'a mut dyn FnMut(GameEvent<'_>)>;

/// Observers of all games of a run, which don't see what bots write to stderr.
pub trait GameObservers: Send + Sync {
    /// Called before a game begins, as the given attempt at it. The returned callback receives the events on
    /// the thread of the game: it must be quick, as the next bot's turn waits for it.
    fn enter(&self, job: &Job, attempt: u32) -> Box<dyn FnMut(GameEvent<'_>)>;
}

/// Sends an event to the observer, if there is one.
pub(crate) fn notify(watcher: &mut GameObserver<'_>, notice: GameEvent<'_>) {
    if let Some(watcher) = watcher {
        watcher(notice);
    }
}
