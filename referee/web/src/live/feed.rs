//! One stream of events for all readers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender, channel};

use super::event::{Board, Event, Topic, line};
use super::hall::{Glimpse, Hall};
use crate::board::changes;

/// Events that a reader may be behind; then it gets everything anew.
const BEHIND: usize = 256;

/// The stream. A copy is the same stream.
#[derive(Clone)]
pub struct Feed(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    out: Sender<Event>,
    /// How much later than it happens something is told.
    delay: Duration,
}

#[derive(Default)]
struct State {
    /// The last event's number.
    id: u64,
    /// What was told last of each topic, whole.
    whole: BTreeMap<Topic, Event>,
    /// The last events, for readers who come back.
    recent: VecDeque<Event>,
    /// What is told when its time comes.
    waiting: VecDeque<(Instant, Vec<Glimpse>, Vec<u64>, Option<Arc<str>>)>,
    /// The boards as they were told last.
    boards: BTreeMap<u64, Glimpse>,
    /// The versions of the boards that were looked at last.
    versions: BTreeMap<u64, u64>,
    /// What was said of the run last.
    run: Option<Arc<str>>,
}

/// Somebody who reads the stream.
pub struct Reader {
    feed: Feed,
    events: Receiver<Event>,
    /// What it gets before anything else.
    first: VecDeque<Event>,
    /// The last event that it has got.
    last: u64,
}

impl Feed {
    /// A stream that tells everything so much later.
    pub fn new(delay: Duration) -> Feed {
        let (out, _) = channel(BEHIND);
        Feed(Arc::new(Inner {
            state: Mutex::default(),
            out,
            delay,
        }))
    }

    /// Looks at the games and takes what is to be said of the run, and tells what has changed, when its
    /// time has come.
    pub fn look(&self, hall: &Hall, run: Option<&impl serde::Serialize>, now: Instant) {
        let mut state = self.state();
        let (seen, versions) = hall.look(&state.versions);
        let gone = state.versions.keys().filter(|number| !versions.contains_key(number));
        let gone: Vec<u64> = gone.copied().collect();
        state.versions = versions;
        let run = run.map(line).filter(|run| state.run.as_ref() != Some(run));
        if run.is_some() {
            state.run.clone_from(&run);
        }
        if !seen.is_empty() || !gone.is_empty() || run.is_some() {
            state.waiting.push_back((now + self.0.delay, seen, gone, run));
        }
        while state.waiting.front().is_some_and(|(due, ..)| *due <= now) {
            let Some((_, seen, gone, run)) = state.waiting.pop_front() else {
                break;
            };
            for glimpse in seen {
                self.board(&mut state, glimpse);
            }
            for number in gone {
                state.boards.remove(&number);
                let data = line(&serde_json::json!({ "number": number }));
                self.tell(&mut state, Topic::Board(number), ("gone", data), None);
            }
            if let Some(run) = run {
                let whole = ("run", Arc::clone(&run));
                self.tell(&mut state, Topic::Run, ("run", run), Some(whole));
            }
        }
    }

    /// Somebody begins to read, or comes back after this event.
    pub fn read(&self, after: Option<u64>) -> Reader {
        let state = self.state();
        let missed = after.and_then(|after| state.missed(after));
        Reader {
            feed: self.clone(),
            events: self.0.out.subscribe(),
            last: state.id,
            first: missed.unwrap_or_else(|| state.all()),
        }
    }

    fn board(&self, state: &mut State, glimpse: Glimpse) {
        let topic = Topic::Board(glimpse.number);
        let whole = line(&Board::whole(&glimpse));
        let part = match state.boards.get(&glimpse.number) {
            Some(before) => line(&Board::changed(&glimpse, changes(&before.scene, &glimpse.scene))),
            None => Arc::clone(&whole),
        };
        state.boards.insert(glimpse.number, glimpse);
        self.tell(state, topic, ("board", part), Some(("board", whole)));
    }

    /// Tells something; who comes later is told the whole in its place, or nothing any more.
    fn tell(
        &self,
        state: &mut State,
        topic: Topic,
        (name, data): (&'static str, Arc<str>),
        whole: Option<(&'static str, Arc<str>)>,
    ) {
        state.id += 1;
        let event = |(name, data)| Event {
            id: state.id,
            topic: topic.clone(),
            name,
            data,
        };
        let told = event((name, data));
        match whole.map(event) {
            Some(whole) => state.whole.insert(topic, whole),
            None => state.whole.remove(&topic),
        };
        state.recent.push_back(told.clone());
        if state.recent.len() > BEHIND {
            state.recent.pop_front();
        }
        // Nobody may be reading.
        let _ = self.0.out.send(told);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// All events since, if they are known.
    fn missed(&self, after: u64) -> Option<VecDeque<Event>> {
        let known = after <= self.id && self.recent.front().is_none_or(|first| first.id <= after + 1);
        known.then(|| self.recent.iter().filter(|event| event.id > after).cloned().collect())
    }

    /// Where everything stands: a word to forget what was, and each topic whole.
    fn all(&self) -> VecDeque<Event> {
        let begin = Event {
            id: self.id,
            topic: Topic::Run,
            name: "begin",
            data: "{}".into(),
        };
        let topics = self.whole.values().map(|event| Event {
            id: self.id,
            ..event.clone()
        });
        std::iter::once(begin).chain(topics).collect()
    }
}

impl Reader {
    /// The next event; none when the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.first.pop_front() {
                return Some(event);
            }
            match self.events.recv().await {
                Ok(event) if event.id <= self.last => {}
                Ok(event) => {
                    self.last = event.id;
                    return Some(event);
                }
                Err(RecvError::Lagged(_)) => *self = self.feed.read(None),
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
