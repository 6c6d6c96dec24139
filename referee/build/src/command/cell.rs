//! Runs a command of a build in a sandbox.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use referee_engine::{HeadTail, ProcessScope};
use referee_jail::{Jail, Pipes, ResourceLimits, SandboxError, SandboxedProcess, SpawnSpec};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::{BuildStep, CommandExit};
use crate::{DISK, FILES, tree};

/// Number of files that each process may hold open.
const OPEN_FILES: u64 = 1024;
/// Size in bytes of the scratch folder, which is separate from the copy of the bot's folder.
const SCRATCH: u64 = 256 << 20;
/// Time between checks whether the result is still awaited, and of how much the folder holds.
const LOOK: Duration = Duration::from_millis(200);
/// Checking a large folder takes time; it may take at most one part in this many.
const SHARE: u32 = 10;
/// Bytes per read, and reads before other work is checked.
const PIECE: usize = 16 << 10;
const READS: usize = 64;

/// Runs a command in a new sandbox. If the returned future is dropped, the command is ended.
pub(super) async fn run(
    step: BuildStep,
    scope: &ProcessScope,
    output: &mut HeadTail,
) -> Result<CommandExit, String> {
    let stop = Stop::default();
    let (stopped, jail) = (Arc::clone(&stop.0), scope.jail().clone());
    let mut text = std::mem::take(output);
    let task = tokio::task::spawn_blocking(move || {
        let ending = confined(&step, &jail, &stopped, &mut text);
        (ending, text)
    });
    let (ending, text) = task.await.map_err(|e| e.to_string())?;
    *output = text;
    ending
}

/// Tells the thread that runs the command to stop when the future is dropped.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn confined(
    step: &BuildStep,
    jail: &Jail,
    stopped: &AtomicBool,
    output: &mut HeadTail,
) -> Result<CommandExit, String> {
    let order = SpawnSpec {
        executable: step.program.clone(),
        args: step.words.iter().skip(1).map(Into::into).collect(),
        through: Vec::new(),
        env: step.env.clone(),
        folder: Some(step.folder.clone()),
        writable: true,
        read: step.read.clone(),
        network: step.network,
        bounds: ResourceLimits {
            memory: step.limits.memory_mib << 20,
            processes: step.limits.processes,
            files: OPEN_FILES,
            scratch: SCRATCH,
            file: DISK,
        },
    };
    let (mut cell, pipes) = SandboxedProcess::start(jail, &order).map_err(|error| match error {
        SandboxError::Program { error, .. } => format!("{}: {error}", step.program.display()),
        SandboxError::Machine { .. } => format!("the jail: {error}"),
    })?;
    let Pipes {
        stdin,
        stdout,
        stderr,
    } = pipes;
    drop(stdin);
    let mut pipes = [Some(stdout), Some(stderr)];
    let deadline = Instant::now() + Duration::from_mins(step.limits.minutes);
    let mut look = Instant::now() + LOOK;
    let ending = loop {
        wait(&cell, &pipes, look.min(deadline));
        for pipe in &mut pipes {
            read(pipe, output);
        }
        if let Some(ended) = cell.ended() {
            break ended.status.map_or(CommandExit::Broken, CommandExit::Ended);
        }
        let now = Instant::now();
        if now >= deadline || stopped.load(Ordering::Relaxed) {
            break CommandExit::Late;
        }
        if now >= look {
            if let Some(full) = full(step) {
                break full;
            }
            if step.disk.hides(DISK) {
                break CommandExit::Hidden;
            }
            look = Instant::now() + LOOK.max(now.elapsed() * SHARE);
        }
    };
    cell.kill();
    for pipe in &mut pipes {
        read(pipe, output);
    }
    Ok(full(step).unwrap_or(ending))
}

/// Returns how the command ends if its folder is over a limit, or holds something that cannot be counted.
fn full(step: &BuildStep) -> Option<CommandExit> {
    let used = tree::used(&step.folder);
    if used.size.bytes > DISK || used.size.files > FILES {
        return Some(CommandExit::Full);
    }
    (!used.whole).then_some(CommandExit::Hidden)
}

/// Waits for output, for the end of the sandbox, or until a time.
fn wait(cell: &SandboxedProcess, pipes: &[Option<OwnedFd>], until: Instant) {
    let left = until.saturating_duration_since(Instant::now());
    let fds = pipes.iter().flatten().map(AsFd::as_fd);
    let fds = fds.chain([cell.fd()]);
    let mut fds: Vec<PollFd<'_>> = fds
        .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
        .collect();
    // An error is ignored: the loop has a deadline.
    let _ = poll(&mut fds, Timespec::try_from(left).ok().as_ref());
}

/// Reads the available output, and drops a pipe that has ended.
fn read(pipe: &mut Option<OwnedFd>, output: &mut HeadTail) {
    let mut buffer = [0; PIECE];
    for _ in 0..READS {
        let Some(open) = pipe else { return };
        match rustix::io::read(&*open, &mut buffer) {
            Ok(0) => *pipe = None,
            Ok(read) => output.push(&buffer[..read]),
            Err(Errno::AGAIN) => return,
            Err(Errno::INTR) => {}
            Err(_) => *pipe = None,
        }
    }
}
