//! The coordinator's side: gives a run an executor whose games are played by workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::task::{Context, Poll};
use std::thread::{Builder, JoinHandle};

use anyhow::Result;
use referee_build::pack_game;
use referee_config::{ConfiguredBot, Tournament};
use referee_engine::{Executor, ExecutorEvent};
use referee_output::failure::{bad_input, machine};
use referee_record::{Job, Lateness, RunSession};
use referee_store::{Header, Run, StoredGame};
use referee_tournament::results::{plan, run_title};
use referee_tournament::{RemoteExecutor, RemoteRun, processes, runs_on};
use tokio::sync::{mpsc, oneshot};

use crate::access::CoordinatorAccess;
use crate::bots::pack_bot;
use crate::link;
use crate::messages::{BotManifest, RunManifest};
use crate::objects::ObjectStore;
use crate::orders::{Command, LinkStart};
use crate::subjects::run_key;

/// Plays the games of a run on the workers that a NATS server reaches.
pub struct NatsRemote {
    known: CoordinatorAccess,
    tags: Vec<String>,
    link: Option<Link>,
}

/// The thread that talks with the server.
struct Link {
    thread: JoinHandle<()>,
    start: oneshot::Sender<LinkStart>,
    /// Tells that there is a connection, and later that the run has begun.
    ready: Receiver<Result<()>>,
    bots: Vec<BotManifest>,
}

impl NatsRemote {
    /// Plays on the workers of a server that have all of these tags; `place` is the address of an open server, or
    /// the path of a coordinator's file. Returns an error if the file can't be used.
    pub fn new(place: &str, tags: Vec<String>) -> Result<NatsRemote> {
        Ok(NatsRemote {
            known: CoordinatorAccess::of(place)?,
            tags,
            link: None,
        })
    }
}

impl RemoteExecutor for NatsRemote {
    fn prepare(&mut self, bots: &[ConfiguredBot]) -> Result<()> {
        let mut objects = ObjectStore::default();
        let mut manifests = Vec::new();
        for bot in bots {
            let packed = pack_bot(bot)?;
            if let (Some(id), Some(bytes)) = (packed.manifest.archive, &packed.archive) {
                objects.put(id, bytes)?;
            }
            manifests.push(packed.manifest);
        }
        let (start, started) = oneshot::channel();
        let (tell, ready) = channel();
        let access = self.known.access.clone();
        let thread = Builder::new().name("fleet".to_owned());
        let thread = thread.spawn(move || link::serve(&access, objects, started, &tell));
        let link = Link {
            thread: thread.map_err(machine)?,
            start,
            ready,
            bots: manifests,
        };
        wait(&self.link.insert(link).ready)
    }

    fn start(mut self: Box<Self>, run: &RemoteRun<'_>) -> Result<Box<dyn Executor>> {
        let stored = Run::open(run.results).map_err(machine)?;
        let title = run_title(&stored, &plan(&stored)?);
        let header = stored.header().clone();
        let link = self.link.take().ok_or_else(lost)?;
        let plays = |bot: &&BotManifest| run.tournament.bots.iter().any(|it| it.name == bot.name);
        let bots = link.bots.iter().filter(plays);
        let manifest = RunManifest {
            jail: run.jail.level(),
            build_limits: run.tournament.builds.limits,
            cores: run.tournament.cores.get() as usize,
            pin: run.tournament.pin,
            idle: runs_on(run.tournament),
            cpu: run
                .tournament
                .bots
                .iter()
                .any(|bot| bot.time.cpu_cap_ms.is_some()),
            processes: processes(run.tournament, 1),
            game: packed_game(run.tournament)?,
            bots: bots.cloned().collect(),
        };
        let (commands, orders) = mpsc::unbounded_channel();
        let (outbox, events) = mpsc::unbounded_channel();
        let window = Arc::new(AtomicUsize::new(1));
        let Link {
            thread,
            start,
            ready,
            ..
        } = link;
        let sent = start.send(LinkStart {
            run: run_key(&header, run.results),
            session: own_sessions(&header),
            manifest,
            games: run.tournament.games.clone(),
            began_ms: header.began_ms,
            keys: self.known.workers.clone(),
            tags: self.tags.clone(),
            title,
            server: self.known.access.server.clone(),
            orders,
            outbox,
            window: Arc::clone(&window),
        });
        sent.map_err(|_| lost())?;
        wait(&ready)?;
        Ok(Box::new(FleetExecutor {
            commands: Some(commands),
            events,
            window,
            thread,
        }))
    }
}

/// Packs the game for the workers, if its rules are a program.
fn packed_game(tournament: &Tournament) -> Result<Option<StoredGame>> {
    let Some(game) = &tournament.program else {
        return Ok(None);
    };
    let packed = pack_game(game).map_err(bad_input)?;
    if packed.files.is_none() || Some(&packed.sources) != tournament.rules.as_ref() {
        return Err(bad_input(format!(
            "the files of {} are larger than what is sent to workers, or have just changed",
            packed.name
        )));
    }
    Ok(Some(packed))
}

/// Returns how often a run was started, its workers aside.
fn own_sessions(header: &Header) -> usize {
    let own = |session: &&RunSession| session.worker.is_none();
    header.sessions.iter().filter(own).count()
}

/// Waits until the thread has done what it was asked.
fn wait(ready: &Receiver<Result<()>>) -> Result<()> {
    ready.recv().unwrap_or_else(|_| Err(lost()))
}

fn lost() -> anyhow::Error {
    machine("the connection to the fleet ended; this is a bug")
}

/// Plays the submitted jobs on workers.
struct FleetExecutor {
    commands: Option<mpsc::UnboundedSender<Command>>,
    events: mpsc::UnboundedReceiver<ExecutorEvent>,
    window: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

impl FleetExecutor {
    fn command(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // Once the thread has ended, `poll_event` tells that.
            let _ = commands.send(command);
        }
    }
}

impl Executor for FleetExecutor {
    fn window(&self) -> usize {
        self.window.load(Ordering::Relaxed)
    }

    fn submit(&mut self, job: Job, attempt: u32, earlier: Vec<Lateness>) {
        self.command(Command::Play(Box::new(job), attempt, earlier));
    }

    fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<Option<ExecutorEvent>> {
        self.events.poll_recv(context)
    }

    fn kept(&mut self, number: u64, attempt: u32) {
        self.command(Command::Kept((number, attempt)));
    }

    fn no_more(&mut self) {
        self.command(Command::NoMore);
    }

    fn stop(&mut self) {
        self.command(Command::Stop);
    }

    fn close(mut self: Box<Self>) {
        drop(self.commands.take());
        self.events.close();
        let _ = self.thread.join();
    }
}
