//! Ludo: expectimax over dice and moves for two to four seats.
//!
//! Every seat takes the move that is best for itself, and the dice are averaged (max^n). Positions
//! are valued by who is likely to finish before whom: [`race`] knows how many turns a seat needs,
//! [`shares`] compares the seats, [`search`] looks ahead.

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

/// The greatest depth that time is spent on.
const DEEPEST: u32 = 12;

/// Calculates the data needed in every game, so that no turn has to wait for it.
pub(crate) fn prepare() {
    Race::known();
}

/// Answers a turn by a search that many rolls ahead, the one on the table included; where time or
/// nodes are limited, a `patient` search goes deeper as long as the limit allows.
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

/// Marks where a token comes from and where it goes, as far as these are squares of the board.
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
