//! The helpers of a jail, and the control groups of their bots. A thread has them made; where there are processors on which
//! no game is played, those of the next game ahead of time, so that a start costs a game's core less.

use std::fs;
use std::io;
use std::mem;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

use rustix::process::{getgid, getuid};

use crate::layers::cgroups::ControlGroups;
use crate::layers::kept_networks::NetworkNumbers;
use crate::nursery::{FailedStep, Nursery};
use crate::processors::{allowed, stay_on};
use crate::remains::Remains;
use crate::wire::{SandboxBase, readable};
use crate::{Cgroups, HostFeatures, JailOptions, Namespaces};

/// Number of helpers that wait: as many as most games have seats.
const SPARES: usize = 2;

/// A sandbox that waits for its bot.
pub struct Vacancy {
    /// Number that no other sandbox of the jail has.
    pub number: u64,
    /// The socket to the helper, which waits for its plan.
    pub socket: OwnedFd,
    /// What will be left: the helper, and control groups that have no limits yet.
    pub remains: Remains,
}

/// Makes the sandboxes of a jail.
struct Maker {
    nursery: Nursery,
    cgroups: Cgroups,
    mark: String,
    made: u64,
    networks: NetworkNumbers,
    /// True if network namespaces are kept for the next bots.
    keeps_networks: bool,
}

/// The helpers of a jail.
pub struct Helpers {
    means: HostFeatures,
    options: JailOptions,
    /// Those that were made ahead.
    waiting: Arc<Mutex<Vec<Vacancy>>>,
    thread: Mutex<Option<HelpersThread>>,
}

/// The thread that has helpers forked. It lives as long as the jail, since the kernel kills helpers when it ends.
struct HelpersThread {
    requests: Sender<Request>,
    thread: JoinHandle<()>,
}

enum Request {
    /// Make a helper now.
    Now(SandboxBase, Sender<Result<Vacancy, FailedStep>>),
    /// Make helpers ahead from now on.
    Ahead(SandboxBase),
    /// One that was made ahead was taken.
    Taken,
}

impl Helpers {
    /// Describes the helpers of a jail with these layers.
    pub fn new(means: HostFeatures, options: JailOptions) -> Helpers {
        Helpers {
            means,
            options,
            waiting: Arc::default(),
            thread: Mutex::default(),
        }
    }

    /// Makes helpers ahead from now on, on these processors. Without the thread for it they are made when needed.
    pub fn prepare(&self, processors: &[usize]) {
        let base = self.base(false, processors.to_owned());
        let _ = self.ask(Request::Ahead(base));
    }

