//! Cublino, in its variants Pur and Contra: dice are tipped across a board of 7×7 squares.
//!
//! Both variants share the board, the notation, move generation, skipped turns and draws. A [`Variant`]
//! defines the rest: whether dice jump, which battles a move starts, and when a side has won.

mod battle;
mod board;
mod contra;
mod die;
mod draw;
mod notation;
mod path;
mod pur;
mod state;
mod tell;
mod walk;

use std::fmt::Debug;
use std::marker::PhantomData;

use serde_json::Value;

pub use battle::Battle;
pub use board::{CublinoSquare, Direction};
pub use contra::ContraRules;
pub use die::Die;
pub use path::Path;
pub use pur::PurRules;
pub use state::CublinoState;

use crate::game::{Ending, Game, Turn};
use crate::options::{ChosenOptions, OptionKind, OptionSpec};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::StateError;
use crate::{GamePurpose, MoveParts, PurposeOption};

/// Cublino Pur.
pub type Pur = Cublino<PurRules>;
/// Cublino Contra.
pub type Contra = Cublino<ContraRules>;

/// The rules that differ between the variants.
pub trait Variant: Clone + Copy + Debug + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// A description in one sentence, for lists of games.
    const TITLE: &'static str;
    /// The name of the variant in JSON.
    const WORD: &'static str;
    /// The first letter of its state lines: first the one for A to move, then for B.
    const LETTERS: &'static str;
    /// True if a path may continue by jumps.
    const JUMPS: bool;
    /// True if each side has all of its seven dice at any time.
    const ALL_DICE: bool;
    /// The reason of an ending other than `stalled` and `no-moves`.
    const WIN: &'static str;

    /// Returns true if a side has reached the goal that ends the game.
    fn reached(state: &CublinoState, seat: Seat) -> bool;

    /// Returns the ending of a state in which a side has reached the goal.
    fn ending(state: &CublinoState) -> Ending;

    /// Returns the points of both sides; `None` if the variant has no points.
    fn score(state: &CublinoState) -> Option<Vec<(Seat, i64)>>;

    /// Returns the battles of the mover's die that has just arrived on a square.
    fn battles(state: &CublinoState, attacker: CublinoSquare) -> impl Iterator<Item = Battle>;
}

/// A variant of Cublino with its options.
#[derive(Clone, Debug)]
pub struct Cublino<V> {
    /// Number of consecutive moves without a forward move that draws the game.
    stall: u16,
    variant: PhantomData<V>,
}

impl<V: Variant> Cublino<V> {
    /// Returns the number of consecutive moves without a forward move that draws the game.
    pub const fn stall(&self) -> u16 {
        self.stall
    }

    /// Returns true if the goal is reached: one side has won, or the totals are equal.
    fn won(state: &CublinoState) -> bool {
        V::reached(state, Seat::A) || V::reached(state, Seat::B)
    }

    fn stalled(&self, state: &CublinoState) -> bool {
        state.stall() >= self.stall
    }

    /// Returns true if the game goes on as long as there are moves.
    fn open(&self, state: &CublinoState) -> bool {
        !Self::won(state) && !self.stalled(state)
    }
}

