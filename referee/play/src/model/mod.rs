//! Games with people in the browser: what pages ask ([`PlayApi`]), what they are told of a game ([`PlayView`]), and
//! what people may do ([`Action`]). Who answers keeps the games and starts the bots.

mod action;
mod view;

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::{oneshot, watch};

pub use action::{Action, NewGame, NewGameRequest, PlayRefusal, SeatKey};
pub use view::{GameLogEntry, MovePath, PlaySeat, PlayView};

/// What comes of a deed once the game has heard of it; a hint is a move. Nothing comes where the game lay down
/// to rest just then: it is to be asked again.
pub type ActionReply = oneshot::Receiver<Result<Option<String>, PlayRefusal>>;

/// Who keeps games of people. A question may take as long as a look into a file. `holds` says of the one who
/// asks whether processes may be started for them.
pub trait PlayApi: Send + Sync {
    /// What can be played, and against whom.
    fn offer(&self) -> Offer;
    /// A new game.
    fn open(&self, wish: &NewGameRequest) -> Result<NewGame, PlayRefusal>;
    /// A game as it stands, and as it goes on while anybody looks.
    fn look(&self, id: &str, holds: bool) -> Result<watch::Receiver<Arc<PlayView>>, PlayRefusal>;
    /// Does something in a game.
    fn act(
        &self,
        id: &str,
        hand: &SeatKey,
        action: Action,
        holds: bool,
    ) -> Result<ActionReply, PlayRefusal>;
}

/// What can be played, and against whom.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Offer {
    /// The games.
    pub games: Vec<PlayableGame>,
    /// The bots.
    pub bots: Vec<PlayableBot>,
}

/// A game that can be played.
#[derive(Clone, Debug, Serialize)]
pub struct PlayableGame {
    /// Its name.
    pub name: String,
    /// In a sentence.
    pub title: String,
    /// Its seats, the optional ones included.
    pub seats: String,
    /// How many of them must be taken.
    pub least: usize,
}

/// A bot that can be played against.
#[derive(Clone, Debug, Serialize)]
pub struct PlayableBot {
    /// What it is asked for by.
    pub word: String,
    /// What it is and does.
    pub about: String,
    /// The games that it plays.
    pub games: Vec<String>,
}
