//! The workers of a run, by their own words, and which of them are left out.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use referee_record::RunSession;

use crate::messages::WorkerHello;
use crate::subjects::GONE;

/// A worker that takes longer for the same work than the middle one by more than this factor is left out: the bots
/// would have less from the same time.
const SLOWEST: f64 = 2.0;

/// How often a process may be heard again after another one of its name.
const ECHOES: usize = 2;

/// The workers that were heard of lately.
#[derive(Default)]
pub(crate) struct WorkerList {
    known: HashMap<String, KnownWorker>,
    /// Processes that said hello under each name, in order.
    instances: HashMap<String, Vec<u64>>,
    /// Workers whose games aren't taken, and why.
    left_out: BTreeMap<String, String>,
}

struct KnownWorker {
    heard: Instant,
    hello: WorkerHello,
}

/// What is new of a worker.
#[derive(Debug, PartialEq)]
pub(crate) enum WorkerNews {
    /// A sentence about it.
    Said(String),
    /// It plays from now on.
    Plays(Box<RunSession>),
    /// It has to be told that it is left out.
    LeftOut(String),
    /// Two of them say hello in turn.
    Doubled(String),
}

impl WorkerList {
    /// Notes what a worker says of itself; returns what is new of it. A worker that plays for another run isn't one
    /// of these.
    pub(crate) fn hear(&mut self, hello: WorkerHello, run: &str) -> Vec<WorkerNews> {
        let name = hello.worker.clone();
        if hello.run.as_deref() != Some(run) {
            // One that waits is about to hear of this run.
            let left = self.known.remove(&name).is_some() && hello.leaving;
            let left = left.then(|| WorkerNews::Said(format!("worker {name} has left")));
            return left.into_iter().collect();
        }
        if self.left_out.contains_key(&name) {
            return vec![WorkerNews::LeftOut(name)];
        }
        let instances = self.instances.entry(name.clone()).or_default();
        if instances.last() != Some(&hello.instance) {
            // One that has ended may be heard late.
            if instances.iter().filter(|it| **it == hello.instance).count() > ECHOES {
                return vec![WorkerNews::Doubled(name)];
            }
            instances.push(hello.instance);
        }
        let before = self.known.get(&name).map(|known| &known.hello);
        let mut news = Vec::new();
        if before.map(|hello| &hello.refuses) != Some(&hello.refuses) {
            news.push(WorkerNews::Said(match &hello.refuses {
                Some(why) => format!("worker {name} can't play: {why}"),
                None => format!("worker {name} is there"),
            }));
        }
        if let Some(session) = &hello.session
            && before.and_then(|hello| hello.session.as_ref()) != Some(session)
        {
            news.push(WorkerNews::Plays(session.clone()));
        }
        let heard = Instant::now();
        self.known.insert(name, KnownWorker { heard, hello });
        news
    }

    /// Returns the workers that are too slow to be compared with the others, and why.
    pub(crate) fn slow(&self) -> Vec<(String, String)> {
        let session = |known: &KnownWorker| known.hello.session.as_ref()?.work_us;
        let timed = || {
            let known = self.known.iter();
            known.filter_map(|(name, known)| Some((name, session(known)?)))
        };
        let mut times: Vec<u64> = timed().map(|(_, time)| time).collect();
        times.sort_unstable();
        // Of two, the faster one is in the middle.
        let Some(&middle) = times.get(times.len().saturating_sub(1) / 2) else {
            return Vec::new();
        };
        #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
        let factor = |time: u64| time as f64 / middle.max(1) as f64;
        let slow = timed().filter(|(_, time)| factor(*time) > SLOWEST);
        let told = slow.map(|(name, time)| {
            let why = format!(
                "its machine takes {:.1} times as long for the same work as the middle one of the workers; expected at \
                 most {SLOWEST} times",
                factor(time)
            );
            (name.clone(), why)
        });
        told.collect()
    }

    /// Takes no more games from a worker; returns its session, or nothing if it is left out already.
    pub(crate) fn leave_out(&mut self, name: &str, why: &str) -> Option<RunSession> {
        if self.left_out.contains_key(name) {
            return None;
        }
        self.left_out.insert(name.to_owned(), why.to_owned());
        let session = self.known.remove(name).and_then(|it| it.hello.session);
        let session = session.map_or_else(RunSession::default, |session| *session);
        Some(RunSession {
            worker: Some(name.to_owned()),
            left_out: Some(why.to_owned()),
            ..session
        })
    }

    /// Returns why no games are taken from a worker, if so.
    pub(crate) fn left_out(&self, name: &str) -> Option<&str> {
        self.left_out.get(name).map(String::as_str)
    }

    /// Forgets workers that weren't heard of for a while; returns their names.
    pub(crate) fn forget_gone(&mut self) -> Vec<String> {
        let is_gone = |_: &String, known: &mut KnownWorker| known.heard.elapsed() > GONE;
        let gone = self.known.extract_if(is_gone);
        gone.map(|(name, _)| name).collect()
    }

