//! What is left of a sandbox when its processes have ended: its init, whose namespaces the kernel still takes apart, and its
//! control groups. Where there are processors on which no game is played, a thread on them clears it away, while the next
//! game begins.

use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::helper_process::HelperProcess;
use crate::layers::cgroups::ControlGroups;
use crate::layers::kept_networks::NetworkNumbers;
use crate::processors::stay_on;

/// Number of sandboxes that may wait to be cleared away.
const MOST: usize = 4;
/// Longest wait for the end of an init, whose memory and mounts the kernel frees.
const END: Duration = Duration::from_secs(10);

/// An init, and what its sandbox has beside the processes.
pub struct Remains {
    pub helper: HelperProcess,
    pub groups: Option<ControlGroups>,
    /// The number of its network namespace, if that is kept for the next bot.
    pub network: Option<usize>,
    pub networks: NetworkNumbers,
}

impl Remains {
    /// Kills the init and what is in the groups, and clears away.
    pub fn kill(self) {
        if let Some(groups) = &self.groups {
            let _ = groups.kill();
        }
        self.helper.kill();
        self.clear();
    }

    /// Waits for the end of the init, and removes the groups.
    pub fn clear(mut self) {
        let has_ended = self.helper.wait(Instant::now() + END);
        if let Some(number) = self.network.filter(|_| has_ended) {
            self.networks.give_back(number);
        }
    }
}

/// Clears away what is left of a jail's sandboxes.
#[derive(Default)]
pub struct Clearing(Mutex<Option<ClearingThread>>);

struct ClearingThread {
    remains: SyncSender<Remains>,
    thread: JoinHandle<()>,
}

impl Clearing {
    /// From now on a thread does it on these processors. If none can be started, who leaves something does it.
    pub fn start(&self, processors: &[usize]) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_some() {
            return;
        }
        let (remains, inbox) = sync_channel::<Remains>(MOST);
        let processors = processors.to_owned();
        let thread = Builder::new().name("clearing".to_owned()).spawn(move || {
            let _ = stay_on(&processors);
            inbox.into_iter().for_each(Remains::clear);
        });
        *slot = thread.ok().map(|thread| ClearingThread { remains, thread });
    }

    /// Clears this away, now or soon.
    pub fn leave(&self, remains: Remains) {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let inbox = slot.as_ref().map(|it| it.remains.clone());
        drop(slot);
        let left = match inbox {
            Some(inbox) => inbox.try_send(remains),
            None => Err(TrySendError::Disconnected(remains)),
        };
        if let Err(TrySendError::Full(remains) | TrySendError::Disconnected(remains)) = left {
            remains.clear();
        }
    }

    /// Waits until all is cleared away.
    pub fn finish(&self) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ClearingThread { remains, thread }) = slot.take() {
            drop(remains);
            let _ = thread.join();
        }
    }
}
