//! The trait that a game implements, and what its questions are answered with.
//!
//! A game is a value that holds its options; positions are values of their own. Everything the
//! referee needs follows from this one trait, see [`crate::view`].

use std::fmt::{Debug, Display, Write};

use rand::Rng;
use serde_json::Value;

use crate::move_parts::MoveParts;
use crate::options::{ChosenOptions, OptionSpec};
use crate::purpose::PurposeOption;
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::StateError;

/// Who must do something in a position. One question with one answer, so that no two methods of a
/// game can disagree about whether it is over.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<M> {
    /// This seat chooses one of the legal moves.
    Seat(Seat),
    /// The referee casts.
    Chance(Chance),
    /// This seat has nothing to choose: the referee plays the move for it.
    Forced(Seat, M),
    /// The game has ended.
    Over(Ending),
}

/// A draw by the referee on behalf of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Whose die it is; each seat has a stream of its own.
    pub seat: Seat,
    /// What can come, each with a positive weight.
    pub outcomes: &'static [(&'static str, u32)],
}

/// How a game ended by its own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// One word, the same in results, tables and exports.
    pub reason: &'static str,
    /// Every seat with its place, 1 the best; equal seats share the better place.
    pub places: Vec<(Seat, u8)>,
    /// Every seat with its points, in games that count some.
    pub score: Option<Vec<(Seat, i64)>>,
}

impl Ending {
    /// A win in a game for the seats A and B.
    pub fn win(winner: Seat, reason: &'static str) -> Ending {
        let place = |seat| if seat == winner { 1 } else { 2 };
        Ending {
            reason,
            places: vec![(Seat::A, place(Seat::A)), (Seat::B, place(Seat::B))],
            score: None,
        }
    }

    /// A draw in a game for the seats A and B.
    pub fn draw(reason: &'static str) -> Ending {
        Ending {
            reason,
            places: vec![(Seat::A, 1), (Seat::B, 1)],
            score: None,
        }
    }

    /// The ending of a game in which the higher score is better; equal scores share a place.
    pub fn by_score(score: Vec<(Seat, i64)>, reason: &'static str) -> Ending {
        let better = |mine: i64| score.iter().filter(|(_, other)| *other > mine).count();
        let places = score
            .iter()
            .map(|&(seat, mine)| (seat, u8::try_from(better(mine)).unwrap_or(u8::MAX) + 1))
            .collect();
        Ending {
            reason,
            places,
            score: Some(score),
        }
    }
}

/// The rules of one game, with its options chosen.
///
/// Positions are plain values; all methods are pure. The laws that every game keeps are tested for
/// all of them alike by `laws::check` of this crate's tests.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The word that names the game everywhere.
    const NAME: &'static str;
    /// One sentence for a list of games.
    const TITLE: &'static str;
    /// The words for all reasons for which a game ends by its own rules.
    const REASONS: &'static [&'static str];
    /// The options that make the game short, long or crowded; a purpose that isn't listed takes the defaults.
    const PURPOSES: &'static [PurposeOption] = &[];
    /// How the notation of a move falls into parts.
    const MOVE_PARTS: MoveParts = MoveParts::Whole;
    /// Everything a player needs in order to move, without any history.
    type State: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// A move; its `Display` is its only notation, one word without spaces.
    type Move: Clone + Debug + PartialEq + Display + Send + Sync + 'static;

    /// The options of the game, with types, ranges and defaults.
    fn options() -> Vec<OptionSpec>;

    /// The game with its options chosen. They are in range already; what a range can't say is
    /// refused here in a sentence.
    fn new(options: &ChosenOptions) -> Result<Self, String>;

    /// The position that every game starts from when nothing is dealt.
    fn start(&self) -> Self::State;

    /// A start position drawn at random; without anything to draw, the default start.
    fn deal(&self, rng: &mut dyn Rng) -> Self::State {
        let _ = rng;
        self.start()
    }

    /// Reads a state line. Refuses what the notation can't mean, not what play can't reach.
    fn read(&self, line: &str) -> Result<Self::State, StateError>;

    /// Appends the state line.
    fn write(&self, state: &Self::State, line: &mut String);

    /// The seats that take part, in order.
    fn seats(&self, state: &Self::State) -> Vec<Seat> {
        let _ = state;
        vec![Seat::A, Seat::B]
    }

    /// Who must do something.
    fn turn(&self, state: &Self::State) -> Turn<Self::Move>;

    /// Appends the legal moves in a fixed order: at least one for a seat on turn, the forced move
    /// alone where there is one, none at a chance node and after the end.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The legal move that this word names. An implementation of its own may accept further
    /// spellings or be quicker, and still gives nothing but a move of [`Game::moves`].
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

    /// Takes a seat out of a game that goes on without it. Gives false, and leaves the state as it
    /// is, where the game ends with a seat's forfeit.
    fn withdraw(&self, state: &mut Self::State, seat: Seat) -> bool {
        let _ = (state, seat);
        false
    }

    /// Says in plain words which rule an illegal move breaks. Called only where a seat is on turn
    /// and the word isn't one of its moves; the word is whatever a bot wrote.
    fn explain(&self, state: &Self::State, notation: &str) -> String;

    /// What a spectator is told about a legal move, one string a line.
    fn narrate(&self, state: &Self::State, notation: &str) -> Vec<String> {
        match self.turn(state) {
            Turn::Seat(seat) | Turn::Forced(seat, _) => vec![format!("{seat} plays {notation}")],
            _ => Vec::new(),
        }
    }

    /// What the game's own log says of a seat on turn whose word isn't a legal move, as far as that
    /// follows from the word; with an empty one, of a seat that has said none.
    fn narrate_refused(&self, state: &Self::State, notation: &str) -> Vec<String> {
        let _ = (state, notation);
        Vec::new()
    }

    /// The last line of the game's own log, where it has one: with the seat that won, or none after
    /// a tie, and the word of the fault that decided it, if one did.
    fn farewell(&self, winner: Option<Seat>, fault: Option<&str>) -> Option<String> {
        let _ = (winner, fault);
        None
    }

    /// The position as a picture.
    fn scene(&self, state: &Self::State) -> Scene;

    /// The position as structured JSON, for bots that ask for it and for the page.
    fn view(&self, state: &Self::State) -> Value;

    /// The positions that are the same but for a symmetry of the game, without the position itself.
    fn symmetries(&self, state: &Self::State) -> Vec<Self::State> {
        let _ = state;
        Vec::new()
    }

    /// The position with the seats exchanged: A stands where B stood, and is on turn where B was. Nothing
    /// where the game has no such image.
    fn exchanged(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// An upper bound for the moves, forced ones included, that can follow.
    fn max_plies(&self, state: &Self::State) -> u64;
}
