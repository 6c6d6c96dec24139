//! Tests that moves, endings and values agree with the rules of the games.

use std::collections::HashSet;

use referee_games::cublino::{CublinoState, Die, Path};
use referee_games::{Game, Seat, Turn};

use super::{STALL, read, rules, somewhere};
use crate::engine::cublino::{ContraEngine, CublinoBoard, Kind, Move, PurEngine, Weights};

fn result(turn: &Turn<Path>, mover: Seat) -> Option<i32> {
    let Turn::Over(ending) = turn else {
        return None;
    };
    let first: Vec<Seat> = ending
        .places
        .iter()
        .filter(|(_, place)| *place == 1)
        .map(|(seat, _)| *seat)
        .collect();
    Some(match first[..] {
        [winner] if winner == mover => 1,
        [_] => -1,
        _ => 0,
    })
}

fn keeps_to_the_rules<K: Kind>() {
    let game = rules::<K>();
    for state in (0..40).flat_map(somewhere::<K>) {
        let board = CublinoBoard::of(&state);
        let ended = K::ended(&board, STALL);
        assert_eq!(ended, result(&game.turn(&state), board.mover()));
        if ended.is_some() {
            continue;
        }
        let (mut paths, mut moves) = (Vec::new(), Vec::new());
        game.moves(&state, &mut paths);
        K::moves(&board, |m| moves.push(m));
        let all: HashSet<Move> = paths.iter().map(Move::of).collect();
        assert_eq!(all, moves.iter().copied().collect());
        assert_eq!(all.len(), moves.len());
        let mut wins = false;
        for path in paths {
            let (mut after, mut next) = (state, board);
            game.play(&mut after, &path);
            K::play(&mut next, Move::of(&path));
            assert_eq!(next, CublinoBoard::of(&after));
            assert_eq!(next.state(), after);
            assert_eq!(Move::from(Move::of(&path).code()), Move::of(&path));
            let over = result(&game.turn(&after), board.mover());
            wins |= over == Some(1);
        }
        assert!(wins || !K::wins_next(&board));
    }
}

#[test]
fn moves_and_endings_are_those_of_the_rules() {
    keeps_to_the_rules::<ContraEngine>();
    keeps_to_the_rules::<PurEngine>();
}

/// Returns the position after a half-turn of the board, with the seats exchanged.
fn turned<K: Kind>(state: &CublinoState) -> CublinoState {
    let cased = |letter: char, seat| match seat {
        Seat::A => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let mut dice: Vec<_> = state.dice().collect();
    dice.reverse();
    let first = <K::Game as Game>::NAME.replace("cublino-", "");
    let mut line = cased(first.chars().next().expect("a name"), state.mover()).to_string();
    for (square, seat, die) in dice {
        let faces = die.faces();
        let die = Die::new(faces[0], 7 - faces[1]).expect("a die");
        line.push(cased(die.letter(), seat));
        line.push((b'a' + 6 - square.column()) as char);
        line.push((b'1' + 6 - square.row()) as char);
    }
    read::<K>(&format!("{line} {}", state.stall()))
}

fn values_are_alike<K: Kind>() {
    let weights = Weights::<K>::shipped();
    for state in (0..20).flat_map(somewhere::<K>) {
        let (board, other) = (
            CublinoBoard::of(&state),
            CublinoBoard::of(&turned::<K>(&state)),
        );
        if K::ended(&board, STALL).is_none() {
            assert_eq!(weights.value(&board), weights.value(&other));
        }
    }
}

#[test]
fn a_half_turn_changes_no_value() {
    values_are_alike::<ContraEngine>();
    values_are_alike::<PurEngine>();
}
