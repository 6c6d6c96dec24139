//! The signals that end a run cleanly.

use anyhow::Result;
use referee_engine::ProcessScope;
use referee_output::failure::{interrupted, machine};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Ctrl-C, and what a system sends before it shuts down.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// From now on they come here.
    pub fn catch() -> Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt()).map_err(machine)?,
            terminate: signal(SignalKind::terminate()).map_err(machine)?,
        })
    }

    /// Waits for one of them.
    pub async fn come(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Does what comes before the first game, unless one of them comes: then its processes are killed.
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
