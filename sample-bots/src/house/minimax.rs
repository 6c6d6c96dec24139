//! The bot `minimax`: alpha-beta, one ply deeper after the other, within the time it has.

use referee_games::{OptionKind, OptionSpec};

use crate::house::evaluate::{POINT, ROW, WAY, Weights};
use crate::house::limits::{Limits, MAX_DEPTH};
use crate::house::{HouseBot, by_turns, mind, play};
use crate::sdk::{Answer, Info, RulesError, Turn};

pub(super) const BOT: HouseBot = HouseBot {
    name: "minimax",
    about: "Searches by alpha-beta to a depth, or as deep as its time allows.",
    games: &["onitama", "cublino-pur", "cublino-contra", "koolaamee"],
    options: &[
        OptionSpec {
            name: "depth",
            kind: OptionKind::Int {
                min: 1,
                max: MAX_DEPTH,
            },
            default: "3",
            help: "How many plies it looks ahead, unless the referee wishes for another depth.",
        },
        ROW,
        POINT,
        WAY,
    ],
    build: |ready, options| {
        let depth = options.int("depth");
        let weights = Weights::of(options);
        Ok(by_turns(ready, move |turn| choose(turn, depth, &weights)))
    },
};

pub(super) fn choose(turn: &Turn, depth: u32, weights: &Weights) -> Result<Answer, RulesError> {
    let found = mind::find(turn)?.search(turn, Limits::of(turn, depth), weights)?;
    let info = Info::new()
        .depth(found.depth)
        .score(found.score)
        .nodes(found.nodes);
    Ok(play(found.line.first()).info(info.pv(found.line)))
}
