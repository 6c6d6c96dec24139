//! The interface between the pages and the games with people: the requests ([`PlayApi`]), the view of a game
//! ([`PlayView`]), and the actions of people ([`Action`]). Its implementation keeps the games and starts the
//! bots.

mod action;
mod view;

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::{oneshot, watch};

pub use action::{Action, NewGame, NewGameRequest, PlayRefusal, SeatKey};
pub use view::{GameLogEntry, MovePath, PlaySeat, PlayView};

/// The reply to an action, sent once the game's thread has handled it; for a hint it holds a move. The sender
/// is dropped without a reply if the game was suspended at that moment; send the action again then.
pub type ActionReply = oneshot::Receiver<Result<Option<String>, PlayRefusal>>;

/// Service that keeps the games with people. A call may take as long as reading a file. `holds` is true if
/// the caller has the server's token, so that processes may be started for them.
pub trait PlayApi: Send + Sync {
    /// Returns the games and bots to choose from.
    fn offer(&self) -> Offer;
    /// Creates a game. Returns an error if the request is invalid, if there is no capacity, or if the game
    /// can't be saved.
    fn open(&self, request: &NewGameRequest) -> Result<NewGame, PlayRefusal>;
    /// Returns a game as it is now, as a channel that receives every later state while somebody watches.
    fn look(&self, id: &str, holds: bool) -> Result<watch::Receiver<Arc<PlayView>>, PlayRefusal>;
    /// Takes an action in a game; the reply comes through the returned channel.
    fn act(
        &self,
        id: &str,
        hand: &SeatKey,
        action: Action,
        holds: bool,
    ) -> Result<ActionReply, PlayRefusal>;
}

/// The games and bots to choose from.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Offer {
    /// The games.
    pub games: Vec<PlayableGame>,
    /// The bots.
    pub bots: Vec<PlayableBot>,
    /// Why no bot can play now; people can play each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<String>,
}

/// A game to choose.
#[derive(Clone, Debug, Serialize)]
pub struct PlayableGame {
    /// Its name.
    pub name: String,
    /// A description in one sentence.
    pub title: String,
    /// The letters of its seats, including the optional ones.
    pub seats: String,
    /// Minimum number of seats that must be taken.
    pub least: usize,
    /// Its options, apart from its seats.
    pub options: Vec<PlayableOption>,
}

/// An option of a game to choose.
#[derive(Clone, Debug, Serialize)]
pub struct PlayableOption {
    /// Its key.
    pub name: String,
    /// The value if none is given.
    pub default: String,
    /// The allowed values if they are a list; none if they are of another form.
    pub values: Vec<String>,
    /// The allowed values in words.
    pub expected: String,
    /// The value that changes dealt starts only, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt: Option<String>,
    /// A description in one sentence.
    pub help: String,
}

/// A bot to play against.
#[derive(Clone, Debug, Serialize)]
pub struct PlayableBot {
    /// The address by which requests name it.
    pub word: String,
    /// A description for people.
    pub about: String,
    /// The games that it plays.
    pub games: Vec<String>,
}
