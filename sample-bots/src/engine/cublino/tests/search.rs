//! Tests that the searches find near wins and obey their limits, in both variants.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::Game;

use super::somewhere;
use crate::engine::cublino::{ContraEngine, CublinoBoard, CublinoEngine, Kind, PurEngine};
use crate::engine::limits::SearchLimits;
use crate::engine::mcts::MctsTree;
use crate::engine::search::{Memory, search};
use crate::engine::tests::read;
use crate::engine::{Engine, Found, WIN};

/// A search that remembers nothing of earlier ones.
type Search<K> = fn(&CublinoEngine<K>, &CublinoBoard, SearchLimits) -> Found;

fn alpha_beta<K: Kind>(
    engine: &CublinoEngine<K>,
    board: &CublinoBoard,
    limits: SearchLimits,
) -> Found {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    search(engine, board, limits, &mut Memory::new(12), &mut rng)
}

fn tree<K: Kind>(engine: &CublinoEngine<K>, board: &CublinoBoard, limits: SearchLimits) -> Found {
    MctsTree::default().search(engine, board, limits)
}

fn limits(depth: u32, nodes: u64) -> SearchLimits {
    SearchLimits {
        depth,
        nodes,
        until: None,
    }
}

/// Runs a search; returns the first move in the notation, and the result.
fn find<K: Kind>(search: Search<K>, line: &str, limits: SearchLimits) -> (String, Found) {
    let (engine, board) = read::<CublinoEngine<K>>(line);
    let result = search(&engine, &board, limits);
    (engine.format_move(&board, result.line[0]), result)
}

#[test]
fn a_win_is_taken_at_once() {
    let (word, result) = find::<ContraEngine>(alpha_beta, "CWa1We6va7 0", limits(8, 10_000));
    assert_eq!(word, "e6e7");
    assert!(result.score > WIN / 2);
    let pur = "Pva4vb4vc4vd4ve4vf4Wf5vg6Wa7Wb7Wc7Wd7We7Wf7 0";
    for nodes in [10, 1000] {
        assert_eq!(find::<PurEngine>(tree, pur, limits(64, nodes)).0, "f5g5g7");
    }
}

#[test]
fn a_loss_is_prevented() {
    // B's five would win on d1 unless a six is next to it.
    let line = "CJb1Ug1dd2vg7 0";
    for depth in 2..=4 {
        let (word, result) = find::<ContraEngine>(alpha_beta, line, limits(depth, 100_000));
        assert_eq!(word, "b1c1");
        assert!(depth > 2 || result.score > -WIN / 2);
    }
}

fn obeys<K: Kind>(search: Search<K>) {
    for state in (0..5).flat_map(somewhere::<K>).step_by(7) {
        let mut line = String::new();
        super::rules::<K>().write(&state, &mut line);
        let (engine, board) = read::<CublinoEngine<K>>(&line);
        if engine.ending(&board).is_some() {
            continue;
        }
        for (depth, nodes) in [(64, 1), (64, 100), (64, 3000), (1, 3000), (3, 3000)] {
            let results = [(); 2].map(|()| search(&engine, &board, limits(depth, nodes)));
            assert_eq!(results[0], results[1]);
            let [found, _] = results;
            assert!(found.nodes <= nodes && found.depth <= depth, "{found:?}");
            let mut at = board;
            for code in &found.line {
                assert_ne!(engine.format_move(&at, *code), "");
                at = engine.play(&at, *code);
            }
            assert!(!found.line.is_empty());
        }
        let late = SearchLimits {
            until: Some(Instant::now()),
            ..limits(64, u64::MAX)
        };
        assert!(search(&engine, &board, late).nodes < 600);
    }
}

#[test]
fn limits_are_obeyed_and_chance_plays_no_part() {
    obeys::<ContraEngine>(alpha_beta);
    obeys::<PurEngine>(alpha_beta);
    obeys::<PurEngine>(tree);
}
