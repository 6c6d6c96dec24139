//! Draws a position in the layout of the exam.

use super::board::{self, OnitamaSquare, SIZE};
use super::card::Card;
use super::notation;
use super::state::{OnitamaState, SIDE};
use crate::scene::{
    Grid, GridRole, GridStyle, Ground, Piece, Scene, SceneFact, SceneSquare as Drawn,
};
use crate::seat::Seat;

/// Column of a player's first card, and the number of columns from it to the second.
const CARDS: (u16, u16) = (27, 9);
/// Column and line of the side card.
const SIDE_CARD: (u16, u16) = (45, 6);
/// The square in the middle of a card.
const MIDDLE: usize = 12;

/// Draws the position with both hands as seen from A's side.
pub(super) fn scene(state: &OnitamaState) -> Scene {
    let mut scene = Scene::default();
    let left = SceneFact::new("turns left", state.turns_left);
    scene.fact(
        0,
        0,
        format!("Number of turns left: {}", state.turns_left),
        None,
        left,
    );
    // The lines of a hand's heading, of the captions above or below it, and of its cards.
    for (seat, [heading, captions, top]) in [(Seat::B, [1, 2, 3]), (Seat::A, [15, 14, 9])] {
        scene.caption(24, heading, format!("Player {seat}"), Some(seat));
        for (number, x) in [(0, CARDS.0), (1, CARDS.0 + CARDS.1)] {
            let name = format!("Card {}", number + 1);
            let can_use = seat == state.player && !state.is_over();
            let card = seen(state.cards[2 * seat.index() + number], seat);
            scene.caption(x - 1, captions, name.as_str(), Some(seat));
            let mut grid = card_grid((x, top), format!("{name} of {seat}"), card);
            // By this name a move calls the card.
            grid.squares[MIDDLE].name = can_use.then(|| (number + 1).to_string());
            scene.grid(Grid {
                owner: Some(seat),
                turned: seat == Seat::B,
                ..grid
            });
        }
    }
    let (x, y) = SIDE_CARD;
    let arrow = if state.player == Seat::A { "^" } else { "v" };
    scene.caption(x, y - 1, "Side card", None);
    let side = seen(state.cards[SIDE], state.player);
    scene.grid(Grid {
        turned: state.player == Seat::B,
        ..card_grid((x, y), "Side card".to_owned(), side)
    });
    for line in 1..=3 {
        if state.is_over() {
            scene.caption(x + 8, y + line, arrow, Some(state.player));
        } else {
            scene.turn(x + 8, y + line, arrow, state.player);
        }
    }
    scene.grid(board_grid(state));
    scene
}

/// Returns a card of a seat as seen from A's side.
fn seen(card: Card, seat: Seat) -> Card {
    if seat == Seat::A { card } else { card.turned() }
}

fn card_grid((x, y): (u16, u16), name: String, card: Card) -> Grid {
    let square = |square: OnitamaSquare| match card.letter(square) {
        'o' => Drawn::plain().with(Piece::new("o", "origin", None)),
        'x' => Drawn::plain().with(Piece::new("x", "target", None)),
        _ => Drawn::plain(),
    };
    Grid {
        x,
        y,
        name,
        role: GridRole::Card,
        ruling: GridStyle::Plain,
        width: SIZE.into(),
        squares: OnitamaSquare::all().map(square).collect(),
        ..Grid::default()
    }
}

fn board_grid(state: &OnitamaState) -> Grid {
    let square = |square: OnitamaSquare| {
        let mut drawn = Drawn::named(square.to_string());
        let base = [Seat::A, Seat::B]
            .into_iter()
            .find(|seat| board::base(*seat) == square);
        drawn.ground = base.map_or(Ground::Plain, Ground::Seat);
        drawn.sign = base.map(|_| "temple".into());
        let letter = notation::letter(state, square);
        let kind = match letter {
            'A' | 'B' => "general",
            'a' | 'b' => "soldier",
            'W' => "wall",
            _ => return drawn,
        };
        drawn.with(Piece::new(
            letter,
            kind,
            Seat::from_letter(letter.to_ascii_uppercase()),
        ))
    };
    Grid {
        x: 2,
        y: 3,
        name: "board".to_owned(),
        ruling: GridStyle::Ruled,
        columns: (1..=SIZE).map(|column| column.to_string()).collect(),
        rows: ('a'..='e').map(String::from).collect(),
        width: SIZE.into(),
        squares: OnitamaSquare::all().map(square).collect(),
        ..Grid::default()
    }
}
