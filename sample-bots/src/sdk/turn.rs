//! The information that a bot has when it is to move.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::sdk::{Clock, GameLine};

/// A turn: the referee asks the bot for a move.
#[derive(Clone, Debug)]
pub struct BotTurn {
    /// The game with its options, as it was announced.
    pub game: GameLine,
    /// Number of earlier turns of the bot in this game.
    pub number: u32,
    /// The state line: the complete position.
    pub state: String,
    /// The legal moves; empty if the referee doesn't send them.
    pub legal: Vec<String>,
    /// The time for this move.
    pub clock: Clock,
    /// The events since the bot's last turn, its own move included.
    pub happened: Vec<Happening>,
    /// The time at which the `go` line was read.
    pub since: Instant,
}

/// An event in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A seat has moved.
    Played {
        /// The seat that moved.
        seat: char,
        /// The move in the game's notation.
        notation: String,
        /// The time charged for the move, in milliseconds.
        ms: u64,
    },
    /// The referee has cast a die.
    Chance {
        /// The seat that the die was cast for.
        seat: char,
        /// The outcome.
        outcome: String,
    },
    /// A seat has left the game; the game goes on.
    Out {
        /// The seat that left.
        seat: char,
        /// The reason, in one word.
        reason: String,
    },
}

impl BotTurn {
    /// Creates the turn before the first question of a game.
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

    /// Returns a random number generator seeded only by the game's seed and the number of the turn,
    /// so that a bot replays the same game.
    pub fn rng(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(u64::from(self.game.seed) << 32 | u64::from(self.number))
    }
}
