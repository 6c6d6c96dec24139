//! How many games are played at the same time, as the command line says it.

use std::num::NonZeroU32;

use crate::args::number::positive;
use referee_config::Tournament;

/// How many games are played at the same time.
#[derive(clap::Args)]
pub struct AtOnceArgs {
    /// Games at the same time, instead of what the file says; without either one for each physical
    /// core but one.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub concurrency: Option<NonZeroU32>,
    /// Take more games at the same time than four for each physical core.
    #[arg(long)]
    pub oversubscribe: bool,
}

impl AtOnceArgs {
    /// Has a tournament played so, as far as anything is said.
    pub fn apply(&self, tournament: &mut Tournament) {
        tournament.concurrency = self.concurrency.or(tournament.concurrency);
        tournament.oversubscribe |= self.oversubscribe;
    }
}
