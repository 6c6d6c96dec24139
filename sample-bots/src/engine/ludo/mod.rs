//! Ludo: expectimax over dice and moves for two to four seats.
//!
//! Every seat chooses the move that is best for itself, and the die is averaged (max^n). A position
//! is evaluated by the order in which the seats are likely to finish: [`race`] estimates the turns
//! that a seat needs, [`shares`] compares the seats, [`search`] looks ahead.

mod race;
mod search;
mod shares;
#[cfg(test)]
mod tests;

use referee_games::ludo::track::{END, LudoSquare, READY, land};
use referee_games::ludo::{Ludo, LudoMove, LudoState};

use crate::engine::limits::SearchLimits;
use crate::sdk::{Answer, AnswerInfo, BotTurn, RulesError};
use race::Race;
use search::Search;

/// Maximum depth of a search that is limited by time or nodes.
const DEEPEST: u32 = 12;

/// Calculates the table that every game needs, so that no turn has to wait for it.
pub(crate) fn prepare() {
    Race::known();
}

/// Answers a turn by a search of `depth` rolls, including the roll that is cast already. If time or
/// nodes are limited, a `patient` search goes deeper, as far as the limits allow.
pub(crate) fn choose(turn: &BotTurn, depth: u32, patient: bool) -> Result<Answer, RulesError> {
    let (_, state) = turn.typed::<Ludo>()?;
    let mut limits = SearchLimits::of(turn, depth);
    if patient && SearchLimits::is_limited(&turn.clock) && turn.clock.depth.is_none() {
        limits = limits.patient(turn);
        limits.depth = DEEPEST;
    }
    let result = Search::new(Race::known(), limits).run(&state);
    let Some(chosen) = result.chosen else {
        return Ok(Answer::resign());
    };
    let info = AnswerInfo::new()
        .depth(result.depth)
        .score((f64::from(result.share) * 200.0 - 100.0).round())
        .nodes(result.nodes)
        .pv(vec![chosen.to_string()]);
    Ok(Answer::play(chosen.to_string()).info(plan(&state, chosen, info)))
}

/// Marks the squares where a token starts and ends, if they are squares of the board.
fn plan(state: &LudoState, chosen: LudoMove, info: AnswerInfo) -> AnswerInfo {
    let (Some(pair), Some(token)) = (state.tokens.of(state.player), chosen.token()) else {
        return info;
    };
    let from = pair[token];
    let steps = [from, land(from, state.roll.unwrap_or_default())];
    let drawn = |step: &i8| READY < *step && *step < END;
    let seat = state.player;
    let squares = steps.into_iter().filter(drawn);
    squares.fold(info, |info, step| {
        info.mark(LudoSquare { seat, step }.to_string())
    })
}
