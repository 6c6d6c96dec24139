//! The bot `thief`: keeps computing in its own threads when it isn't its turn.

use std::thread;

use crate::house::{HouseBot, by_turns, first};
use referee_games::{OptionKind, OptionSpec};

pub(super) const BOT: HouseBot = HouseBot {
    name: "thief",
    about: "Plays the first legal move, with threads that compute all the time, to try out freezing.",
    games: &[],
    options: &[OptionSpec::new(
        "threads",
        OptionKind::Int { min: 1, max: 64 },
        "2",
        "How many threads compute all the time.",
    )],
    build: |ready, options| {
        let threads = options.int("threads");
        let mut started = false;
        Ok(by_turns(ready, move |turn| {
            if !std::mem::replace(&mut started, true) {
                for _ in 0..threads {
                    thread::spawn(|| {
                        loop {
                            std::hint::spin_loop();
                        }
                    });
                }
            }
            first::choose(turn)
        }))
    },
};
