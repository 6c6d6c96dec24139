//! Forecasts the time of a run: an upper bound if every game is played once, an estimate, and what adds to
//! them.

mod game;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::time::Duration;

use anyhow::Result;
use referee_config::Tournament;
use referee_engine::{JobRules, opening};
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_output::numbers::{span, span_at_most};
use referee_output::text_layout::{self, count};
use referee_record::Job;
use referee_schedule::exam::BASICS;
use referee_schedule::{Format, Schedule};
use serde::Serialize;

pub use self::game::longest_game;
use self::game::{edges, longest, random_games, usual};
use super::cores;

/// Games that are looked at one by one; further games are assumed to be like them.
const LOOKED_AT: usize = 10_000;
/// Different starts from which random games are played to estimate the length of a game.
const STARTS: usize = 10;
/// Moves in a question of the basics stage: the answer, and the move of the bot that gives up.
const QUESTION: u64 = 2;

/// Takes the games that are known before there are results, up to a limit. In an exam that includes the
/// games of the main stage, as if all bots were eligible.
pub fn jobs(schedule: &mut dyn Schedule, format: &Format) -> Vec<Job> {
    let mut jobs = Vec::new();
    let take = |jobs: &mut Vec<Job>, schedule: &mut dyn Schedule| {
        let more = LOOKED_AT - jobs.len();
        jobs.extend(std::iter::from_fn(|| schedule.next()).take(more));
    };
    take(&mut jobs, schedule);
    if let Format::Exam(_) = format {
        for job in &jobs {
            schedule.skip(job, &[], &[]);
        }
        take(&mut jobs, schedule);
    }
    jobs
}

/// The time that the games of a tournament take.
#[derive(Debug, Serialize)]
pub struct TimeForecast {
    /// Whether the times are those of one game, since nobody knows how many there are.
    each: bool,
    /// Upper bound: the sum of the two times after it.
    bound_ms: u64,
    /// All games, if they take all the moves that their starts allow, and the bots all of their time.
    thinking_ms: u64,
    /// Starts and ends of all bots, if they are as slow as they may be.
    edges_ms: u64,
    /// Moves of the longest possible game.
    most_moves: u64,
    /// All games, if they are as long as random ones, and the bots use all of their time.
    estimate_ms: u64,
    /// Moves of a game of that length.
    usual_moves: u64,
    /// Games at once.
    at_once: usize,
    /// Minutes after which no game begins.
    minutes: Option<NonZeroU32>,
    /// Most times that a void game is played.
    tries: u32,
}

impl TimeForecast {
    /// Forecasts the time of these games; `games` is their maximum number, where it is known. Returns `None`
    /// if there are none.
    pub fn of(
        tournament: &Tournament,
        jobs: &[Job],
        games: Option<u64>,
    ) -> Result<Option<TimeForecast>> {
        let Some(sum) = Sum::of(&tournament.games, jobs)? else {
            return Ok(None);
        };
        let tables = cores(tournament).sets.len().max(1);
        let number = games.unwrap_or(1);
        let (thinking, edges) = sum.most(number, waits(&tournament.format, number), tables);
        Ok(Some(TimeForecast {
            each: games.is_none(),
            bound_ms: whole_ms(thinking.saturating_add(edges)),
            thinking_ms: whole_ms(thinking),
            edges_ms: whole_ms(edges),
            most_moves: sum.plies,
            estimate_ms: whole_ms(sum.likely(number, tables)),
            usual_moves: sum.typical,
            at_once: tables,
            minutes: tournament.minutes,
            tries: tournament.limits.tries,
        }))
    }

    /// Describes the bound, the estimate and what adds to them, one after the other.
    pub fn text(&self) -> String {
        let each = if self.each { " a game" } else { "" };
        let at_most = |ms| span_at_most(Duration::from_millis(ms));
        let bound = format!(
            "time            at most {}{each}: {} if every game takes all the moves that its start \
             allows ({}) and every bot all of its time, {} if every bot starts and ends as slowly as it \
             may (start_ms, grace_ms); games at once: {}{}",
            at_most(self.bound_ms),
            at_most(self.thinking_ms),
            count(self.most_moves, "move"),
            at_most(self.edges_ms),
            self.at_once,
            self.minutes.map_or_else(String::new, |minutes| {
                format!("; no game begins after {minutes} min")
            }),
        );
        let estimate = format!(
            "estimate        about {}{each}, if games are as long as random ones ({}) and every bot uses \
             all of its time",
            span(Duration::from_millis(self.estimate_ms)),
            count(self.usual_moves, "move"),
        );
        let again = match self.tries {
            0 | 1 => String::new(),
            tries => {
                format!(
                    "void games, which are played again (tries: mostly up to {tries} times each); "
                )
            }
        };
        let raised = format!(
            "raised by       {again}time that other programs take from a bot, which it gets back; builds \
             and greetings before the first game"
        );
        let lines = [bound, estimate, raised];
        let lines = lines.map(|line| text_layout::wrap(&line, 16) + "\n");
        lines.concat()
    }
}

