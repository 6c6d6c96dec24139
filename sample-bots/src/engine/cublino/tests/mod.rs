//! Makes positions for the tests of the engines.

mod moves;
mod search;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::cublino::CublinoState;
use referee_games::{ChosenOptions, Game, random};

use super::Kind;

const STALL: u16 = 50;

fn rules<K: Kind>() -> K::Game {
    let options = ChosenOptions::choose(K::Game::NAME, &K::Game::options(), &[].into());
    K::Game::new(&options.expect("the defaults")).expect("the defaults")
}

fn read<K: Kind>(line: &str) -> CublinoState {
    rules::<K>().read(line).expect(line)
}

/// Returns the positions of a game of random moves.
fn somewhere<K: Kind>(seed: u64) -> Vec<CublinoState> {
    let game = rules::<K>();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut states = vec![game.start()];
    while let Some(last) = states.last() {
        let (mut state, mut moves) = (*last, Vec::new());
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        game.play(&mut state, &moves[random::index(&mut rng, moves.len())]);
        states.push(state);
    }
    states
}
