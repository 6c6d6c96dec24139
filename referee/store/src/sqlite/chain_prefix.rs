//! The unbroken beginning of a run: decides which games may enter the hash chain, and when.

use std::collections::{BTreeMap, BTreeSet};

/// An event of a game: the number of an attempt, or 0 for a skip; and a hash of its text.
pub(super) type AttemptEvent = (u32, [u8; 32]);

/// Games that have entered the chain, and games that wait for others before them.
#[derive(Default)]
pub(super) struct ChainPrefix {
    /// Games 1 to this one are in the chain.
    closed: u64,
    /// Later games, which wait.
    beyond: BTreeMap<u64, Waiting>,
    /// Games in the chain that a ruling orders to be played again.
    reopened: BTreeSet<u64>,
}

#[derive(Default)]
struct Waiting {
    events: Vec<AttemptEvent>,
    finished: bool,
}

impl ChainPrefix {
    /// Makes the state of a run whose first `closed` games are in the chain.
    pub(super) fn up_to(closed: u64) -> ChainPrefix {
        ChainPrefix {
            closed,
            ..ChainPrefix::default()
        }
    }

    /// Returns how many games are in the chain without a gap.
    pub(super) fn closed(&self) -> u64 {
        self.closed
    }

    /// Notes that a game in the chain is to be played again.
    pub(super) fn reopen(&mut self, number: u64) {
        self.reopened.insert(number);
    }

    /// Returns true if no further event of a game is expected.
    pub(super) fn is_finished(&self, number: u64) -> bool {
        if number <= self.closed {
            return !self.reopened.contains(&number);
        }
        self.beyond.get(&number).is_some_and(|game| game.finished)
    }

    /// Returns the number of the last game before the first unfinished one.
    pub(super) fn settled(&self) -> u64 {
        self.reopened.first().map_or(self.closed, |first| first - 1)
    }

    /// Takes an event of a game, and returns the events that enter the chain because of it, in order.
    pub(super) fn take(
        &mut self,
        number: u64,
        event: AttemptEvent,
        finishes: bool,
    ) -> Vec<(u64, AttemptEvent)> {
        if number <= self.closed {
            if finishes {
                self.reopened.remove(&number);
            }
            return vec![(number, event)];
        }
        let game = self.beyond.entry(number).or_default();
        game.events.push(event);
        game.finished |= finishes;
        let mut entries = Vec::new();
        while let Some(next) = self.beyond.first_entry()
            && *next.key() == self.closed + 1
            && next.get().finished
        {
            let (number, mut game) = next.remove_entry();
            // A skip, attempt 0, comes last: `wrapping_sub` makes it the largest.
            game.events
                .sort_by_key(|(attempt, _)| attempt.wrapping_sub(1));
            entries.extend(game.events.into_iter().map(|event| (number, event)));
            self.closed = number;
        }
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(
        prefix: &mut ChainPrefix,
        number: u64,
        attempt: u32,
        finishes: bool,
    ) -> Vec<(u64, u32)> {
        let entries = prefix.take(number, (attempt, [0; 32]), finishes);
        entries.into_iter().map(|(n, (a, _))| (n, a)).collect()
    }

    #[test]
    fn games_enter_in_the_order_of_their_numbers() {
        let mut prefix = ChainPrefix::default();
        assert_eq!(take(&mut prefix, 3, 1, true), []);
        assert_eq!(take(&mut prefix, 2, 1, false), []);
        assert_eq!(take(&mut prefix, 1, 1, true), [(1, 1)]);
        assert!(prefix.is_finished(3) && !prefix.is_finished(2));
        assert_eq!(take(&mut prefix, 2, 2, true), [(2, 1), (2, 2), (3, 1)]);
        assert_eq!(prefix.closed(), 3);
    }

    #[test]
    fn a_skip_follows_the_attempts_before_it() {
        let mut prefix = ChainPrefix::up_to(6);
        assert_eq!(take(&mut prefix, 7, 1, false), []);
        assert_eq!(take(&mut prefix, 7, 0, true), [(7, 1), (7, 0)]);
    }

    #[test]
    fn what_is_played_once_more_enters_when_it_comes() {
        let mut prefix = ChainPrefix::up_to(9);
        prefix.reopen(4);
        assert_eq!((prefix.settled(), prefix.closed()), (3, 9));
        assert!(!prefix.is_finished(4));
        assert_eq!(take(&mut prefix, 4, 2, false), [(4, 2)]);
        assert_eq!(take(&mut prefix, 4, 3, true), [(4, 3)]);
        assert!(prefix.is_finished(4));
        assert_eq!(prefix.settled(), 9);
    }
}
