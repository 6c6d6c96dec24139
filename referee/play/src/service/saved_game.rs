//! What is kept of a game, and the keys to its seats.

use std::collections::BTreeMap;

use rand::TryRng;
use rand::rngs::SysRng;
use referee_record::derive;
use serde::{Deserialize, Serialize};

use crate::model::PlayRefusal;
use crate::save::SavedTerminalGame;

/// All that is kept of a game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The game itself, as `save` writes it.
    pub game: SavedTerminalGame,
    /// Who has the seats.
    pub chairs: BTreeMap<char, SavedSeat>,
    /// How much had happened.
    pub version: u64,
}

/// A seat and who has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSeat {
    /// A hash of the key to it.
    lock: String,
    /// What its player is called.
    pub name: String,
    /// The bot that moves where that is left to one.
    pub bot: String,
    /// Whether it is.
    pub auto: bool,
}

impl SavedSeat {
    /// A seat that this key opens.
    pub fn new(key: &str, name: String, bot: String, auto: bool) -> SavedSeat {
        SavedSeat {
            lock: lock(key),
            name,
            bot,
            auto,
        }
    }

    /// Whether a key opens it.
    pub fn opens(&self, key: &str) -> bool {
        // Of hashes it may be seen how far they agree.
        self.lock == lock(key)
    }
}

fn lock(key: &str) -> String {
    derive(0, "key", &[key]).to_string()
}

/// A word that nobody guesses: 128 bits of the operating system.
pub fn random_key() -> Result<String, PlayRefusal> {
    let part = || SysRng.try_next_u64().map(|part| format!("{part:016x}"));
    let token = part().and_then(|first| Ok(first + &part()?));
    token.map_err(|error| {
        PlayRefusal::Machine(format!("The system gives no random numbers: {error}"))
    })
}
