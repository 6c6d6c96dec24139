//! Options for the number of games that are played at the same time.

use std::num::NonZeroU32;

use crate::args::number::positive;
use referee_config::Tournament;

/// How many games are played at the same time.
#[derive(clap::Args)]
pub struct AtOnceArgs {
    /// Games at the same time; where neither this nor a tournament file says it, one for each physical core
    /// but one.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub concurrency: Option<NonZeroU32>,
    /// Take more games at the same time than four for each physical core.
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
