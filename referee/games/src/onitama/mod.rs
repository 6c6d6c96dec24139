//! Onitama in the variant of a university's exam, with a wall that both players push about.

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
use crate::options::{OptionKind, OptionSpec, Options};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::ReadError;
use board::Square;
use card::Card;
use pool::Deck;

pub use moves::Move;
pub use state::State;

/// The game with its options.
#[derive(Clone, Debug)]
pub struct Onitama {
    turns: u32,
    wall: bool,
    deck: Deck,
}

impl Onitama {
    /// The first position, with these cards.
    fn begin(&self, cards: [Card; 5]) -> State {
        let general = [Seat::A, Seat::B].map(|seat| board::base(seat).bit());
        let row = |row| {
            (0..board::SIZE)
                .map(|column| Square::at(row, column).bit())
                .sum()
        };
        State {
            pawns: [row(4), row(0)],
            generals: general,
            wall: if self.wall { Square::at(2, 0).bit() } else { 0 },
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
    type State = State;
    type Move = Move;

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec {
                name: "cards",
                kind: OptionKind::Word(pool::CHOICES),
                default: "all",
                help: "The cards that a deal draws from; five names are the cards of every start.",
            },
            OptionSpec {
                name: "turns",
                kind: OptionKind::Int {
                    min: 1,
                    max: notation::TURNS_MAX,
                },
                default: "50",
                help: "Turns of both players together; after them the game is a tie.",
            },
            OptionSpec {
                name: "wall",
                kind: OptionKind::Flag,
                default: "on",
                help: "Whether the game is played with the wall.",
            },
        ]
    }

    fn new(options: &Options) -> Result<Onitama, String> {
        Ok(Onitama {
            turns: options.int("turns"),
            wall: options.flag("wall"),
            deck: Deck::choose(options.word("cards"))?,
        })
    }

    fn start(&self) -> State {
        self.begin(self.deck.start)
    }

    fn deal(&self, rng: &mut dyn Rng) -> State {
        self.begin(self.deck.deal(rng))
    }

    fn read(&self, line: &str) -> Result<State, ReadError> {
        notation::read(line)
    }

    fn write(&self, state: &State, line: &mut String) {
        notation::write(state, line);
    }

    fn turn(&self, state: &State) -> Turn<Move> {
        state.ending().map_or(Turn::Seat(state.player), Turn::Over)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        state.list(moves);
    }

    fn parse(&self, state: &State, word: &str) -> Option<Move> {
        state.parse(word)
    }

    fn play(&self, state: &mut State, m: &Move) {
        state.play(*m);
    }

    fn explain(&self, state: &State, word: &str) -> String {
        explain::explain(state, word)
    }

    fn narrate(&self, state: &State, word: &str) -> Vec<String> {
        let legal = state.parse(word).zip(word.chars().last());
        legal.map_or(Vec::new(), |(m, letter)| log::narrate(state, m, letter))
    }

    fn narrate_refused(&self, state: &State, word: &str) -> Vec<String> {
        log::narrate_refused(state, word)
    }

    fn farewell(&self, winner: Option<Seat>, fault: Option<&str>) -> Option<String> {
        Some(log::farewell(winner, fault))
    }

    fn scene(&self, state: &State) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &State) -> Value {
        let rows = |letter: &dyn Fn(Square) -> char| {
            let mut text = String::new();
            notation::write_grid(&mut text, letter);
            json!(text.split('/').collect::<Vec<_>>())
        };
        let [a1, a2, b1, b2, side] = state.cards.map(|card| rows(&|square| card.letter(square)));
        json!({
            "board": rows(&|square| notation::letter(state, square)),
            "player": state.player,
            "turns_left": state.turns_left,
            "cards": { "A": [a1, a2], "B": [b1, b2], "side": side },
        })
    }

    fn symmetries(&self, state: &State) -> Vec<State> {
        let mirrored = state.mirrored();
        if mirrored == *state {
            Vec::new()
        } else {
            vec![mirrored]
        }
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        Some(state.exchanged())
    }

    fn max_plies(&self, state: &State) -> u64 {
        state.turns_left.into()
    }
}
