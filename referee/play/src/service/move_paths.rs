//! Converts legal moves to the squares that a person presses one after the other.

use std::collections::BTreeMap;

use referee_games::scene::{Grid, GridRole, Ground, Item, Piece, Scene};
use referee_games::{Position, Seat};

use crate::model::MovePath;

/// A square: the index of an item of the scene, and of a square in it.
type At = (usize, usize);

/// Returns the legal moves of the seat on turn, with the squares of each.
pub(super) fn ways(position: &dyn Position, seat: Seat) -> Vec<MovePath> {
    let scene = position.scene();
    let names = names(&scene);
    let cut = position.move_parts();
    let way = |notation: String| {
        let (mut path, mut says) = (Vec::new(), Vec::new());
        let mut from = 0;
        while from < notation.len() {
            let end = cut.end(&notation, from);
            match names.get(&notation[from..end]) {
                Some(at) => path.push(*at),
                None => says.extend(cut.says(&notation, from)),
            }
            from = end;
        }
        if path.is_empty() {
            let squares = moved(&scene, position, seat, &notation);
            path = squares
                .or_else(|| named(&scene, seat, &notation))
                .unwrap_or_default();
        }
        MovePath {
            path,
            says: says.join(", "),
            word: notation,
        }
    };
    position.legal().into_iter().map(way).collect()
}

/// Returns the squares of the board by their names.
fn names(scene: &Scene) -> BTreeMap<&str, At> {
    let board = |(_, grid): &(usize, &Grid)| grid.role == GridRole::Board;
    let squares = grids(scene).filter(board).flat_map(|(item, grid)| {
        let squares = grid.squares.iter().enumerate();
        squares.filter_map(move |(i, square)| Some((square.name.as_deref()?, (item, i))))
    });
    squares.collect()
}

fn grids(scene: &Scene) -> impl Iterator<Item = (usize, &Grid)> {
    scene
        .items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| match item {
            Item::Grid(grid) if grid.role != GridRole::Card => Some((at, grid)),
            _ => None,
        })
}

/// Returns the squares from and to which a move moves one piece; `None` if it moves none or several.
fn moved(before: &Scene, position: &dyn Position, seat: Seat, notation: &str) -> Option<Vec<At>> {
    // Without a board nothing moves on one.
    grids(before).next()?;
    let mut after = position.boxed();
    after.play(notation)?;
    let (before, after) = (standing(before, seat), standing(&after.scene(), seat));
    let fewer = |(at, count): (&At, &usize)| (after.get(at).unwrap_or(&0) < count).then_some(*at);
    let more = |(at, count): (&At, &usize)| (before.get(at).unwrap_or(&0) < count).then_some(*at);
    let left: Vec<At> = before.iter().filter_map(fewer).collect();
    let taken: Vec<At> = after.iter().filter_map(more).collect();
    match (&left[..], &taken[..]) {
        ([from], [to]) => Some(vec![*from, *to]),
        _ => None,
    }
}

/// Returns the square of the one piece that a move names, for a move that leaves the piece there in the end.
fn named(scene: &Scene, seat: Seat, notation: &str) -> Option<Vec<At>> {
    let mut hits = grids(scene).flat_map(|(item, grid)| {
        let is_movers =
            move |piece: &Piece| piece.seat == Some(seat) && piece.text.ends_with(notation);
        let squares = grid.squares.iter().enumerate();
        squares
            .filter_map(move |(i, square)| square.pieces.iter().any(is_movers).then_some((item, i)))
    });
    let first = hits.next()?;
    hits.next().is_none().then_some(vec![first])
}

/// Counts the pieces of a seat on each square.
fn standing(scene: &Scene, seat: Seat) -> BTreeMap<At, usize> {
    let mut rectangles = BTreeMap::new();
    for (item, grid) in grids(scene) {
        let squares = grid.squares.iter().enumerate();
        for (i, square) in squares.filter(|(_, square)| square.ground != Ground::Void) {
            let own = |piece: &&Piece| piece.seat == Some(seat);
            let count = square.pieces.iter().filter(own).count();
            if count > 0 {
                rectangles.insert((item, i), count);
            }
        }
    }
    rectangles
}