    /// Returns how many workers there are.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns how many games should be out for those that can play; `None` if there are none.
    pub(crate) fn wanted(&self) -> Option<usize> {
        let known = self.known.values();
        let able = known.filter(|known| known.hello.refuses.is_none());
        able.map(|known| known.hello.wanted)
            .reduce(|all, one| all + one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(worker: &str, wanted: usize) -> WorkerHello {
        WorkerHello {
            worker: worker.to_owned(),
            wanted,
            run: Some("mine".to_owned()),
            ..WorkerHello::default()
        }
    }

    fn said(text: &str) -> Vec<WorkerNews> {
        vec![WorkerNews::Said(text.to_owned())]
    }

    fn playing(worker: &str, work_us: u64) -> WorkerHello {
        let session = RunSession {
            worker: Some(worker.to_owned()),
            work_us: Some(work_us),
            ..RunSession::default()
        };
        WorkerHello {
            session: Some(Box::new(session)),
            ..hello(worker, 1)
        }
    }

    #[test]
    fn what_is_new_of_a_worker_is_told_once() {
        let mut list = WorkerList::default();
        assert_eq!(list.wanted(), None);
        assert_eq!(list.hear(hello("w", 0), "mine"), said("worker w is there"));
        assert_eq!(list.hear(hello("w", 5), "mine"), []);
        assert_eq!((list.wanted(), list.len()), (Some(5), 1));
        let refuses = WorkerHello {
            refuses: Some("no cc".to_owned()),
            ..hello("w", 5)
        };
        let expected = said("worker w can't play: no cc");
        assert_eq!(list.hear(refuses, "mine"), expected);
        assert_eq!((list.wanted(), list.len()), (None, 1));
        assert_eq!(list.hear(hello("w", 5), "another"), []);
        assert_eq!(list.len(), 0);
        assert_eq!(list.forget_gone(), [""; 0]);
    }

    #[test]
    fn a_worker_tells_its_machine_once() {
        let mut list = WorkerList::default();
        let news = list.hear(playing("w", 100), "mine");
        assert!(
            matches!(&news[..], [_, WorkerNews::Plays(session)] if session.work_us == Some(100))
        );
        assert_eq!(list.hear(playing("w", 100), "mine"), []);
        // It was started anew.
        assert_eq!(list.hear(playing("w", 120), "mine").len(), 1);
    }

    #[test]
    fn two_workers_of_one_name_are_noticed() {
        let mut list = WorkerList::default();
        let of = |instance| WorkerHello {
            instance,
            ..hello("w", 1)
        };
        assert_eq!(list.hear(of(1), "mine").len(), 1);
        // It may have been started anew.
        for instance in [2, 2, 1, 2, 1, 2] {
            assert_eq!(list.hear(of(instance), "mine"), []);
        }
        assert_eq!(
            list.hear(of(1), "mine"),
            [WorkerNews::Doubled("w".to_owned())]
        );
    }

    #[test]
    fn a_worker_that_leaves_says_so() {
        let mut list = WorkerList::default();
        list.hear(hello("w", 1), "mine");
        let leaving = || WorkerHello {
            run: None,
            leaving: true,
            ..hello("w", 0)
        };
        assert_eq!(list.hear(leaving(), "mine"), said("worker w has left"));
        assert_eq!(list.hear(leaving(), "mine"), []);
    }

    #[test]
    fn a_slow_worker_is_left_out() {
        let mut list = WorkerList::default();
        for (name, work_us) in [("a", 100), ("b", 150), ("c", 301)] {
            list.hear(playing(name, work_us), "mine");
        }
        let slow = list.slow();
        assert_eq!(slow.len(), 1);
        assert_eq!(slow[0].0, "c");
        assert!(
            slow[0].1.starts_with("its machine takes 2.0 times"),
            "{slow:?}"
        );
        let session = list.leave_out("c", &slow[0].1).expect("it is new");
        assert_eq!(session.left_out.as_ref(), Some(&slow[0].1));
        assert_eq!(list.leave_out("c", "again"), None);
        assert_eq!(list.left_out("c"), Some(&*slow[0].1));
        assert_eq!((list.wanted(), list.slow().len()), (Some(2), 0));
        let news = list.hear(playing("c", 301), "mine");
        assert_eq!(news, [WorkerNews::LeftOut("c".to_owned())]);
    }

    #[test]
    fn of_two_workers_the_slower_one_is_left_out() {
        let mut list = WorkerList::default();
        list.hear(playing("a", 500), "mine");
        assert_eq!(list.slow(), []);
        list.hear(playing("b", 100), "mine");
        assert_eq!(list.slow()[0].0, "a");
    }
}
