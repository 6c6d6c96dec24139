//! Ludo with two tokens for each of two to four seats.
//!
//! Positions are plain values that are cheap to copy. A die is cast at a chance node, then the player names a
//! token; if no token can use the roll, `pass` is forced.

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

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::game::{Chance, ChanceOutcome, Game, Turn};
use crate::options::{ChosenOptions, OptionKind, OptionSpec};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::StateError;
use crate::{GamePurpose, PurposeOption};

pub use priority::priority;
pub use script::script;
pub use state::LudoState;
pub use tokens::{Pair, Tokens};

/// The faces of the die.
const FACES: &[ChanceOutcome] = &[
    face("1"),
    face("2"),
    face("3"),
    face("4"),
    face("5"),
    face("6"),
];

const fn face(word: &'static str) -> ChanceOutcome {
    (Cow::Borrowed(word), 1)
}

/// A move: the use of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LudoMove {
    /// Move the first token.
    P,
    /// Move the second token.
    Q,
    /// Lose the roll, as no token can use it.
    Pass,
}

impl LudoMove {
    /// Returns the index of the token that moves, 0 or 1; `None` for a pass.
    pub const fn token(self) -> Option<usize> {
        match self {
            LudoMove::P => Some(0),
            LudoMove::Q => Some(1),
            LudoMove::Pass => None,
        }
    }
}

impl fmt::Display for LudoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LudoMove::P => "p",
            LudoMove::Q => "q",
            LudoMove::Pass => "pass",
        })
    }
}

/// The rules with their options, which matter only for a new start position.
#[derive(Clone, Debug)]
pub struct Ludo {
    seats: Vec<Seat>,
    rolls: u32,
}

impl Game for Ludo {
    const NAME: &'static str = "ludo";
    const TITLE: &'static str = "Ludo with two tokens each for two to four players and a die";
    const REASONS: &'static [&'static str] = &["finished", "rolls"];
    const PURPOSES: &'static [PurposeOption] = &[
        (GamePurpose::Short, "rolls", "60"),
        (GamePurpose::Long, "seats", "ABCD"),
        (GamePurpose::Crowd, "seats", "ABCD"),
        (GamePurpose::Crowd, "rolls", "200"),
    ];
    type State = LudoState;
    type Move = LudoMove;

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::new(
                "seats",
                OptionKind::Word("two to four of the letters ABCD in order, such as AC".into()),
                "AB",
                "The positions at the board that are taken.",
            ),
            OptionSpec::new(
                "rolls",
                OptionKind::Int {
                    min: 1,
                    max: 999_999,
                },
                "2000",
                "The rolls after which the rest are ranked by the sum of their steps.",
            ),
        ]
    }

    fn new(options: &ChosenOptions) -> Result<Ludo, String> {
        let letters = options.choice("seats");
        let seats: Option<Vec<Seat>> = letters.chars().map(Seat::from_letter).collect();
        let seats = seats
            .filter(|seats| seats.len() >= 2 && seats.is_sorted_by(|a, b| a < b))
            .ok_or_else(|| {
                format!(
                    "seats={letters}: expected two to four of the letters ABCD in order and \
                     without repeats, such as AB or ACD"
                )
            })?;
        let rolls = options.int("rolls");
        Ok(Ludo { seats, rolls })
    }

    fn start(&self) -> LudoState {
        LudoState {
            tokens: Tokens::start(&self.seats),
            player: self.seats[0],
            roll: None,
            bonus: false,
            placed: [0; 4],
            rolls_left: self.rolls,
        }
    }

    fn read(&self, line: &str) -> Result<LudoState, StateError> {
        line::read(line)
    }

    fn write(&self, state: &LudoState, line: &mut String) {
        line::write(state, line);
    }

    fn seats(&self, state: &LudoState) -> Vec<Seat> {
        state.tokens.iter().map(|(seat, _)| seat).collect()
    }

    fn turn(&self, state: &LudoState) -> Turn<LudoMove> {
        let seat = state.player;
        if let Some(ending) = state.ending() {
            Turn::Over(ending)
        } else if state.roll.is_none() {
            let outcomes = Cow::Borrowed(FACES);
            Turn::Chance(Chance { seat, outcomes })
        } else if state.must_pass() {
            Turn::Forced(seat, LudoMove::Pass)
        } else {
            Turn::Seat(seat)
        }
    }

    fn moves(&self, state: &LudoState, moves: &mut Vec<LudoMove>) {
        let [p, q] = state.movable();
        moves.extend(p.then_some(LudoMove::P));
        moves.extend(q.then_some(LudoMove::Q));
        moves.extend(state.must_pass().then_some(LudoMove::Pass));
    }

    fn count(&self, state: &LudoState) -> u64 {
        if state.is_over() {
            return 0;
        }
        let moves = |roll| {
            let movable = state.tokens.movable(state.player, roll);
            movable.into_iter().map(u64::from).sum::<u64>().max(1)
        };
        match state.roll {
            Some(roll) => moves(roll),
            // Only a six moves a token out of the yard; all other rolls are alike.
            None => 5 * moves(1) + moves(track::SIX),
        }
    }

    fn parse(&self, state: &LudoState, notation: &str) -> Option<LudoMove> {
        let [p, q] = state.movable();
        match notation {
            "p" => p.then_some(LudoMove::P),
            "q" => q.then_some(LudoMove::Q),
            "pass" => state.must_pass().then_some(LudoMove::Pass),
            _ => None,
        }
    }

    fn play(&self, state: &mut LudoState, m: &LudoMove) {
        state.play(*m);
    }

    fn cast(&self, state: &mut LudoState, outcome: usize) {
        state.roll = u8::try_from(outcome + 1).ok();
    }

    fn withdraw(&self, state: &mut LudoState, seat: Seat) -> bool {
        state.withdraw(seat)
    }

    fn explain(&self, state: &LudoState, notation: &str) -> String {
        tell::explain(state, notation)
    }

    fn paths(&self, state: &LudoState, m: &LudoMove) -> Vec<Vec<String>> {
        state.paths(*m)
    }

    fn effects(&self, state: &LudoState, m: &LudoMove) -> Option<String> {
        Some(tell::effects(state, *m))
    }

    fn narrate(&self, state: &LudoState, notation: &str) -> Vec<String> {
        let sentence = self.parse(state, notation).map(|m| tell::narrate(state, m));
        sentence.into_iter().collect()
    }

    fn scene(&self, state: &LudoState) -> Scene {
        draw::scene(state)
    }

    fn view(&self, state: &LudoState) -> Value {
        view::view(state)
    }

    /// Returns the number of rolls left: every move, also `pass`, uses up a roll.
    fn max_plies(&self, state: &LudoState) -> u64 {
        if state.is_over() {
            0
        } else {
            state.rolls_left.into()
        }
    }
}
