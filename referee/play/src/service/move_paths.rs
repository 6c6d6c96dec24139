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
    let is_card = |(item, _): &At| matches!(&scene.items[*item], Item::Grid(grid) if grid.role == GridRole::Card);
    let cut = position.move_parts();
    let way = |notation: String| {
        let (mut path, mut says) = (Vec::new(), Vec::new());
        // Some part names no square, such as the wall's way.
        let mut is_open = false;
        let mut from = 0;
        while from < notation.len() {
            let end = cut.end(&notation, from);
            let at = names.get(&notation[from..end]);
            path.extend(at);
            is_open |= at.is_none();
            if at.is_none_or(is_card) {
                says.extend(cut.says(&notation, from));
            }
            from = end;
        }
        if path.iter().all(is_card) && !cut.moves_no_piece(&notation) {
            let squares = moved(&scene, position, seat, &notation);
            path = squares
                .or_else(|| named(&scene, seat, &notation))
                .unwrap_or_default();
        } else if is_open {
            // What the move does to another piece is pressed, too, where that piece goes.
            let routes = position.paths(&notation).into_iter().rev();
            for route in routes {
                let ends = route.first().zip(route.last());
                let ends = ends.map(|(from, to)| (names.get(&**from), names.get(&**to)));
                if let Some((Some(from), Some(to))) = ends
                    && !path.contains(from)
                {
                    path.push(*to);
                }
            }
        }
        MovePath {
            by_card: path.first().is_some_and(is_card),
            path,
            says: says.join(", "),
            tile: cut.tile_size(&notation),
            word: notation,
        }
    };
    position.legal().into_iter().map(way).collect()
}

/// Returns the squares of the board, and the cards, by their names.
fn names(scene: &Scene) -> BTreeMap<&str, At> {
    let of = |role| all(scene).filter(move |(_, grid)| grid.role == role);
    // A name of a square of the board is never one of a card.
    let pressed = of(GridRole::Card).chain(of(GridRole::Board));
    let squares = pressed.flat_map(|(item, grid)| {
        let squares = grid.squares.iter().enumerate();
        squares.filter_map(move |(i, square)| Some((square.name.as_deref()?, (item, i))))
    });
    squares.collect()
}

/// Returns the grids on which pieces stand.
fn grids(scene: &Scene) -> impl Iterator<Item = (usize, &Grid)> {
    all(scene).filter(|(_, grid)| grid.role != GridRole::Card)
}

fn all(scene: &Scene) -> impl Iterator<Item = (usize, &Grid)> {
    scene
        .items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| match item {
            Item::Grid(grid) => Some((at, grid)),
            Item::Text(_) => None,
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
