//! Finds workers of a fleet on which games end otherwise than on the others: another compiler, or a clock that goes
//! wrong, makes other players of the same bots.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use referee_record::Outcome;
use referee_stats::StrataComparison;
use referee_store::{Filter, Header, Run};
use referee_tournament::results::unreadable;

/// Probability with which a run in which all workers are alike has any difference that is told.
const LEVEL: f64 = 0.01;
/// What is compared of a bot, in the order of its counts.
const COMPARED: [&str; 2] = ["won", "failed in"];
const FAILED: usize = 1;
/// Part of a statistic by which two that are equal may differ.
const ROUNDING: f64 = 1e-9;

/// The games of a run by the worker that played them.
#[derive(Default)]
pub(crate) struct WorkerResults {
    /// By stage, config revision and the bots in the order of their seats, then by worker: only games of the same bots,
    /// in the same versions, in the same seats are alike.
    strata: BTreeMap<(String, u32, Vec<String>), BTreeMap<String, ResultCount>>,
}

/// Counts of games of the same bots in the same seats.
#[derive(Clone, Default)]
struct ResultCount {
    games: u64,
    /// How many each seat has won alone, and in how many it failed.
    seats: Vec<[u64; 2]>,
}

impl ResultCount {
    fn add(&mut self, other: &ResultCount) {
        self.games += other.games;
        self.seats.resize(other.seats.len(), [0; 2]);
        for (own, more) in self.seats.iter_mut().zip(&other.seats) {
            *own = [own[0] + more[0], own[1] + more[1]];
        }
    }
}

impl WorkerResults {
    /// Counts the games of a run; none are read unless several workers have played. Returns an error if the run can't be
    /// read.
    pub(crate) fn of(run: &Run) -> Result<WorkerResults> {
        let mut results = WorkerResults::default();
        if WorkerResults::can_differ(run.header()) {
            for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
                results.add(&outcome.map_err(unreadable)?);
            }
        }
        Ok(results)
    }

    /// Tells if several workers have played a run.
    pub(crate) fn can_differ(header: &Header) -> bool {
        let sessions = header.sessions.iter();
        let workers: BTreeSet<&str> = sessions.filter_map(|it| it.worker.as_deref()).collect();
        workers.len() > 1
    }

    /// Adds a game, if it counts and a worker has played it.
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        let Some(worker) = outcome.worker.as_ref().filter(|_| outcome.counts()) else {
            return;
        };
        let bots: Vec<String> = outcome.seats.iter().map(|it| it.bot.clone()).collect();
        let firsts = outcome.verdict.seats.iter().filter(|it| it.place == 1);
        let alone = firsts.count() == 1;
        let seats = outcome.seats.iter().map(|seated| {
            let result = outcome.verdict.seat(seated.seat);
            let won = alone && result.is_some_and(|result| result.place == 1);
            [won, outcome.fault(&seated.bot).is_some()].map(u64::from)
        });
        let game = ResultCount {
            games: 1,
            seats: seats.collect(),
        };
        let stage = outcome.place.stage.clone();
        let key = (stage, outcome.revision, bots);
        let stratum = self.strata.entry(key).or_default();
        stratum.entry(worker.clone()).or_default().add(&game);
    }

    /// Describes the differences beyond chance, a sentence each, the clearest first: for each bot the worker that differs
    /// most, and of two workers both, since nothing says which is the sick one.
    pub(crate) fn differences(&self) -> Vec<String> {
        let compared = self.compared();
        let able = compared.values().flat_map(BTreeMap::values);
        let able = able.filter(|comparison| comparison.variance > 0.0).count();
        #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
        let level = LEVEL / able.max(1) as f64;
        let mut beyond = Vec::new();
        for ((bot, what), workers) in &compared {
            let most = workers.values().map(StrataComparison::square);
            let most = most.fold(0.0, f64::max) * (1.0 - ROUNDING);
            let differs = |it: &StrataComparison| {
                it.square() > 0.0 && it.square() >= most && it.chance() < level
            };
            let differing = workers.iter().filter(|(_, it)| differs(it));
            beyond.extend(differing.map(|(worker, it)| (*worker, *bot, *what, *it)));
        }
        let fails: BTreeSet<&str> = beyond
            .iter()
            .filter(|it| it.2 == FAILED)
            .map(|it| it.0)
            .collect();
        // Where a bot fails its opponents win.
        beyond.retain(|it| it.2 == FAILED || !fails.contains(it.0));
        beyond.sort_by(|a, b| b.3.square().total_cmp(&a.3.square()));
        let sentence = |(worker, bot, what, it): (&str, &str, usize, StrataComparison)| {
            format!(
                "{worker}: {bot} {} {} of its {} games there; by all workers, with the same opponents and seats, {:.0} \
                 were to be expected.",
                COMPARED[what], it.happened, it.games, it.expected
            )
        };
        beyond.into_iter().map(sentence).collect()
    }

    /// Compares each worker with all of them, for each bot and each count.
    fn compared(&self) -> BTreeMap<(&str, usize), BTreeMap<&str, StrataComparison>> {
        let mut compared: BTreeMap<_, BTreeMap<&str, StrataComparison>> = BTreeMap::new();
        for ((.., bots), workers) in &self.strata {
            let mut all = ResultCount::default();
            for part in workers.values() {
                all.add(part);
            }
            for (worker, part) in workers {
                for (at, bot) in bots.iter().enumerate() {
                    for what in 0..COMPARED.len() {
                        let comparisons = compared.entry((bot.as_str(), what)).or_default();
                        comparisons.entry(worker).or_default().add(
                            (part.seats[at][what], part.games),
                            (all.seats[at][what], all.games),
                        );
                    }
                }
            }
        }
        compared
    }
}

#[cfg(test)]
mod tests;
