//! Games with people in the browser: what pages ask ([`Lobby`]), what they are told of a game ([`Table`]), and
//! what people may do ([`Deed`]). Who answers keeps the games and starts the bots.

mod deed;
mod table;

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::{oneshot, watch};

pub use deed::{Deed, Hand, Opened, Refused, Wish};
pub use table::{Entry, Place, Table, Way};

/// What comes of a deed once the game has heard of it; a hint is a move. Nothing comes where the game lay down
/// to rest just then: it is to be asked again.
pub type Reply = oneshot::Receiver<Result<Option<String>, Refused>>;

/// Who keeps games of people. A question may take as long as a look into a file. `holds` says of the one who
/// asks whether processes may be started for them.
pub trait Lobby: Send + Sync {
    /// What can be played, and against whom.
    fn offer(&self) -> Offer;
    /// A new game.
    fn open(&self, wish: &Wish) -> Result<Opened, Refused>;
    /// A game as it stands, and as it goes on while anybody looks.
    fn look(&self, id: &str, holds: bool) -> Result<watch::Receiver<Arc<Table>>, Refused>;
    /// Does something in a game.
    fn act(&self, id: &str, hand: &Hand, deed: Deed, holds: bool) -> Result<Reply, Refused>;
}

/// What can be played, and against whom.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Offer {
    /// The games.
    pub games: Vec<Game>,
    /// The bots.
    pub bots: Vec<Bot>,
}

/// A game that can be played.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
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
pub struct Bot {
    /// What it is asked for by.
    pub word: String,
    /// What it is and does.
    pub about: String,
    /// The games that it plays.
    pub games: Vec<String>,
}
