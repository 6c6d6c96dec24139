//! Learns the evaluation of Cublino by self-play with TD(λ), for the house bots.
//!
//! The program `learn` compares what it learns with what is shipped, and `levels` plays the levels of a game against
//! each other. Neither is part of the referee.
//!
//! After each game, the value of every position is moved towards a target: a mixture of the values
//! of the positions after it and of the result. All arithmetic is addition, multiplication and
//! division of `f64` in a fixed order on one thread, so the same seed gives the same weights, bit
//! for bit.

mod text;

use std::marker::PhantomData;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{Game, Seat, random};

use referee_bots::engine::UNIT;
use referee_bots::engine::cublino::{CublinoBoard, Kind, Move};

pub use text::{prefix_line, text};

/// Number of games from which the shipped weights were learned.
pub const GAMES: u32 = 100_000;
/// Number of games after which the text of the weights has a checksum of all bits, for a quick
/// comparison.
pub const PREFIX: u32 = 500;

/// The seed of the shipped weights.
pub const SEED: u64 = 1;

/// Learning rate at the start.
const RATE: f64 = 0.01;
/// Number of games after which the learning rate is halved; after twice as many it is a third, and
/// so on.
const HALVED: f64 = 20_000.0;
/// One move in this many is random.
const EXPLORED: u32 = 12;
/// Maximum number of random moves at the beginning of a game.
const OPENING: u32 = 12;

/// A player that learns by self-play.
pub struct Learner<K> {
    weights: Vec<f64>,
    rng: ChaCha8Rng,
    games: u32,
    start: CublinoBoard,
    stall: u16,
    kind: PhantomData<K>,
}

/// A position of a game: its features, and its value for seat A.
struct Visited {
    features: Vec<(usize, f64)>,
    value: f64,
    /// 1 if A is to move, -1 if B is.
    sign: f64,
}

impl<K: Kind> Learner<K> {
    /// Creates a learner whose weights are untrained.
    pub fn new(game: &K::Game, seed: u64) -> Learner<K> {
        Learner {
            weights: vec![0.0; K::SHAPES.iter().map(|(_, count)| count).sum()],
            rng: ChaCha8Rng::seed_from_u64(seed),
            games: 0,
            start: CublinoBoard::of(&game.start()),
            stall: K::stall(game),
            kind: PhantomData,
        }
    }

    /// Plays this many games and learns from each.
    pub fn play(&mut self, games: u32) {
        for _ in 0..games {
            let (visited, result) = self.game();
            self.learn(&visited, result);
            self.games += 1;
        }
    }

    /// Plays a game; returns its positions and its result for seat A.
    fn game(&mut self) -> (Vec<Visited>, f64) {
        let mut visited = Vec::new();
        let mut board = self.start;
        let mut moves = Vec::new();
        let opening = random::below(&mut self.rng, OPENING + 1);
        for ply in 0.. {
            if let Some(result) = K::ended(&board, self.stall) {
                return (visited, sign(&board) * f64::from(result));
            }
            moves.clear();
            K::moves(&board, |m| moves.push(m));
            let by_chance = ply < opening || random::below(&mut self.rng, EXPLORED) == 0;
            let m = if by_chance {
                moves[random::index(&mut self.rng, moves.len())]
            } else {
                self.best(&board, &moves)
            };
            if ply >= opening {
                visited.push(self.visit(&board));
            }
            K::play(&mut board, m);
        }
        (visited, 0.0)
    }

    /// Returns the move that leads to the best position; the first one among equals.
    fn best(&self, board: &CublinoBoard, moves: &[Move]) -> Move {
        let mut best = (moves[0], f64::NEG_INFINITY);
        for m in moves {
            let mut next = *board;
            K::play(&mut next, *m);
            let value = match K::ended(&next, self.stall) {
                Some(result) => f64::from(result),
                None => self.value(&next),
            };
            let value = value * sign(&next) * sign(board);
            if value > best.1 {
                best = (*m, value);
            }
        }
        best.0
    }

    /// Returns the value for the mover, between -1 and 1.
    fn value(&self, board: &CublinoBoard) -> f64 {
        let mut sum = 0.0;
        K::features(board, |feature, times| {
            sum += self.weights[feature] * f64::from(times);
        });
        squash(sum)
    }

    fn visit(&self, board: &CublinoBoard) -> Visited {
        let mut features = Vec::new();
        K::features(board, |feature, times| {
            features.push((feature, f64::from(times)));
        });
        Visited {
            features,
            value: sign(board) * self.value(board),
            sign: sign(board),
        }
    }

    fn learn(&mut self, visited: &[Visited], result: f64) {
        let rate = RATE / (1.0 + f64::from(self.games) / HALVED);
        let (mut later, mut next) = (result, result);
        for position in visited.iter().rev() {
            later = K::LAMBDA * later + (1.0 - K::LAMBDA) * next;
            let step = rate * (later - position.value) * position.sign;
            for (feature, times) in &position.features {
                self.weights[*feature] += step * times;
            }
            next = position.value;
        }
    }

    /// Returns a checksum of all bits of the learned weights.
    pub fn sum(&self) -> u64 {
        let mix =
            |sum: u64, weight: &f64| (sum ^ weight.to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
        self.weights.iter().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// Returns the learned weights as whole numbers.
    #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
    fn rounded(&self) -> Vec<i32> {
        let whole = |weight: &f64| (weight * f64::from(UNIT)).round() as i32;
        self.weights.iter().map(whole).collect()
    }
}

/// Returns 1 if A is to move, -1 if B is.
fn sign(board: &CublinoBoard) -> f64 {
    if board.mover() == Seat::A { 1.0 } else { -1.0 }
}

fn squash(sum: f64) -> f64 {
    sum / (1.0 + sum.abs())
}
