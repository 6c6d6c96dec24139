//! When a duel ends: a pure function of what the pairs in schedule order came to.

use referee_stats::{MAX_ELO, ResultCounts, SprtBounds, SprtModel, Strength, bounds, llr};
use serde::{Deserialize, Serialize};

use super::end::{AcceptedHypothesis, MatchEnd};
use super::pair_results::PairResults;
use crate::plan::{Format, Plan, PlanError};

/// A precision is believed from so many pairs on: the error of fewer is too rough itself.
pub const MIN_PAIRS: u64 = 50;
/// A test in which more games than these per cent are copies isn't decided; from [`MIN_PAIRS`] pairs
/// on that ends it.
pub const COPIES_PERCENT: u64 = 20;

/// What a sequential test asks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// What `elo0` and `elo1` are measured in.
    pub model: SprtModel,
    /// The first hypothesis.
    pub elo0: f64,
    /// The second one, above it.
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` holds.
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` holds.
    pub beta: f64,
}

/// What a duel goes on for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// All of its games.
    Games,
    /// Half of the 95 % interval in Elo is at most this.
    Precision(f64),
    /// A bound of this test.
    Test(Hypotheses, SprtBounds),
}

/// When a duel ends.
#[derive(Clone, Debug, PartialEq)]
pub struct StopRule {
    goal: Goal,
    /// The most pairs that are played.
    pairs: u64,
    /// Whether that is because no start is left.
    by_starts: bool,
    /// A bot that loses so many games in a row by its own fault ends it.
    park_after: Option<u32>,
}

impl StopRule {
    /// What a plan says, which has so many starts; or what is wrong with it.
    pub(super) fn new(plan: &Plan, starts: u64) -> Result<StopRule, PlanError> {
        let refuse = |why: String| Err(PlanError::Format(why));
        let (games, goal) = match &plan.format {
            Format::Match { games, precision } => match (games, precision) {
                (None, None) => {
                    return refuse("match: expected games or precision, or both".to_owned());
                }
                (_, Some(elo)) if !(*elo > 0.0 && *elo <= MAX_ELO) => {
                    return refuse(format!(
                        "precision = {elo}: expected a number of Elo above 0, such as 5"
                    ));
                }
                (games, Some(elo)) => (*games, Goal::Precision(*elo)),
                (games, None) => (*games, Goal::Games),
            },
            Format::Sprt { test, games } => (*games, Goal::Test(*test, test.check()?)),
            _ => return refuse("no match of two".to_owned()),
        };
        if let Some(games) = games.filter(|games| *games == 0 || !games.is_multiple_of(2)) {
            return refuse(format!(
                "games = {games}: expected an even number, since each start is played from both \
                 sides; the next is {}",
                games + 2 - games % 2
            ));
        }
        if let Some(games) = games.filter(|games| games / 2 > starts) {
            return Err(PlanError::Starts {
                needed: games / 2,
                found: starts,
            });
        }
        Ok(StopRule {
            goal,
            pairs: games.map_or(starts, |games| games / 2),
            by_starts: games.is_none(),
            park_after: plan.park_after,
        })
    }

    /// What it goes on for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The most pairs that are played.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Whether the most pairs follow from the starts that there are.
    pub fn is_bounded_by_starts(&self) -> bool {
        self.by_starts
    }

    /// Whether pairs that came to this end it.
    pub(super) fn end(&self, prefix: &PairResults) -> Option<MatchEnd> {
        let failing = |bot: &usize| {
            let row = prefix.faults_in_a_row(*bot);
            self.park_after.is_some_and(|after| row >= after)
        };
        if let Some(bot) = [0, 1].into_iter().find(failing) {
            return Some(MatchEnd::Parked(prefix.names()[bot].clone()));
        }
        let most = prefix.pairs() >= self.pairs;
        let spent = most.then_some(if self.by_starts {
            MatchEnd::Starts
        } else {
            MatchEnd::Cap
        });
        match self.goal {
            Goal::Games => most.then_some(MatchEnd::Played),
            Goal::Precision(elo) => {
                let strength = Strength::of(&ResultCounts::Pairs(prefix.counts())).ok();
                let error = strength.and_then(|strength| strength.elo_error);
                let precise = prefix.counted() >= MIN_PAIRS && error.is_some_and(|e| e <= elo);
                if precise {
                    Some(MatchEnd::Precise)
                } else {
                    spent
                }
            }
            Goal::Test(_, SprtBounds { lower, upper }) => {
                let ratio = prefix.llr();
                let side = match () {
                    () if ratio >= upper => Some(AcceptedHypothesis::H1),
                    () if ratio <= lower => Some(AcceptedHypothesis::H0),
                    () => None,
                };
                let copied = prefix.is_copied();
                match side {
                    _ if copied && (side.is_some() || prefix.pairs() >= MIN_PAIRS) => {
                        Some(MatchEnd::Copies)
                    }
                    Some(side) => Some(MatchEnd::Accepted(side)),
                    None => spent,
                }
            }
        }
    }
}

impl Hypotheses {
    /// The bounds of the test, or what is wrong with it.
    fn check(&self) -> Result<SprtBounds, PlanError> {
        let Hypotheses { elo0, elo1, .. } = self;
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(elo) {
                return Err(PlanError::Format(format!(
                    "{name} = {elo}: expected a number from -{MAX_ELO} to {MAX_ELO}"
                )));
            }
        }
        if elo0 >= elo1 {
            return Err(PlanError::Format(format!(
                "elo0 = {elo0}, elo1 = {elo1}: expected elo1 above elo0"
            )));
        }
        bounds(self.alpha, self.beta).map_err(|why| PlanError::Format(why.to_string()))
    }

    /// The log-likelihood ratio of `elo1` to `elo0` after these pairs.
    pub fn llr(&self, counts: [u64; 5]) -> f64 {
        // Without a result nothing speaks for either; all else was checked.
        llr(
            self.model,
            self.elo0,
            self.elo1,
            &ResultCounts::Pairs(counts),
        )
        .unwrap_or(0.0)
    }
}
