//! The positions after each legal move, with their evaluations.

use referee_games::{Ending, Game, Seat, Turn};

use crate::house::evaluate::{Evaluate, EvaluationWeights, WIN};

/// A position after a legal move.
pub(in crate::house) struct Child<G: Game> {
    /// The move.
    pub(in crate::house) chosen: G::Move,
    /// The value for the seat that made it.
    pub(in crate::house) value: i32,
    /// The position.
    pub(super) state: G::State,
    /// The seat on turn; `None` if the game is over or the die must be cast.
    pub(super) next: Option<Seat>,
}

/// Returns the positions after each legal move of the seat on turn.
pub(in crate::house) fn children<G: Evaluate>(
    game: &G,
    state: &G::State,
    seat: Seat,
    weights: &EvaluationWeights,
) -> impl Iterator<Item = Child<G>> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(move |chosen| {
        let mut state = state.clone();
        game.play(&mut state, &chosen);
        let (next, value) = match game.turn(&state) {
            Turn::Over(ending) => (None, outcome(&ending, seat)),
            Turn::Chance(_) | Turn::Failed(_) => (None, game.evaluate(&state, seat, weights)),
            Turn::Seat(next) | Turn::Forced(next, _) => {
                (Some(next), game.evaluate(&state, seat, weights))
            }
        };
        Child {
            chosen,
            value,
            state,
            next,
        }
    })
}

/// Returns the value of an ending for a seat; a shared first place is worth 0.
fn outcome(ending: &Ending, seat: Seat) -> i32 {
    let first = |&&(_, place): &&(Seat, u8)| place == 1;
    let mine = ending.places.contains(&(seat, 1));
    match (mine, ending.places.iter().filter(first).count()) {
        (true, 1) => WIN,
        (true, _) => 0,
        (false, _) => -WIN,
    }
}
