//! What all games of people stand on: the file in which they are kept, the bots, the cores.

use std::sync::{Mutex, MutexGuard, PoisonError};

use referee_engine::{Cores, beside};
use referee_output::sanitize::plain;
use referee_output::stdout;
use referee_store::HumanGameStore;

use super::bots::Bots;
use super::game::HumanGame;
use super::saved_game::SavedGame;
use crate::model::PlayRefusal;

/// What all games stand on.
pub struct PlayContext {
    people: Mutex<HumanGameStore>,
    bots: Bots,
    /// The processors for people's games; none while a run has them all.
    cores: Mutex<Vec<usize>>,
}

impl PlayContext {
    /// For games in this file, against these bots, beside a run with these cores.
    pub fn new(people: HumanGameStore, bots: Bots, run: Option<&Cores>) -> PlayContext {
        PlayContext {
            people: Mutex::new(people),
            bots,
            cores: Mutex::new(beside(run)),
        }
    }

    /// The run is over, and its cores are free.
    pub fn run_is_over(&self) {
        *lock(&self.cores) = beside(None);
    }

    /// The bots that can be played against.
    pub fn bots(&self) -> &Bots {
        &self.bots
    }

    /// The processors for people's games, if there are any now.
    pub fn cores(&self) -> Option<Vec<usize>> {
        let cores = lock(&self.cores);
        (!cores.is_empty()).then(|| cores.clone())
    }

    /// Why bots don't play against people now.
    pub fn full() -> PlayRefusal {
        PlayRefusal::Busy(
            "The run plays on every core of this machine and times its bots in earnest: bots play against \
             people when it has ended."
                .to_owned(),
        )
    }

    /// Keeps a game as it stands.
    pub fn keep(&self, id: &str, game: &HumanGame) -> Result<(), PlayRefusal> {
        let text = serde_json::to_string(&game.kept());
        self.write(id, &text.map_err(|error| unkept(&error))?)
    }

    /// Keeps what is to be kept of a game.
    pub fn write(&self, id: &str, text: &str) -> Result<(), PlayRefusal> {
        let kept = lock(&self.people).keep(id, text);
        kept.map_err(|error| unkept(&error))
    }

    /// A game as it was kept.
    pub fn find(&self, id: &str) -> Result<HumanGame, PlayRefusal> {
        let text = lock(&self.people)
            .find(id)
            .map_err(|error| failed("The file of the games can't be read.", &error))?;
        let text = text.ok_or(PlayRefusal::Unknown)?;
        let broken =
            |why: &dyn std::fmt::Display| failed("What is kept of the game is damaged.", why);
        let kept: SavedGame = serde_json::from_str(&text).map_err(|error| broken(&error))?;
        let mut game = HumanGame::of(kept).map_err(|why| broken(&why))?;
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

/// A sentence for everybody, and what is behind it for whoever looks after the server.
pub fn failed(address: &str, why: &dyn std::fmt::Display) -> PlayRefusal {
    let why = plain(&why.to_string());
    stdout::remark(&format!("referee: a game of people: {address} {why}"));
    PlayRefusal::Machine(address.to_owned())
}

/// What a thread left that failed is as good as before.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
