//! The event stream that all readers share.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use referee_games::scene::Scene;
use tokio::sync::broadcast::{Receiver, Sender, channel};

use super::event::{LiveBoard, StreamEvent, Topic, line};
use super::live_games::{LiveGames, LiveSnapshot};
use crate::model::RunStatus;

/// Most events that a reader may be behind; then it gets everything anew.
const BEHIND: usize = 256;

/// The stream. A clone is the same stream.
#[derive(Clone)]
pub struct EventStream(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    out: Sender<StreamEvent>,
    /// Delay between an event and its publication.
    delay: Duration,
}

#[derive(Default)]
struct State {
    /// Number of the last event.
    id: u64,
    /// The last event on each topic, with the whole state.
    whole: BTreeMap<Topic, StreamEvent>,
    /// The last events, for readers that come back.
    recent: VecDeque<StreamEvent>,
    /// Changes that wait for their publication.
    waiting: VecDeque<FeedChange>,
    /// The boards as last published.
    boards: BTreeMap<u64, Scene>,
    /// The versions of the boards at the last look.
    versions: BTreeMap<u64, u64>,
    /// The status of the run at the last look, and, in `shown`, as last published.
    run: Option<Arc<RunStatus>>,
    shown: Option<Arc<RunStatus>>,
}

/// Changes found at one look.
struct FeedChange {
    due: Instant,
    seen: Vec<LiveSnapshot>,
    gone: Vec<u64>,
    run: Option<Arc<RunStatus>>,
}

impl EventStream {
    /// Creates a stream that publishes everything with this delay.
    pub fn new(delay: Duration) -> EventStream {
        let (out, _) = channel(BEHIND);
        EventStream(Arc::new(Inner {
            state: Mutex::new(State {
                id: first(),
                ..State::default()
            }),
            out,
            delay,
        }))
    }

    /// Returns whether the stream must be fed. Without readers it need not, since a new reader gets
    /// everything anew; but a delayed stream must record now what it publishes later.
    pub fn is_read(&self) -> bool {
        let read = self.is_late() || self.0.out.receiver_count() > 0;
        if !read {
            self.state().forget();
        }
        read
    }

    /// Returns whether the stream is delayed.
    pub fn is_late(&self) -> bool {
        !self.0.delay.is_zero()
    }

    /// Returns the status of the run as last published.
    pub fn standing(&self) -> Option<Arc<RunStatus>> {
        self.state().shown.clone()
    }

    /// Looks at the games, takes the status of the run, and publishes the changes whose time has come; `name`
    /// maps a bot to its displayed name.
    pub fn look(
        &self,
        live_games: &LiveGames,
        name: impl Fn(&str) -> String,
        run: Option<Arc<RunStatus>>,
        now: Instant,
    ) {
        let mut state = self.state();
        let (mut seen, versions) = live_games.look(&state.versions);
        for (_, bot) in seen.iter_mut().flat_map(|snapshot| &mut snapshot.seats) {
            *bot = name(bot);
        }
        let gone = state
            .versions
            .keys()
            .filter(|number| !versions.contains_key(number));
        let gone: Vec<u64> = gone.copied().collect();
        state.versions = versions;
        let same = |run: &Arc<RunStatus>| {
            state
                .run
                .as_ref()
                .is_some_and(|last| Arc::ptr_eq(last, run))
        };
        let run = run.filter(|run| !same(run));
        if run.is_some() {
            state.run.clone_from(&run);
        }
        if !seen.is_empty() || !gone.is_empty() || run.is_some() {
            let due = now + self.0.delay;
            state.waiting.push_back(FeedChange {
                due,
                seen,
                gone,
                run,
            });
        }
        while let Some(feed_change) = state
            .waiting
            .pop_front_if(|feed_change| feed_change.due <= now)
        {
            self.say(&mut state, feed_change);
        }
    }

    fn say(&self, state: &mut State, feed_change: FeedChange) {
        for snapshot in &feed_change.seen {
            self.board(state, snapshot);
        }
        for number in feed_change.gone {
            state.boards.remove(&number);
            let data = line(&serde_json::json!({ "number": number }));
            self.tell(state, Topic::Board(number), ("gone", data), None);
        }
        if let Some(run) = feed_change.run {
            let data = line(&*run);
            state.shown = Some(run);
            let whole = ("run", Arc::clone(&data));
            self.tell(state, Topic::Run, ("run", data), Some(whole));
        }
    }

    /// Starts a reader that is new, or that comes back after the event `after`. Returns the number of the
    /// last event, the events to begin with, and the receiver of later events.
    pub(super) fn begin(
        &self,
        after: Option<u64>,
    ) -> (u64, VecDeque<StreamEvent>, Receiver<StreamEvent>) {
        let state = self.state();
        let missed = after.and_then(|after| state.missed(after));
        let first = missed.unwrap_or_else(|| state.all());
        (state.id, first, self.0.out.subscribe())
    }

    fn board(&self, state: &mut State, snapshot: &LiveSnapshot) {
        let topic = Topic::Board(snapshot.number);
        let scene = snapshot.scene();
        let whole = line(&LiveBoard::whole(snapshot, &scene));
        let part = match state.boards.get(&snapshot.number) {
            Some(before) => line(&LiveBoard::changed(snapshot, &scene, before)),
            None => Arc::clone(&whole),
        };
        state.boards.insert(snapshot.number, scene);
        self.tell(state, topic, ("board", part), Some(("board", whole)));
    }

    /// Publishes an event. A later reader gets `whole` in its place, or nothing on the topic if there is
    /// none.
    fn tell(
        &self,
        state: &mut State,
        topic: Topic,
        (name, data): (&'static str, Arc<str>),
        whole: Option<(&'static str, Arc<str>)>,
    ) {
        state.id += 1;
        let event = |(name, data)| StreamEvent {
            id: state.id,
            topic: topic.clone(),
            name,
            data,
        };
        let stream_event = event((name, data));
        match whole.map(event) {
            Some(whole) => state.whole.insert(topic, whole),
            None => state.whole.remove(&topic),
        };
        state.recent.push_back(stream_event.clone());
        if state.recent.len() > BEHIND {
            state.recent.pop_front();
        }
        // Sending fails if there is no reader.
        let _ = self.0.out.send(stream_event);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns all events after this one; `None` if some are no longer kept.
    fn missed(&self, after: u64) -> Option<VecDeque<StreamEvent>> {
        let reaches = |first: &StreamEvent| first.id <= after + 1 && after <= self.id;
        let known = after == self.id || self.recent.front().is_some_and(reaches);
        known.then(|| {
            self.recent
                .iter()
                .filter(|event| event.id > after)
                .cloned()
                .collect()
        })
    }

    /// Forgets everything that was published.
    fn forget(&mut self) {
        if self.whole.is_empty() && self.versions.is_empty() && self.run.is_none() {
            return;
        }
        // A skipped number, so that a reader who comes back can't believe that it missed nothing.
        *self = State {
            id: self.id + 1,
            ..State::default()
        };
    }

    /// Returns the whole state: an event that makes the reader forget its own state, then each topic.
    fn all(&self) -> VecDeque<StreamEvent> {
        let begin = StreamEvent {
            id: self.id,
            topic: Topic::Run,
            name: "begin",
            data: "{}".into(),
        };
        let topics = self.whole.values().map(|event| StreamEvent {
            id: self.id,
            ..event.clone()
        });
        std::iter::once(begin).chain(topics).collect()
    }
}

/// Returns the first number: higher than those of any earlier server, whose readers may come back.
fn first() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(0))
}
