//! Counts move sequences of a given length (perft), to check move generators.

use crate::game::{Game, Turn};

/// Counts the sequences of `depth` moves from a state. Forced moves count as moves; an outcome of chance is a
/// branch, but not a move.
///
/// Sequences that end earlier, because the game is over, aren't counted. Returns [`u64::MAX`] if the count
/// doesn't fit.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut spare = Vec::new();
    count(game, state, depth, &mut spare)
}

/// Counts recursively; `spare` keeps move lists for reuse, one for each level. The last moves are only counted.
fn count<G: Game>(game: &G, state: &G::State, depth: u32, spare: &mut Vec<Vec<G::Move>>) -> u64 {
    match depth {
        0 => return 1,
        1 => return game.count(state),
        _ => {}
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
    let mut total = 0;
    for m in &moves {
        let mut next = state.clone();
        game.play(&mut next, m);
        total = count(game, &next, depth - 1, spare).saturating_add(total);
    }
    spare.push(moves);
    total
}
