//! Helpers that are made ahead: each has started and entered its namespaces, and waits for the bot that it is for.
//!
//! A thread makes them on processors on which no game is played, so that a start costs a game's core less.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use crate::helper::HELPER;
use crate::jail_options::MARK;
use crate::processors::stay_on;
use crate::wire::{self, SandboxBase};

/// Number of helpers that wait: as many as most games have seats.
const SPARES: usize = 2;

/// A helper that waits for the plan of a sandbox, and the socket to it.
pub struct Helper {
    pub process: Child,
    pub socket: OwnedFd,
}

/// What it takes to start a helper.
#[derive(Clone)]
pub struct HelperSpec {
    pub program: PathBuf,
    pub mark: String,
    pub base: SandboxBase,
}

/// The waiting helpers of a jail; without [`Spares::prepare`] there are none.
#[derive(Default)]
pub struct Spares {
    waiting: Arc<Mutex<Vec<Helper>>>,
    taken: OnceLock<Mutex<Sender<()>>>,
}

impl HelperSpec {
    /// Starts a helper, which enters its namespaces at once. The error names the step that failed.
    pub fn start(&self) -> Result<Helper, (&'static str, io::Error)> {
        let flags = SocketFlags::CLOEXEC;
        let pair = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None);
        let (socket, end) = pair.map_err(|e| ("making a socket", e.into()))?;
        let process = Command::new(&self.program)
            .arg(HELPER)
            .env_clear()
            .env(MARK, &self.mark)
            .stdin(Stdio::from(end))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| ("starting the jail's helper", e))?;
        let helper = Helper { process, socket };
        match wire::send(helper.socket.as_fd(), &self.base, &[]) {
            Ok(()) => Ok(helper),
            Err(error) => {
                helper.end();
                Err(("telling the jail's helper", error))
            }
        }
    }
}

impl Helper {
    /// Ends a helper that hasn't been given a plan.
    fn end(mut self) {
        drop(self.socket);
        let _ = self.process.wait();
    }
}

impl Spares {
    /// Makes helpers ahead from now on, on these processors.
    pub fn prepare(&self, spec: HelperSpec, processors: &[usize]) {
        let (taken, more) = channel();
        if self.taken.set(Mutex::new(taken)).is_err() {
            return;
        }
        let waiting = Arc::clone(&self.waiting);
        let processors = processors.to_owned();
        let thread = thread::Builder::new().name("helpers".to_owned());
        // Without that thread, helpers are started when they are needed.
        let _ = thread.spawn(move || {
            let _ = stay_on(&processors);
            fill(&spec, &waiting, &more);
        });
    }

    /// Takes a helper that waits, if there is one.
    pub fn take(&self) -> Option<Helper> {
        let helper = lock(&self.waiting).pop()?;
        if let Some(taken) = self.taken.get() {
            let _ = lock(taken).send(());
        }
        Some(helper)
    }
}

/// Keeps helpers waiting until the jail is gone, or one can't be started.
fn fill(spec: &HelperSpec, waiting: &Mutex<Vec<Helper>>, taken: &Receiver<()>) {
    loop {
        while lock(waiting).len() < SPARES {
            let Ok(helper) = spec.start() else {
                return;
            };
            lock(waiting).push(helper);
        }
        if taken.recv().is_err() {
            break;
        }
    }
    lock(waiting).drain(..).for_each(Helper::end);
}

impl Drop for Spares {
    fn drop(&mut self) {
        lock(&self.waiting).drain(..).for_each(Helper::end);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
