//! One stream of events for all readers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use referee_games::scene::Scene;
use tokio::sync::broadcast::{Receiver, Sender, channel};

use super::event::{Board, Event, Topic, line};
use super::hall::{Glimpse, Hall};
use crate::server::Standing;

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
    waiting: VecDeque<Told>,
    /// The boards as they were told last.
    boards: BTreeMap<u64, Scene>,
    /// The versions of the boards that were looked at last.
    versions: BTreeMap<u64, u64>,
    /// How the run was found to stand last, and how readers know it to stand.
    run: Option<Arc<Standing>>,
    shown: Option<Arc<Standing>>,
}

/// What has changed at a look.
struct Told {
    due: Instant,
    seen: Vec<Glimpse>,
    gone: Vec<u64>,
    run: Option<Arc<Standing>>,
}

impl Feed {
    /// A stream that tells everything so much later.
    pub fn new(delay: Duration) -> Feed {
        let (out, _) = channel(BEHIND);
        Feed(Arc::new(Inner {
            state: Mutex::new(State {
                id: first(),
                ..State::default()
            }),
            out,
            delay,
        }))
    }

    /// Whether anybody reads. While nobody does, nothing needs to be looked at, and all is told anew to who
    /// comes; but what is told later has to be seen now.
    pub fn is_read(&self) -> bool {
        let read = self.is_late() || self.0.out.receiver_count() > 0;
        if !read {
            self.state().forget();
        }
        read
    }

    /// Whether things are told later than they happen.
    pub fn is_late(&self) -> bool {
        !self.0.delay.is_zero()
    }

    /// How the run stands as far as readers were told.
    pub fn standing(&self) -> Option<Arc<Standing>> {
        self.state().shown.clone()
    }

    /// Looks at the games and takes how the run stands, and tells what has changed, when its time has come;
    /// `name` is what a bot is called.
    pub fn look(
        &self,
        hall: &Hall,
        name: impl Fn(&str) -> String,
        run: Option<Arc<Standing>>,
        now: Instant,
    ) {
        let mut state = self.state();
        let (mut seen, versions) = hall.look(&state.versions);
        for (_, bot) in seen.iter_mut().flat_map(|glimpse| &mut glimpse.chairs) {
            *bot = name(bot);
        }
        let gone = state
            .versions
            .keys()
            .filter(|number| !versions.contains_key(number));
        let gone: Vec<u64> = gone.copied().collect();
        state.versions = versions;
        let same = |run: &Arc<Standing>| {
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
            state.waiting.push_back(Told {
                due,
                seen,
                gone,
                run,
            });
        }
        while let Some(told) = state.waiting.pop_front_if(|told| told.due <= now) {
            self.say(&mut state, told);
        }
    }

    fn say(&self, state: &mut State, told: Told) {
        for glimpse in &told.seen {
            self.board(state, glimpse);
        }
        for number in told.gone {
            state.boards.remove(&number);
            let data = line(&serde_json::json!({ "number": number }));
            self.tell(state, Topic::Board(number), ("gone", data), None);
        }
        if let Some(run) = told.run {
            let data = line(&*run);
            state.shown = Some(run);
            let whole = ("run", Arc::clone(&data));
            self.tell(state, Topic::Run, ("run", data), Some(whole));
        }
    }

    /// What somebody gets who begins to read, or comes back after this event: the number of the last event,
    /// what to begin with, and what comes then.
    pub(super) fn begin(&self, after: Option<u64>) -> (u64, VecDeque<Event>, Receiver<Event>) {
        let state = self.state();
        let missed = after.and_then(|after| state.missed(after));
        let first = missed.unwrap_or_else(|| state.all());
        (state.id, first, self.0.out.subscribe())
    }

    fn board(&self, state: &mut State, glimpse: &Glimpse) {
        let topic = Topic::Board(glimpse.number);
        let scene = glimpse.position.scene();
        let whole = line(&Board::whole(glimpse, &scene));
        let part = match state.boards.get(&glimpse.number) {
            Some(before) => line(&Board::changed(glimpse, &scene, before)),
            None => Arc::clone(&whole),
        };
        state.boards.insert(glimpse.number, scene);
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
        let reaches = |first: &Event| first.id <= after + 1 && after <= self.id;
        let known = after == self.id || self.recent.front().is_some_and(reaches);
        known.then(|| {
            self.recent
                .iter()
                .filter(|event| event.id > after)
                .cloned()
                .collect()
        })
    }

    /// Nobody has heard anything.
    fn forget(&mut self) {
        if self.whole.is_empty() && self.versions.is_empty() && self.run.is_none() {
            return;
        }
        // Who was told something before must not believe that nothing was missed.
        *self = State {
            id: self.id + 1,
            ..State::default()
        };
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

/// Where numbers begin: behind those of any server before, whose readers may come back.
fn first() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(0))
}
