//! The bot `tunable`: plays as well as its parameters are set, to test a tuner.

use std::borrow::Cow;

use rand::RngExt;
use referee_games::{ChosenOptions, OptionKind, OptionSpec};

use crate::house::{HouseBot, by_turns, greedy, random};

/// The best value of each parameter.
const BEST: f64 = 0.1;

/// Declares one parameter.
const fn parameter(name: &'static str) -> OptionSpec {
    OptionSpec::new(
        name,
        OptionKind::Word(Cow::Borrowed("a number from 0 to 1")),
        "0.1",
        "A parameter; at 0.1 it is best.",
    )
}

static PARAMETERS: [OptionSpec; 3] = [parameter("a"), parameter("b"), parameter("c")];

pub(super) const BOT: HouseBot = HouseBot {
    name: "tunable",
    about: "Plays as greedy, but for each parameter x a random move with probability |x - 0.1|, to try a tuner on.",
    games: greedy::BOT.games,
    options: &PARAMETERS,
    build: |ready, options| {
        let mut far = Vec::new();
        for option in &PARAMETERS {
            far.push(value(options, option)? - BEST);
        }
        Ok(by_turns(ready, move |turn| {
            let mut rng = turn.rng();
            // The first stream is used for the moves of `greedy` and `random`.
            rng.set_stream(1);
            if far.iter().any(|far| rng.random::<f64>() < far.abs()) {
                random::choose(turn)
            } else {
                greedy::choose(turn)
            }
        }))
    },
};

fn value(options: &ChosenOptions, option: &OptionSpec) -> Result<f64, referee_games::OptionError> {
    let text = options.choice(&option.name);
    let value = text.parse().ok().filter(|x: &f64| (0.0..=1.0).contains(x));
    value.ok_or_else(|| referee_games::OptionError::Value {
        game: BOT.name.to_owned(),
        name: option.name.to_string(),
        value: text.to_owned(),
        expected: option.kind.expected(),
    })
}
