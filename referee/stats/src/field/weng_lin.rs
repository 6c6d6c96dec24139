//! Weng-Lin: ratings that are updated game by game.
//!
//! R. C. Weng and C.-J. Lin, A Bayesian approximation method for online ranking, Journal of Machine Learning
//! Research 12, 2011: algorithm 4 (Plackett-Luce) with teams of one player, and the usual constants of the
//! `openskill` libraries. Unlike a fit it depends on the order of the games.

use super::FieldGame;

const MU: f64 = 25.0;
const SIGMA: f64 = MU / 3.0;
const BETA: f64 = MU / 6.0;
/// Standard deviation that is added (in quadrature) to a player's uncertainty before each game.
const TAU: f64 = MU / 300.0;
/// Smallest factor by which a game may reduce a variance.
const KAPPA: f64 = 1e-4;

/// Belief about a player's skill: a normal distribution, on its own scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillBelief {
    /// The mean, initially 25.
    pub mu: f64,
    /// The standard deviation, initially 25/3.
    pub sigma: f64,
}

/// Returns the skills of so many players after these games, processed in order; games that aren't sound are
/// ignored ([`FieldGame::is_sound`]).
pub fn weng_lin(players: usize, games: &[FieldGame]) -> Vec<SkillBelief> {
    let start = SkillBelief {
        mu: MU,
        sigma: SIGMA,
    };
    let mut skills = vec![start; players];
    for game in games.iter().filter(|game| game.is_sound(players)) {
        let mut before: Vec<SkillBelief> =
            game.seats.iter().map(|&player| skills[player]).collect();
        for skill in &mut before {
            skill.sigma = skill.sigma.hypot(TAU);
        }
        for (&player, after) in game.seats.iter().zip(update(&before, &game.places)) {
            skills[player] = after;
        }
    }
    skills
}

fn update(before: &[SkillBelief], places: &[u8]) -> Vec<SkillBelief> {
    let c = before
        .iter()
        .map(|s| s.sigma.powi(2) + BETA.powi(2))
        .sum::<f64>()
        .sqrt();
    // Probability of seat i among the seats that are not ahead of seat q.
    let chance = |i: usize, q: usize| {
        let others = (0..before.len()).filter(|&other| places[other] >= places[q]);
        1.0 / others
            .map(|other| ((before[other].mu - before[i].mu) / c).exp())
            .sum::<f64>()
    };
    let after = |(i, skill): (usize, &SkillBelief)| {
        let (mut omega, mut delta) = (0.0, 0.0);
        for q in (0..before.len()).filter(|&q| places[q] <= places[i]) {
            let level = (0..before.len()).filter(|&other| places[other] == places[q]);
            let tied = super::size(level.count());
            let p = chance(i, q);
            omega += (f64::from(u8::from(i == q)) - p) / tied;
            delta += p * (1.0 - p) / tied;
        }
        let gamma = skill.sigma / c;
        let left = 1.0 - gamma * (skill.sigma / c).powi(2) * delta;
        SkillBelief {
            mu: skill.mu + skill.sigma.powi(2) / c * omega,
            sigma: skill.sigma * left.max(KAPPA).sqrt(),
        }
    };
    before.iter().enumerate().map(after).collect()
}
