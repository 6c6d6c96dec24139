//! What all games of people stand on: the file in which they are kept, the bots, the cores.

use std::sync::{Mutex, MutexGuard, PoisonError};

use referee_arena::{Cores, beside};
use referee_store::People;
use referee_web::play::Refused;

use super::bots::Bots;
use super::game::Game;
use super::kept::Kept;
use crate::out;
use crate::sinks::plain;

/// What all games stand on.
pub struct Ground {
    people: Mutex<People>,
    bots: Bots,
    /// The processors for people's games; none while a run has them all.
    cores: Mutex<Vec<usize>>,
}

impl Ground {
    /// For games in this file, against these bots, beside a run with these cores.
    pub fn new(people: People, bots: Bots, run: Option<&Cores>) -> Ground {
        Ground {
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
    pub fn full() -> Refused {
        Refused::Busy(
            "The run plays on every core of this machine and times its bots in earnest: bots play against \
             people when it has ended."
                .to_owned(),
        )
    }

    /// Keeps a game as it stands.
    pub fn keep(&self, id: &str, game: &Game) -> Result<(), Refused> {
        let text = serde_json::to_string(&game.kept());
        self.write(id, &text.map_err(|error| unkept(&error))?)
    }

    /// Keeps what is to be kept of a game.
    pub fn write(&self, id: &str, text: &str) -> Result<(), Refused> {
        let kept = lock(&self.people).keep(id, text);
        kept.map_err(|error| unkept(&error))
    }

    /// A game as it was kept.
    pub fn find(&self, id: &str) -> Result<Game, Refused> {
        let text = lock(&self.people)
            .find(id)
            .map_err(|error| failed("The file of the games can't be read.", &error))?;
        let text = text.ok_or(Refused::Unknown)?;
        let broken =
            |why: &dyn std::fmt::Display| failed("What is kept of the game is damaged.", why);
        let kept: Kept = serde_json::from_str(&text).map_err(|error| broken(&error))?;
        let mut game = Game::of(kept).map_err(|why| broken(&why))?;
        game.secret = self.bots.are_secret();
        Ok(game)
    }
}

fn unkept(why: &dyn std::fmt::Display) -> Refused {
    failed(
        "The game can't be kept: what is played now may be lost.",
        why,
    )
}

/// A sentence for everybody, and what is behind it for whoever looks after the server.
pub fn failed(told: &str, why: &dyn std::fmt::Display) -> Refused {
    let why = plain(&why.to_string());
    out::remark(&format!("referee: a game of people: {told} {why}"));
    Refused::Machine(told.to_owned())
}

/// What a thread left that failed is as good as before.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
