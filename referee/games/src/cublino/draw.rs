//! Draws a position as a scene, and converts it to JSON.

use serde_json::{Value, json};

use super::board::{CublinoSquare, SIDE};
use super::tell::outcome;
use super::{Cublino, CublinoState, Die, Variant};
use crate::game::{Game, Turn};
use crate::scene::{Grid, GridStyle, Ground, Piece, Scene, SceneFact, SceneSquare as Cell};
use crate::seat::Seat;

/// Column in which the legend begins, to the right of the board.
const LEGEND: u16 = 34;
/// Points of seven dice whose tops are sixes.
const MOST_POINTS: u16 = 42;

pub(super) fn scene<V: Variant>(game: &Cublino<V>, state: &CublinoState) -> Scene {
    let mut scene = Scene::default();
    let columns = || (0..SIDE).map(|column| char::from(b'a' + column).to_string());
    let rows = || (0..SIDE).rev();
    let squares = rows().flat_map(|row| (0..SIDE).filter_map(move |c| CublinoSquare::at(c, row)));
    scene.grid(Grid {
        x: 2,
        y: 0,
        name: "board".to_owned(),
        ruling: GridStyle::Ruled,
        columns: columns().collect(),
        rows: rows().map(|row| (row + 1).to_string()).collect(),
        width: SIDE.into(),
        squares: squares.map(|square| cell(state, square)).collect(),
        ..Grid::default()
    });
    let mover = state.mover();
    match game.turn(state) {
        Turn::Over(ending) => scene.text(LEGEND, 1, outcome(&ending), None),
        _ => scene.turn(LEGEND, 1, format!("{mover} to move"), mover),
    }
    let stall = format!("stall {} of {}", state.stall(), game.stall);
    let counted = SceneFact::new("stall", state.stall()).of(game.stall);
    scene.fact(LEGEND, 3, stall, None, counted);
    for (y, (seat, total)) in (5..).zip(V::score(state).into_iter().flatten()) {
        let text = format!("total of {seat} {total}");
        let points = SceneFact::new("points", total).of(MOST_POINTS);
        scene.fact(LEGEND, y, text, Some(seat), points);
    }
    for (y, seat, die) in [(11, Seat::A, "A64"), (13, Seat::B, "b63")] {
        let key = format!("{die}  {seat}'s die: top 6, north {}", &die[2..]);
        scene.caption(LEGEND, y, key, Some(seat));
    }
    scene
}

/// Returns a square; the terminal shows a die's owner (A's in upper case), its top and its north number.
fn cell(state: &CublinoState, square: CublinoSquare) -> Cell {
    let mut cell = Cell::named(square.to_string());
    cell.ground = match square.row() {
        0 => Ground::Seat(Seat::A),
        row if row == SIDE - 1 => Ground::Seat(Seat::B),
        _ => Ground::Plain,
    };
    let Some((seat, die)) = state.die(square) else {
        return cell;
    };
    let owner = if seat == Seat::A { 'A' } else { 'b' };
    let faces = die.faces();
    let mut piece = Piece::new(
        format!("{owner}{}{}", faces[0], faces[1]),
        "die",
        Some(seat),
    );
    piece.faces = faces.to_vec();
    cell.with(piece)
}

pub(super) fn view<V: Variant>(state: &CublinoState) -> Value {
    let die = |(square, seat, die): (CublinoSquare, Seat, Die)| {
        let [top, north, east, south, west] = die.faces();
        json!({
            "seat": seat, "square": square.to_string(),
            "top": top, "north": north, "east": east, "south": south, "west": west,
        })
    };
    json!({
        "variant": V::WORD,
        "player": state.mover(),
        "stall": state.stall(),
        "dice": state.dice().map(die).collect::<Vec<Value>>(),
    })
}
