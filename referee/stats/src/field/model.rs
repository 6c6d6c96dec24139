//! The log-likelihood of games, its slope and its information.
//!
//! A parameter is the natural logarithm of a player's weight; the last one, if it is fitted, is the advantage
//! of the first seat, which is added to the player in that seat.

use std::collections::HashMap;

use super::linear::Matrix;
use super::shape::Shape;
use super::{FieldGame, Unit, real};

/// Units in a form that is fast to evaluate repeatedly.
pub(super) struct FieldModel {
    /// The players with a game, in ascending order; their parameters are in this order.
    pub(super) players: Vec<usize>,
    pub(super) first_seat: bool,
    pub(super) units: Vec<PackedUnit>,
    /// The players by seat, as positions among the parameters of a unit: there are few ways to seat them.
    seatings: Vec<Vec<usize>>,
    shapes: Vec<Shape>,
}

/// A unit whose players are given as indices of parameters.
pub(super) struct PackedUnit {
    pub(super) count: f64,
    pub(super) distinct: f64,
    /// The parameters that it depends on; that of the first seat is the last.
    pub(super) parameters: Vec<usize>,
    pub(super) games: Vec<PackedGame>,
}

/// A game by the numbers of its seating and its shape: there may be a unit for every few games of a run, and they have
/// few of both.
pub(super) struct PackedGame {
    seating: usize,
    shape: usize,
}

/// Numbers of the seatings and shapes that were seen so far.
#[derive(Default)]
struct SeenForms {
    seatings: HashMap<Vec<usize>, usize>,
    shapes: HashMap<Vec<u8>, usize>,
}

/// Value, slope and information (the negative second derivatives) of a log-likelihood.
pub(super) struct LocalLikelihood {
    pub(super) value: f64,
    pub(super) slope: Vec<f64>,
    pub(super) information: Matrix,
}

/// Value, slope and information of the prior's log-likelihood for one parameter: one drawn game of a player
/// against one of weight 1, or of the first seat against the second.
pub(super) struct Prior {
    value: f64,
    slope: f64,
    pub(super) information: f64,
}

impl Prior {
    pub(super) fn at(parameter: f64) -> Prior {
        let win = 1.0 / (1.0 + (-parameter).exp());
        let loss = 1.0 / (1.0 + parameter.exp());
        Prior {
            value: -parameter.abs() / 2.0 - (-parameter.abs()).exp().ln_1p(),
            slope: 0.5 - win,
            information: win * loss,
        }
    }
}

impl PackedUnit {
    /// Returns how often each distinct unit was counted.
    pub(super) fn repeats(&self) -> f64 {
        self.count / self.distinct
    }
}

impl LocalLikelihood {
    pub(super) fn zero(size: usize) -> LocalLikelihood {
        LocalLikelihood {
            value: 0.0,
            slope: vec![0.0; size],
            information: Matrix::zero(size),
        }
    }
}

impl FieldModel {
    /// Creates the model; leaves out games that aren't sound and units with a count of 0.
    pub(super) fn new(players: usize, units: &[Unit], first_seat: bool) -> FieldModel {
        let counted = |unit: &&Unit| unit.count > 0;
        let sound = |game: &&FieldGame| game.is_sound(players);
        let mut active = vec![false; players];
        for unit in units.iter().filter(counted) {
            for game in unit.games.iter().filter(sound) {
                game.seats.iter().for_each(|&seat| active[seat] = true);
            }
        }
        let players_with_games: Vec<usize> = (0..players).filter(|&i| active[i]).collect();
        let mut number = vec![0; players];
        for (i, &player) in players_with_games.iter().enumerate() {
            number[player] = i;
        }
        let mut field = FieldModel {
            first_seat: first_seat && !players_with_games.is_empty(),
            players: players_with_games,
            units: Vec::new(),
            seatings: Vec::new(),
            shapes: Vec::new(),
        };
        let mut seen = SeenForms::default();
        for unit in units.iter().filter(counted) {
            let games: Vec<&FieldGame> = unit.games.iter().filter(sound).collect();
            if !games.is_empty() {
                let packed = field.pack(unit, &games, &number, &mut seen);
                field.units.push(packed);
            }
        }
        field
    }

