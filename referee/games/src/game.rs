//! The trait that a game implements, and the types that its methods use.
//!
//! A game is a value that holds its options; positions are separate values. Everything that the referee needs
//! is derived from this one trait, see [`crate::view`].

use std::borrow::Cow;
use std::fmt::{Debug, Display, Write};

use rand::Rng;
use serde_json::Value;

use crate::move_parts::MoveParts;
use crate::options::{ChosenOptions, OptionSpec};
use crate::purpose::PurposeOption;
use crate::random;
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::StateError;

/// The next action in a position. One method returns it, so that no two methods of a game can disagree about
/// whether the game is over.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<M> {
    /// This seat chooses one of the legal moves.
    Seat(Seat),
    /// The referee draws an outcome of chance, such as a die.
    Chance(Chance),
    /// This seat has nothing to choose: the referee plays the move for it.
    Forced(Seat, M),
    /// The game has ended.
    Over(Ending),
    /// The rules can't say how the game goes on, for the reason that this sentence gives: the program that holds them
    /// failed. No seat is to blame. Built-in games never fail.
    Failed(String),
}

/// The word of an outcome of chance, and its weight.
pub type ChanceOutcome = (Cow<'static, str>, u32);

/// A random draw by the referee on behalf of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The seat whose die it is; each seat has its own stream of random numbers.
    pub seat: Seat,
    /// The possible outcomes, each with a positive weight.
    pub outcomes: Cow<'static, [ChanceOutcome]>,
}

impl Chance {
    /// Draws the word of an outcome by its weight.
    pub fn draw(&self, rng: &mut dyn Rng) -> &str {
        &self.outcomes[random::weighted(rng, &self.outcomes)].0
    }
}

/// The result of a game that ended by its own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The reason, one word, the same in results, tables and exports.
    pub reason: Cow<'static, str>,
    /// The place of every seat, from 1 (the best); equal seats share the better place.
    pub places: Vec<(Seat, u8)>,
    /// The points of every seat, in games that have points.
    pub score: Option<Vec<(Seat, i64)>>,
}

impl Ending {
    /// Returns a win in a game for the seats A and B.
    pub fn win(winner: Seat, reason: impl Into<Cow<'static, str>>) -> Ending {
        let place = |seat| if seat == winner { 1 } else { 2 };
        Ending {
            reason: reason.into(),
            places: vec![(Seat::A, place(Seat::A)), (Seat::B, place(Seat::B))],
            score: None,
        }
    }

    /// Returns a draw in a game for the seats A and B.
    pub fn draw(reason: impl Into<Cow<'static, str>>) -> Ending {
        Ending {
            reason: reason.into(),
            places: vec![(Seat::A, 1), (Seat::B, 1)],
            score: None,
        }
    }

    /// Returns the ending of a game that the higher score wins; equal scores share a place.
    pub fn by_score(score: Vec<(Seat, i64)>, reason: impl Into<Cow<'static, str>>) -> Ending {
        let better = |mine: i64| score.iter().filter(|(_, other)| *other > mine).count();
        let places = score
            .iter()
            .map(|&(seat, mine)| (seat, u8::try_from(better(mine)).unwrap_or(u8::MAX) + 1))
            .collect();
        Ending {
            reason: reason.into(),
            places,
            score: Some(score),
        }
    }
}

