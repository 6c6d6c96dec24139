//! Statistics of games: standings, crosstables and units are pure functions of outcomes. The strength of two
//! bots and the test between two strengths are pure functions of [`ResultCounts`].
//!
//! A [`Tally`] counts outcomes one by one and stores only counts, so a running tournament needs no list of
//! games, and a store can save it part by part together with the games. Void games are left out of everything
//! and counted separately. [`field`] rates players, [`sequential`] computes how long sequential tests take
//! and how often they err.
//!
//! Begin at [`standings`] and [`MatchStatistics`]. This crate must not know where outcomes come from, or how a number
//! is shown.

mod anytime;
mod bradley_terry;
mod counts;
mod crosstable;
mod direct;
mod duel;
mod elo;
mod exponential_tilting;
pub mod field;
mod marks;
mod observed;
mod points;
mod print_set;
mod ratings;
mod seats;
pub mod sequential;
mod sprt;
mod sprt_model;
mod standings;
mod stored;
mod strata;
mod tallies;
mod tally;
mod unit_builder;
mod units;
mod versions;

pub use anytime::{Anytime, anytime};
pub use bradley_terry::BradleyTerry;
pub use counts::{NoResults, ResultCounts};
pub use crosstable::{Crosstable, CrosstableCell};
pub use direct::DirectScores;
pub use duel::MatchStatistics;
pub use elo::{Bound, Strength};
pub use marks::{Band, Grade, Points, Results, Scale, StagePoints, Worth};
pub use print_set::PrintSet;
pub use ratings::{APART, MOST_CYCLES, MOST_RANKED, Rating, Ratings};
pub use seats::SeatRow;
pub use sprt::{MAX_ELO, SprtBounds, SprtError, bounds, llr};
pub use sprt_model::SprtModel;
pub use standings::StandingsRow;
pub use stored::{Changes, TallyReader};
pub use strata::StrataComparison;
pub use tallies::{MAIN, Tallies};
pub use tally::{Games, Tally};
pub use unit_builder::UnitBuilder;
pub use units::{GameResult, UnitResult, UnitRow};
pub use versions::{BotVersions, VersionRow, VersionTally};

use referee_record::Outcome;

/// Returns the standings after these games, best bot first.
pub fn standings<'a>(
    names: &[String],
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Vec<StandingsRow> {
    tally(names, outcomes).standings()
}

/// Returns the results of each bot against each other bot in these games.
pub fn crosstable<'a>(
    names: &[String],
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Crosstable {
    tally(names, outcomes).crosstable(None)
}

fn tally<'a>(names: &[String], outcomes: impl IntoIterator<Item = &'a Outcome>) -> Tally {
    let mut tally = Tally::new(names);
    for outcome in outcomes {
        tally.add(outcome);
    }
    tally
}
