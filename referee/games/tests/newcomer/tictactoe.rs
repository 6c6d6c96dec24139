//! Tic-tac-toe, the example of a new game. This file has everything that the referee needs to know about it.
//!
//! A state line is `BOARD PLAYER`, such as `A.B/.../..A B`; a move is a square, from `a1` at the top left to
//! `c3` at the bottom right.

use std::fmt;

use referee_games::options::{ChosenOptions, OptionSpec};
use referee_games::scene::{Grid, GridStyle, Piece, Scene, SceneSquare};
use referee_games::text::{StateError, fields, letter, quote};
use referee_games::{Ending, Game, Seat, Turn};
use serde_json::{Value, json};

/// The winning lines, as indices in [`TicTacToeState::board`]: the first square, and the distance to the
/// next.
const LINES: [(usize, usize); 8] = [
    (0, 1),
    (3, 1),
    (6, 1),
    (0, 3),
    (1, 3),
    (2, 3),
    (0, 4),
    (2, 2),
];

/// A game is a value that holds its options. This one has none.
#[derive(Clone, Debug)]
pub(crate) struct TicTacToe;

/// A position holds everything that a player needs in order to move, and no history.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TicTacToeState {
    /// The squares, row by row from the top.
    board: [Option<Seat>; 9],
    player: Seat,
}

/// A move. Its `Display` is its notation; the default of [`Game::parse`] reads it back by [`Game::moves`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TicTacToeMove(usize);

impl fmt::Display for TicTacToeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ["a", "b", "c"][self.0 % 3], self.0 / 3 + 1)
    }
}

impl TicTacToeState {
    fn has_won(&self, seat: Seat) -> bool {
        let holds = |i: usize| self.board[i] == Some(seat);
        LINES
            .iter()
            .any(|(i, step)| holds(*i) && holds(i + step) && holds(i + 2 * step))
    }

    /// Returns the rows of the board as text, with `.` for an empty square.
    fn rows(&self) -> [String; 3] {
        let mark = |square: &Option<Seat>| square.map_or('.', Seat::letter);
        [0, 3, 6].map(|i| self.board[i..i + 3].iter().map(mark).collect())
    }
}

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const TITLE: &'static str = "Tic-tac-toe: three in a row on nine squares";
    const REASONS: &'static [&'static str] = &["line", "full"];
    type State = TicTacToeState;
    type Move = TicTacToeMove;

    fn options() -> Vec<OptionSpec> {
        Vec::new()
    }

    fn new(_: &ChosenOptions) -> Result<TicTacToe, String> {
        Ok(TicTacToe)
    }

    fn start(&self) -> TicTacToeState {
        TicTacToeState {
            board: [None; 9],
            player: Seat::A,
        }
    }

    /// Reads a line, which is untrusted. Returns a state, or an error that names the field, the text found
    /// there, and what was expected.
    fn read(&self, line: &str) -> Result<TicTacToeState, StateError> {
        let [text, player] = fields(line, ["BOARD", "PLAYER"])?;
        let refused = |expected| StateError::new("BOARD", text, expected);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
            return Err(refused(
                "three rows of three characters with / between them",
            ));
        }
        let mut board = [None; 9];
        for (square, c) in board.iter_mut().zip(rows.concat().chars()) {
            *square = match c {
                '.' => None,
                'A' | 'B' => Seat::from_letter(c),
                _ => return Err(refused("only A, B and .")),
            };
        }
        let a_moves = letter("PLAYER", player, "AB")? == 'A';
        let player = if a_moves { Seat::A } else { Seat::B };
        let state = TicTacToeState { board, player };
        if state.has_won(Seat::A) && state.has_won(Seat::B) {
            return Err(refused("three in a row for one player at most"));
        }
        Ok(state)
    }

    /// Writes what [`Game::read`] reads. A finished game has a state line, too.
    fn write(&self, state: &TicTacToeState, line: &mut String) {
        line.push_str(&state.rows().join("/"));
        line.push(' ');
        line.push(state.player.letter());
    }

    /// Returns the next action. Only this method decides whether the game is over.
    fn turn(&self, state: &TicTacToeState) -> Turn<TicTacToeMove> {
        if let Some(winner) = [Seat::A, Seat::B].into_iter().find(|s| state.has_won(*s)) {
            return Turn::Over(Ending::win(winner, "line"));
        }
        if state.board.iter().all(Option::is_some) {
            return Turn::Over(Ending::draw("full"));
        }
        Turn::Seat(state.player)
    }

    /// Lists the moves. Their order is part of the game: it must be the same on every machine and in every
    /// version.
    fn moves(&self, state: &TicTacToeState, moves: &mut Vec<TicTacToeMove>) {
        if let Turn::Seat(_) = self.turn(state) {
            let empty = (0..9).filter(|i| state.board[*i].is_none());
            moves.extend(empty.map(TicTacToeMove));
        }
    }

    fn play(&self, state: &mut TicTacToeState, m: &TicTacToeMove) {
        state.board[m.0] = Some(state.player);
        state.player = state.player.other();
    }

    /// Explains why a text isn't legal. It is untrusted text from a bot, so it is quoted; it is never a legal
    /// move.
    fn explain(&self, _: &TicTacToeState, notation: &str) -> String {
        if (0..9).any(|i| TicTacToeMove(i).to_string() == notation) {
            return format!("{notation} is taken");
        }
        format!("{} is no square: write a1 to c3", quote(notation))
    }

    /// Draws the position for the terminal, the SVG board and the page.
    fn scene(&self, state: &TicTacToeState) -> Scene {
        let piece = |seat: Seat| Piece::new(seat.letter(), "mark", Some(seat));
        let square = |i: usize| {
            let named = SceneSquare::named(TicTacToeMove(i).to_string());
            state.board[i].map_or(named.clone(), |seat| named.with(piece(seat)))
        };
        let mut scene = Scene::default();
        scene.grid(Grid {
            x: 2,
            y: 0,
            name: "board".into(),
            ruling: GridStyle::Ruled,
            columns: ["a", "b", "c"].map(String::from).to_vec(),
            rows: ["1", "2", "3"].map(String::from).to_vec(),
            width: 3,
            squares: (0..9).map(square).collect(),
            ..Grid::default()
        });
        scene
    }

    fn view(&self, state: &TicTacToeState) -> Value {
        json!({"board": state.rows(), "player": state.player})
    }

    fn max_plies(&self, state: &TicTacToeState) -> u64 {
        state.board.iter().filter(|s| s.is_none()).count() as u64
    }
}
