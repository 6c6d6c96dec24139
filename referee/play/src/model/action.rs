//! What people do, and how it is answered.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A game as somebody wishes it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    /// The game.
    pub game: String,
    /// Who plays, by seats: `me`, `guest` for whoever has the link, or a bot.
    pub players: BTreeMap<char, String>,
    /// What the one who asks is called.
    #[serde(default)]
    pub name: String,
    /// Whether the start is dealt.
    #[serde(default)]
    pub deal: bool,
    /// A clock for people, as `MINUTES+SECONDS`.
    #[serde(default)]
    pub clock: String,
    /// Milliseconds of a bot for a move.
    #[serde(default)]
    pub move_ms: Option<u64>,
}

/// A game that was made.
#[derive(Clone, Debug, Serialize)]
pub struct NewGame {
    /// Its number.
    pub id: String,
    /// The keys of its seats: those of whoever made it, and of the bots.
    #[serde(rename = "own")]
    pub seat_keys: BTreeMap<char, String>,
    /// The keys to be passed on.
    pub guests: BTreeMap<char, String>,
}

/// Who does something: a seat, and the key to it.
#[derive(Clone, Debug, Deserialize)]
pub struct SeatKey {
    /// The seat.
    pub seat: char,
    /// Its key.
    pub key: String,
}

/// What can be done in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play this move.
    Move(String),
    /// Go back to before the seat's last move.
    Undo,
    /// Let a bot move for the seat, or not.
    Auto(bool),
    /// Give up.
    Resign,
    /// Say what a good bot would play.
    Hint,
}

/// Why something isn't done, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayRefusal {
    /// There is no such game.
    Unknown,
    /// The key isn't the seat's.
    Key,
    /// Only who holds the site may start processes.
    Token,
    /// It can't be done; why.
    Wrong(String),
    /// There is no room now; why.
    Busy(String),
    /// The machine failed; how.
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
