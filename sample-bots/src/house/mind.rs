//! The games that bots can search ahead in, found by name.

use std::marker::PhantomData;

use referee_games::Turn as Next;
use referee_games::chess::Chess;
use referee_games::cublino::{Contra, Pur};
use referee_games::koolaamee::Koolaamee;
use referee_games::ludo::Ludo;
use referee_games::onitama::Onitama;

use crate::engine::limits::SearchLimits;
use crate::house::evaluate::{Evaluate, EvaluationWeights};
use crate::house::search::{self, SearchResult};
use crate::sdk::{BotTurn, RulesError};

/// A game with its evaluation, independent of the game's types.
pub(super) trait Mind: Sync {
    /// Returns the game's name.
    fn game(&self) -> &'static str;
    /// Returns the legal moves of a turn, each with the value of the position after it.
    fn weigh(
        &self,
        turn: &BotTurn,
        weights: &EvaluationWeights,
    ) -> Result<Vec<(String, i32)>, RulesError>;
    /// Runs a search; the line of the result is empty if there is no move.
    fn search(
        &self,
        turn: &BotTurn,
        limits: SearchLimits,
        weights: &EvaluationWeights,
    ) -> Result<SearchResult<String>, RulesError>;
}

/// Finds the game that a turn belongs to.
pub(super) fn find(turn: &BotTurn) -> Result<&'static dyn Mind, RulesError> {
    const MINDS: [&dyn Mind; 6] = [
        &Entry::<Onitama>(PhantomData),
        &Entry::<Pur>(PhantomData),
        &Entry::<Contra>(PhantomData),
        &Entry::<Ludo>(PhantomData),
        &Entry::<Koolaamee>(PhantomData),
        &Entry::<Chess>(PhantomData),
    ];
    let name = &turn.game.game;
    let matching_mind = MINDS.into_iter().find(|mind| mind.game() == name);
    matching_mind.ok_or_else(|| RulesError::Game(name.clone()))
}

/// Returns true if a tile of Koolaamee is to be laid. The values of such positions serve to compare them, but say
/// nothing about points, so bots keep them to themselves.
pub(super) fn is_draft(turn: &BotTurn) -> bool {
    let typed = turn.typed::<Koolaamee>();
    typed.is_ok_and(|(_, state)| state.is_draft())
}

struct Entry<G>(PhantomData<fn() -> G>);

impl<G: Evaluate> Mind for Entry<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn weigh(
        &self,
        turn: &BotTurn,
        weights: &EvaluationWeights,
    ) -> Result<Vec<(String, i32)>, RulesError> {
        let (game, state) = turn.typed::<G>()?;
        let Next::Seat(seat) = game.turn(&state) else {
            return Ok(Vec::new());
        };
        Ok(search::children(&game, &state, seat, weights)
            .map(|child| (child.chosen.to_string(), child.value))
            .collect())
    }

    fn search(
        &self,
        turn: &BotTurn,
        limits: SearchLimits,
        weights: &EvaluationWeights,
    ) -> Result<SearchResult<String>, RulesError> {
        let (game, state) = turn.typed::<G>()?;
        let result = search::search(&game, &state, limits, weights);
        Ok(SearchResult {
            depth: result.depth,
            score: result.score,
            nodes: result.nodes,
            line: result.line.iter().map(ToString::to_string).collect(),
        })
    }
}
