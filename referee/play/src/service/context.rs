//! The state that all games with people share: the file in which they are saved, the bots, and the cores.

use std::sync::{Mutex, MutexGuard, PoisonError};

use referee_engine::{Cores, beside};
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_store::HumanGameStore;

use super::bots::OfferedBots;
use super::game::HumanGame;
use super::saved_game::SavedGame;
use crate::model::PlayRefusal;

/// Shared state of all games with people.
pub(super) struct PlayContext {
    people: Mutex<HumanGameStore>,
    bots: OfferedBots,
    /// The cores for games with people; empty while a run uses all of them.
    cores: Mutex<Vec<usize>>,
}

impl PlayContext {
    /// Returns the context for games in this file, against these bots, next to a run with these cores.
    pub(super) fn new(
        people: HumanGameStore,
        bots: OfferedBots,
        run: Option<&Cores>,
    ) -> PlayContext {
        PlayContext {
            people: Mutex::new(people),
            bots,
            cores: Mutex::new(beside(run)),
        }
    }

    /// Frees the cores of the run, which is over.
    pub(super) fn run_is_over(&self) {
        *lock(&self.cores) = beside(None);
    }

    /// Returns the bots that people can play against.
    pub(super) fn bots(&self) -> &OfferedBots {
        &self.bots
    }

    /// Returns the cores for games with people; `None` if there are none now.
    pub(super) fn cores(&self) -> Option<Vec<usize>> {
        let cores = lock(&self.cores);
        (!cores.is_empty()).then(|| cores.clone())
    }

    /// Returns the refusal while a run uses every core.
    pub(super) fn full() -> PlayRefusal {
        PlayRefusal::Busy(
            "The run plays on every core of this machine and times its bots in earnest: bots play against \
             people when it has ended."
                .to_owned(),
        )
    }

    /// Saves a game in its current state.
    pub(super) fn keep(&self, id: &str, game: &HumanGame) -> Result<(), PlayRefusal> {
        let text = serde_json::to_string(&game.kept());
        self.write(id, &text.map_err(|error| unkept(&error))?)
    }

    /// Saves the text of a game.
    pub(super) fn write(&self, id: &str, text: &str) -> Result<(), PlayRefusal> {
        let kept = lock(&self.people).keep(id, text);
        kept.map_err(|error| unkept(&error))
    }

    /// Loads a saved game. Returns an error if there is none, or if the file can't be read or is damaged.
    pub(super) fn find(&self, id: &str) -> Result<HumanGame, PlayRefusal> {
        let text = lock(&self.people)
            .find(id)
            .map_err(|error| failed("The file of the games can't be read.", &error))?;
        let text = text.ok_or(PlayRefusal::Unknown)?;
        let broken =
            |why: &dyn std::fmt::Display| failed("What is kept of the game is damaged.", why);
        let kept: SavedGame = serde_json::from_str(&text).map_err(|error| broken(&error))?;
        let mut game = HumanGame::of(kept, self.bots.games()).map_err(|why| broken(&why))?;
        game.secret = self.bots.are_secret();
        Ok(game)
    }
}

fn unkept(why: &dyn std::fmt::Display) -> PlayRefusal {
    failed(
        "The game can't be kept: what is played now may be lost.",
        why,
    )
}

/// Writes a failure with its details to the server's output, and returns the part that everybody may read.
pub(super) fn failed(address: &str, why: &dyn std::fmt::Display) -> PlayRefusal {
    let why = plain(&why.to_string());
    remarks::lines(&format!("referee: a game of people: {address} {why}"));
    PlayRefusal::Machine(address.to_owned())
}

/// Locks a mutex, also after a thread panicked with the lock: the data stays valid.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
