//! Where a search ends, what it finds, and how that is told in the notation of the rules.

use std::time::Instant;

use referee_games::Game;
use referee_games::cublino::State;

use super::board::{Board, Move};
use super::kind::Kind;

/// Where a search ends, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many plies it looks ahead.
    pub depth: u32,
    /// How many positions it looks at.
    pub nodes: u64,
    /// When it ends.
    pub until: Option<Instant>,
}

impl Limits {
    /// Whether so many positions are enough; the clock isn't asked.
    pub(super) fn enough(&self, nodes: u64) -> bool {
        nodes >= self.nodes
    }

    /// Whether time is up.
    pub(super) fn late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many plies it looked ahead.
    pub depth: u32,
    /// The value for the mover.
    pub score: i32,
    /// The positions looked at.
    pub nodes: u64,
    /// The best moves of both sides; empty only where there is no move.
    pub line: Vec<Move>,
}

/// What searches positions of one game, one after the other.
pub trait Engine {
    /// The variant that it plays.
    type Kind: Kind;

    /// An engine for games that are drawn after so many moves that don't go forward.
    fn new(stall: u16) -> Self;

    /// Searches a position. If no limit allows for more, some legal move is the line.
    fn search(&mut self, board: &Board, limits: Limits) -> Found;
}

/// A line of moves in the notation, from a position of the rules; of several paths that come to the
/// same the shortest.
pub fn words<K: Kind>(game: &K::Game, state: &State, line: &[Move]) -> Vec<String> {
    let mut state = *state;
    let mut words = Vec::new();
    for m in line {
        let mut paths = Vec::new();
        game.moves(&state, &mut paths);
        paths.retain(|path| Move::of(path) == *m);
        let Some(path) = paths.iter().min_by_key(|path| path.squares().len()) else {
            break;
        };
        words.push(path.to_string());
        game.play(&mut state, path);
    }
    words
}
