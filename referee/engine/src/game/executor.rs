//! Plays games on this machine, with a worker thread for each game that is played at the same time.

use std::any::Any;
use std::future::Future;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use referee_record::{Job, Lateness, Record, RunSession};
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep};

use crate::game::game_runner::GameRunner;
use crate::game_event::GameObserver;
use crate::job::void_record::void_record;
use crate::machine::cores::{Cores, beside, stay_on};
use crate::session::engine_context::{EngineContext, EngineError};

/// News from the workers of an executor.
#[derive(Debug)]
pub enum ExecutorEvent {
    /// A game was played, or is void.
    Finished(Box<Record>),
    /// A game was given up because the run is being stopped.
    GivenUp,
    /// The run can't go on.
    Failed(EngineError),
    /// There is room for more games than before; no game comes back with it.
    Room,
    /// Something that the user may want to know; no game comes back with it.
    Remark(String),
    /// A worker on another machine plays from now on, or is left out; no game comes back with it.
    Session(Box<RunSession>),
}

/// Plays games, on this machine or on others.
pub trait Executor {
    /// Returns how many games may be submitted at the same time: enough that nobody waits for the next one.
    fn window(&self) -> usize;

    /// Queues a job, to be played as the given attempt at it; `earlier` is the lateness of seats that made
    /// the attempts before it void.
    fn submit(&mut self, job: Job, attempt: u32, earlier: Vec<Lateness>);

    /// Polls for the next event; `None` when nothing plays any more.
    fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<Option<ExecutorEvent>>;

    /// Notes that the record of a game is kept, so that nobody needs to play it again.
    fn kept(&mut self, _number: u64, _attempt: u32) {}

    /// Notes that no more games are submitted, and those that are out are waited for.
    fn no_more(&mut self) {}

    /// Stops the run: games in play are given up. Each submitted game still comes back as an event.
    fn stop(&mut self);

    /// Ends what plays the games, and waits for that.
    fn close(self: Box<Self>);
}

/// A job, the number of the attempt at it, and the lateness that made earlier attempts void.
type Task = (Job, u32, Vec<Lateness>);

/// Games are short below this time, in microseconds: then the wakes between two games cost more than all else there.
const SHORT_US: u64 = 2000;
/// Jobs of each worker that wait if games are short; else one waits.
const AHEAD: usize = 6;
/// Time after a short game in which the next ones only wait to be taken.
const PAUSE: Duration = Duration::from_millis(1);

/// Plays the submitted jobs on worker threads, and returns their records.
pub struct LocalExecutor {
    jobs: Option<Sender<Task>>,
    events: mpsc::Receiver<ExecutorEvent>,
    /// True if records are taken on a core on which no game is played. Elsewhere they wait for a core anyway.
    is_beside: bool,
    /// True if the last game was short, and its record taken beside.
    is_short: bool,
    /// True if a short game was taken since the last pause.
    has_taken: bool,
    /// The pause that is waited for.
    pause: Option<Pin<Box<Sleep>>>,
    threads: Vec<JoinHandle<()>>,
    context: EngineContext,
}

impl LocalExecutor {
    /// Starts the worker threads, each pinned to its own cores. Returns an error if a thread can't be
    /// started.
    pub fn start(context: &EngineContext, cores: &Cores) -> std::io::Result<LocalExecutor> {
        let beside = beside(Some(cores));
        context.scope.jail().prepare_ahead(&beside);
        let (jobs, inbox) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        // A worker waits until there is room for its record, so the taker decides how many records there are.
        let (outbox, events) = mpsc::channel(AHEAD);
        let mut threads = Vec::new();
        for (i, set) in cores.sets.iter().cloned().enumerate() {
            let (context, inbox, outbox) = (context.clone(), Arc::clone(&inbox), outbox.clone());
            let thread = Builder::new().name(format!("runner {i}"));
            threads.push(thread.spawn(move || serve(&context, &set, &inbox, &outbox))?);
        }
        Ok(LocalExecutor {
            jobs: Some(jobs),
            events,
            is_beside: !beside.is_empty(),
            is_short: false,
            has_taken: false,
            pause: None,
            threads,
            context: context.clone(),
        })
    }

