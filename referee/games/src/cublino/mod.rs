//! Cublino, in its variants Pur and Contra: dice that are tipped across a board of 7×7 squares.
//!
//! Both share the board, the notation, the search for moves, skips and draws. A [`Variant`] says
//! what is its own: whether dice jump, which battles a move starts, and when a side has won.

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

/// What one variant has of its own.
pub trait Variant: Clone + Copy + Debug + Send + Sync + 'static {
    /// The word that names the game everywhere.
    const NAME: &'static str;
    /// One sentence for a list of games.
    const TITLE: &'static str;
    /// The word that names the variant in JSON.
    const WORD: &'static str;
    /// The first letter of its state lines, for A to move and for B.
    const LETTERS: &'static str;
    /// Whether a path may go on by jumps.
    const JUMPS: bool;
    /// Whether each side has all of its seven dice at any time.
    const ALL_DICE: bool;
    /// The reason of an ending that is neither stalled nor for want of moves.
    const WIN: &'static str;

    /// Whether a side has reached what ends the game.
    fn reached(state: &CublinoState, seat: Seat) -> bool;

    /// The ending of a state in which one side has reached that.
    fn ending(state: &CublinoState) -> Ending;

    /// The points of both sides, if the variant counts some.
    fn score(state: &CublinoState) -> Option<Vec<(Seat, i64)>>;

    /// The battles of the mover's die that has just come to a square.
    fn battles(state: &CublinoState, attacker: CublinoSquare) -> impl Iterator<Item = Battle>;
}

/// A variant of Cublino with its options chosen.
#[derive(Clone, Debug)]
pub struct Cublino<V> {
    /// Moves in a row that don't go forward before the game is drawn.
    stall: u16,
    variant: PhantomData<V>,
}

impl<V: Variant> Cublino<V> {
    /// How many moves in a row that don't go forward draw the game.
    pub const fn stall(&self) -> u16 {
        self.stall
    }

    /// Whether a side has won, or both in equal parts.
    fn won(state: &CublinoState) -> bool {
        V::reached(state, Seat::A) || V::reached(state, Seat::B)
    }

    fn stalled(&self, state: &CublinoState) -> bool {
        state.stall() >= self.stall
    }

    /// Whether play goes on as long as there are moves.
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
    const MOVE_PARTS: MoveParts = MoveParts::Squares;
    type State = CublinoState;
    type Move = Path;

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec {
            name: "stall",
            kind: OptionKind::Int { min: 1, max: 9999 },
            default: "50",
            help: "Moves in a row, both players' counted, that don't go forward before a draw.",
        }]
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
            // States are settled: the other side can't move either.
            draw("no-moves")
        }
    }

    /// By the square of the die, row by row from row 1 and from column a; the paths of one die
    /// depth first, each before those that go on from it, directions in the order forward, left,
    /// right as the mover sees them.
    fn moves(&self, state: &CublinoState, moves: &mut Vec<Path>) {
        if self.open(state) {
            for start in board::squares(state.side(state.mover())) {
                path::PathSearch::run(state, start, V::JUMPS, moves);
            }
        }
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

    /// None: a mirror would make left-handed dice of right-handed ones, which tip otherwise, and a
    /// half-turn of the board exchanges the seats.
    fn symmetries(&self, _: &CublinoState) -> Vec<CublinoState> {
        Vec::new()
    }

    fn exchanged(&self, state: &CublinoState) -> Option<CublinoState> {
        Some(state.exchanged())
    }

    /// Each forward move takes at least one from the rows that all dice have still to go, R; the
    /// others come in runs of fewer than `stall` before a forward one, and of `stall` at the end.
    /// The first run has STALL behind it. With k forward moves that makes at most
    /// k + k(stall − 1) + stall − STALL moves, which grows with k, and k is at most R.
    fn max_plies(&self, state: &CublinoState) -> u64 {
        let stall = u64::from(self.stall);
        let left = stall.saturating_sub(state.stall().into());
        u64::from(state.rows_to_go()) * stall + left
    }
}