/// Converts a time to milliseconds, and rounds it up.
fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// Returns how often games wait for the results of others, each time for as long as a game, so that workers
/// may be idle.
fn waits(format: &Format, games: u64) -> u64 {
    match format {
        Format::RoundRobin { .. }
        | Format::Gauntlet { .. }
        | Format::Match { .. }
        | Format::Sprt { .. } => 1,
        // The main stage waits for the whole qualification.
        Format::Exam(_) => 2,
        Format::Swiss { rounds, .. } | Format::Ladder { rounds, .. } => (*rounds).into(),
        // In the worst case each game waits for the one before.
        Format::Knockout { .. }
        | Format::Adaptive { .. }
        | Format::Standing { .. }
        | Format::Tune(_) => games,
    }
}

/// Sums over the games that were looked at.
#[derive(Default)]
struct Sum {
    games: u32,
    /// Moves of the longest possible game, and of a typical one.
    plies: u64,
    typical: u64,
    /// Time of all games if they take all of their moves and time; that of the longest game.
    thinking: Duration,
    longest: Duration,
    /// Time to start and end the bots of all games; that of the game where it is longest.
    edges: Duration,
    longest_edges: Duration,
    /// Time of all games at typical length.
    likely: Duration,
}

impl Sum {
    /// Adds up these games; returns `None` if there are none.
    fn of(games: &GameSource, jobs: &[Job]) -> Result<Option<Sum>> {
        let mut rules_of = JobRules::new(games.clone());
        let mut lengths: HashMap<String, u64> = HashMap::new();
        let mut samples = Vec::new();
        let mut sum = Sum::default();
        let mut plies = Vec::new();
        for job in jobs {
            let key = format!("{:?}", job.start);
            let is_question = job.place.stage == BASICS;
            let most = match lengths.get(&key) {
                _ if is_question => QUESTION,
                Some(most) => *most,
                None => {
                    let rules = rules_of.of(job).map_err(bad_input)?;
                    let position = opening(&*rules, &job.start).map_err(bad_input)?;
                    if lengths.len() < STARTS {
                        samples.extend(random_games(&*rules, job)?);
                    }
                    let most = position.max_plies();
                    lengths.insert(key, most);
                    most
                }
            };
            plies.push(most);
            let thinking = longest(job, most);
            let edges = edges(job);
            sum.games += 1;
            sum.plies = sum.plies.max(most);
            sum.thinking += thinking;
            sum.longest = sum.longest.max(thinking);
            sum.edges += edges;
            sum.longest_edges = sum.longest_edges.max(edges);
        }
        samples.sort_unstable();
        sum.typical = samples.get(samples.len() / 2).copied().unwrap_or(QUESTION);
        let likely = jobs.iter().zip(plies);
        let likely = likely.map(|(job, most)| usual(job, most.min(sum.typical)));
        sum.likely = likely.sum();
        Ok((sum.games > 0).then_some(sum))
    }

    /// Returns the longest time that `games` games take on `tables` workers with so many waits: for
    /// thinking, and for starts and ends of bots. Games that weren't looked at count as long as the
    /// longest.
    fn most(&self, games: u64, waits: u64, tables: usize) -> (Duration, Duration) {
        let bound = |sum: Duration, longest: Duration| {
            let rest = games.saturating_sub(self.games.into());
            let all = sum.min(times(longest, games)) + times(longest, rest);
            // An idle worker waits for a game on another worker.
            let waiting = times(longest, waits.min(games)).saturating_mul(others(tables));
            all.saturating_add(waiting) / (others(tables) + 1)
        };
        let edges = bound(self.edges, self.longest_edges);
        (bound(self.thinking, self.longest), edges)
    }

    /// Returns the time of `games` games like these, if all workers are always busy.
    fn likely(&self, games: u64, tables: usize) -> Duration {
        times(self.likely, games) / self.games / (others(tables) + 1)
    }
}

/// Returns the number of workers other than one.
fn others(tables: usize) -> u32 {
    u32::try_from(tables)
        .unwrap_or(u32::MAX - 1)
        .saturating_sub(1)
}

fn times(each: Duration, games: u64) -> Duration {
    each.saturating_mul(u32::try_from(games).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_share_the_games_and_wait_for_the_longest() {
        let s = Duration::from_secs;
        let sum = Sum {
            games: 4,
            thinking: s(40),
            longest: s(20),
            edges: s(4),
            longest_edges: s(1),
            likely: s(20),
            ..Sum::default()
        };
        assert_eq!(sum.most(4, 1, 1), (s(40), s(4)), "one table never waits");
        assert_eq!(sum.most(4, 1, 2).0, s(20 + 10));
        assert_eq!(sum.most(6, 1, 1).0, s(40 + 2 * 20), "others are as long");
        assert_eq!(sum.most(4, 4, 2).0, s(20 + 40), "one after the other");
        assert_eq!((sum.likely(4, 1), sum.likely(8, 2)), (s(20), s(20)));
    }
}
