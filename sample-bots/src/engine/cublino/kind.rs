//! The parts in which the variants of Cublino differ.

use referee_games::cublino::{CublinoState, Path};
use referee_games::{Game, Seat};

use super::board::{CublinoBoard, Move};
use super::weights::Weights;

/// A group of features: a description, and the number of features.
pub type FeatureGroup = (&'static str, usize);

/// A variant of Cublino, as the engines see it.
pub trait Kind: Copy + 'static {
    /// Its rules.
    type Game: Game<State = CublinoState, Move = Path>;
    /// Whether dice jump.
    const JUMPS: bool;
    /// The groups of features that its evaluation weighs, in the order of the weights.
    const SHAPES: &'static [FeatureGroup];
    /// How much of what comes after a position is what it learns from, rather than the next value:
    /// the λ of TD(λ), 0 to 1.
    const LAMBDA: f64;
    /// The weights that come with the program.
    const WEIGHTS: &'static str;

    /// Returns those weights, read once.
    fn weights() -> &'static Weights<Self>;

    /// Returns how many moves in a row that don't go forward draw a game.
    fn stall(game: &Self::Game) -> u16;

    /// Tells the moves, each that leads to another position once. Some are there while the mover
    /// [can move](Kind::ended).
    fn moves(board: &CublinoBoard, see: impl FnMut(Move));

    /// Plays a move.
    fn play(board: &mut CublinoBoard, m: Move);

    /// Returns the seat that has won, or `Some(None)` for a tie; `None` if neither has happened.
    fn won(board: &CublinoBoard) -> Option<Option<Seat>>;

    /// Returns true if the mover wins with its next move; it may miss some such moves.
    fn wins_next(_: &CublinoBoard) -> bool {
        false
    }

    /// Tells the features of a position: the number of the weight, and how often it counts for the
    /// mover, less than 0 if it counts for the opponent.
    fn features(board: &CublinoBoard, see: impl FnMut(usize, i32));

    /// Returns the result if the game is over: 1 for a win of the mover, -1 for a loss, 0 for a
    /// draw.
    fn ended(board: &CublinoBoard, stall: u16) -> Option<i32> {
        if let Some(winner) = Self::won(board) {
            let sign = |seat| if seat == board.mover() { 1 } else { -1 };
            return Some(winner.map_or(0, sign));
        }
        let goes_on = board.stall() < stall && board.can_move(board.mover(), Self::JUMPS);
        (!goes_on).then_some(0)
    }
}

/// Where the groups of features begin, and where the last one ends.
pub(super) const fn starts<const N: usize>(shapes: &[FeatureGroup]) -> [usize; N] {
    let mut starts = [0; N];
    let mut i = 0;
    while i < shapes.len() {
        starts[i + 1] = starts[i] + shapes[i].1;
        i += 1;
    }
    starts
}
