//! Cublino Contra: one tip a move, and battles; the first die on the opponent's end row wins.

use super::battle::Battle;
use super::board::{CublinoSquare, home_row, neighbours, squares};
use super::{CublinoState, Variant};
use crate::game::Ending;
use crate::seat::Seat;

/// The rules of Contra.
#[derive(Clone, Copy, Debug)]
pub struct ContraRules;

impl Variant for ContraRules {
    const NAME: &'static str = "cublino-contra";
    const TITLE: &'static str =
        "Cublino Contra: tip one die a move and battle, the first on the far row wins.";
    const WORD: &'static str = "contra";
    const LETTERS: &'static str = "Cc";
    const JUMPS: bool = false;
    const ALL_DICE: bool = false;
    const WIN: &'static str = "end-row";

    fn reached(state: &CublinoState, seat: Seat) -> bool {
        state.side(seat) & home_row(seat.other()) != 0
    }

    fn ending(state: &CublinoState) -> Ending {
        let winner = if Self::reached(state, Seat::A) {
            Seat::A
        } else {
            Seat::B
        };
        Ending::win(winner, Self::WIN)
    }

    fn score(_: &CublinoState) -> Option<Vec<(Seat, i64)>> {
        None
    }

    fn battles(state: &CublinoState, attacker: CublinoSquare) -> impl Iterator<Item = Battle> {
        let movers = state.side(state.mover());
        let defenders = neighbours(attacker) & state.side(state.mover().other());
        let defence = state.tops(defenders);
        squares(defenders).map(move |defender| Battle {
            attacker,
            defender,
            attack: state.tops(neighbours(defender) & movers),
            defence,
        })
    }
}
