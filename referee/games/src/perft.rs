//! Perft: the number of move sequences of a given length, the check for any move generator.

use crate::game::{Game, Turn};

/// Counts the sequences of `depth` moves from a state. Forced moves count as moves; an outcome of
/// chance is a branch, and no move.
///
/// Sequences that end earlier, because the game is over, aren't counted. A count that `u64` can't hold
/// is [`u64::MAX`].
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut spare = Vec::new();
    count(game, state, depth, &mut spare)
}

/// `spare` holds move lists for reuse, one a level of the recursion.
fn count<G: Game>(game: &G, state: &G::State, depth: u32, spare: &mut Vec<Vec<G::Move>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let Turn::Chance(chance) = game.turn(state) {
        let branch = |i| {
            let mut next = state.clone();
            game.cast(&mut next, i);
            count(game, &next, depth, spare)
        };
        return (0..chance.outcomes.len())
            .map(branch)
            .fold(0, u64::saturating_add);
    }
    let mut moves = spare.pop().unwrap_or_default();
    moves.clear();
    game.moves(state, &mut moves);
    let total = if depth == 1 {
        moves.len() as u64
    } else {
        let mut total = 0;
        for m in &moves {
            let mut next = state.clone();
            game.play(&mut next, m);
            total = count(game, &next, depth - 1, spare).saturating_add(total);
        }
        total
    };
    spare.push(moves);
    total
}
