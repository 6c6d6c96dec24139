//! Decides if a likelihood has one finite maximum.
//!
//! It has one if and only if every player can be reached from every other by steps from a player to one that
//! it was ahead of, or level with (L. R. Ford, Solution of a ranking problem from binary comparisons, 1957;
//! D. R. Hunter, MM algorithms for generalized Bradley-Terry models, 2004). With a first-seat term it must
//! also be impossible to move that term, in either direction, together with all players so that no result
//! becomes less likely: a system of difference constraints, which has a solution unless the shortest paths
//! have a negative cycle (R. Bellman, On a routing problem, 1958).

use super::model::{FieldModel, PackedUnit};

/// Result of the check: which parameters could go to infinity.
pub(super) struct Existence {
    /// Component number by player's parameter: players with the same number hold each other.
    component: Vec<usize>,
    /// True if the first-seat term is held, or if there is none.
    first_seat_held: bool,
}

impl Existence {
    pub(super) fn new(field: &FieldModel) -> Existence {
        let graph = Graph::new(field);
        Existence {
            component: graph.components(),
            first_seat_held: !field.first_seat
                || [1, -1].iter().all(|&sign| graph.has_negative_cycle(sign)),
        }
    }

    /// Returns true if no prior is needed.
    pub(super) fn is_finite(&self) -> bool {
        self.first_seat_held && self.component.iter().all(|&c| c == 0)
    }

    /// Returns true if a unit's results could have gone either way as far as the ratings are concerned: false
    /// if one side of it is infinitely better.
    pub(super) fn is_open(&self, unit: &PackedUnit) -> bool {
        let players = unit
            .parameters
            .iter()
            .filter_map(|&p| self.component.get(p));
        let mut components = players.clone();
        self.first_seat_held && components.all(|c| Some(c) == players.clone().next())
    }
}

/// Graph of the players that were ahead of, or level with, each other.
struct Graph {
    players: usize,
    /// Lowest and highest value of (from is in the first seat) − (to is in the first seat), each 0 or 1.
    edges: Vec<Option<[i64; 2]>>,
}

impl Graph {
    fn new(field: &FieldModel) -> Graph {
        let players = field.players.len();
        let mut edges: Vec<Option<[i64; 2]>> = vec![None; players * players];
        for unit in &field.units {
            for game in &unit.games {
                let (seats, places) = (field.seats(game), field.places(game));
                for (a, &ahead) in seats.iter().enumerate() {
                    for (b, &behind) in seats.iter().enumerate() {
                        if a == b || places[a] > places[b] {
                            continue;
                        }
                        let (from, to) = (unit.parameters[ahead], unit.parameters[behind]);
                        let first = i64::from(a == 0) - i64::from(b == 0);
                        let [low, high] = edges[from * players + to].unwrap_or([first; 2]);
                        edges[from * players + to] = Some([low.min(first), high.max(first)]);
                    }
                }
            }
        }
        Graph { players, edges }
    }

    /// Returns the strongly connected components, as numbers from 0 by player.
    fn components(&self) -> Vec<usize> {
        let mut component = vec![None; self.players];
        let mut next = 0;
        for player in 0..self.players {
            if component[player].is_none() {
                let forward = self.reached(|a, b| self.edges[a * self.players + b], player);
                let backward = self.reached(|a, b| self.edges[b * self.players + a], player);
                for other in 0..self.players {
                    if forward[other] && backward[other] {
                        component[other] = Some(next);
                    }
                }
                next += 1;
            }
        }
        component.into_iter().flatten().collect()
    }

    fn reached<T>(&self, edge: impl Fn(usize, usize) -> Option<T>, from: usize) -> Vec<bool> {
        let mut seen = vec![false; self.players];
        seen[from] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (next, seen) in seen.iter_mut().enumerate() {
                if !*seen && edge(at, next).is_some() {
                    *seen = true;
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Returns true if moving the first-seat term in this direction must make some result less likely.
    fn has_negative_cycle(&self, sign: i64) -> bool {
        let mut distance = vec![0_i64; self.players];
        for _ in 0..=self.players {
            let mut changed = false;
            for from in 0..self.players {
                for to in 0..self.players {
                    let Some([low, high]) = self.edges[from * self.players + to] else {
                        continue;
                    };
                    let through = distance[from] + i64::min(sign * low, sign * high);
                    if through < distance[to] {
                        distance[to] = through;
                        changed = true;
                    }
                }
            }
            if !changed {
                return false;
            }
        }
        true
    }
}