/// The rules of one game, with its options chosen.
///
/// Positions are plain values; all methods are pure. The laws that every game must follow are tested for all
/// games by `laws::check` in the tests of this crate.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The name of the game, used everywhere.
    const NAME: &'static str;
    /// A description in one sentence, for lists of games.
    const TITLE: &'static str;
    /// All reasons for which a game ends by its own rules, one word each.
    const REASONS: &'static [&'static str];
    /// The options that make the game short, long or crowded; a purpose that isn't listed uses the defaults.
    const PURPOSES: &'static [PurposeOption] = &[];
    /// A position: everything that a player needs in order to move, without any history.
    type State: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// A move; its `Display` is its only notation, one word without spaces.
    type Move: Clone + Debug + PartialEq + Display + Send + Sync + 'static;

    /// Returns the options of the game, with types, ranges and defaults.
    fn options() -> Vec<OptionSpec>;

    /// Returns the game with these options, whose values are in range already. Returns an error, as a
    /// sentence, for values that are in range and still don't fit the game.
    fn new(options: &ChosenOptions) -> Result<Self, String>;

    /// Returns the default start position.
    fn start(&self) -> Self::State;

    /// Draws a start position at random. Returns the default start if the game has nothing to draw.
    fn deal(&self, rng: &mut dyn Rng) -> Self::State {
        let _ = rng;
        self.start()
    }

    /// Reads a state line. Returns an error if the notation doesn't allow it; a position that play can't
    /// reach is no error.
    fn read(&self, line: &str) -> Result<Self::State, StateError>;

    /// Appends the state line.
    fn write(&self, state: &Self::State, line: &mut String);

    /// Returns the seats that take part, in order.
    fn seats(&self, state: &Self::State) -> Vec<Seat> {
        let _ = state;
        vec![Seat::A, Seat::B]
    }

    /// Returns the next action in a position.
    fn turn(&self, state: &Self::State) -> Turn<Self::Move>;

    /// Appends the legal moves in a fixed order: at least one for a seat on turn; only the forced move where
    /// there is one; none at a chance node or after the end.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Returns the number of legal moves; at a chance node, the sum over its outcomes. An implementation may
    /// override it to count without a list.
    fn count(&self, state: &Self::State) -> u64 {
        let Turn::Chance(chance) = self.turn(state) else {
            let mut moves = Vec::new();
            self.moves(state, &mut moves);
            return moves.len() as u64;
        };
        let behind = (0..chance.outcomes.len()).map(|outcome| {
            let mut next = state.clone();
            self.cast(&mut next, outcome);
            self.count(&next)
        });
        behind.sum()
    }

    /// Appends the notation of a move. An implementation may override it to be faster.
    fn write_move(m: &Self::Move, text: &mut String) {
        // Writing to a string can't fail.
        let _ = write!(text, "{m}");
    }

    /// Returns how the notation of the moves of a position is split into parts.
    fn move_parts(&self, state: &Self::State) -> MoveParts {
        let _ = state;
        MoveParts::Whole
    }

    /// Returns the legal move that this word names. An implementation may override it to accept other
    /// spellings or to be faster, and must return only moves of [`Game::moves`].
    fn parse(&self, state: &Self::State, notation: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let mut text = String::new();
        moves.into_iter().find(|m| {
            text.clear();
            write!(text, "{m}").is_ok() && text == notation
        })
    }

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, m: &Self::Move);

    /// Plays the outcome of a chance node, given by its index among the outcomes.
    fn cast(&self, state: &mut Self::State, outcome: usize) {
        let _ = (state, outcome);
    }

    /// Takes a seat out of a game that goes on without it. Returns false, and doesn't change the state, if
    /// the game ends when a seat forfeits.
    fn withdraw(&self, state: &mut Self::State, seat: Seat) -> bool {
        let _ = (state, seat);
        false
    }

    /// Explains in plain words which rule an illegal move breaks. It is called only if a seat is on turn and
    /// the word isn't one of its moves; the word is untrusted text from a bot.
    fn explain(&self, state: &Self::State, notation: &str) -> String;

    /// Tells if a legal move settles something for good, as a capture does: where games are ended as draws because
    /// nothing happens any more, that is counted from here on.
    fn settles(&self, state: &Self::State, m: &Self::Move) -> bool {
        let _ = (state, m);
        false
    }

    /// Returns for each piece that a legal move moves the squares of the scene over which it goes, from the first to
    /// the last, by their names. Drawings move pieces along them; of a piece that isn't listed they see where it
    /// stood and where it stands.
    fn paths(&self, state: &Self::State, m: &Self::Move) -> Vec<Vec<String>> {
        self.move_parts(state).paths(&m.to_string())
    }

    /// Says what a legal move brings about, such as a battle and who loses it, in words that can follow its notation;
    /// `None` where the notation says it all.
    fn effects(&self, state: &Self::State, m: &Self::Move) -> Option<String> {
        let _ = (state, m);
        None
    }

    /// Describes a legal move for spectators, one string for each line.
    fn narrate(&self, state: &Self::State, notation: &str) -> Vec<String> {
        match self.turn(state) {
            Turn::Seat(seat) | Turn::Forced(seat, _) => vec![format!("{seat} plays {notation}")],
            _ => Vec::new(),
        }
    }

    /// Returns the lines of the game's own log for a seat on turn whose word isn't a legal move, as far as
    /// they follow from the word. An empty word stands for a seat that gave no answer.
    fn narrate_refused(&self, state: &Self::State, notation: &str) -> Vec<String> {
        let _ = (state, notation);
        Vec::new()
    }

    /// Returns the last line of the game's own log, if it has one. `winner` is the seat that won, `None`
    /// after a tie; `fault` is the word of the fault that decided the game, if one did.
    fn farewell(&self, winner: Option<Seat>, fault: Option<&str>) -> Option<String> {
        let _ = (winner, fault);
        None
    }

    /// Draws the position as a scene.
    fn scene(&self, state: &Self::State) -> Scene;

    /// Returns the position as JSON, for bots that ask for it and for the page.
    fn view(&self, state: &Self::State) -> Value;

    /// Returns the positions that are equivalent by a symmetry of the game, without the position itself.
    fn symmetries(&self, state: &Self::State) -> Vec<Self::State> {
        let _ = state;
        Vec::new()
    }

    /// Returns the position with the seats exchanged: A takes B's place, also on turn. Returns `None` if the
    /// game has no such position.
    fn exchanged(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// Returns an upper bound for the number of moves that can follow, including forced ones.
    fn max_plies(&self, state: &Self::State) -> u64;
}
