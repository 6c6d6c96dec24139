//! The workers of a run, by their own words.

use std::collections::HashMap;
use std::time::Instant;

use crate::messages::WorkerHello;
use crate::subjects::GONE;

/// The workers that were heard of lately.
#[derive(Default)]
pub(crate) struct WorkerList {
    known: HashMap<String, KnownWorker>,
}

struct KnownWorker {
    heard: Instant,
    hello: WorkerHello,
}

impl WorkerList {
    /// Notes what a worker says of itself; returns a sentence about what is new of it. A worker that plays for
    /// another run isn't one of these.
    pub(crate) fn hear(&mut self, hello: WorkerHello, run: &str) -> Option<String> {
        let name = hello.worker.clone();
        if hello.run.as_deref() != Some(run) {
            self.known.remove(&name);
            return None;
        }
        let before = self.known.get(&name).map(|known| &known.hello.refuses);
        let news = (before != Some(&hello.refuses)).then(|| match &hello.refuses {
            Some(why) => format!("worker {name} can't play: {why}"),
            None => format!("worker {name} is there"),
        });
        let heard = Instant::now();
        self.known.insert(name, KnownWorker { heard, hello });
        news
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

    fn hello(run: &str, wanted: usize, refuses: Option<&str>) -> WorkerHello {
        WorkerHello {
            worker: "w".to_owned(),
            wanted,
            run: Some(run.to_owned()),
            refuses: refuses.map(str::to_owned),
        }
    }

    #[test]
    fn what_is_new_of_a_worker_is_told_once() {
        let mut list = WorkerList::default();
        assert_eq!(list.wanted(), None);
        let news = list.hear(hello("mine", 0, None), "mine");
        assert_eq!(news.as_deref(), Some("worker w is there"));
        assert_eq!(list.hear(hello("mine", 5, None), "mine"), None);
        assert_eq!((list.wanted(), list.len()), (Some(5), 1));
        let news = list.hear(hello("mine", 5, Some("no cc")), "mine");
        assert_eq!(news.as_deref(), Some("worker w can't play: no cc"));
        assert_eq!((list.wanted(), list.len()), (None, 1));
        assert_eq!(list.hear(hello("another", 5, None), "mine"), None);
        assert_eq!(list.len(), 0);
        assert_eq!(list.forget_gone(), [""; 0]);
    }
}
