//! Simulates tournaments of players with known strengths.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use referee_stats::field::{FieldGame, Unit};

/// Common part of the two games in a mirrored pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Deal {
    /// They are independent.
    Independent,
    /// The deal favours one of the players, whichever seat it has.
    Player,
    /// The deal favours one of the seats, whichever player is in it.
    Seat,
}

/// Settings of a simulated tournament.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimulationPlan {
    pub players: usize,
    /// Mirrored pairs of games for each two players.
    pub pairs: usize,
    /// The share of drawn games between equal players, from 0 to 1.
    pub draws: f64,
    pub deal: Deal,
    /// Advantage of the first seat, in points.
    pub first_seat: f64,
    /// The standard deviation of strengths, in points.
    pub spread: f64,
}

/// Random numbers for a simulation.
pub(super) struct SimulationRng(ChaCha8Rng);

impl SimulationRng {
    pub(super) fn new(seed: u64) -> SimulationRng {
        SimulationRng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a uniform number from 0 to 1.
    pub(super) fn share(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    /// Returns a normal number: the sum of twelve uniform numbers, less six.
    pub(super) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>() - 6.0
    }

    /// Draws strengths with the mean 0.
    pub(super) fn strengths(&mut self, plan: SimulationPlan) -> Vec<f64> {
        let drawn: Vec<f64> = (0..plan.players)
            .map(|_| plan.spread * self.normal())
            .collect();
        let count = u32::try_from(plan.players).map_or(1.0, f64::from);
        let mean = drawn.iter().sum::<f64>() / count;
        drawn.iter().map(|strength| strength - mean).collect()
    }

    /// Plays all pairs of players. Each single game has exactly the model's expected score; the two games of
    /// a pair share their luck in three of four cases, unless they are independent.
    pub(super) fn tournament(&mut self, plan: SimulationPlan, strengths: &[f64]) -> Vec<Unit> {
        let mut units = Vec::new();
        for a in 0..plan.players {
            for b in a + 1..plan.players {
                units.extend((0..plan.pairs).map(|_| self.pair(plan, strengths, a, b)));
            }
        }
        units
    }

    /// Plays blocks of four games in which four players rotate through all seats. Places are the order of
    /// exponential times with the players' weights as rates, which is the model; with a probability of
    /// `shared` a player's luck is the same in all games of a block.
    pub(super) fn blocks(&mut self, strengths: &[f64], blocks: usize, shared: f64) -> Vec<Unit> {
        let block = |block: usize| Unit {
            games: self.block(strengths, block, shared),
            count: 1,
            distinct: 1,
        };
        (0..blocks).map(block).collect()
    }

    fn block(&mut self, strengths: &[f64], block: usize, shared: f64) -> Vec<FieldGame> {
        let luck: Vec<f64> = (0..4).map(|_| self.share()).collect();
        let keeps: Vec<bool> = (0..4).map(|_| self.share() < shared).collect();
        let mut game = |turn: usize| {
            let of_block: Vec<usize> = (0..4).map(|seat| (turn + seat) % 4).collect();
            let seats: Vec<usize> = of_block
                .iter()
                .map(|i| (block + i) % strengths.len())
                .collect();
            let mut time = |(i, &player): (&usize, &usize)| {
                let luck = if keeps[*i] { luck[*i] } else { self.share() };
                -luck.max(1e-12).ln() / 10.0_f64.powf(strengths[player] / 400.0)
            };
            let times: Vec<f64> = of_block.iter().zip(&seats).map(&mut time).collect();
            let place = |time: &f64| 1 + times.iter().filter(|other| *other < time).count();
            let places = times
                .iter()
                .map(|t| u8::try_from(place(t)).unwrap_or(u8::MAX))
                .collect();
            FieldGame { seats, places }
        };
        (0..4).map(&mut game).collect()
    }

    fn pair(&mut self, plan: SimulationPlan, strengths: &[f64], a: usize, b: usize) -> Unit {
        let luck = self.share();
        let other = match plan.deal {
            Deal::Independent => self.share(),
            _ if self.share() < 0.25 => self.share(),
            // The luck is that of the first seat, which the other player has in the next game.
            Deal::Player => 1.0 - luck,
            Deal::Seat => luck,
        };
        let game = |first: usize, second: usize, luck: f64| FieldGame {
            seats: vec![first, second],
            places: outcome(
                strengths[first] - strengths[second] + plan.first_seat,
                plan.draws,
                luck,
            ),
        };
        Unit {
            games: vec![game(a, b, luck), game(b, a, other)],
            count: 1,
            distinct: 1,
        }
    }
}

/// Returns the places of two seats: draws as requested, as far as the expected score allows.
fn outcome(difference: f64, draws: f64, luck: f64) -> Vec<u8> {
    let score = 1.0 / (1.0 + 10.0_f64.powf(-difference / 400.0));
    let draws = draws.min(1.9 * score.min(1.0 - score));
    let wins = score - draws / 2.0;
    if luck < wins {
        vec![1, 2]
    } else if luck < wins + draws {
        vec![1, 1]
    } else {
        vec![2, 1]
    }
}