impl<V: Variant> Game for Cublino<V> {
    const NAME: &'static str = V::NAME;
    const TITLE: &'static str = V::TITLE;
    const REASONS: &'static [&'static str] = &[V::WIN, "stalled", "no-moves"];
    const PURPOSES: &'static [PurposeOption] = &[
        (GamePurpose::Short, "stall", "4"),
        (GamePurpose::Long, "stall", "200"),
    ];
    type State = CublinoState;
    type Move = Path;

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec::new(
            "stall",
            OptionKind::Int { min: 1, max: 9999 },
            "50",
            "Moves in a row, both players' counted, that don't go forward before a draw.",
        )]
    }

    fn new(options: &ChosenOptions) -> Result<Cublino<V>, String> {
        let stall = u16::try_from(options.int("stall")).map_err(|e| e.to_string())?;
        let variant = PhantomData;
        Ok(Cublino { stall, variant })
    }

    fn start(&self) -> CublinoState {
        CublinoState::start()
    }

    fn read(&self, line: &str) -> Result<CublinoState, StateError> {
        notation::read::<V>(line)
    }

    fn write(&self, state: &CublinoState, line: &mut String) {
        notation::write::<V>(state, line);
    }

    fn turn(&self, state: &CublinoState) -> Turn<Path> {
        let draw = |reason| {
            let score = V::score(state);
            Turn::Over(Ending {
                score,
                ..Ending::draw(reason)
            })
        };
        if Self::won(state) {
            Turn::Over(V::ending(state))
        } else if self.stalled(state) {
            draw("stalled")
        } else if state.can_move(state.mover(), V::JUMPS) {
            Turn::Seat(state.mover())
        } else {
            // `settle` has left the turn here: the other side can't move either.
            draw("no-moves")
        }
    }

    /// Lists the moves by the square of the die, row by row from row 1 and in each row from column a. The
    /// paths of one die are in depth-first order, each before its continuations; directions are in the order
    /// forward, left, right as the mover sees them.
    fn moves(&self, state: &CublinoState, moves: &mut Vec<Path>) {
        if self.open(state) {
            for start in board::squares(state.side(state.mover())) {
                path::PathSearch::run(state, start, V::JUMPS, moves);
            }
        }
    }

    fn count(&self, state: &CublinoState) -> u64 {
        if !self.open(state) {
            return 0;
        }
        if V::JUMPS {
            path::count(state)
        } else {
            state.tips()
        }
    }

    fn move_parts(&self, _: &CublinoState) -> MoveParts {
        MoveParts::Squares
    }

    fn parse(&self, state: &CublinoState, notation: &str) -> Option<Path> {
        self.open(state)
            .then(|| walk::walk::<V>(state, notation).ok())
            .flatten()
    }

    fn play(&self, state: &mut CublinoState, path: &Path) {
        state.carry(path);
        let lost = V::battles(state, path.last())
            .filter_map(|battle| battle.loser())
            .fold(0, |lost, square| lost | square.bit());
        state.remove(lost);
        state.pass();
        state.settle(V::JUMPS);
    }

    fn explain(&self, state: &CublinoState, notation: &str) -> String {
        walk::walk::<V>(state, notation)
            .err()
            .unwrap_or_else(|| "the game is over".to_owned())
    }

    fn effects(&self, state: &CublinoState, path: &Path) -> Option<String> {
        tell::battles::<V>(state, path)
    }

    fn narrate(&self, state: &CublinoState, notation: &str) -> Vec<String> {
        let path = self.parse(state, notation);
        path.map(|path| tell::narrate(self, state, &path))
            .into_iter()
            .collect()
    }

    fn scene(&self, state: &CublinoState) -> Scene {
        draw::scene(self, state)
    }

    fn view(&self, state: &CublinoState) -> Value {
        draw::view::<V>(state)
    }

    /// Returns none. A mirror image would turn right-handed dice into left-handed ones, which tip
    /// differently, and a half-turn of the board exchanges the seats.
    fn symmetries(&self, _: &CublinoState) -> Vec<CublinoState> {
        Vec::new()
    }

    fn exchanged(&self, state: &CublinoState) -> Option<CublinoState> {
        Some(state.exchanged())
    }

    /// Returns an upper bound. Each forward move reduces R, the number of rows that all dice still have to
    /// go, by at least one. The other moves come in runs of fewer than `stall` before a forward move, and of
    /// `stall` at the end; the first run has STALL moves already. With k forward moves that makes at most k +
    /// k(stall − 1) + stall − STALL moves, which grows with k, and k is at most R.
    fn max_plies(&self, state: &CublinoState) -> u64 {
        let stall = u64::from(self.stall);
        let left = stall.saturating_sub(state.stall().into());
        u64::from(state.rows_to_go()) * stall + left
    }
}
