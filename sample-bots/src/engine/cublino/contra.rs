//! Cublino Contra for the engines: one tip in a move, and battles.

use std::sync::LazyLock;

use referee_games::Seat;
use referee_games::cublino::{self, Direction};

use super::board::{CublinoBoard, Move};
use super::kind::{FeatureGroup, Kind, starts};
use super::squares::{BOARD, CELLS, end_row, neighbours, seen, shift, squares};
use super::weights::Weights;

/// Cublino Contra.
#[derive(Clone, Copy, Debug)]
pub struct ContraEngine;

const SHAPES: &[FeatureGroup] = &[
    ("dice, by row and orientation", 7 * 24),
    ("dice, by column", 7),
    (
        "dice, by row, opponents in the way, and whose turn it is",
        7 * 5 * 2,
    ),
    ("dice side by side, by the sum of their tops", 2 * 11),
    (
        "a die and an opponent's near it, by place and which shows more",
        7 * 7 * 3,
    ),
    ("the turn", 1),
];
const STARTS: [usize; 7] = starts(SHAPES);
const DIE: usize = STARTS[0];
const COLUMN: usize = STARTS[1];
const GUARD: usize = STARTS[2];
const SUPPORT: usize = STARTS[3];
const PAIR: usize = STARTS[4];
const TURN: usize = STARTS[5];

/// For each square, the squares up to three rows and columns away.
static NEAR: [u64; CELLS] = reach(3, [3, 3]);
/// For each seat and square, the squares from which a die can be stopped: up to two columns away,
/// and not behind it.
static AHEAD: [[u64; CELLS]; 2] = [reach(2, [6, 0]), reach(2, [0, 6])];

/// Returns for each square the squares that are at most `aside` columns to a side, `up` rows up and
/// `down` rows down.
const fn reach(aside: usize, [up, down]: [usize; 2]) -> [u64; CELLS] {
    let mut sets = [0; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let columns = (from % 8).abs_diff(to % 8);
            if columns <= aside && to / 8 <= from / 8 + up && from / 8 <= to / 8 + down {
                sets[from] |= BOARD & 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    sets
}

impl Kind for ContraEngine {
    type Game = cublino::Contra;
    const JUMPS: bool = false;
    const SHAPES: &'static [FeatureGroup] = SHAPES;
    const LAMBDA: f64 = 0.3;
    const WEIGHTS: &'static str = include_str!("weights/contra.txt");

    fn weights() -> &'static Weights<ContraEngine> {
        static WEIGHTS: LazyLock<Weights<ContraEngine>> = LazyLock::new(Weights::shipped);
        &WEIGHTS
    }

    fn stall(game: &cublino::Contra) -> u16 {
        game.stall()
    }

    fn moves(board: &CublinoBoard, mut see: impl FnMut(Move)) {
        let (own_dice, free) = (board.side(board.mover()), board.free());
        for direction in Direction::open_to(board.mover()) {
            let back = Direction::ALL[(direction as usize + 2) % 4];
            for from in squares(own_dice & shift(free, back)) {
                let to = shift(1 << from, direction).trailing_zeros() as usize;
                see(Move::new(from, to, direction as u8));
            }
        }
    }

    fn play(board: &mut CublinoBoard, m: Move) {
        board.carry(m);
        let [own, other] = [board.mover(), board.mover().other()].map(|seat| board.side(seat));
        let attacker = usize::from(m.to);
        let defenders = neighbours(attacker) & other;
        if defenders != 0 {
            let defence = board.tops(defenders);
            let mut lost = 0;
            for defender in squares(defenders) {
                let attack = board.tops(neighbours(defender) & own);
                if attack > defence {
                    lost |= 1 << defender;
                } else if attack < defence {
                    lost |= 1 << attacker;
                }
            }
            board.remove(lost);
        }
        board.pass(Self::JUMPS);
    }

    fn won(board: &CublinoBoard) -> Option<Option<Seat>> {
        let there = |seat: &Seat| board.side(*seat) & end_row(*seat) != 0;
        [Seat::A, Seat::B].into_iter().find(there).map(Some)
    }

    /// Returns true if a die can tip onto the end row where no opponent's die is next to it.
    fn wins_next(board: &CublinoBoard) -> bool {
        let (mover, other) = (board.mover(), board.side(board.mover().other()));
        let beside = Direction::ALL
            .into_iter()
            .map(|direction| shift(other, direction));
        let safe = board.free() & end_row(mover) & !beside.fold(0, |sum, set| sum | set);
        shift(board.side(mover), Direction::open_to(mover)[0]) & safe != 0
    }

    fn features(board: &CublinoBoard, mut see: impl FnMut(usize, i32)) {
        let mover = board.mover();
        for (seat, sign) in [(mover, 1), (mover.other(), -1)] {
            let [own, other] = [seat, seat.other()].map(|seat| board.side(seat));
            for square in squares(own) {
                let place = seen(square, seat);
                let (row, column) = (place / 8, place % 8);
                see(DIE + row * 24 + board.seen(square, seat), sign);
                see(COLUMN + column, sign);
                let ahead = AHEAD[seat.index()][square] & other;
                let guards = (ahead.count_ones() as usize).min(4);
                see(GUARD + (row * 5 + guards) * 2 + usize::from(sign > 0), sign);
            }
            for (i, direction) in [Direction::North, Direction::East].into_iter().enumerate() {
                let back = if i == 0 { 8 } else { 1 };
                for square in squares(own & shift(own, direction)) {
                    let sum = board.die(square).top() + board.die(square - back).top();
                    see(SUPPORT + i * 11 + usize::from(sum) - 2, sign);
                }
            }
        }
        let other = board.side(mover.other());
        for square in squares(board.side(mover)) {
            let (place, top) = (seen(square, mover), board.die(square).top());
            for opponent in squares(NEAR[square] & other) {
                let there = seen(opponent, mover);
                let rows = there / 8 + 3 - place / 8;
                let columns = there % 8 + 3 - place % 8;
                let other_top = board.die(opponent).top();
                let more = usize::from(top >= other_top) + usize::from(top > other_top);
                see(PAIR + (rows * 7 + columns) * 3 + more, 1);
            }
        }
        see(TURN, 1);
    }
}
