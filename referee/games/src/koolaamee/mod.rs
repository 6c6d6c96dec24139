//! Koolaamee: players put marbles on seventeen tiles, each in a line with the opponent's last marble.

mod boards;
mod draw;
mod explain;
mod layout;
mod notation;
mod square;
mod state;
mod symmetry;

use std::sync::Arc;

use rand::Rng;
use serde_json::Value;

use crate::game::{Game, Turn};
use crate::options::{ChosenOptions, OptionKind, OptionSpec};
use crate::scene::Scene;
use crate::text::StateError;
use crate::{GamePurpose, PurposeOption};

use layout::TileLayout;
pub use square::KoolaameeSquare;
pub use state::KoolaameeState;

/// The game with its options chosen.
#[derive(Clone, Debug)]
pub struct Koolaamee {
    classic: Arc<TileLayout>,
    random: bool,
}

impl Game for Koolaamee {
    const NAME: &'static str = "koolaamee";
    const TITLE: &'static str = "Koolaamee: win tiles by the majority of marbles on them";
    const REASONS: &'static [&'static str] = &["marbles", "blocked"];
    const PURPOSES: &'static [PurposeOption] = &[(GamePurpose::Drawn, "board", "random")];
    type State = KoolaameeState;
    type Move = KoolaameeSquare;

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec::new(
            "board",
            OptionKind::Choice(vec!["classic".into(), "random".into()]),
            "classic",
            "The board that a dealt game is played on; the default start is always classic.",
        )]
    }

    fn new(options: &ChosenOptions) -> Result<Koolaamee, String> {
        Ok(Koolaamee {
            classic: Arc::new(boards::classic()),
            random: options.choice("board") == "random",
        })
    }

    fn start(&self) -> KoolaameeState {
        KoolaameeState::new(Arc::clone(&self.classic))
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

    fn turn(&self, state: &KoolaameeState) -> Turn<KoolaameeSquare> {
        match state.ending() {
            Some(ending) => Turn::Over(ending),
            None => Turn::Seat(state.player),
        }
    }

    fn moves(&self, state: &KoolaameeState, moves: &mut Vec<KoolaameeSquare>) {
        moves.extend(square::squares(state.targets()));
    }

    fn count(&self, state: &KoolaameeState) -> u64 {
        state.targets().count_ones().into()
    }

    fn write_move(m: &KoolaameeSquare, text: &mut String) {
        text.extend(m.word());
    }

    fn parse(&self, state: &KoolaameeState, notation: &str) -> Option<KoolaameeSquare> {
        KoolaameeSquare::parse(notation).filter(|square| state.targets() & square.mask() != 0)
    }

    fn play(&self, state: &mut KoolaameeState, m: &KoolaameeSquare) {
        state.place(*m);
    }

    fn explain(&self, state: &KoolaameeState, notation: &str) -> String {
        explain::explain(state, notation)
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
