//! The bot `minimax`: alpha-beta with iterative deepening, within its time.

use referee_games::{OptionKind, OptionSpec};

use crate::engine::limits::{MAX_DEPTH, SearchLimits};
use crate::house::evaluate::{EvaluationWeights, POINT, ROW, WAY};
use crate::house::{HouseBot, by_turns, mind};
use crate::sdk::{Answer, AnswerInfo, BotTurn, RulesError};

/// The greatest depth in a draft, where hundreds of moves would make a deeper search endless.
const DRAFT_DEPTH: u32 = 2;

pub(super) const BOT: HouseBot = HouseBot {
    name: "minimax",
    about: "Searches by alpha-beta to a depth, or as deep as its time allows.",
    games: &[
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "koolaamee",
        "chess",
    ],
    options: &[
        OptionSpec::new(
            "depth",
            OptionKind::Int {
                min: 1,
                max: MAX_DEPTH,
            },
            "3",
            "How many plies it looks ahead, unless the referee requests for another depth.",
        ),
        ROW,
        POINT,
        WAY,
    ],
    build: |ready, options| {
        let depth = options.int("depth");
        let weights = EvaluationWeights::of(options);
        Ok(by_turns(ready, move |turn| choose(turn, depth, &weights)))
    },
};

pub(super) fn choose(
    turn: &BotTurn,
    depth: u32,
    weights: &EvaluationWeights,
) -> Result<Answer, RulesError> {
    let is_draft = mind::is_draft(turn);
    let mut limits = SearchLimits::of(turn, depth);
    if is_draft {
        limits.depth = limits.depth.min(DRAFT_DEPTH);
    }
    let result = mind::find(turn)?.search(turn, limits, weights)?;
    let mut info = AnswerInfo::new().depth(result.depth).nodes(result.nodes);
    if !is_draft {
        info = info.score(result.score);
    }
    Ok(Answer::play_or_resign(result.line.first()).info(info.pv(result.line)))
}
