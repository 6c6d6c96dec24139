//! The helpers of a jail. A thread has them forked; where there are processors on which no game is played, those of the next
//! game ahead of time, so that a start costs a game's core less.

use std::fs;
use std::io;
use std::mem;
use std::os::unix::fs::DirBuilderExt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{getgid, getuid};

use crate::jail::Jail;
use crate::nursery::{Helper, Nursery, StepError};
use crate::processors::{allowed, stay_on};
use crate::wire::SandboxBase;

/// Number of helpers that wait: as many as most games have seats.
const SPARES: usize = 2;
/// Longest wait for the end of a helper that had no bot.
const END: Duration = Duration::from_secs(10);

/// The helpers of a jail.
#[derive(Default)]
pub struct Helpers {
    /// Helpers that were made ahead.
    waiting: Arc<Mutex<Vec<Helper>>>,
    thread: Mutex<Option<HelpersThread>>,
}

/// The thread that has helpers forked. It lives as long as the jail, since the kernel kills helpers when it ends.
struct HelpersThread {
    requests: Sender<Request>,
    thread: JoinHandle<()>,
}

enum Request {
    /// Make a helper now.
    Now(SandboxBase, Sender<Result<Helper, StepError>>),
    /// Make helpers ahead from now on.
    Ahead(SandboxBase),
    /// One that was made ahead was taken.
    Taken,
}

impl Helpers {
    /// Makes helpers ahead from now on, on these processors. Without the thread for it they are made when needed.
    pub fn prepare(&self, jail: &Jail, processors: &[usize]) {
        let base = base(jail, false, processors.to_owned());
        let _ = self.ask(jail, Request::Ahead(base));
    }

    /// Returns a helper that waits for its plan: one that was made ahead, or a new one.
    pub fn take(&self, jail: &Jail, network: bool) -> Result<Helper, StepError> {
        if !network && let Some(helper) = lock(&self.waiting).pop() {
            self.ask(jail, Request::Taken)?;
            return Ok(helper);
        }
        let (reply, answer) = channel();
        let base = base(jail, network, allowed(None));
        self.ask(jail, Request::Now(base, reply))?;
        answer.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// Sends the thread a request; starts it with the first one.
    fn ask(&self, jail: &Jail, request: Request) -> Result<(), StepError> {
        let mut thread = lock(&self.thread);
        if thread.is_none() {
            let (requests, inbox) = channel();
            let nursery = Nursery::new(jail.helper().to_owned(), jail.mark().to_owned());
            let waiting = Arc::clone(&self.waiting);
            let builder = Builder::new().name("helpers".to_owned());
            let started = builder.spawn(move || serve(nursery, &waiting, &inbox));
            *thread = Some(HelpersThread {
                requests,
                thread: started.map_err(|error| ("starting a thread for helpers", error))?,
            });
        }
        let sent = thread.as_ref().map(|thread| thread.requests.send(request));
        sent.and_then(Result::ok).ok_or_else(gone)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        let thread = mem::take(&mut *lock(&self.thread));
        if let Some(HelpersThread { requests, thread }) = thread {
            drop(requests);
            let _ = thread.join();
        }
    }
}

/// Answers requests until the jail is gone.
fn serve(mut nursery: Nursery, waiting: &Mutex<Vec<Helper>>, requests: &Receiver<Request>) {
    let mut ahead = None;
    let mut fork = |base: &SandboxBase| {
        // The folder may have been removed in the meantime.
        let _ = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o711)
            .create(&base.root);
        nursery.fork(base)
    };
    for request in requests {
        match request {
            Request::Now(base, reply) => {
                // It may have been made since it was looked for.
                let spare = if base.network {
                    None
                } else {
                    lock(waiting).pop()
                };
                let _ = reply.send(spare.map_or_else(|| fork(&base), Ok));
            }
            Request::Ahead(base) => {
                let _ = stay_on(&base.processors);
                ahead = Some(base);
            }
            Request::Taken => {}
        }
        while let Some(base) = &ahead
            && lock(waiting).len() < SPARES
        {
            match fork(base) {
                Ok(helper) => lock(waiting).push(helper),
                // Who needs one will ask, and hear why there is none.
                Err(_) => ahead = None,
            }
        }
    }
    lock(waiting).drain(..).for_each(end);
}

/// Ends a helper that hasn't been given a plan.
fn end(helper: Helper) {
    let Helper {
        mut process,
        socket,
    } = helper;
    drop(socket);
    process.wait(Instant::now() + END);
}

/// Describes a helper that is made on these processors.
fn base(jail: &Jail, network: bool, processors: Vec<usize>) -> SandboxBase {
    SandboxBase {
        namespaces: jail.means().namespaces,
        network,
        proc: jail.means().proc,
        root: jail.root().as_os_str().to_owned(),
        owner: (getuid().as_raw(), getgid().as_raw()),
        processors,
    }
}

fn gone() -> StepError {
    let error = io::Error::other("the thread for helpers is gone");
    ("asking for the jail's helper", error)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
