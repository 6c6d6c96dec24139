//! `referee stats simulate-sprt`: simulates sequential tests with random results.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::args::number::whole;
use referee_output::failure::bad_input;
use referee_output::text_layout::{WIDTH, wrap};
use referee_report::columns::Columns;
use referee_stats::sequential::{
    Formula, PairOrder, ParallelGames, Simulation, SimulationSummary, simulate,
};
use serde::Serialize;

use super::Answer;
use crate::commands::sequential::{PlayArgs, TestArgs, number};

/// Number of tests that a thread takes at a time.
const PART: u64 = 50;

/// Simulate sequential tests: their error rates, and the number of games that they need.
///
/// Pairs of mirrored games are drawn at a known strength, and each test goes on until it reaches a bound.
/// The same seed gives the same figures on any number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats simulate-sprt --elo1 10
  referee stats simulate-sprt --model logistic --strength 0 2.5 5 --tests 1000
  referee stats simulate-sprt --elo1 20 --concurrency 8 --order finishing --json

Keys of the JSON object: tests, seed, rows; and in each row strength, accepted,
accepted_error, games, games_error, wald, plan.")]
pub struct StatsSimulateSprtArgs {
    #[command(flatten)]
    test: TestArgs,
    #[command(flatten)]
    play: PlayArgs,
    /// The true strengths [default: those of both hypotheses].
    #[arg(long, num_args = 1.., allow_negative_numbers = true, value_parser = number)]
    strength: Vec<f64>,
    /// Number of tests of each strength.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64, 1, 100_000_000>)]
    tests: u64,
    /// Number of concurrent games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64, 1, 4096>)]
    concurrency: u64,
    /// With concurrent games: the time of lost games, as a fraction of the time of other games.
    #[arg(long, value_name = "PART", default_value = "0.1", value_parser = number)]
    lost: f64,
    /// With concurrent games: the order in which pairs are counted.
    #[arg(long, value_enum, default_value = "schedule")]
    order: Counted,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// Number of threads [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = whole::<u64, 1, 1024>)]
    threads: Option<u64>,
}

/// The orders by their words.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Counted {
    /// In the order of the schedule: a pair waits for those before it.
    Schedule,
    /// As they finish, which is biased.
    Finishing,
}

/// The outcome of the tests at one strength.
#[derive(Serialize)]
struct Row {
    strength: f64,
    accepted: f64,
    accepted_error: f64,
    games: f64,
    games_error: f64,
    wald: f64,
    plan: f64,
}

/// The figures, by the keys of the JSON object.
#[derive(Serialize)]
struct Figures {
    tests: u64,
    seed: u64,
    rows: Vec<Row>,
}

impl StatsSimulateSprtArgs {
    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let test = self.test.test()?;
        if !(1e-3..=1e3).contains(&self.lost) {
            let message = format!(
                "lost is {}; expected a number from 0.001 to 1000",
                self.lost
            );
            return Err(bad_input(message));
        }
        let strengths = match self.strength.as_slice() {
            [] => test.elos().to_vec(),
            given => given.to_vec(),
        };
        let truth = |elo| self.play.play().truth(test.model(), elo).map_err(bad_input);
        let mut rows = Vec::new();
        // All strengths are parsed before the first simulation, which takes a while.
        let truths: Vec<_> = strengths
            .iter()
            .map(|&elo| truth(elo))
            .collect::<Result<_, _>>()?;
        for (strength, truth) in strengths.into_iter().zip(truths) {
            let simulation = Simulation {
                test,
                truth,
                parallel: self.parallel(),
                seed: self.seed,
            };
            let summary = self.simulate(&simulation);
            let accepted = summary.share();
            rows.push(Row {
                strength,
                accepted,
                accepted_error: summary.share_error(),
                games: summary.games(),
                games_error: summary.games_error(),
                wald: test.course(&simulation.truth, Formula::Wald).games,
                plan: test.forecast(&simulation.truth).games,
            });
        }
        let figures = Figures {
            tests: self.tests,
            seed: self.seed,
            rows,
        };
        Answer::new(self.text(&figures), &figures)
    }

    fn parallel(&self) -> Option<ParallelGames> {
        let at_once = usize::try_from(self.concurrency).ok().filter(|&n| n > 1)?;
        let order = match self.order {
            Counted::Schedule => PairOrder::Schedule,
            Counted::Finishing => PairOrder::Finishing,
        };
        Some(ParallelGames {
            at_once,
            lost: self.lost,
            order,
        })
    }

    /// Plays all tests; the threads take them in parts.
    fn simulate(&self, simulation: &Simulation) -> SimulationSummary {
        let processors = || thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let threads = self.threads.unwrap_or_else(processors);
        let next = AtomicU64::new(0);
        let work = || {
            let mut sum = SimulationSummary::default();
            loop {
                let first = next.fetch_add(PART, Relaxed);
                if first >= self.tests {
                    return sum;
                }
                sum += simulate(simulation, first..(first + PART).min(self.tests));
            }
        };
        let mut sum = SimulationSummary::default();
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            sum += work();
            for other in others {
                match other.join() {
                    Ok(part) => sum += part,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        sum
    }

    fn text(&self, figures: &Figures) -> String {
        let against = |row: &Row, games: f64| {
            format!("{games:.0} ({:+.1} %)", 100.0 * (games / row.games - 1.0))
        };
        let mut columns = Columns::<Row>::default();
        columns.people("strength", |row| row.strength.to_string());
        columns.people("elo1 accepted", |row| {
            format!(
                "{:.2} % ± {:.2}",
                100.0 * row.accepted,
                100.0 * row.accepted_error
            )
        });
        columns.people("games", |row| {
            format!("{:.0} ± {:.0}", row.games, row.games_error)
        });
        columns.people("Wald's", |row| against(row, row.wald));
        columns.people("the plan's", |row| against(row, row.plan));
        let counted = match (self.parallel(), self.order) {
            (None, _) => "one after the other".to_owned(),
            (Some(hall), Counted::Schedule) => {
                format!(
                    "{} games at once, counted in the order of the schedule",
                    hall.at_once
                )
            }
            (Some(hall), Counted::Finishing) => {
                format!("{} games at once, counted as they finish", hall.at_once)
            }
        };
        let about = wrap(
            &format!(
                "{} tests of {} at each strength: {}; {counted}.",
                self.tests,
                self.test.describe(),
                self.play.describe()
            ),
            0,
        );
        let table = columns.table(&figures.rows).text(WIDTH);
        format!(
            "{about}\n\n{table}\n\n± is a standard error. What formulas say stands beside it, with how far off it is.\n"
        )
    }
}
