//! Cublino Pur for the engines: tips and chains of jumps; the top numbers on the end rows count.

use std::sync::LazyLock;

use referee_games::Seat;
use referee_games::cublino::{self, Direction};

use super::board::{CublinoBoard, Move};
use super::kind::{FeatureGroup, Kind, starts};
use super::squares::{end_row, seen, shift, squares};
use super::weights::Weights;

/// Cublino Pur.
#[derive(Clone, Copy, Debug)]
pub struct PurEngine;

const SHAPES: &[FeatureGroup] = &[
    ("dice, by row and orientation", 7 * 24),
    ("dice, by row and column", 7 * 7),
    (
        "dice that can jump forward, by row and whose turn it is",
        7 * 2,
    ),
    ("dice at home, own and opponent's", 8 * 8),
    ("points ahead, by the dice at home", 8 * 25),
    ("rows ahead, by the rows that are left", 7 * 25),
];
const STARTS: [usize; 7] = starts(SHAPES);
const DIE: usize = STARTS[0];
const PLACE: usize = STARTS[1];
const JUMP: usize = STARTS[2];
const HOME: usize = STARTS[3];
const POINTS: usize = STARTS[4];
const ROWS: usize = STARTS[5];

impl Kind for PurEngine {
    type Game = cublino::Pur;
    const JUMPS: bool = true;
    const SHAPES: &'static [FeatureGroup] = SHAPES;
    const LAMBDA: f64 = 0.7;
    const WEIGHTS: &'static str = include_str!("weights/pur.txt");

    fn weights() -> &'static Weights<PurEngine> {
        static WEIGHTS: LazyLock<Weights<PurEngine>> = LazyLock::new(Weights::shipped);
        &WEIGHTS
    }

    fn stall(game: &cublino::Pur) -> u16 {
        game.stall()
    }

    fn moves(board: &CublinoBoard, mut see: impl FnMut(Move)) {
        let directions = Direction::open_to(board.mover());
        let free = board.free();
        for from in squares(board.side(board.mover())) {
            let others = board.occupied() & !(1 << from);
            let mut push = |tip, set| {
                squares(set).for_each(|to| see(Move::new(from, to, tip)));
            };
            let landed = |start| landings(start, others, free, directions);
            push(Move::NO_TIP, landed(1 << from) & free);
            for direction in directions {
                let tipped = shift(1 << from, direction) & free;
                if tipped != 0 {
                    push(direction as u8, landed(tipped));
                }
            }
        }
    }

    fn play(board: &mut CublinoBoard, m: Move) {
        board.carry(m);
        board.pass(Self::JUMPS);
    }

    fn won(board: &CublinoBoard) -> Option<Option<Seat>> {
        let all = |seat: Seat| board.side(seat) & !end_row(seat) == 0;
        (all(Seat::A) || all(Seat::B)).then(|| {
            let [a, b] = [Seat::A, Seat::B].map(|seat| points(board, seat));
            (a != b).then_some(if a > b { Seat::A } else { Seat::B })
        })
    }

    fn features(board: &CublinoBoard, mut see: impl FnMut(usize, i32)) {
        let mover = board.mover();
        let (occupied, free) = (board.occupied(), board.free());
        let (mut rows_left, mut home) = ([0; 2], [0; 2]);
        for (i, (seat, sign)) in [(mover, 1), (mover.other(), -1)].into_iter().enumerate() {
            let dice = board.side(seat);
            let forward = Direction::open_to(seat)[0];
            for square in squares(dice) {
                let place = seen(square, seat);
                let (row, column) = (place / 8, place % 8);
                rows_left[i] += 6 - row;
                home[i] += usize::from(row == 6);
                see(DIE + row * 24 + board.seen(square, seat), sign);
                see(PLACE + row * 7 + column, sign);
                let over = shift(1 << square, forward) & occupied;
                if shift(over, forward) & free != 0 {
                    see(JUMP + row * 2 + i, sign);
                }
            }
        }
        see(HOME + home[0] * 8 + home[1], 1);
        let most = home[0].max(home[1]);
        let [mine, theirs] = [mover, mover.other()].map(|seat| points(board, seat) as usize);
        see(POINTS + most * 25 + bucket(mine, theirs), 1);
        let least = rows_left[0].min(rows_left[1]);
        see(
            ROWS + least.div_ceil(7) * 25 + bucket(rows_left[1], rows_left[0]),
            1,
        );
    }
}

/// Maps a difference of up to 12 in either direction to a number from 0 to 24.
fn bucket(more: usize, less: usize) -> usize {
    (more + 12).saturating_sub(less).min(24)
}

/// Returns the sum of the top numbers of a seat's dice on its end row.
fn points(board: &CublinoBoard, seat: Seat) -> u32 {
    board.tops(board.side(seat) & end_row(seat))
}

/// Returns the squares that a die reaches by any number of jumps, including its own.
fn landings(start: u64, others: u64, free: u64, directions: [Direction; 3]) -> u64 {
    let (mut all, mut new) = (start, start);
    while new != 0 {
        let jump = |direction| shift(shift(new, direction) & others, direction);
        let reached = directions.into_iter().fold(0, |sum, d| sum | jump(d));
        new = reached & free & !all;
        all |= new;
    }
    all
}
