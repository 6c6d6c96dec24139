//! Simulates runs with made-up results, so that laws can be checked for every format.

use std::collections::HashMap;

use referee_record::{FaultKind, Job, Outcome};
use referee_schedule::{Attempt, Format, JobQueue, Plan, SkippedJob};

use crate::common::outcome;

/// A pseudorandom generator (`SplitMix64`, by S. Vigna), so that tests need no dependency for it.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below the bound, which isn't 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("small")
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).expect("32 bits")) / f64::from(u32::MAX)
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Returns the outcome of a game: it depends on the job alone, as in two runs of one seed. A bot is stronger
/// the lower its number is; bots with names ending in `x` crash in most games.
pub(crate) fn result(job: &Job, attempt: u32, spread: f64) -> Outcome {
    let id = job.id.0.0;
    let seed = id
        .iter()
        .fold(0u64, |sum, byte| sum.rotate_left(8) ^ u64::from(*byte));
    let mut chance = SplitMix(seed);
    let mut outcome = outcome(job, attempt, false);
    let mut seats: Vec<(f64, usize, bool)> = (job.seats.iter().enumerate())
        .map(|(i, seated)| {
            let digits: String = seated.bot.chars().filter(char::is_ascii_digit).collect();
            let number: f64 = digits.parse().expect("a name with a number");
            let crash = seated.bot.ends_with('x') && chance.unit() < 0.8;
            // Gumbel noise makes the result follow the Plackett-Luce model.
            let noise = -(-chance.unit().clamp(1e-9, 1.0 - 1e-9).ln()).ln();
            let luck = if crash { -1e9 } else { noise - spread * number };
            (luck, i, crash)
        })
        .collect();
    seats.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (place, (_, seat, crash)) in (1..).zip(&seats) {
        let result = &mut outcome.verdict.seats[*seat];
        result.place = place;
        result.fault = crash.then_some(FaultKind::Crash);
    }
    outcome.print = chance.next() >> 1;
    outcome
}

/// The events of a run.
#[derive(Default)]
pub(crate) struct SimulatedRun {
    /// Jobs in the order in which they were issued.
    pub(crate) jobs: Vec<Job>,
    /// Outcomes in the order in which they arrived.
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) skips: Vec<SkippedJob>,
}

impl SimulatedRun {
    pub(crate) fn ids(&self) -> HashMap<u64, String> {
        let jobs = self.jobs.iter();
        jobs.map(|job| (job.number, job.id.to_string())).collect()
    }
}

/// Returns the number of the last game that is played of a run: for one that never ends, that of some meetings.
pub(crate) fn last_game(plan: &Plan) -> u64 {
    match plan.format {
        Format::Standing { games_per_pair, .. } => 40 * u64::from(games_per_pair),
        _ => u64::MAX,
    }
}

/// Plays with `tables` games at once, which finish in a random order, until nothing is issued or `games`
/// games are over.
pub(crate) fn play(
    queue: &mut JobQueue,
    tables: usize,
    games: usize,
    chance: &mut SplitMix,
) -> SimulatedRun {
    play_up_to(queue, tables, (games, u64::MAX), chance)
}

/// Plays as [`play`] does, and no game with a higher number than the last.
pub(crate) fn play_up_to(
    queue: &mut JobQueue,
    tables: usize,
    (games, last): (usize, u64),
    chance: &mut SplitMix,
) -> SimulatedRun {
    let mut course = SimulatedRun::default();
    let mut playing: Vec<Attempt> = Vec::new();
    while course.outcomes.len() < games {
        while playing.len() < tables {
            let Some(task) = queue.issue() else { break };
            if task.job.number > last {
                queue.give_back(task);
                break;
            }
            course.jobs.push(task.job.clone());
            playing.push(task);
        }
        course.skips.extend(queue.skips());
        if playing.is_empty() {
            break;
        }
        let Attempt { job, attempt } = playing.swap_remove(chance.below(playing.len()));
        let outcome = result(&job, attempt, 0.3);
        queue.record(&outcome);
        course.outcomes.push(outcome);
    }
    course
}

/// Plays the whole run of a plan, as far as its last game.
pub(crate) fn whole(plan: &Plan) -> SimulatedRun {
    let mut queue = JobQueue::new(plan).expect("a sound plan");
    let last = last_game(plan);
    let course = play_up_to(&mut queue, 5, (usize::MAX, last), &mut SplitMix(1));
    assert_eq!(queue.finished(), last == u64::MAX, "more should come");
    course
}
