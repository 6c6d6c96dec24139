//! Ludo with two tokens for each of two to four seats.
//!
//! Positions are plain values, small enough to be copied at will. A die is cast at a chance node,
//! then the player names a token; a roll that no token can use is a forced `pass`.

mod cross;
mod draw;
mod line;
mod priority;
mod script;
mod state;
mod tell;
mod tokens;
pub mod track;
mod view;

use std::fmt;

use serde_json::Value;

use crate::game::{Chance, Game, Turn};
use crate::options::{OptionKind, OptionSpec, Options};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::ReadError;

pub use priority::priority;
pub use script::script;
pub use state::State;
pub use tokens::{Pair, Tokens};

/// The faces of the die.
const FACES: &[(&str, u32)] = &[("1", 1), ("2", 1), ("3", 1), ("4", 1), ("5", 1), ("6", 1)];

/// What can be done with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Move the first token.
    P,
    /// Move the second token.
    Q,
    /// Lose the roll, as no token can use it.
    Pass,
}

impl Move {
    /// The token that moves: 0 or 1.
    pub const fn token(self) -> Option<usize> {
        match self {
            Move::P => Some(0),
            Move::Q => Some(1),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Move::P => "p",
            Move::Q => "q",
            Move::Pass => "pass",
        })
    }
}

/// The rules with their options; these matter for a fresh start alone.
#[derive(Clone, Debug)]
pub struct Ludo {
    seats: Vec<Seat>,
    rolls: u32,
}

impl Game for Ludo {
    const NAME: &'static str = "ludo";
    const TITLE: &'static str = "Ludo with two tokens each for two to four players and a die";
    const REASONS: &'static [&'static str] = &["finished", "rolls"];
    type State = State;
    type Move = Move;

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec {
                name: "seats",
                kind: OptionKind::Word("two to four of the letters ABCD in order, such as AC"),
                default: "AB",
                help: "The positions at the board that are taken.",
            },
            OptionSpec {
                name: "rolls",
                kind: OptionKind::Int {
                    min: 1,
                    max: 999_999,
                },
                default: "2000",
                help: "The rolls after which the rest are ranked by the sum of their steps.",
            },
        ]
    }

    fn new(options: &Options) -> Result<Ludo, String> {
        let word = options.word("seats");
        let seats: Option<Vec<Seat>> = word.chars().map(Seat::from_letter).collect();
        let seats = seats
            .filter(|seats| seats.len() >= 2 && seats.is_sorted_by(|a, b| a < b))
            .ok_or_else(|| {
                format!(
                    "seats={word}: expected two to four of the letters ABCD in order and \
                     without repeats, such as AB or ACD"
                )
            })?;
        let rolls = options.int("rolls");
        Ok(Ludo { seats, rolls })
    }

    fn start(&self) -> State {
        State {
            tokens: Tokens::start(&self.seats),
            player: self.seats[0],
            roll: None,
            bonus: false,
            placed: [0; 4],
            rolls_left: self.rolls,
        }
    }

    fn read(&self, line: &str) -> Result<State, ReadError> {
        line::read(line)
    }

    fn write(&self, state: &State, line: &mut String) {
        line::write(state, line);
    }

    fn seats(&self, state: &State) -> Vec<Seat> {
        state.tokens.iter().map(|(seat, _)| seat).collect()
    }

    fn turn(&self, state: &State) -> Turn<Move> {
        let seat = state.player;
        if let Some(ending) = state.ending() {
            Turn::Over(ending)
        } else if state.roll.is_none() {
            let outcomes = FACES;
            Turn::Chance(Chance { seat, outcomes })
        } else if state.must_pass() {
            Turn::Forced(seat, Move::Pass)
        } else {
            Turn::Seat(seat)
        }
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let [p, q] = state.movable();
        moves.extend(p.then_some(Move::P));
        moves.extend(q.then_some(Move::Q));
        moves.extend(state.must_pass().then_some(Move::Pass));
    }

    fn parse(&self, state: &State, word: &str) -> Option<Move> {
        let [p, q] = state.movable();
        match word {
            "p" => p.then_some(Move::P),
            "q" => q.then_some(Move::Q),
            "pass" => state.must_pass().then_some(Move::Pass),
            _ => None,
        }
    }

    fn play(&self, state: &mut State, m: &Move) {
        state.play(*m);
    }

    fn cast(&self, state: &mut State, outcome: usize) {
        state.roll = u8::try_from(outcome + 1).ok();
    }

    fn withdraw(&self, state: &mut State, seat: Seat) -> bool {
        state.withdraw(seat)
    }

    fn explain(&self, state: &State, word: &str) -> String {
        tell::explain(state, word)
    }

    fn narrate(&self, state: &State, word: &str) -> Vec<String> {
        let told = self.parse(state, word).map(|m| tell::narrate(state, m));
        told.into_iter().collect()
    }

    fn scene(&self, state: &State) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &State) -> Value {
        view::view(state)
    }

    /// Every move, `pass` included, uses up a roll.
    fn max_plies(&self, state: &State) -> u64 {
        if state.is_over() {
            0
        } else {
            state.rolls_left.into()
        }
    }
}