    fn pack(
        &mut self,
        unit: &Unit,
        games: &[&FieldGame],
        number: &[usize],
        seen: &mut SeenForms,
    ) -> PackedUnit {
        let of = |game: &&FieldGame| {
            game.seats
                .iter()
                .map(|&seat| number[seat])
                .collect::<Vec<_>>()
        };
        let mut parameters: Vec<usize> = games.iter().flat_map(of).collect();
        parameters.sort_unstable();
        parameters.dedup();
        let mut pack = |game: &&FieldGame| {
            let seats = of(game);
            let positions = seats
                .iter()
                .map(|seat| parameters.partition_point(|p| p < seat));
            let shape = seen.shapes.entry(game.places.clone());
            let shape = shape.or_insert_with(|| {
                self.shapes.push(Shape::new(&game.places));
                self.shapes.len() - 1
            });
            let seating = seen.seatings.entry(positions.collect());
            let seating = seating.or_insert_with_key(|positions| {
                self.seatings.push(positions.clone());
                self.seatings.len() - 1
            });
            PackedGame {
                seating: *seating,
                shape: *shape,
            }
        };
        let games = games.iter().map(&mut pack).collect();
        if self.first_seat {
            parameters.push(self.players.len());
        }
        PackedUnit {
            count: real(unit.count),
            distinct: real(unit.distinct.clamp(1, unit.count)),
            parameters,
            games,
        }
    }

    /// Counts each distinct unit once: without a prior copies only weigh units against each other, but they
    /// would outweigh a prior.
    pub(super) fn collapse_copies(&mut self) {
        for unit in &mut self.units {
            unit.count = unit.distinct;
        }
    }

    /// Returns the number of parameters.
    pub(super) fn size(&self) -> usize {
        self.players.len() + usize::from(self.first_seat)
    }

    /// Returns the players of a game by seat, as positions among the parameters of its unit.
    pub(super) fn seats(&self, game: &PackedGame) -> &[usize] {
        &self.seatings[game.seating]
    }

    /// Returns the places of a game by seat.
    pub(super) fn places(&self, game: &PackedGame) -> &[u8] {
        &self.shapes[game.shape].places
    }

    /// Returns the log-likelihood of one occurrence of a unit, by the parameters of the unit.
    pub(super) fn unit(&self, unit: &PackedUnit, parameters: &[f64]) -> LocalLikelihood {
        let size = unit.parameters.len();
        let mut local = LocalLikelihood::zero(size);
        let advantage = self.first_seat.then(|| size - 1);
        for game in &unit.games {
            let seats = self.seats(game);
            let value = |position: usize| parameters[unit.parameters[position]];
            let mut strengths: Vec<f64> = seats.iter().map(|&seat| value(seat)).collect();
            strengths[0] += advantage.map_or(0.0, value);
            let owners = |seat: usize| [Some(seats[seat]), advantage.filter(|_| seat == 0)];
            self.shapes[game.shape].add(&strengths, owners, &mut local);
        }
        local
    }

    /// Returns the log-likelihood of all units, each as often as it was counted, and of the prior if there is
    /// one.
    pub(super) fn sum(&self, parameters: &[f64], prior: bool) -> LocalLikelihood {
        let mut sum = LocalLikelihood::zero(self.size());
        for unit in &self.units {
            let local = self.unit(unit, parameters);
            sum.value += unit.count * local.value;
            for (i, &row) in unit.parameters.iter().enumerate() {
                sum.slope[row] += unit.count * local.slope[i];
                for (cell, &column) in local.information.row(i).iter().zip(&unit.parameters) {
                    sum.information.add(row, column, unit.count * cell);
                }
            }
        }
        if prior {
            for (i, &parameter) in parameters.iter().enumerate() {
                let prior = Prior::at(parameter);
                sum.value += prior.value;
                sum.slope[i] += prior.slope;
                sum.information.add(i, i, prior.information);
            }
        }
        sum
    }
}
