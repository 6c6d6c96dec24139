//! The bot `sleeper`: answers slowly.

use std::thread;
use std::time::Duration;

use referee_games::{OptionKind, OptionSpec};

use crate::house::{HouseBot, by_turns, first};

pub(super) const BOT: HouseBot = HouseBot {
    name: "sleeper",
    about: "Sleeps before it plays the first legal move, to try out clocks.",
    games: &[],
    options: &[OptionSpec::new(
        "ms",
        OptionKind::Int {
            min: 0,
            max: 600_000,
        },
        "100",
        "How long it sleeps before each move, in milliseconds.",
    )],
    build: |ready, options| {
        let nap = Duration::from_millis(options.int("ms").into());
        Ok(by_turns(ready, move |turn| {
            thread::sleep(nap);
            first::choose(turn)
        }))
    },
};
