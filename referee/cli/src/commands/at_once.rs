//! Options for the number of games that are played at the same time.

use std::num::NonZeroU32;

use crate::args::number::positive;
use referee_config::Tournament;

/// Number of concurrent games.
#[derive(clap::Args)]
pub struct AtOnceArgs {
    /// Number of concurrent games [default: that of the tournament file, else one fewer than the
    /// physical cores].
    #[arg(long, value_name = "N", value_parser = positive)]
    pub concurrency: Option<NonZeroU32>,
    /// Allow more than four concurrent games for each physical core.
    #[arg(long)]
    pub oversubscribe: bool,
}

impl AtOnceArgs {
    /// Applies the options that are given to a tournament.
    pub fn apply(&self, tournament: &mut Tournament) {
        tournament.concurrency = self.concurrency.or(tournament.concurrency);
        tournament.oversubscribe |= self.oversubscribe;
    }
}
