//! What a bot knows when it is to move.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::sdk::{Clock, GameLine};

/// A question: the bot is to move.
#[derive(Clone, Debug)]
pub struct BotTurn {
    /// The game with its options, as it was announced.
    pub game: GameLine,
    /// How often the bot was asked in this game before.
    pub number: u32,
    /// The state line: the complete position.
    pub state: String,
    /// The legal moves; empty if they aren't sent.
    pub legal: Vec<String>,
    /// The time for this move.
    pub clock: Clock,
    /// What has happened since the bot was asked last, its own move included.
    pub happened: Vec<Happening>,
    /// When the question was read.
    pub since: Instant,
}

/// Something that has happened in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A seat has moved.
    Played {
        /// Whose move.
        seat: char,
        /// In the game's notation.
        notation: String,
        /// The time that it was charged, in milliseconds.
        ms: u64,
    },
    /// The referee has cast a die.
    Chance {
        /// For whom.
        seat: char,
        /// What came.
        outcome: String,
    },
    /// A seat has left the game, which goes on.
    Out {
        /// Which.
        seat: char,
        /// Why, in one word.
        reason: String,
    },
}

impl BotTurn {
    /// Before the first question of a game.
    pub(super) fn before(game: GameLine) -> BotTurn {
        BotTurn {
            game,
            number: 0,
            state: String::new(),
            legal: Vec::new(),
            clock: Clock::default(),
            happened: Vec::new(),
            since: Instant::now(),
        }
    }

    /// A generator of random numbers that follows from the game's seed and the number of the turn
    /// alone, so that a bot plays the same game again.
    pub fn rng(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(u64::from(self.game.seed) << 32 | u64::from(self.number))
    }
}
