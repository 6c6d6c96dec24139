//! Catches the signals that end a run cleanly.

use std::thread;

use anyhow::Result;
use referee_engine::ProcessScope;
use referee_output::failure::{interrupted, machine};
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use super::ignored_signal::is_ignored;

/// Receives SIGINT (Ctrl-C), SIGTERM, which a system sends before it shuts down, and SIGHUP, which comes when
/// the terminal is closed.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// `None` if the signal is ignored, by `nohup`, and after it came: a terminal that closes may send it more
    /// than once, which isn't somebody who asks again.
    hang_up: Option<Signal>,
}

impl Signals {
    /// Catches the signals from now on; SIGHUP only if it isn't ignored.
    pub fn catch() -> Result<Signals> {
        let catch = |kind| signal(kind).map_err(machine);
        let hang_up = SignalKind::hangup();
        Ok(Signals {
            interrupt: catch(SignalKind::interrupt())?,
            terminate: catch(SignalKind::terminate())?,
            hang_up: (!is_ignored(hang_up)).then(|| catch(hang_up)).transpose()?,
        })
    }

    /// Waits for one of the signals.
    pub async fn come(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            () = once(&mut self.hang_up) => {}
        }
    }

    /// Does the work before the first game; if a signal comes first, kills its processes and returns an
    /// error.
    pub async fn unless_they_come<T>(
        &mut self,
        scope: &ProcessScope,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        tokio::select! {
            done = work => done,
            () = self.come() => {
                scope.kill_all();
                Err(interrupted("interrupted before the first game; nothing was played"))
            }
        }
    }

    /// Does work that blocks. If a signal comes first, calls `stop`, by which the work has to end soon, waits for
    /// that, and returns an error that says `told`.
    pub fn unless_they_stop<T: Send>(
        &mut self,
        runtime: &Runtime,
        told: &str,
        stop: impl FnOnce(),
        work: impl FnOnce() -> Result<T> + Send,
    ) -> Result<T> {
        thread::scope(|threads| {
            let (done, mut over) = oneshot::channel();
            threads.spawn(move || done.send(work()).is_ok());
            runtime.block_on(async {
                tokio::select! {
                    result = &mut over => result.map_err(machine)?,
                    () = self.come() => {
                        stop();
                        // Whatever it came to, it was broken off.
                        let _ = over.await;
                        Err(interrupted(told))
                    }
                }
            })
        })
    }
}

/// Waits for a signal that counts only once.
async fn once(signal: &mut Option<Signal>) {
    match signal {
        Some(first) => {
            first.recv().await;
            *signal = None;
        }
        None => std::future::pending().await,
    }
}
