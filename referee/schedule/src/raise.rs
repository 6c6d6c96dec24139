//! Formats that go on behind their end: which of their bounds can be raised while a run is played.
//!
//! A bound that is raised adds games behind all others, or has results decide for longer who meets whom;
//! no game that was played becomes another one. With a lower bound, games that were played would be none
//! of the tournament's.

use thiserror::Error;

use crate::plan::Format;

/// Why a format can't go on as another one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RaiseError {
    /// A bound is lower than it was.
    #[error("{key}: {was}, now {now}; it can be raised but not lowered, since games may be played")]
    Lower {
        /// Its name in a tournament file.
        key: &'static str,
        /// What it was.
        was: String,
        /// What it is.
        now: u64,
    },
    /// More than bounds differs.
    #[error("while a run is played, its format can have higher bounds and nothing else")]
    Other,
}

impl Format {
    /// Whether a run of it can go on behind its end, with a higher bound.
    pub fn goes_on(&self) -> bool {
        !self.bounds().is_empty()
    }

    /// Refuses what a run of this format can't go on as: anything but higher bounds, and newcomers of
    /// a gauntlet behind those that it has.
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

    /// The same with the bounds of another one; as it is where the two are of different kinds.
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

    /// Rounds and games of a pair in each, where these are what bounds it.
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

    /// What bounds it and can be raised, by the names in tournament files; nothing stands for no bound.
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
