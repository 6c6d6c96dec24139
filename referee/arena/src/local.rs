//! The local executor: a thread for each game that is played at the same time.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use referee_record::{Job, Record};
use tokio::sync::mpsc;

use crate::cores::{Cores, stay_on};
use crate::game::Watcher;
use crate::table::{House, Table, Trouble, void_record};

/// What comes back from the tables.
#[derive(Debug)]
pub enum Event {
    /// A game was played, or is void.
    Finished(Box<Record>),
    /// A game was given up because the run is being stopped.
    GivenUp,
    /// The run can't go on.
    Trouble(Trouble),
}

/// Games are put in, records come out.
pub struct Local {
    jobs: Option<Sender<(Job, u32)>>,
    events: mpsc::Receiver<Event>,
    threads: Vec<JoinHandle<()>>,
    house: House,
}

impl Local {
    /// Starts the threads, each kept on its own cores.
    pub fn start(house: &House, cores: &Cores) -> std::io::Result<Local> {
        let (jobs, inbox) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        // A table waits until its record is taken: whoever takes them decides how many there are.
        let (outbox, events) = mpsc::channel(1);
        let mut threads = Vec::new();
        for (i, set) in cores.sets.iter().cloned().enumerate() {
            let (house, inbox, outbox) = (house.clone(), Arc::clone(&inbox), outbox.clone());
            let thread = Builder::new().name(format!("table {i}"));
            threads.push(thread.spawn(move || serve(&house, &set, &inbox, &outbox))?);
        }
        Ok(Local {
            jobs: Some(jobs),
            events,
            threads,
            house: house.clone(),
        })
    }

    /// Games that are played at the same time.
    pub fn tables(&self) -> usize {
        self.threads.len()
    }

    /// Has a job played, as the given attempt at it.
    pub fn submit(&self, job: Job, attempt: u32) {
        if let Some(jobs) = &self.jobs {
            // The receiving end lives as long as a thread does; events tell if none does.
            let _ = jobs.send((job, attempt));
        }
    }

    /// The next event; none when all threads have ended.
    pub async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }

    /// Ends the run: games in play are given up and their bots killed. Records of games that were
    /// finished before still come out.
    pub fn stop(&self) {
        self.house.stop.store(true, Ordering::Relaxed);
        self.house.haven.kill_all();
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
    house: &House,
    set: &[usize],
    inbox: &Mutex<Receiver<(Job, u32)>>,
    outbox: &mpsc::Sender<Event>,
) {
    let core = stay_on(set).then(|| set[0]);
    let mut table = Table::new(house.clone(), core);
    loop {
        let next = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((job, attempt)) = next else {
            break;
        };
        let event = if house.stop.load(Ordering::Relaxed) {
            Event::GivenUp
        } else {
            play(&mut table, house, core, (&job, attempt), None)
        };
        if outbox.blocking_send(event).is_err() {
            break;
        }
    }
    table.close();
}

/// A panic is a fault of the referee: the game is void, and the table is laid anew.
fn play(
    table: &mut Table,
    house: &House,
    core: Option<usize>,
    (job, attempt): (&Job, u32),
    watcher: Watcher<'_>,
) -> Event {
    match catch_unwind(AssertUnwindSafe(|| table.play(job, attempt, watcher))) {
        Ok(Ok(Some(record))) => Event::Finished(Box::new(record)),
        Ok(Ok(None)) => Event::GivenUp,
        Ok(Err(trouble)) => Event::Trouble(trouble),
        Err(panic) => {
            *table = Table::new(house.clone(), core);
            let why = format!("the referee failed: {}", panic_text(&*panic));
            Event::Finished(Box::new(void_record(job, attempt, String::new(), why)))
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

#[cfg(test)]
mod tests;
