//! The actions of people in a game, and the answers and refusals that they get.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A request for a new game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    /// The name of the game.
    pub game: String,
    /// The players, by seats: `me`, `guest` for a person who is sent the link, or the address of a bot.
    pub players: BTreeMap<char, String>,
    /// The options of the game that aren't its defaults; the seats follow from the players.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The name of the person who asks, at most 40 characters; `player` if empty.
    #[serde(default)]
    pub name: String,
    /// Draws the start position at random instead of the default one.
    #[serde(default)]
    pub deal: bool,
    /// The clock of the people, as `MINUTES+SECONDS`; none if empty.
    #[serde(default)]
    pub clock: String,
    /// Milliseconds that a bot has for a move, from 10 to 10000; 1000 if absent.
    #[serde(default)]
    pub move_ms: Option<u64>,
}

/// A game that was created, with the keys to its seats.
#[derive(Clone, Debug, Serialize)]
pub struct NewGame {
    /// The game's identifier, random hexadecimal digits.
    pub id: String,
    /// The keys of the seats of the person who asked and of the bots.
    #[serde(rename = "own")]
    pub seat_keys: BTreeMap<char, String>,
    /// The keys to be passed on to guests.
    pub guests: BTreeMap<char, String>,
}

/// The credentials of a person who acts: a seat, and the key to it.
#[derive(Clone, Debug, Deserialize)]
pub struct SeatKey {
    /// The seat.
    pub seat: char,
    /// Its key.
    pub key: String,
}

/// An action that a person can take in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays this move.
    Move(String),
    /// Goes back to the position before the seat's last move.
    Undo,
    /// Lets a bot move for the seat (true), or stops that (false).
    Auto(bool),
    /// Resigns.
    Resign,
    /// Asks for the move that a good bot would play.
    Hint,
}

/// Why a request is refused; its `Display` is a sentence for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayRefusal {
    /// There is no such game.
    Unknown,
    /// The key isn't the key of the seat.
    Key,
    /// The request would start a bot's process, which needs the server's token.
    Token,
    /// The request is invalid; the reason as a sentence.
    Wrong(String),
    /// The server has no capacity now; the reason as a sentence.
    Busy(String),
    /// The machine failed; the failure as a sentence.
    Machine(String),
}

impl std::fmt::Display for PlayRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            PlayRefusal::Unknown => "There is no such game.",
            PlayRefusal::Key => "This link doesn't let you play at that seat.",
            PlayRefusal::Token => {
                "That starts a bot, which needs the address with the token that the server printed."
            }
            PlayRefusal::Wrong(why) | PlayRefusal::Busy(why) | PlayRefusal::Machine(why) => why,
        })
    }
}
