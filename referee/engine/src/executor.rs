//! The local executor: a thread for each game that is played at the same time.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use referee_record::{Job, Lateness, Record};
use tokio::sync::mpsc;

use crate::cores::{Cores, stay_on};
use crate::game::GameObserver;
use crate::game_runner::{EngineContext, EngineError, GameRunner, void_record};

/// What comes back from the tables.
#[derive(Debug)]
pub enum ExecutorEvent {
    /// A game was played, or is void.
    Finished(Box<Record>),
    /// A game was given up because the run is being stopped.
    GivenUp,
    /// The run can't go on.
    Failed(EngineError),
}

/// A job, which attempt at it this is, and what made those before it void.
type Task = (Job, u32, Vec<Lateness>);

/// Games are put in, records come out.
pub struct LocalExecutor {
    jobs: Option<Sender<Task>>,
    events: mpsc::Receiver<ExecutorEvent>,
    threads: Vec<JoinHandle<()>>,
    context: EngineContext,
}

impl LocalExecutor {
    /// Starts the threads, each kept on its own cores.
    pub fn start(context: &EngineContext, cores: &Cores) -> std::io::Result<LocalExecutor> {
        let (jobs, inbox) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        // A table waits until its record is taken: whoever takes them decides how many there are.
        let (outbox, events) = mpsc::channel(1);
        let mut threads = Vec::new();
        for (i, set) in cores.sets.iter().cloned().enumerate() {
            let (context, inbox, outbox) = (context.clone(), Arc::clone(&inbox), outbox.clone());
            let thread = Builder::new().name(format!("table {i}"));
            threads.push(thread.spawn(move || serve(&context, &set, &inbox, &outbox))?);
        }
        Ok(LocalExecutor {
            jobs: Some(jobs),
            events,
            threads,
            context: context.clone(),
        })
    }

    /// Games that are played at the same time.
    pub fn tables(&self) -> usize {
        self.threads.len()
    }

    /// Has a job played, as the given attempt at it; `earlier` is what made those before it void, as far as
    /// a seat was late.
    pub fn submit(&self, job: Job, attempt: u32, earlier: Vec<Lateness>) {
        if let Some(jobs) = &self.jobs {
            // The receiving end lives as long as a thread does; events tell if none does.
            let _ = jobs.send((job, attempt, earlier));
        }
    }

    /// The next event; none when all threads have ended.
    pub async fn next(&mut self) -> Option<ExecutorEvent> {
        self.events.recv().await
    }

    /// Ends the run: games in play are given up and their bots killed. Records of games that were
    /// finished before still come out.
    pub fn stop(&self) {
        self.context.stop.store(true, Ordering::Relaxed);
        self.context.scope.kill_all();
    }

    /// Waits for the threads, and for the bots that they have kept, to end.
    pub fn close(mut self) {
        drop(self.jobs.take());
        self.events.close();
        for thread in self.threads.drain(..) {
            // A thread's panic was turned into a void game already.
            let _ = thread.join();
        }
    }
}

/// What one thread does.
fn serve(
    context: &EngineContext,
    set: &[usize],
    inbox: &Mutex<Receiver<Task>>,
    outbox: &mpsc::Sender<ExecutorEvent>,
) {
    let core = stay_on(set).then(|| set[0]);
    let mut table = GameRunner::new(context.clone(), core);
    loop {
        let next = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = next else {
            break;
        };
        let event = if context.stop.load(Ordering::Relaxed) {
            ExecutorEvent::GivenUp
        } else {
            play(&mut table, context, core, task, None)
        };
        if outbox.blocking_send(event).is_err() {
            break;
        }
    }
    table.close();
}

/// A panic is a fault of the referee: the game is void, and the table is laid anew.
fn play(
    table: &mut GameRunner,
    context: &EngineContext,
    core: Option<usize>,
    (job, attempt, earlier): Task,
    watcher: GameObserver<'_>,
) -> ExecutorEvent {
    match catch_unwind(AssertUnwindSafe(|| {
        table.play_again(&job, attempt, earlier, watcher)
    })) {
        Ok(Ok(Some(record))) => ExecutorEvent::Finished(Box::new(record)),
        Ok(Ok(None)) => ExecutorEvent::GivenUp,
        Ok(Err(error)) => ExecutorEvent::Failed(error),
        Err(panic) => {
            *table = GameRunner::new(context.clone(), core);
            let why = format!("the referee failed: {}", panic_text(&*panic));
            ExecutorEvent::Finished(Box::new(void_record(&job, attempt, String::new(), why)))
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

#[cfg(test)]
pub(crate) mod tests;
