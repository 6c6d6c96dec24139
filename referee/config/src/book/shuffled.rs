//! A random order of numbers, drawn one by one.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::random;

/// The numbers below some length in a random order (Fisher–Yates), of which no more is kept than was drawn.
pub(super) struct Shuffled {
    rng: ChaCha8Rng,
    length: usize,
    next: usize,
    /// What stands now where it didn't at first.
    moved: HashMap<usize, usize>,
}

impl Shuffled {
    /// Begins an order of the numbers from 0 to below `length`.
    pub(super) fn new(length: usize, seed: [u8; 32]) -> Shuffled {
        Shuffled {
            rng: ChaCha8Rng::from_seed(seed),
            length,
            next: 0,
            moved: HashMap::new(),
        }
    }
}

impl Iterator for Shuffled {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let left = self.length - self.next;
        if left == 0 {
            return None;
        }
        let (here, drawn) = (self.next, self.next + random::index(&mut self.rng, left));
        self.next += 1;
        let first = self.moved.remove(&here).unwrap_or(here);
        if drawn == here {
            return Some(first);
        }
        Some(self.moved.insert(drawn, first).unwrap_or(drawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_comes_once_and_any_first() {
        let order = |seed: u8, length| Shuffled::new(length, [seed; 32]);
        let mut firsts = HashMap::new();
        for seed in 0..200 {
            let mut numbers: Vec<usize> = order(seed, 5).collect();
            *firsts.entry(numbers[0]).or_insert(0) += 1;
            assert_eq!(numbers[..3], order(seed, 5).take(3).collect::<Vec<_>>());
            numbers.sort_unstable();
            assert_eq!(numbers, [0, 1, 2, 3, 4]);
        }
        assert_eq!(firsts.len(), 5);
        assert!(
            firsts.values().all(|times| (15..80).contains(times)),
            "{firsts:?}"
        );
        assert_eq!(order(1, 0).next(), None);
    }
}
