//! The stop rule of a match: a pure function of the results of the pairs in schedule order.

use referee_stats::{MAX_ELO, ResultCounts, SprtBounds, Strength};

use super::end::{AcceptedHypothesis, MatchEnd};
use super::pair_results::PairResults;
use crate::plan::hypotheses::Hypotheses;
use crate::plan::{Format, Plan, PlanError};

/// Pairs from which on a precision is trusted: the estimated error of fewer is itself too rough.
pub const MIN_PAIRS: u64 = 50;
/// Percentage of copied games above which a test isn't decided; from [`MIN_PAIRS`] pairs on that ends it.
pub const COPIES_PERCENT: u64 = 20;
/// Games from which on a share of faults ends a match: a single fault is a large share of fewer.
pub const MIN_GAMES: u64 = 12;
/// Percentage of games lost by its own fault above which a bot is parked, and a test isn't decided. Where every
/// game is lost by a fault, one of the two loses at least half of them.
pub const FAULTS_PERCENT: u64 = 40;

/// Returns true if a bot lost too large a share of its games by its own fault for a match to say anything.
pub fn is_failing(faults: u64, games: u64) -> bool {
    100 * faults > FAULTS_PERCENT * games
}

/// Goal of a match, which decides how long it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// A number of games.
    Games,
    /// Until half of the 95 % confidence interval is at most this, in Elo.
    Precision(f64),
    /// Until a bound of this test is crossed.
    Test(Hypotheses, SprtBounds),
}

/// Rule that ends a match.
#[derive(Clone, Debug, PartialEq)]
pub struct StopRule {
    goal: Goal,
    /// Largest number of pairs that are played, without those that are played for spoilt ones.
    pairs: u64,
    /// Number of different starts.
    starts: u64,
    /// True if that number follows from the number of different starts.
    by_starts: bool,
    /// Number of games in a row that a bot must lose by its own fault to end the match.
    park_after: Option<u32>,
    /// True if no share of faults ends the match.
    allow_faults: bool,
}

impl StopRule {
    /// Creates the rule of a plan with `starts` different starts; returns an error if a setting is out of
    /// range.
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
                more: plan.setup.more_starts(),
            });
        }
        Ok(StopRule {
            goal,
            pairs: games.map_or(starts, |games| games / 2),
            starts,
            by_starts: games.is_none(),
            park_after: plan.park_after,
            allow_faults: plan.allow_faults,
        })
    }

    /// Returns the goal of the match.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the largest number of pairs that are played, without those that are played for spoilt ones.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Returns the largest number of pairs that are played where so many of them were `spoilt` by void games:
    /// another one for each, as long as there are starts, but no more than as many again.
    pub(super) fn most_pairs(&self, spoilt: u64) -> u64 {
        self.pairs
            .saturating_add(spoilt.min(self.pairs))
            .min(self.starts)
    }

    /// Returns true if the largest number of pairs follows from the number of different starts.
    pub fn is_bounded_by_starts(&self) -> bool {
        self.by_starts
    }

    /// Returns the first bot that fails too many games in a row, or too large a share of at least `games`.
    fn failing(&self, prefix: &PairResults, games: u64) -> Option<String> {
        let shares = !self.allow_faults && prefix.judged() >= games;
        let fails = |bot: &String| {
            let row = prefix.faults_in_a_row(bot);
            self.park_after.is_some_and(|after| row >= after)
                || shares && is_failing(prefix.faults_of(bot), prefix.judged())
        };
        prefix.names().iter().find(|bot| fails(bot)).cloned()
    }

    /// Returns the reason if these pairs end the match.
    pub(super) fn end(&self, prefix: &PairResults) -> Option<MatchEnd> {
        if let Some(bot) = self.failing(prefix, MIN_GAMES) {
            return Some(MatchEnd::Parked(bot));
        }
        let most = prefix.pairs() >= self.most_pairs(prefix.spoilt());
        let spent = most.then_some(if self.by_starts {
            MatchEnd::Starts
        } else {
            MatchEnd::Cap
        });
        match self.goal {
            // Without a start left, nothing can be played for a spoilt pair.
            Goal::Games
                if prefix.pairs() - prefix.spoilt() >= self.pairs
                    || prefix.pairs() >= self.starts =>
            {
                Some(MatchEnd::Played)
            }
            Goal::Games => spent,
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
                let failing = side.and_then(|_| self.failing(prefix, 1));
                match side {
                    _ if failing.is_some() => failing.map(MatchEnd::Parked),
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
