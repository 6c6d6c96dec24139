//! Games with people in the browser: what pages ask ([`Lobby`]), what they are told of a game ([`Table`]), and
//! what people may do ([`Deed`]). Who answers keeps the games and starts the bots.

mod deed;
mod table;

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::watch;

pub use deed::{Deed, Hand, Opened, Refused, Wish};
pub use table::{Entry, Place, Table, Way};

/// Who keeps games of people. Every question may take as long as a bot thinks.
pub trait Lobby: Send + Sync {
    /// What can be played, and against whom.
    fn offer(&self) -> Offer;
    /// A new game.
    fn open(&self, wish: &Wish) -> Result<Opened, Refused>;
    /// A game as it stands, and as it goes on while anybody looks.
    fn look(&self, id: &str) -> Result<watch::Receiver<Arc<Table>>, Refused>;
    /// Does something in a game; a hint is answered with a move.
    fn act(&self, id: &str, hand: &Hand, deed: Deed) -> Result<Option<String>, Refused>;
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
    /// The games that it plays; none stands for any.
    pub games: Vec<String>,
}
