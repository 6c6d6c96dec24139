//! Implements Onitama in the variant of a university's exam, with a wall that both players move.

mod board;
mod card;
mod draw;
mod explain;
pub mod log;
mod moves;
mod notation;
mod pool;
mod state;

use rand::Rng;
use serde_json::{Value, json};

use crate::game::{Game, Turn};
use crate::options::{ChosenOptions, OptionKind, OptionSpec};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::StateError;
use crate::{GamePurpose, MoveParts, PurposeOption};
use board::OnitamaSquare;
use card::Card;
use notation::LetterGrid;
use pool::Deck;

pub use moves::OnitamaMove;
pub use state::OnitamaState;

/// The game with its options.
#[derive(Clone, Debug)]
pub struct Onitama {
    turns: u32,
    wall: bool,
    deck: Deck,
}

impl Onitama {
    /// Returns the first position, with these cards.
    fn begin(&self, cards: [Card; 5]) -> OnitamaState {
        let general = [Seat::A, Seat::B].map(|seat| board::base(seat).bit());
        let row = |row| {
            (0..board::SIZE)
                .map(|column| OnitamaSquare::at(row, column).bit())
                .sum()
        };
        OnitamaState {
            pawns: [row(4), row(0)],
            generals: general,
            wall: if self.wall {
                OnitamaSquare::at(2, 0).bit()
            } else {
                0
            },
            cards,
            player: Seat::A,
            turns_left: self.turns,
        }
    }
}

impl Game for Onitama {
    const NAME: &'static str = "onitama";
    const TITLE: &'static str = "Onitama with a wall: five pawns a side, five cards, one base each";
    const REASONS: &'static [&'static str] = &["base", "general", "turns"];
    const PURPOSES: &'static [PurposeOption] = &[
        (GamePurpose::Short, "turns", "6"),
        (GamePurpose::Long, "turns", "1000"),
        (GamePurpose::Narrow, "wall", "off"),
    ];
    type State = OnitamaState;
    type Move = OnitamaMove;

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::new(
                "cards",
                OptionKind::Word(pool::CHOICES.into()),
                "all",
                "The cards that a deal draws from; five names are the cards of every start.",
            ),
            OptionSpec::new(
                "turns",
                OptionKind::Int {
                    min: 1,
                    max: notation::TURNS_MAX,
                },
                "50",
                "Turns of both players together; after them the game is a tie.",
            ),
            OptionSpec::new(
                "wall",
                OptionKind::Flag,
                "on",
                "Whether the game is played with the wall.",
            ),
        ]
    }

    fn new(options: &ChosenOptions) -> Result<Onitama, String> {
        Ok(Onitama {
            turns: options.int("turns"),
            wall: options.flag("wall"),
            deck: Deck::choose(options.choice("cards"))?,
        })
    }

    fn start(&self) -> OnitamaState {
        self.begin(self.deck.start)
    }

    fn deal(&self, rng: &mut dyn Rng) -> OnitamaState {
        self.begin(self.deck.deal(rng))
    }

    fn read(&self, line: &str) -> Result<OnitamaState, StateError> {
        notation::read(line)
    }

    fn write(&self, state: &OnitamaState, line: &mut String) {
        notation::write(state, line);
    }

    fn turn(&self, state: &OnitamaState) -> Turn<OnitamaMove> {
        state.ending().map_or(Turn::Seat(state.player), Turn::Over)
    }

    fn moves(&self, state: &OnitamaState, moves: &mut Vec<OnitamaMove>) {
        state.list(moves);
    }

    fn count(&self, state: &OnitamaState) -> u64 {
        state.count()
    }

    fn write_move(m: &OnitamaMove, text: &mut String) {
        m.tell(|word| text.push_str(word));
    }

    fn move_parts(&self, _: &OnitamaState) -> MoveParts {
        MoveParts::Card
    }

    fn parse(&self, state: &OnitamaState, notation: &str) -> Option<OnitamaMove> {
        state.parse(notation)
    }

    fn play(&self, state: &mut OnitamaState, m: &OnitamaMove) {
        state.play(*m);
    }

    fn explain(&self, state: &OnitamaState, notation: &str) -> String {
        explain::explain(state, notation)
    }

    fn paths(&self, state: &OnitamaState, m: &OnitamaMove) -> Vec<Vec<String>> {
        state.paths(*m)
    }

    fn effects(&self, state: &OnitamaState, m: &OnitamaMove) -> Option<String> {
        state.effects(*m).map(str::to_owned)
    }

    fn narrate(&self, state: &OnitamaState, notation: &str) -> Vec<String> {
        let legal = state.parse(notation).zip(notation.chars().last());
        legal.map_or(Vec::new(), |(m, letter)| log::narrate(state, m, letter))
    }

    fn narrate_refused(&self, state: &OnitamaState, notation: &str) -> Vec<String> {
        log::narrate_refused(state, notation)
    }

    fn farewell(&self, winner: Option<Seat>, fault: Option<&str>) -> Option<String> {
        Some(log::farewell(winner, fault))
    }

    fn scene(&self, state: &OnitamaState) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &OnitamaState) -> Value {
        let rows = |grid: &LetterGrid| json!(grid.text().split('/').collect::<Vec<_>>());
        let [a1, a2, b1, b2, side] = state.cards.map(|card| rows(&card.grid()));
        json!({
            "board": rows(&notation::board(state)),
            "player": state.player,
            "turns_left": state.turns_left,
            "cards": { "A": [a1, a2], "B": [b1, b2], "side": side },
        })
    }

    fn symmetries(&self, state: &OnitamaState) -> Vec<OnitamaState> {
        let mirrored = state.mirrored();
        if mirrored == *state {
            Vec::new()
        } else {
            vec![mirrored]
        }
    }

    fn exchanged(&self, state: &OnitamaState) -> Option<OnitamaState> {
        Some(state.exchanged())
    }

    fn max_plies(&self, state: &OnitamaState) -> u64 {
        state.turns_left.into()
    }
}
