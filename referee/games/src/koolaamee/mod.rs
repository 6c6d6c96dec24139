//! Koolaamee: marbles on seventeen tiles, each next to be put in line with the opponent's last one.

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
use crate::options::{OptionKind, OptionSpec, Options};
use crate::scene::Scene;
use crate::text::ReadError;

use layout::Layout;
pub use square::Square;
pub use state::State;

/// The game with its options chosen.
#[derive(Clone, Debug)]
pub struct Koolaamee {
    classic: Arc<Layout>,
    random: bool,
}

impl Game for Koolaamee {
    const NAME: &'static str = "koolaamee";
    const TITLE: &'static str = "Koolaamee: win tiles by the majority of marbles on them";
    const REASONS: &'static [&'static str] = &["marbles", "blocked"];
    type State = State;
    type Move = Square;

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec {
            name: "board",
            kind: OptionKind::Choice(&["classic", "random"]),
            default: "classic",
            help: "The board that a dealt game is played on; the default start is always classic.",
        }]
    }

    fn new(options: &Options) -> Result<Koolaamee, String> {
        Ok(Koolaamee {
            classic: Arc::new(boards::classic()),
            random: options.word("board") == "random",
        })
    }

    fn start(&self) -> State {
        State::new(Arc::clone(&self.classic))
    }

    fn deal(&self, rng: &mut dyn Rng) -> State {
        if self.random {
            State::new(Arc::new(boards::random(rng)))
        } else {
            self.start()
        }
    }

    fn read(&self, line: &str) -> Result<State, ReadError> {
        notation::read(line)
    }

    fn write(&self, state: &State, line: &mut String) {
        notation::write(state, line);
    }

    fn turn(&self, state: &State) -> Turn<Square> {
        match state.ending() {
            Some(ending) => Turn::Over(ending),
            None => Turn::Seat(state.player),
        }
    }

    fn moves(&self, state: &State, moves: &mut Vec<Square>) {
        moves.extend(square::squares(state.targets()));
    }

    fn parse(&self, state: &State, word: &str) -> Option<Square> {
        Square::parse(word).filter(|square| state.targets() & square.mask() != 0)
    }

    fn play(&self, state: &mut State, m: &Square) {
        state.place(*m);
    }

    fn explain(&self, state: &State, word: &str) -> String {
        explain::explain(state, word)
    }

    fn narrate(&self, state: &State, word: &str) -> Vec<String> {
        explain::narrate(state, word)
    }

    fn scene(&self, state: &State) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &State) -> Value {
        draw::view(state)
    }

    fn symmetries(&self, state: &State) -> Vec<State> {
        symmetry::all(state)
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        Some(symmetry::exchanged(state))
    }

    fn max_plies(&self, state: &State) -> u64 {
        state.max_plies()
    }
}