    /// Returns a sandbox that waits for its bot: one that was made ahead, or a new one.
    pub fn take(&self, network: bool) -> Result<Vacancy, FailedStep> {
        if !network && let Some(vacancy) = oldest(&self.waiting) {
            let _ = self.ask(Request::Taken);
            return Ok(vacancy);
        }
        let (reply, answer) = channel();
        let base = self.base(network, allowed(None));
        self.ask(Request::Now(base, reply))?;
        answer.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// Describes a helper that is made on these processors.
    fn base(&self, network: bool, processors: Vec<usize>) -> SandboxBase {
        SandboxBase {
            namespaces: self.means.namespaces,
            network,
            kept_network: None,
            proc: self.means.proc,
            root: self.options.root.clone().into_os_string(),
            owner: (getuid().as_raw(), getgid().as_raw()),
            processors,
        }
    }

    /// Sends the thread a request; starts it with the first one.
    fn ask(&self, request: Request) -> Result<(), FailedStep> {
        let mut thread = lock(&self.thread);
        if thread.as_ref().is_none_or(|it| it.thread.is_finished()) {
            // The kernel has killed the helpers of a thread that failed.
            lock(&self.waiting).clear();
            let (requests, inbox) = channel();
            let maker = Maker {
                nursery: Nursery::new(self.options.helper.clone(), self.options.mark.clone()),
                cgroups: self.means.cgroups.clone(),
                mark: self.options.mark.clone(),
                made: 0,
                networks: NetworkNumbers::default(),
                // In a user namespace it would be that one's.
                keeps_networks: self.means.seccomp
                    && self.means.uids.is_some()
                    && self.means.namespaces == Namespaces::Direct,
            };
            let waiting = Arc::clone(&self.waiting);
            let builder = Builder::new().name("helpers".to_owned());
            let started = builder.spawn(move || serve(maker, &waiting, &inbox));
            *thread = Some(HelpersThread {
                requests,
                thread: started.map_err(|error| ("starting a thread for helpers", error))?,
            });
        }
        let sent = thread.as_ref().map(|thread| thread.requests.send(request));
        sent.and_then(Result::ok).ok_or_else(gone)
    }

    /// Ends the helpers that wait, and the thread.
    pub fn finish(&self) {
        let thread = mem::take(&mut *lock(&self.thread));
        if let Some(HelpersThread { requests, thread }) = thread {
            drop(requests);
            let _ = thread.join();
        }
    }
}

impl Maker {
    /// Makes a sandbox, on its processors. The error names the step that failed.
    fn make(&mut self, base: &SandboxBase) -> Result<Vacancy, FailedStep> {
        let _ = stay_on(&base.processors);
        // The folder may have been removed in the meantime.
        let _ = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o711)
            .create(&base.root);
        let number = self.made;
        self.made += 1;
        let groups = (self.cgroups != Cgroups::default())
            .then(|| ControlGroups::make(&self.cgroups, &self.mark, number))
            .transpose()
            .map_err(|error| ("making control groups", error))?;
        let network = (self.keeps_networks && !base.network).then(|| self.networks.take());
        let base = SandboxBase {
            kept_network: network,
            ..base.clone()
        };
        let forked = self.nursery.fork(&base);
        if let (Err(_), Some(number)) = (&forked, network) {
            self.networks.give_back(number);
        }
        let (helper, socket) = forked?;
        let remains = Remains {
            helper,
            groups,
            network,
            networks: self.networks.clone(),
        };
        Ok(Vacancy {
            number,
            socket,
            remains,
        })
    }
}

/// Answers requests until the jail is gone.
fn serve(mut maker: Maker, waiting: &Mutex<Vec<Vacancy>>, requests: &Receiver<Request>) {
    let mut ahead = None;
    for request in requests {
        match request {
            Request::Now(base, reply) => {
                // It may have been made since it was looked for.
                let spare = if base.network { None } else { oldest(waiting) };
                let _ = reply.send(spare.map_or_else(|| maker.make(&base), Ok));
            }
            Request::Ahead(base) => ahead = Some(base),
            Request::Taken => {}
        }
        while let Some(base) = &ahead
            && lock(waiting).len() < SPARES
            // Who needs one will ask, and hear why there is none.
            && let Ok(vacancy) = maker.make(base)
        {
            lock(waiting).push(vacancy);
        }
    }
    let unused = mem::take(&mut *lock(waiting));
    unused.into_iter().for_each(Vacancy::end);
}

/// Takes the oldest sandbox that waits. What a helper has to say before it is told anything is that it failed.
fn oldest(waiting: &Mutex<Vec<Vacancy>>) -> Option<Vacancy> {
    loop {
        let mut all = lock(waiting);
        let vacancy = (!all.is_empty()).then(|| all.remove(0))?;
        drop(all);
        if !readable(vacancy.socket.as_fd(), Instant::now()) {
            return Some(vacancy);
        }
        vacancy.end();
    }
}

impl Vacancy {
    /// Ends a sandbox that hasn't been given a bot.
    fn end(self) {
        // Which ends the helper.
        drop(self.socket);
        self.remains.clear();
    }
}

fn gone() -> FailedStep {
    let error = io::Error::other("the thread for helpers is gone");
    ("asking for the jail's helper", error)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
