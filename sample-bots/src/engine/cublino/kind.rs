//! Defines the parts in which the variants of Cublino differ.

use referee_games::cublino::{CublinoState, Path};
use referee_games::{Game, Seat};

use super::board::{CublinoBoard, Move};
use super::weights::Weights;

/// A group of features: a description, and the number of features.
pub type FeatureGroup = (&'static str, usize);

/// A variant of Cublino, for the engines.
pub trait Kind: Copy + 'static {
    /// The rules of the variant.
    type Game: Game<State = CublinoState, Move = Path>;
    /// True if dice may jump.
    const JUMPS: bool;
    /// The groups of features of the evaluation, in the order of the weights.
    const SHAPES: &'static [FeatureGroup];
    /// The λ of TD(λ), 0 to 1: at 0 a value is learned from the next position only, at 1 from the
    /// result only.
    const LAMBDA: f64;
    /// The weights that are shipped with the program.
    const WEIGHTS: &'static str;

    /// Returns the shipped weights, parsed once.
    fn weights() -> &'static Weights<Self>;

    /// Returns the number of consecutive moves without a forward move that draws a game.
    fn stall(game: &Self::Game) -> u16;

    /// Passes the moves to `see`, one for each position that they lead to. There is at least one
    /// unless the game has [ended](Kind::ended).
    fn moves(board: &CublinoBoard, see: impl FnMut(Move));

    /// Plays a move.
    fn play(board: &mut CublinoBoard, m: Move);

    /// Returns the winner, or `Some(None)` for a tie; `None` if the goal isn't reached.
    fn won(board: &CublinoBoard) -> Option<Option<Seat>>;

    /// Returns true if the mover wins with its next move; it may miss some such moves.
    fn wins_next(_: &CublinoBoard) -> bool {
        false
    }

    /// Passes the features of a position to `see`: the index of the weight, and how often it counts
    /// for the mover; a negative number counts for the opponent.
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

/// Returns the index of the first weight of each group, and the end of the last group.
pub(super) const fn starts<const N: usize>(shapes: &[FeatureGroup]) -> [usize; N] {
    let mut starts = [0; N];
    let mut i = 0;
    while i < shapes.len() {
        starts[i + 1] = starts[i] + shapes[i].1;
        i += 1;
    }
    starts
}