    /// Notes whether games are short.
    fn taken(&mut self, event: ExecutorEvent) -> ExecutorEvent {
        if let ExecutorEvent::Finished(record) = &event {
            self.is_short = self.is_beside && record.measured.took_us < SHORT_US;
            self.has_taken = self.is_short;
        }
        event
    }

    /// Waits for the next event; returns `None` when all threads have ended.
    pub async fn next(&mut self) -> Option<ExecutorEvent> {
        self.events.recv().await
    }
}

impl Executor for LocalExecutor {
    fn window(&self) -> usize {
        let waiting = if self.is_short { AHEAD } else { 1 };
        (1 + waiting) * self.threads.len()
    }

    fn submit(&mut self, job: Job, attempt: u32, earlier: Vec<Lateness>) {
        if let Some(jobs) = &self.jobs {
            // The receiving end lives as long as a thread does; `next` tells when none does.
            let _ = jobs.send((job, attempt, earlier));
        }
    }

    fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<Option<ExecutorEvent>> {
        if let Ok(event) = self.events.try_recv() {
            return Poll::Ready(Some(self.taken(event)));
        }
        if mem::take(&mut self.has_taken) {
            self.pause = Some(Box::pin(sleep(PAUSE)));
        }
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        let event = ready!(self.events.poll_recv(context));
        Poll::Ready(event.map(|event| self.taken(event)))
    }

    /// Kills the bots of the games in play. Records of games that were finished before are still returned.
    fn stop(&mut self) {
        self.context.stop.store(true, Ordering::Relaxed);
        self.context.scope.kill_all();
        self.context.games.stop();
    }

    /// Waits for the threads, and for the bots that they have kept, to end.
    fn close(mut self: Box<Self>) {
        drop(self.jobs.take());
        self.events.close();
        for thread in self.threads.drain(..) {
            // A thread's panic was already turned into a void game.
            let _ = thread.join();
        }
    }
}

/// Plays jobs on one worker thread until there are no more.
fn serve(
    context: &EngineContext,
    set: &[usize],
    inbox: &Mutex<Receiver<Task>>,
    outbox: &mpsc::Sender<ExecutorEvent>,
) {
    let core = stay_on(set).then(|| set[0]);
    let mut runner = GameRunner::new(context.clone(), core);
    loop {
        let waiting = inbox
            .try_lock()
            .ok()
            .and_then(|inbox| inbox.try_recv().ok());
        let next = waiting.or_else(|| {
            runner.suspend_kept();
            let inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
            inbox.recv().ok()
        });
        let Some(task) = next else {
            break;
        };
        let event = if context.stop.load(Ordering::Relaxed) {
            ExecutorEvent::GivenUp
        } else {
            play(&mut runner, context, core, task, None)
        };
        let sent = outbox.try_send(event).or_else(|refused| {
            // Whoever takes the records is busy for a while.
            runner.suspend_kept();
            outbox.blocking_send(refused.into_inner())
        });
        if sent.is_err() {
            break;
        }
    }
    runner.close();
}

/// Plays one job. A panic is a fault of the referee: the game is void, and the worker gets a new game runner.
fn play(
    runner: &mut GameRunner,
    context: &EngineContext,
    core: Option<usize>,
    (job, attempt, earlier): Task,
    watcher: GameObserver<'_>,
) -> ExecutorEvent {
    match catch_unwind(AssertUnwindSafe(|| {
        runner.play_again(&job, attempt, earlier, watcher)
    })) {
        Ok(Ok(Some(record))) => ExecutorEvent::Finished(Box::new(record)),
        Ok(Ok(None)) => ExecutorEvent::GivenUp,
        Ok(Err(error)) => ExecutorEvent::Failed(error),
        Err(panic) => {
            let start = runner.start().to_owned();
            *runner = GameRunner::new(context.clone(), core);
            let why = format!("the referee failed: {}", panic_text(&*panic));
            ExecutorEvent::Finished(Box::new(void_record(&job, attempt, start, why)))
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

#[cfg(test)]
mod failing_rules;
#[cfg(test)]
pub(crate) mod tests;
