//! Chess, and Chess960: legal moves by `cozy-chess`, and what ends a game by the laws of FIDE, without claims.
//!
//! A is White, B is Black. A position is the one after the last capture, pawn move or loss of a castling right, and the
//! moves since then, so that its line alone shows a repetition.

mod draw;
mod endings;
mod exchange;
mod explain;
mod fen;
mod notation;
mod pgn;
mod score_sheet;
mod state;

use cozy_chess::Board;
use cozy_chess::util::display_san_move;
use rand::Rng;
use serde_json::Value;

use crate::game::{Game, Turn};
use crate::move_parts::MoveParts;
use crate::options::{ChosenOptions, OptionKind, OptionSpec};
use crate::random;
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::StateError;
use crate::{GamePurpose, PurposeOption};

pub use notation::ChessMove;
pub use pgn::PgnError;
pub use score_sheet::ScoreSheet;
pub use state::ChessState;

/// Number of starts of Chess960.
const STARTS: usize = 960;

/// How castling is written, which is all in which the variants differ apart from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessVariant {
    /// The king's own squares: `e1g1`. Kings castle from the file e, rooks from a and h.
    Standard,
    /// The king takes the rook: `e1h1`. Kings and rooks castle from any file.
    Chess960,
}

/// The game with its options chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chess {
    variant: ChessVariant,
}

impl Game for Chess {
    const NAME: &'static str = "chess";
    const TITLE: &'static str = "Chess: give mate, from the usual start or one of Chess960";
    const REASONS: &'static [&'static str] = &[
        "checkmate",
        "stalemate",
        "material",
        "fifty-moves",
        "threefold",
    ];
    const PURPOSES: &'static [PurposeOption] = &[(GamePurpose::Drawn, "variant", "960")];
    type State = ChessState;
    type Move = ChessMove;

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec::new(
            "variant",
            OptionKind::Choice(vec!["standard".into(), "960".into()]),
            "standard",
            "960 draws a dealt start among those of Chess960, and writes castling as king takes rook.",
        )]
    }

    fn new(options: &ChosenOptions) -> Result<Chess, String> {
        let variant = match options.choice("variant") {
            "960" => ChessVariant::Chess960,
            _ => ChessVariant::Standard,
        };
        Ok(Chess { variant })
    }

    fn start(&self) -> ChessState {
        ChessState::new(Board::startpos())
    }

    fn deal(&self, rng: &mut dyn Rng) -> ChessState {
        match self.variant {
            ChessVariant::Standard => self.start(),
            ChessVariant::Chess960 => {
                let number = u32::try_from(random::index(rng, STARTS)).unwrap_or_default();
                ChessState::new(Board::chess960_startpos(number))
            }
        }
    }

    fn read(&self, line: &str) -> Result<ChessState, StateError> {
        fen::read(line, self.variant)
    }

    fn write(&self, state: &ChessState, line: &mut String) {
        fen::write(state, self.variant, line);
    }

    fn turn(&self, state: &ChessState) -> Turn<ChessMove> {
        match endings::ending(state) {
            Some(ending) => Turn::Over(ending),
            None => Turn::Seat(state.player()),
        }
    }

    fn moves(&self, state: &ChessState, moves: &mut Vec<ChessMove>) {
        if endings::is_drawn(state).is_some() {
            return;
        }
        let board = state.board();
        board.generate_moves(|piece| {
            let played = piece.into_iter();
            moves.extend(played.map(|m| ChessMove::of(board, m, self.variant)));
            false
        });
        moves.sort_unstable();
    }

    fn count(&self, state: &ChessState) -> u64 {
        if endings::is_drawn(state).is_some() {
            return 0;
        }
        let mut count = 0;
        state.board().generate_moves(|piece| {
            count += piece.len() as u64;
            false
        });
        count
    }

    fn write_move(m: &ChessMove, text: &mut String) {
        m.write(text);
    }

    fn move_parts(&self, _: &ChessState) -> MoveParts {
        MoveParts::Squares
    }

    fn parse(&self, state: &ChessState, notation: &str) -> Option<ChessMove> {
        if endings::is_drawn(state).is_some() {
            return None;
        }
        ChessMove::parse(state.board(), notation, self.variant)
    }

    fn play(&self, state: &mut ChessState, m: &ChessMove) {
        state.play(*m);
    }

    fn explain(&self, state: &ChessState, notation: &str) -> String {
        explain::explain(state, notation, self.variant)
    }

    fn settles(&self, state: &ChessState, m: &ChessMove) -> bool {
        let (board, m) = (state.board(), m.played());
        // A castling king takes its own rook in this notation.
        board.color_on(m.to) == Some(!board.side_to_move())
            || board.piece_on(m.from) == Some(cozy_chess::Piece::Pawn)
    }

    fn paths(&self, state: &ChessState, m: &ChessMove) -> Vec<Vec<String>> {
        let paths = m.paths(state.board()).into_iter();
        paths
            .map(|path| path.map(|square| square.to_string()).to_vec())
            .collect()
    }

    fn effects(&self, state: &ChessState, m: &ChessMove) -> Option<String> {
        let said = display_san_move(state.board(), m.played()).to_string();
        // The rest of it is in the notation: what takes, castles, is promoted, checks or mates isn't.
        said.contains(['x', 'O', '=', '+', '#']).then_some(said)
    }

    fn narrate(&self, state: &ChessState, notation: &str) -> Vec<String> {
        let board = state.board();
        let m = ChessMove::parse(board, notation, self.variant);
        let seat = state.player();
        let said = m.map(|m| display_san_move(board, m.played()).to_string());
        vec![match said {
            Some(said) => format!("{seat} plays {said} ({notation})"),
            None => format!("{seat} plays {notation}"),
        }]
    }

    fn scene(&self, state: &ChessState) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &ChessState) -> Value {
        draw::view(state, self.variant)
    }

    fn exchanged(&self, state: &ChessState) -> Option<ChessState> {
        exchange::exchanged(state)
    }

    fn max_plies(&self, state: &ChessState) -> u64 {
        endings::max_plies(state)
    }
}

/// Returns the seat of a colour.
fn seat_of(color: cozy_chess::Color) -> Seat {
    match color {
        cozy_chess::Color::White => Seat::A,
        cozy_chess::Color::Black => Seat::B,
    }
}
