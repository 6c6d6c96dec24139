//! The engines find what is near and obey their limits.

use std::time::Instant;

use super::{STALL, read, rules, somewhere};
use crate::engine::cublino::{
    AlphaBeta, Board, Contra, Engine, Found, Kind, Limits, Mcts, Pur, WIN, words,
};

fn find<E: Engine>(line: &str, depth: u32, nodes: u64) -> Found {
    let state = read::<E::Kind>(line);
    let limits = Limits {
        depth,
        nodes,
        until: None,
    };
    E::new(STALL).search(&Board::of(&state), limits)
}

/// The first move of what is found, as a word.
fn word<E: Engine>(line: &str, depth: u32, nodes: u64) -> String {
    let state = read::<E::Kind>(line);
    let found = find::<E>(line, depth, nodes);
    words::<E::Kind>(&rules::<E::Kind>(), &state, &found.line).remove(0)
}

#[test]
fn a_win_is_taken_at_once() {
    let contra = "CWa1We6va7 0";
    assert_eq!(word::<AlphaBeta<Contra>>(contra, 8, 10_000), "e6e7");
    assert!(find::<AlphaBeta<Contra>>(contra, 8, 10_000).score > WIN / 2);
    let pur = "Pva4vb4vc4vd4ve4vf4Wf5vg6Wa7Wb7Wc7Wd7We7Wf7 0";
    for nodes in [10, 1000] {
        assert_eq!(word::<Mcts<Pur>>(pur, 64, nodes), "f5g5g7");
    }
}

#[test]
fn a_loss_is_prevented() {
    // B's five would win on d1, unless a six stands beside it.
    let line = "CJb1Ug1dd2vg7 0";
    for depth in 2..=4 {
        assert_eq!(word::<AlphaBeta<Contra>>(line, depth, 100_000), "b1c1");
    }
    assert!(find::<AlphaBeta<Contra>>(line, 2, 100_000).score > -WIN / 2);
}

fn obeys<E: Engine>() {
    for state in (0..5).flat_map(somewhere::<E::Kind>).step_by(7) {
        let board = Board::of(&state);
        if E::Kind::ended(&board, STALL).is_some() {
            continue;
        }
        for (depth, nodes) in [(64, 1), (64, 100), (64, 3000), (1, 3000), (3, 3000)] {
            let limits = Limits {
                depth,
                nodes,
                until: None,
            };
            let found = [(); 2].map(|()| E::new(STALL).search(&board, limits));
            assert_eq!(found[0], found[1]);
            let [found, _] = found;
            assert!(found.nodes <= nodes && found.depth <= depth, "{found:?}");
            let words = words::<E::Kind>(&rules::<E::Kind>(), &state, &found.line);
            assert_eq!(words.len(), found.line.len());
            assert!(!words.is_empty());
        }
        let late = Limits {
            depth: 64,
            nodes: u64::MAX,
            until: Some(Instant::now()),
        };
        assert!(E::new(STALL).search(&board, late).nodes < 600);
    }
}

#[test]
fn limits_are_obeyed_and_chance_plays_no_part() {
    obeys::<AlphaBeta<Contra>>();
    obeys::<Mcts<Pur>>();
    obeys::<AlphaBeta<Pur>>();
}
