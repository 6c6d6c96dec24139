//! The bot `calibrate`: reports the duration of its answers by its own clock.

use std::time::Duration;

use referee_games::{OptionKind, OptionSpec};

use crate::house::{HouseBot, by_turns, first};
use crate::sdk::AnswerInfo;

pub(super) const BOT: HouseBot = HouseBot {
    name: "calibrate",
    about: "Thinks for some time by its own clock and tells how long it did, to try out the referee's.",
    games: &[],
    options: &[OptionSpec::new(
        "us",
        OptionKind::Int {
            min: 0,
            max: 10_000_000,
        },
        "1000",
        "How long it works before each move, in microseconds.",
    )],
    build: |ready, options| {
        let work = Duration::from_micros(options.int("us").into());
        Ok(by_turns(ready, move |turn| {
            while turn.since.elapsed() < work {
                std::hint::spin_loop();
            }
            let answer = first::choose(turn)?;
            // Read last: only the writing of the answer follows.
            let elapsed = turn.since.elapsed();
            Ok(answer.info(AnswerInfo::new().own_time(elapsed)))
        }))
    },
};
