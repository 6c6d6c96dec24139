//! Continuing a format beyond its end: which bounds can be raised during a run.
//!
//! A raised bound adds games after all others, or lets results decide for longer who meets whom; no game that
//! was played changes. With a lower bound, games that were played would no longer belong to the tournament.

use super::{Format, RaiseError};

impl Format {
    /// Returns true if a run of this format can continue beyond its end, with a higher bound.
    pub fn goes_on(&self) -> bool {
        !self.bounds().is_empty()
    }

    /// Checks that a run of this format can continue as the other one; returns an error unless only bounds
    /// are higher or newcomers of a gauntlet were added after the existing ones.
    pub fn goes_on_as(&self, other: &Format) -> Result<(), RaiseError> {
        let mut same = self.with_bounds_of(other);
        if let (Format::Gauntlet { newcomers, .. }, Format::Gauntlet { newcomers: now, .. }) =
            (&mut same, other)
            && now.starts_with(newcomers)
        {
            newcomers.clone_from(now);
        }
        if same != *other || !self.goes_on() {
            return Err(RaiseError::Other);
        }
        let bounds = self.bounds().into_iter().zip(other.bounds());
        for ((key, was), (_, now)) in bounds {
            if let Some(now) = now
                && was.is_none_or(|was| now < was)
            {
                let was = was.map_or("without a bound".to_owned(), |was| was.to_string());
                return Err(RaiseError::Lower { key, was, now });
            }
        }
        Ok(())
    }

    /// Returns this format with the bounds of another one; unchanged if the two are of different kinds.
    #[must_use]
    pub fn with_bounds_of(&self, other: &Format) -> Format {
        use Format::{Adaptive, Gauntlet, Ladder, RoundRobin};
        let mut format = self.clone();
        match (&mut format, other) {
            (
                RoundRobin {
                    rounds,
                    games_per_pair,
                    ..
                },
                RoundRobin {
                    rounds: more,
                    games_per_pair: games,
                    ..
                },
            )
            | (
                Gauntlet {
                    rounds,
                    games_per_pair,
                    ..
                },
                Gauntlet {
                    rounds: more,
                    games_per_pair: games,
                    ..
                },
            )
            | (
                Ladder {
                    rounds,
                    games_per_pair,
                },
                Ladder {
                    rounds: more,
                    games_per_pair: games,
                },
            ) => (*rounds, *games_per_pair) = (*more, *games),
            (Adaptive { games, .. }, Adaptive { games: more, .. }) => *games = *more,
            _ => {}
        }
        format
    }

    /// Returns the rounds and the games of a pair in each round, if these are the format's bounds.
    pub(crate) fn rounds(&self) -> Option<(u32, u32)> {
        match self {
            Format::RoundRobin {
                rounds,
                games_per_pair,
                ..
            }
            | Format::Gauntlet {
                rounds,
                games_per_pair,
                ..
            }
            | Format::Ladder {
                rounds,
                games_per_pair,
            } => Some((*rounds, *games_per_pair)),
            _ => None,
        }
    }

    /// Returns the bounds that can be raised, by their names in tournament files; None stands for no bound.
    pub fn bounds(&self) -> Vec<(&'static str, Option<u64>)> {
        match (self, self.rounds()) {
            (Format::Adaptive { games, .. }, _) => vec![("games", *games)],
            (_, Some((rounds, games))) => vec![
                ("rounds", Some(rounds.into())),
                ("games_per_pair", Some(games.into())),
            ],
            _ => Vec::new(),
        }
    }
}
