//! Catches the signals that end a run cleanly.

use anyhow::Result;
use referee_engine::ProcessScope;
use referee_output::failure::{interrupted, machine};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Receives SIGINT (Ctrl-C) and SIGTERM, which a system sends before it shuts down.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Catches both signals from now on.
    pub fn catch() -> Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt()).map_err(machine)?,
            terminate: signal(SignalKind::terminate()).map_err(machine)?,
        })
    }

    /// Waits for one of the signals.
    pub async fn come(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
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
}
