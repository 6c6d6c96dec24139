//! Casts the dice of a game, with one stream per seat, so that an extra roll of one seat doesn't shift those
//! of the others.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{Chance, Seat};
use referee_record::Seed;

/// The dice of one game.
pub struct Dice {
    streams: Vec<ChaCha8Rng>,
}

impl Dice {
    /// Creates the dice of a seed, which is the same for every game of a pair or block.
    pub fn new(seed: Seed) -> Dice {
        let stream =
            |seat: Seat| ChaCha8Rng::from_seed(seed.stream(&format!("dice {}", seat.letter())));
        Dice {
            streams: Seat::ALL.into_iter().map(stream).collect(),
        }
    }

    /// Casts the dice: draws one of the outcomes by its weight.
    pub fn cast<'a>(&mut self, chance: &'a Chance) -> &'a str {
        let stream = &mut self.streams[chance.seat.index()];
        chance.draw(stream)
    }
}
