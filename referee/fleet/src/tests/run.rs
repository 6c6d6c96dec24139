//! A run of games without bots: the coordinator's side, with what it says.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use referee_config::BuildLimits;
use referee_engine::ExecutorEvent;
use referee_games::GameSource;
use referee_jail::Level;
use referee_record::{Record, RunSession};
use referee_tournament::now_ms;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::instant_game::job;
use crate::access::CoordinatorAccess;
use crate::link;
use crate::messages::RunManifest;
use crate::objects::ObjectStore;
use crate::orders::{Command, LinkStart};

/// A run that goes on.
pub(super) struct FakeRun {
    commands: Option<mpsc::UnboundedSender<Command>>,
    events: mpsc::UnboundedReceiver<ExecutorEvent>,
    window: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
    /// What was said so far.
    said: String,
    /// Sessions of workers so far.
    sessions: Vec<RunSession>,
}

impl FakeRun {
    /// Begins a run with this key.
    pub(super) fn begin(file: &str, key: &str) -> FakeRun {
        let known = CoordinatorAccess::of(file).expect("the coordinator's file");
        let (start, started) = oneshot::channel();
        let (tell, ready) = channel();
        let access = known.access.clone();
        let objects = ObjectStore::default();
        let thread = Builder::new().name("link".to_owned());
        let thread = thread.spawn(move || link::serve(&access, objects, started, &tell));
        let thread = thread.expect("a thread");
        ready.recv().expect("an answer").expect("a connection");
        let (commands, orders) = mpsc::unbounded_channel();
        let (outbox, events) = mpsc::unbounded_channel();
        let window = Arc::new(AtomicUsize::new(1));
        let begun = start.send(LinkStart {
            run: key.to_owned(),
            session: 1,
            manifest: manifest(),
            games: GameSource::built_in(),
            began_ms: now_ms(),
            keys: known.workers,
            tags: Vec::new(),
            title: key.to_owned(),
            server: known.access.server,
            orders,
            outbox,
            window: Arc::clone(&window),
        });
        assert!(begun.is_ok(), "the link has ended");
        ready.recv().expect("an answer").expect("a beginning");
        FakeRun {
            commands: Some(commands),
            events,
            window,
            thread: Some(thread),
            said: String::new(),
            sessions: Vec::new(),
        }
    }

    /// Gives out the games 1 to `games`, as many at once as the window allows; returns the records as they come,
    /// each once it is kept.
    pub(super) async fn play(&mut self, games: u64, mut kept: impl FnMut(Record)) {
        let commands = self.commands.clone().expect("it isn't closed");
        let (mut given, mut back) = (0, 0);
        while back < games {
            let window = self.window.load(Ordering::Relaxed) as u64;
            while given < games && given - back < window {
                given += 1;
                let _ = commands.send(Command::Play(Box::new(job(given)), 1, Vec::new()));
            }
            if let Some(record) = self.hear().await {
                let key = (record.played.job.number, record.attempt);
                let _ = commands.send(Command::Kept(key));
                back += 1;
                kept(*record);
            }
        }
    }

    /// Waits until this was said.
    pub(super) async fn until_said(&mut self, text: &str) {
        while !self.said.contains(text) {
            assert!(self.hear().await.is_none(), "no game is out");
        }
    }

    /// Hears the next event; returns a record.
    async fn hear(&mut self) -> Option<Box<Record>> {
        let event = timeout(Duration::from_mins(2), self.events.recv()).await;
        let said = &self.said;
        match event.unwrap_or_else(|_| panic!("no event within two minutes; so far: {said}")) {
            Some(ExecutorEvent::Finished(record)) => return Some(record),
            Some(ExecutorEvent::Remark(text)) => self.said += &(text + "\n"),
            Some(ExecutorEvent::Session(session)) => self.sessions.push(*session),
            Some(ExecutorEvent::Room) => {}
            event => panic!("{event:?}"),
        }
        None
    }

    /// Ends the run; returns what was said, and the sessions of workers.
    pub(super) fn end(mut self) -> (String, Vec<RunSession>) {
        drop(self.commands.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no panic");
        }
        (self.said, self.sessions)
    }
}

fn manifest() -> RunManifest {
    RunManifest {
        jail: Level::Off,
        build_limits: BuildLimits::default(),
        cores: 1,
        pin: false,
        idle: false,
        cpu: false,
        processes: 1,
        game: None,
        bots: Vec::new(),
    }
}
