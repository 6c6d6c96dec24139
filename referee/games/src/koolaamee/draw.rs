//! Draws a position as a scene, and converts it to JSON.

use serde_json::{Value, json};

use crate::scene::{self, Grid, GridStyle, Piece, Scene, SceneFact};
use crate::seat::Seat;

use super::notation;
use super::square::{COLUMNS, KoolaameeSquare, ROWS, name};
use super::state::KoolaameeState;
use super::tile::KINDS;

/// Column of the text to the right of the board.
const BESIDE: u16 = 47;

/// Draws the board with outlined tiles, and next to it each player's points and marbles; in a draft also the squares on
/// which no tile lies yet, and the numbers of tiles that are left.
pub(super) fn scene(state: &KoolaameeState) -> Scene {
    let mut scene = Scene::default();
    scene.grid(Grid {
        x: 3,
        y: 0,
        name: "board".to_owned(),
        ruling: GridStyle::Outlined,
        columns: COLUMNS.map(str::to_owned).to_vec(),
        rows: ROWS.map(str::to_owned).to_vec(),
        width: 10,
        squares: (0..10)
            .flat_map(|y| (0..10).map(move |x| KoolaameeSquare::at(x, y)))
            .map(|square| draw_square(state, square))
            .collect(),
        ..Grid::default()
    });
    let player = state.player;
    match state.ending() {
        None => scene.turn(BESIDE, 1, format!("{player} to move"), player),
        Some(ending) => scene.text(BESIDE, 1, format!("over: {}", ending.reason), None),
    }
    let told = |fact: &SceneFact| format!("  {:<12} {}", fact.label, fact.value);
    for (seat, y) in [(Seat::A, 3), (Seat::B, 8)] {
        let (points, left) = (state.points()[seat.index()], state.left[seat.index()]);
        let last = if seat == state.player {
            state.own_square
        } else {
            state.last
        };
        scene.caption(BESIDE, y, format!("player {seat}"), Some(seat));
        for (y, fact) in [
            (y + 1, SceneFact::new("points", points)),
            (y + 2, SceneFact::new("marbles left", left)),
        ] {
            scene.fact(BESIDE, y, told(&fact), Some(seat), fact);
        }
        let last = format!("  last marble  {}", name(last));
        scene.caption(BESIDE, y + 3, last, Some(seat));
    }
    if state.is_draft() {
        scene.caption(BESIDE, 13, "tiles to lay", None);
        for (y, (kind, left)) in (14..).zip(KINDS.into_iter().zip(state.to_lay)) {
            let fact = SceneFact {
                tile: Some([kind.short, kind.long]),
                ..SceneFact::new(format!("{kind} left"), left)
            };
            scene.fact(BESIDE, y, told(&fact), None, fact);
        }
    }
    scene
}

fn draw_square(state: &KoolaameeState, square: KoolaameeSquare) -> scene::SceneSquare {
    let mut drawn = scene::SceneSquare::named(square.to_string());
    let Some(tile) = state.layout.letter(square) else {
        return if state.is_draft() {
            drawn
        } else {
            scene::SceneSquare::void()
        };
    };
    drawn.group = Some(tile);
    let of_tile = state.layout.tile[square.index()];
    drawn.owner = state.owner(of_tile);
    drawn.points = (of_tile & (square.mask() - 1) == 0).then(|| of_tile.count_ones());
    drawn.open = state.targets() & square.mask() != 0;
    for seat in [Seat::A, Seat::B] {
        if state.marbles[seat.index()] & square.mask() != 0 {
            let letter = seat.letter();
            drawn = drawn.with(Piece::new(letter, "marble", Some(seat)));
        }
    }
    drawn
}

/// Returns the position as JSON.
pub(super) fn view(state: &KoolaameeState) -> Value {
    let rows = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
    let square = |square: Option<KoolaameeSquare>| square.map(|s| s.to_string());
    let [points_a, points_b] = state.points();
    let mut view = json!({
        "tiles": rows(&state.layout.text),
        "marbles": rows(&String::from_utf8_lossy(&notation::marbles(state))),
        "player": state.player,
        "last": square(state.last),
        "own": square(state.own_square),
        "left": {"A": state.left[0], "B": state.left[1]},
        "points": {"A": points_a, "B": points_b},
    });
    if state.is_draft() {
        let left = KINDS.into_iter().zip(state.to_lay);
        view["to_lay"] = left
            .map(|(kind, left)| (kind.to_string(), Value::from(left)))
            .collect();
    }
    view
}
