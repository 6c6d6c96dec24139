//! The unbroken beginning of a run: which games may enter the chain, and when.

use std::collections::{BTreeMap, BTreeSet};

/// Something that happened to a game: an attempt, or, as attempt 0, that it is skipped; and a hash of
/// its text.
pub(super) type AttemptEvent = (u32, [u8; 32]);

/// What has entered the chain, and what waits for games before it.
#[derive(Default)]
pub(super) struct ChainPrefix {
    /// Games 1 to this one are in the chain.
    closed: u64,
    /// Games behind it.
    beyond: BTreeMap<u64, Waiting>,
    /// Games in it that are played once more by a ruling.
    reopened: BTreeSet<u64>,
}

#[derive(Default)]
struct Waiting {
    events: Vec<AttemptEvent>,
    finished: bool,
}

impl ChainPrefix {
    /// Of a run whose first games are in the chain.
    pub(super) fn up_to(closed: u64) -> ChainPrefix {
        ChainPrefix {
            closed,
            ..ChainPrefix::default()
        }
    }

    /// How many games are in the chain without a gap.
    pub(super) fn closed(&self) -> u64 {
        self.closed
    }

    /// A game in it is to be played once more.
    pub(super) fn reopen(&mut self, number: u64) {
        self.reopened.insert(number);
    }

    /// Whether nothing more is to come of a game.
    pub(super) fn is_finished(&self, number: u64) -> bool {
        if number <= self.closed {
            return !self.reopened.contains(&number);
        }
        self.beyond.get(&number).is_some_and(|game| game.finished)
    }

    /// The last game before the first that isn't finished.
    pub(super) fn settled(&self) -> u64 {
        self.reopened.first().map_or(self.closed, |first| first - 1)
    }

    /// Takes in what happened to a game, and gives what enters the chain by it, in order.
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
            // Being skipped comes last.
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
