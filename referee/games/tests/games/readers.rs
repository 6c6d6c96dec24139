//! Tests readers of state lines with damaged input: they return a state or an error, and never panic.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{Rules, Turn, games, random, terminal};

/// Reads a line with every game, and checks that each position that is read can be used.
fn read_everywhere(line: &str) {
    for kind in games() {
        let rules = kind.rules(&BTreeMap::new()).expect("defaults");
        use_if_read(&*rules, line);
    }
}

fn use_if_read(rules: &dyn Rules, line: &str) {
    let Ok(position) = rules.read(line) else {
        return;
    };
    let written = position.line();
    let again = rules
        .read(&written)
        .unwrap_or_else(|e| panic!("{line} gave {written}: {e}"));
    assert_eq!(again.line(), written);
    assert_eq!(
        matches!(position.turn(), Turn::Seat(_) | Turn::Forced(..)),
        !position.legal().is_empty()
    );
    terminal::draw(&position.scene());
    position.view();
    position.max_plies();
    position.symmetries();
    for m in position.legal() {
        assert!(position.boxed().play(&m).is_some());
    }
}

/// Returns the line of a random position of one game, with some of its characters changed.
fn damaged(game: usize, seed: u64, changes: u32, alphabet: &[u8]) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rules = games()[game % games().len()]
        .rules(&BTreeMap::new())
        .expect("defaults");
    let mut position = rules.deal(&mut rng);
    for _ in 0..random::below(&mut rng, 60) {
        match position.turn() {
            Turn::Chance(chance) => {
                position.cast(chance.draw(&mut rng));
            }
            Turn::Over(_) => break,
            _ => {
                let legal = position.legal();
                position.play(&legal[random::index(&mut rng, legal.len())]);
            }
        }
    }
    let mut bytes = position.line().into_bytes();
    for _ in 0..changes {
        let at = random::index(&mut rng, bytes.len());
        let letter = alphabet[random::index(&mut rng, alphabet.len())];
        match random::below(&mut rng, 3) {
            0 => bytes[at] = letter,
            1 => bytes.insert(at, letter),
            _ => drop(bytes.remove(at)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #[test]
    fn any_text(line in ".{0,200}") {
        read_everywhere(&line);
    }

    #[test]
    fn damaged_lines(game in 0usize..16, seed: u64, changes in 0u32..4) {
        read_everywhere(&damaged(game, seed, changes, b"ABCDabWXxo./,:- 0123456789pPcq\xff"));
    }
}
