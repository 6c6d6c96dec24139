//! Draws a position as a scene, and converts it to JSON.

use cozy_chess::{BitBoard, Board, Color, File, Piece as Chessman, Rank, Square};
use serde_json::{Value, json};

use crate::scene::{Grid, GridStyle, Ground, Piece, Scene, SceneFact, SceneSquare};

use super::ChessVariant;
use super::endings;
use super::fen;
use super::seat_of;
use super::state::ChessState;

/// Column of the text to the right of the board.
const BESIDE: u16 = 38;
/// Plies without capture or pawn move after which a game is drawn.
const DRAWN_AFTER: u8 = 100;

/// Draws the board as White sees it, and next to it who is to move.
pub(super) fn scene(state: &ChessState) -> Scene {
    let board = state.board();
    let mut scene = Scene::default();
    let squares = Rank::ALL.into_iter().rev().flat_map(|rank| {
        File::ALL
            .into_iter()
            .map(move |file| draw_square(board, Square::new(file, rank)))
    });
    scene.grid(Grid {
        x: 2,
        y: 0,
        name: "board".to_owned(),
        ruling: GridStyle::Ruled,
        columns: File::ALL.iter().map(ToString::to_string).collect(),
        rows: Rank::ALL.iter().rev().map(ToString::to_string).collect(),
        width: 8,
        squares: squares.collect(),
        ..Grid::default()
    });
    let player = state.player();
    for (color, name, y) in [(Color::Black, "Black", 1), (Color::White, "White", 15)] {
        let seat = seat_of(color);
        scene.caption(BESIDE, y, format!("player {seat}, {name}"), Some(seat));
    }
    match endings::ending(state) {
        Some(ending) => scene.text(BESIDE, 8, format!("over: {}", ending.reason), None),
        None if board.checkers().is_empty() => {
            scene.turn(BESIDE, 8, format!("{player} to move"), player);
        }
        None => scene.turn(BESIDE, 8, format!("{player} to move, in check"), player),
    }
    let number = board.fullmove_number();
    let counted = SceneFact::new("move", number);
    scene.fact(BESIDE, 9, format!("move {number}"), None, counted);
    let quiet = board.halfmove_clock();
    if quiet > 0 {
        let plies = if quiet == 1 { "ply" } else { "plies" };
        let text = format!("{quiet} {plies} without capture or pawn move");
        let counted = SceneFact::new("quiet plies", quiet).of(DRAWN_AFTER);
        scene.fact(BESIDE, 10, text, None, counted);
    }
    scene
}

fn draw_square(board: &Board, square: Square) -> SceneSquare {
    let mut drawn = SceneSquare::named(square.to_string());
    if BitBoard::DARK_SQUARES.has(square) {
        drawn.ground = Ground::Dark;
    }
    let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else {
        return drawn;
    };
    let checked =
        piece == Chessman::King && color == board.side_to_move() && !board.checkers().is_empty();
    drawn.sign = checked.then(|| "check".into());
    let letter: char = piece.into();
    let letter = match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    };
    drawn.with(Piece::new(letter, name(piece), Some(seat_of(color))))
}

/// Returns the name of a kind of piece.
pub(super) fn name(piece: Chessman) -> &'static str {
    match piece {
        Chessman::Pawn => "pawn",
        Chessman::Knight => "knight",
        Chessman::Bishop => "bishop",
        Chessman::Rook => "rook",
        Chessman::Queen => "queen",
        Chessman::King => "king",
    }
}

/// Returns the position as JSON: the board as FEN, who is to move, and the moves that count for a repetition.
pub(super) fn view(state: &ChessState, variant: ChessVariant) -> Value {
    let mut board = String::new();
    fen::write_fen(state.board(), variant, &mut board);
    let moves: Vec<String> = state.moves().iter().map(ToString::to_string).collect();
    json!({
        "fen": board,
        "player": state.player(),
        "moves": moves,
    })
}
