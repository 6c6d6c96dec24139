//! The saved form of a game, with hashes of the keys to its seats.

use std::collections::BTreeMap;

use rand::TryRng;
use rand::rngs::SysRng;
use referee_record::derive;
use serde::{Deserialize, Serialize};

use crate::model::PlayRefusal;
use crate::save::SavedTerminalGame;

/// A saved game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedGame {
    /// The game itself, in the format of `save`.
    pub game: SavedTerminalGame,
    /// The seats and their players.
    pub seats: BTreeMap<char, SavedSeat>,
    /// The version number of the view when it was saved.
    pub version: u64,
}

/// A seat and its player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedSeat {
    /// A hash of the key to the seat.
    lock: String,
    /// The player's name.
    pub name: String,
    /// The bot that moves for the seat when `auto` is on.
    pub bot: String,
    /// True if the bot moves for the seat.
    pub auto: bool,
}

impl SavedSeat {
    /// Returns a seat that this key opens.
    pub(super) fn new(key: &str, name: String, bot: String, auto: bool) -> SavedSeat {
        SavedSeat {
            lock: lock(key),
            name,
            bot,
            auto,
        }
    }

    /// Returns true if the key opens the seat.
    pub(super) fn opens(&self, key: &str) -> bool {
        // A comparison in constant time isn't needed: its duration reveals only how far two hashes agree.
        self.lock == lock(key)
    }
}

fn lock(key: &str) -> String {
    derive(0, "key", &[key]).to_string()
}

/// Returns a random key: 128 bits from the operating system, in hexadecimal digits.
pub(super) fn random_key() -> Result<String, PlayRefusal> {
    let part = || SysRng.try_next_u64().map(|part| format!("{part:016x}"));
    let token = part().and_then(|first| Ok(first + &part()?));
    token.map_err(|error| {
        PlayRefusal::Machine(format!("The system gives no random numbers: {error}"))
    })
}
