//! The runs that a worker has heard of and doesn't play for: it says why once, and tries again those that it may be able
//! to play later.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::session::KnownRun;

/// Time after which a run is tried again that couldn't be played.
const AGAIN: Duration = Duration::from_secs(30);
/// Runs that are remembered, at most: at an open server anybody may tell of any.
const MOST: usize = 100;

/// A session of a run that the worker doesn't play for.
struct IgnoredRun {
    run: KnownRun,
    /// Why it isn't played here; `None` if it has ended.
    why: Option<String>,
    /// Whether it may be possible later.
    tries_again: bool,
    since: Instant,
}

/// The runs that aren't played for, the latest one last.
#[derive(Default)]
pub(crate) struct IgnoredRuns(VecDeque<IgnoredRun>);

impl IgnoredRuns {
    /// Notes that a run isn't played for from now on; returns whether its reason is new.
    pub(crate) fn ignore(&mut self, run: KnownRun, why: Option<String>, tries_again: bool) -> bool {
        let same = |it: &IgnoredRun| it.run.is_same(&run) && it.why == why;
        let new = !self.0.iter().any(same);
        self.forget(&run);
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(IgnoredRun {
            run,
            why,
            tries_again,
            since: Instant::now(),
        });
        new
    }

    /// Forgets a run in all its sessions.
    pub(crate) fn forget(&mut self, run: &KnownRun) {
        self.0.retain(|it| it.run.beacon.run != run.beacon.run);
    }

    /// Tells if a session of a run isn't played for, and it isn't time to try it again.
    pub(crate) fn holds(&self, run: &KnownRun) -> bool {
        let due = |it: &IgnoredRun| it.tries_again && it.since.elapsed() >= AGAIN;
        self.0.iter().any(|it| it.run.is_same(run) && !due(it))
    }

    /// Returns the latest run that has a reason, if it is tried again, and why it isn't played for.
    pub(crate) fn latest(&self) -> (Option<&str>, Option<&str>) {
        let latest = self.0.iter().rev().find(|it| it.why.is_some());
        let tried = latest.filter(|it| it.tries_again);
        let run = tried.map(|it| &*it.run.beacon.run);
        (run, latest.and_then(|it| it.why.as_deref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Beacon;

    fn run(name: &str, session: u64) -> KnownRun {
        KnownRun {
            beacon: Beacon {
                run: name.to_owned(),
                ..Beacon::default()
            },
            session,
        }
    }

    #[test]
    fn each_reason_is_new_once() {
        let mut ignored = IgnoredRuns::default();
        let why = |text: &str| Some(text.to_owned());
        assert!(ignored.ignore(run("a", 1), why("no cc"), true));
        assert!(ignored.ignore(run("b", 1), why("no cc"), false));
        assert!(!ignored.ignore(run("a", 1), why("no cc"), true));
        assert!(ignored.ignore(run("a", 1), why("no go"), true));
        assert!(ignored.holds(&run("a", 1)) && ignored.holds(&run("b", 1)));
        assert!(!ignored.holds(&run("a", 2)), "another session");
        assert_eq!(ignored.latest(), (Some("a"), Some("no go")));
        ignored.forget(&run("a", 2));
        assert!(!ignored.holds(&run("a", 1)));
        assert_eq!(ignored.latest(), (None, Some("no cc")));
    }

    #[test]
    fn not_all_that_strangers_tell_is_remembered() {
        let mut ignored = IgnoredRuns::default();
        for number in 0..1000 {
            ignored.ignore(run(&number.to_string(), 1), None, false);
        }
        assert_eq!(ignored.0.len(), MOST);
        assert!(ignored.holds(&run("999", 1)) && !ignored.holds(&run("0", 1)));
    }
}
