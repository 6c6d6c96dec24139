//! Koolaamee: players put marbles on seventeen tiles, each in a line with the opponent's last marble. On a drafted board
//! they lay these tiles first.

mod boards;
mod draft;
mod draw;
mod explain;
mod layout;
mod moves;
mod notation;
mod square;
mod state;
mod symmetry;
mod tile;

use std::fmt::Write;
use std::sync::Arc;

use rand::Rng;
use serde_json::Value;

use crate::game::{Game, Turn};
use crate::options::{ChosenOptions, OptionKind, OptionSpec};
use crate::scene::Scene;
use crate::text::StateError;
use crate::{GamePurpose, MoveParts, PurposeOption};

pub use moves::KoolaameeMove;
pub use square::KoolaameeSquare;
pub use state::KoolaameeState;
pub use tile::KoolaameeTile;

/// The game with its options chosen.
#[derive(Clone, Debug)]
pub struct Koolaamee {
    start: KoolaameeState,
    /// True if a deal draws a board.
    random: bool,
}

impl Game for Koolaamee {
    const NAME: &'static str = "koolaamee";
    const TITLE: &'static str = "Koolaamee: win tiles by the majority of marbles on them";
    const REASONS: &'static [&'static str] = &["marbles", "blocked"];
    const PURPOSES: &'static [PurposeOption] = &[(GamePurpose::Drawn, "board", "random")];
    type State = KoolaameeState;
    type Move = KoolaameeMove;

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec::new(
            "board",
            OptionKind::Choice(vec!["classic".into(), "random".into(), "drafted".into()]),
            "classic",
            "The board; random is for dealt games only, drafted lets the players lay its tiles.",
        )]
    }

    fn new(options: &ChosenOptions) -> Result<Koolaamee, String> {
        let board = options.choice("board");
        Ok(Koolaamee {
            start: if board == "drafted" {
                KoolaameeState::draft()
            } else {
                KoolaameeState::new(Arc::new(boards::classic()))
            },
            random: board == "random",
        })
    }

    fn start(&self) -> KoolaameeState {
        self.start.clone()
    }

    fn deal(&self, rng: &mut dyn Rng) -> KoolaameeState {
        if self.random {
            KoolaameeState::new(Arc::new(boards::random(rng)))
        } else {
            self.start()
        }
    }

    fn read(&self, line: &str) -> Result<KoolaameeState, StateError> {
        notation::read(line)
    }

    fn write(&self, state: &KoolaameeState, line: &mut String) {
        notation::write(state, line);
    }

    fn turn(&self, state: &KoolaameeState) -> Turn<KoolaameeMove> {
        match state.ending() {
            Some(ending) => Turn::Over(ending),
            None => Turn::Seat(state.player),
        }
    }

    fn moves(&self, state: &KoolaameeState, moves: &mut Vec<KoolaameeMove>) {
        state.moves(moves);
    }

    fn count(&self, state: &KoolaameeState) -> u64 {
        state.count()
    }

    fn write_move(m: &KoolaameeMove, text: &mut String) {
        match m {
            // Writing to a string can't fail.
            KoolaameeMove::Tile(tile) => _ = write!(text, "{tile}"),
            KoolaameeMove::Marble(square) => text.extend(square.word()),
        }
    }

    fn move_parts(&self, state: &KoolaameeState) -> MoveParts {
        if state.is_draft() {
            MoveParts::Tile
        } else {
            MoveParts::Whole
        }
    }

    fn parse(&self, state: &KoolaameeState, notation: &str) -> Option<KoolaameeMove> {
        state.parse(notation)
    }

    fn play(&self, state: &mut KoolaameeState, m: &KoolaameeMove) {
        state.play(*m);
    }

    fn explain(&self, state: &KoolaameeState, notation: &str) -> String {
        explain::explain(state, notation)
    }

    fn effects(&self, state: &KoolaameeState, m: &KoolaameeMove) -> Option<String> {
        match m {
            KoolaameeMove::Tile(tile) => explain::laid_aside(state, *tile),
            KoolaameeMove::Marble(_) => None,
        }
    }

    fn narrate(&self, state: &KoolaameeState, notation: &str) -> Vec<String> {
        explain::narrate(state, notation)
    }

    fn scene(&self, state: &KoolaameeState) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &KoolaameeState) -> Value {
        draw::view(state)
    }

    fn symmetries(&self, state: &KoolaameeState) -> Vec<KoolaameeState> {
        symmetry::all(state)
    }

    fn exchanged(&self, state: &KoolaameeState) -> Option<KoolaameeState> {
        Some(symmetry::exchanged(state))
    }

    fn max_plies(&self, state: &KoolaameeState) -> u64 {
        state.max_plies()
    }
}
