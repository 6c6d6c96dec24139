//! Decides when a void game is played again: alone among its like, and after a second in which nothing outside the run
//! used its cores. Played again at once it would meet what has just spoilt it. So it waits while others are played, and
//! goes before them when that second has passed.
//!
//! Where it never comes, the game is played again all the same, when nothing else is left to play and a minute has
//! passed: a game that is void in its last attempt stays so, and what comes behind it can be played.

use std::time::{Duration, Instant};

use referee_engine::{Cores, LoadWatch, OutsideLoad};
use referee_output::text_layout::count;
use referee_schedule::{Attempt, JobQueue};

/// Time in which nothing may use the cores before a void game is played again.
const QUIET: Duration = Duration::from_secs(1);
/// Longest time in which nothing is played, in all of a run, while it waits for that.
const PATIENCE: Duration = Duration::from_mins(1);

/// The void games of a run that are to be played again.
pub(crate) struct Retries {
    /// The cores of the run; none where games are played elsewhere.
    cores: Option<Cores>,
    /// Watches them while games are void.
    watch: Option<LoadWatch>,
    next_look: Option<Instant>,
    /// Whether a game may be played again now.
    ready: bool,
    /// The game that is being played again.
    out: Option<u64>,
    /// Time in which nothing was played so far.
    waited: Duration,
    /// Whether it was said that the run waits.
    told: bool,
}

impl Retries {
    /// Creates the state of a run on these cores; without them, or where others share them on purpose, nothing is
    /// waited for.
    pub(crate) fn new(cores: Option<Cores>) -> Retries {
        Retries {
            cores,
            watch: None,
            next_look: None,
            ready: false,
            out: None,
            waited: Duration::ZERO,
            told: false,
        }
    }

    /// Returns when to look next, where `left` void games wait: each second, until one is played again.
    pub(crate) fn due(&mut self, left: usize) -> Option<Instant> {
        if left == 0 {
            (self.watch, self.next_look, self.ready) = (None, None, false);
            return None;
        }
        if self.out.is_some() {
            return None;
        }
        let cores = self.cores.as_ref();
        let next = self.next_look.get_or_insert_with(|| {
            self.watch = cores.and_then(LoadWatch::begin);
            let rest = if self.watch.is_some() {
                QUIET
            } else {
                Duration::ZERO
            };
            Instant::now() + rest
        });
        Some(*next)
    }

    /// Looks at the cores, after [`Retries::due`]; `idle` tells that nothing is played meanwhile. Returns what is to be
    /// said about it.
    pub(crate) fn look(&mut self, left: usize, idle: bool) -> Option<String> {
        let load = self.watch.as_mut().map(LoadWatch::look);
        self.judge(load.as_ref(), left, idle)
    }

    fn judge(&mut self, load: Option<&OutsideLoad>, left: usize, idle: bool) -> Option<String> {
        self.next_look = Some(Instant::now() + QUIET);
        self.ready = load.is_none_or(OutsideLoad::is_quiet);
        let load = load.filter(|_| !self.ready && idle)?;
        self.waited += load.passed;
        self.ready = self.waited >= PATIENCE;
        let first = !std::mem::replace(&mut self.told, true);
        first.then(|| {
            format!(
                "{load}: {} that it made void can't be played again yet; the run waits until they are quiet, at \
                 most {} s",
                count(left as u64, "game"),
                PATIENCE.as_secs()
            )
        })
    }

    /// Returns a void game to play now, if it is time for one.
    pub(crate) fn issue(&mut self, queue: &mut JobQueue) -> Option<Attempt> {
        if !self.ready || self.out.is_some() {
            return None;
        }
        let task = queue.issue_again()?;
        (self.ready, self.next_look) = (false, None);
        self.out = self.cores.is_some().then_some(task.job.number);
        Some(task)
    }

    /// Notes that rules failed: no quiet second mends that, so what is void can be played again now.
    pub(crate) fn rules_failed(&mut self) {
        self.ready = true;
    }

    /// Notes that a game has come back from the tables.
    pub(crate) fn came_back(&mut self, number: u64) {
        self.out.take_if(|out| *out == number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(percent: u64) -> OutsideLoad {
        OutsideLoad {
            passed: QUIET,
            programs: QUIET / 100 * u32::try_from(percent).expect("a small number"),
            names: vec!["cargo".to_owned()],
            ..OutsideLoad::default()
        }
    }

    #[test]
    fn a_quiet_second_is_waited_for() {
        let mut retries = Retries::new(None);
        assert_eq!(retries.judge(Some(&load(80)), 3, false), None);
        assert!(!retries.ready);
        assert_eq!(retries.judge(Some(&load(5)), 3, true), None);
        assert!(retries.ready);
    }

    #[test]
    fn patience_ends() {
        let mut retries = Retries::new(None);
        let said = retries.judge(Some(&load(80)), 2, true).expect("it is said");
        assert!(
            said.starts_with("programs outside this run (cargo) use 80 % of a core: 2 games"),
            "{said}"
        );
        for _ in 1..60 {
            assert!(!retries.ready);
            assert_eq!(retries.judge(Some(&load(80)), 2, true), None, "once");
        }
        assert!(retries.ready);
        // From then on nothing is waited for.
        assert_eq!(retries.judge(Some(&load(80)), 2, true), None);
        assert!(retries.ready);
    }

    #[test]
    fn where_nothing_can_be_watched_nothing_is_waited_for() {
        let mut retries = Retries::new(None);
        assert!(retries.due(1).is_some_and(|due| due <= Instant::now()));
        assert_eq!(retries.look(1, true), None);
        assert!(retries.ready);
        assert_eq!(retries.due(0), None);
        assert!(!retries.ready);
    }
}
