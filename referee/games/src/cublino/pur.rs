//! Cublino Pur: tips and chains of jumps; the numbers on the end rows decide the game.

use super::battle::Battle;
use super::board::{CublinoSquare, home_row};
use super::{CublinoState, Variant};
use crate::game::Ending;
use crate::seat::Seat;

/// The rules of Pur.
#[derive(Clone, Copy, Debug)]
pub struct PurRules;

impl Variant for PurRules {
    const NAME: &'static str = "cublino-pur";
    const TITLE: &'static str =
        "Cublino Pur: tip and jump seven dice across the board, the higher total wins.";
    const WORD: &'static str = "pur";
    const LETTERS: &'static str = "Pp";
    const JUMPS: bool = true;
    const ALL_DICE: bool = true;
    const WIN: &'static str = "total";

    fn reached(state: &CublinoState, seat: Seat) -> bool {
        state.side(seat) & !home_row(seat.other()) == 0
    }

    fn ending(state: &CublinoState) -> Ending {
        Ending::by_score(PurRules::totals(state), Self::WIN)
    }

    fn score(state: &CublinoState) -> Option<Vec<(Seat, i64)>> {
        Some(PurRules::totals(state))
    }

    fn battles(_: &CublinoState, _: CublinoSquare) -> impl Iterator<Item = Battle> {
        std::iter::empty()
    }
}

impl PurRules {
    /// Returns for each side the sum of its top numbers on the opponent's end row.
    fn totals(state: &CublinoState) -> Vec<(Seat, i64)> {
        let total = |seat: Seat| state.tops(state.side(seat) & home_row(seat.other()));
        [Seat::A, Seat::B]
            .map(|seat| (seat, i64::from(total(seat))))
            .to_vec()
    }
}
