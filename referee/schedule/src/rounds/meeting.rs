//! Result of a meeting of two bots, computed from its games.

use referee_record::Outcome;

/// A settled game of a meeting; the first bot of the block comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SettledGame {
    /// Points in halves, and whether they count.
    Played {
        halves: [u32; 2],
        standing: GameValidity,
    },
    /// The game was skipped; true for each of the two that has left.
    Skipped([bool; 2]),
}

/// Validity of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameValidity {
    Counts,
    /// Counted until a ruling annulled it: pairings that were based on it stay.
    Annulled,
    Void,
}

/// Result of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeetingResult {
    /// The two bots by index, in the order of the configuration.
    pub(crate) players: [usize; 2],
    /// Game points in halves, as used for pairing; None if the meeting is void.
    pub(crate) halves: Option<[u32; 2]>,
    /// Game points without games that a ruling annulled, as used for standings.
    pub(crate) counted: Option<[u32; 2]>,
    /// For each of the two, true if it left before the meeting was over.
    pub(crate) left: [bool; 2],
}

impl SettledGame {
    pub(crate) fn of(outcome: &Outcome) -> SettledGame {
        let halves = |i: usize| {
            let name = outcome.place.block.get(i);
            let seated = outcome.seats.iter().find(|seat| Some(&seat.bot) == name);
            match seated.map_or(0.0, |seated| outcome.points(seated.seat)) {
                ..0.25 => 0,
                0.25..0.75 => 1,
                _ => 2,
            }
        };
        let standing = if outcome.annulled {
            GameValidity::Annulled
        } else if outcome.counts() {
            GameValidity::Counts
        } else {
            GameValidity::Void
        };
        SettledGame::Played {
            halves: [halves(0), halves(1)],
            standing,
        }
    }
}

impl MeetingResult {
    /// Computes the result from the games of a meeting in order. The games of one deal count together or not
    /// at all; if one bot has left, the other wins all games that weren't played, and the one that left gets
    /// no points.
    pub(crate) fn of(
        players: [usize; 2],
        games: &[SettledGame],
        rotations: usize,
    ) -> MeetingResult {
        let left = |i: usize| {
            games
                .iter()
                .any(|g| matches!(g, SettledGame::Skipped(gone) if gone[i]))
        };
        let left = [left(0), left(1)];
        let (halves, counted) = match left {
            [false, false] => (
                sum(games, rotations, |standing| standing != GameValidity::Void),
                sum(games, rotations, |standing| {
                    standing == GameValidity::Counts
                }),
            ),
            [true, true] => (None, None),
            [gone, _] => {
                let walkover = Some(walkover(games, usize::from(gone)));
                (walkover, walkover)
            }
        };
        MeetingResult {
            players,
            halves,
            counted,
            left,
        }
    }

    /// Returns the bot with more points; None if they are level, or no points count.
    pub(crate) fn ahead(&self) -> Option<usize> {
        let [one, other] = self.halves?;
        match one.cmp(&other) {
            std::cmp::Ordering::Greater => Some(self.players[0]),
            std::cmp::Ordering::Less => Some(self.players[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}

fn sum(
    games: &[SettledGame],
    rotations: usize,
    counts: impl Fn(GameValidity) -> bool,
) -> Option<[u32; 2]> {
    let halves = |game: &SettledGame| match game {
        SettledGame::Played { halves, standing } if counts(*standing) => Some(*halves),
        _ => None,
    };
    let deal = |games: &[SettledGame]| {
        let all = games.iter().map(halves);
        all.reduce(|a, b| Some(add(a?, b?))).flatten()
    };
    let deals = games.chunks(rotations.max(1)).filter_map(deal);
    deals.reduce(add)
}

fn add(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn walkover(games: &[SettledGame], stays: usize) -> [u32; 2] {
    let points = games.iter().map(|game| match game {
        SettledGame::Skipped(_) => 2,
        SettledGame::Played { halves, standing } if *standing == GameValidity::Counts => {
            halves[stays]
        }
        SettledGame::Played { .. } => 0,
    });
    let mut halves = [0; 2];
    halves[stays] = points.sum();
    halves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(one: u32, standing: GameValidity) -> SettledGame {
        let halves = [one, 2 - one];
        SettledGame::Played { halves, standing }
    }

    #[test]
    fn a_deal_counts_whole_or_not_at_all() {
        use GameValidity::{Annulled, Counts, Void};
        let games = [
            game(2, Counts),
            game(1, Counts),
            game(2, Counts),
            game(2, Void),
            game(0, Annulled),
            game(0, Counts),
        ];
        let ended = MeetingResult::of([3, 5], &games, 2);
        assert_eq!(ended.halves, Some([3, 5]));
        assert_eq!(ended.counted, Some([3, 1]));
        assert_eq!(ended.ahead(), Some(5));
        let void = MeetingResult::of([3, 5], &games[2..4], 2);
        assert_eq!(
            (void.halves, void.counted, void.ahead()),
            (None, None, None)
        );
    }

    #[test]
    fn who_leaves_has_nothing() {
        let lost = game(0, GameValidity::Counts);
        let half = game(1, GameValidity::Counts);
        let games = [
            lost,
            half,
            SettledGame::Skipped([false, true]),
            SettledGame::Skipped([false, true]),
        ];
        let ended = MeetingResult::of([0, 1], &games, 2);
        assert_eq!(
            (ended.halves, ended.left),
            (Some([1 + 4, 0]), [false, true])
        );
        let both = MeetingResult::of([0, 1], &[SettledGame::Skipped([true, true])], 1);
        assert_eq!((both.halves, both.left), (None, [true, true]));
    }
}
