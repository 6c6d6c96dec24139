//! Option that decides about the games of bots that have changed.

use clap::ValueEnum;
use referee_config::ChangedBots;

/// What to do with games of bots that have changed since.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ChangedBotsArg {
    /// Play their games again.
    Replay,
    /// Keep them.
    Keep,
}

impl From<ChangedBotsArg> for ChangedBots {
    fn from(arg: ChangedBotsArg) -> ChangedBots {
        match arg {
            ChangedBotsArg::Replay => ChangedBots::Replay,
            ChangedBotsArg::Keep => ChangedBots::Keep,
        }
    }
}
