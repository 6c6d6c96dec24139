//! Catches the signals that end a run cleanly.

use std::{mem, process, thread};

use anyhow::Result;
use referee_engine::ProcessScope;
use referee_output::Exit;
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
    /// `None` if the signal is ignored, by `nohup`.
    hang_up: Option<Signal>,
    requests: StopRequests,
}

/// Signals that came so far.
#[derive(Default)]
struct StopRequests {
    any: bool,
    hung_up: bool,
    terminated: bool,
}

impl StopRequests {
    /// Counts a signal; returns whether somebody asks by it, for the first time or again. A terminal that closes
    /// sends SIGHUP more than once, and a system that shuts down sends it and SIGTERM together: neither is
    /// somebody who asks again.
    fn add(&mut self, kind: SignalKind) -> bool {
        let accompanies = if kind == SignalKind::hangup() {
            self.hung_up = true;
            true
        } else if kind == SignalKind::terminate() {
            !mem::replace(&mut self.terminated, true) && self.hung_up
        } else {
            false
        };
        !mem::replace(&mut self.any, true) || !accompanies
    }
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
            requests: StopRequests::default(),
        })
    }

    /// Waits for one of the signals; later, for one by which somebody asks again.
    pub async fn come(&mut self) {
        loop {
            let kind = tokio::select! {
                _ = self.interrupt.recv() => SignalKind::interrupt(),
                _ = self.terminate.recv() => SignalKind::terminate(),
                () = received(self.hang_up.as_mut()) => SignalKind::hangup(),
            };
            if self.requests.add(kind) {
                return;
            }
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
    /// that, and returns an error that says `told`. A second signal ends the program at once.
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
                        tokio::select! {
                            // Whatever it came to, it was broken off.
                            _ = &mut over => Err(interrupted(told)),
                            // It can't end, as where nobody reads what it writes.
                            () = self.come() => process::exit(Exit::Interrupted as i32),
                        }
                    }
                }
            })
        })
    }
}

/// Waits for a signal that may be ignored.
async fn received(signal: Option<&mut Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_hangs_up_does_not_ask_again() {
        let kind = |letter| match letter {
            'H' => SignalKind::hangup(),
            'T' => SignalKind::terminate(),
            _ => SignalKind::interrupt(),
        };
        // A letter for each signal, and 1 for each that counts.
        for (signals, counted) in [
            ("I", "1"),
            ("II", "11"),
            ("TT", "11"),
            ("IT", "11"),
            ("TI", "11"),
            ("HH", "10"),
            ("TH", "10"),
            ("IH", "10"),
            ("HT", "10"),
            ("HI", "11"),
            ("THTHT", "10101"),
            ("HTH", "100"),
            ("HTT", "101"),
        ] {
            let mut requests = StopRequests::default();
            let count = |letter| if requests.add(kind(letter)) { '1' } else { '0' };
            let told: String = signals.chars().map(count).collect();
            assert_eq!(told, counted, "{signals}");
        }
    }
}
