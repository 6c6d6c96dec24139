//! A command of a build in a cell of the jail.

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

/// Files that each process may hold open.
const OPEN_FILES: u64 = 1024;
/// Bytes of the scratch folder that is there beside the copy.
const SCRATCH: u64 = 256 << 20;
/// How often it is looked whether somebody still waits, and how much the folder holds.
const LOOK: Duration = Duration::from_millis(200);
/// Looking into a large folder takes its time, of which this is at most one part.
const SHARE: u32 = 10;
/// Bytes that are read at once, and how often before something else is looked at.
const PIECE: usize = 16 << 10;
const READS: usize = 64;

/// Runs a command in a cell of its own. When nobody waits for it any more, it is ended.
pub async fn run(
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

/// Tells the thread that runs the command when nobody waits any more.
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

/// The end of a command that has put more into its folder than it may, or what can't be counted.
fn full(step: &BuildStep) -> Option<CommandExit> {
    let used = tree::used(&step.folder);
    if used.size.bytes > DISK || used.size.files > FILES {
        return Some(CommandExit::Full);
    }
    (!used.whole).then_some(CommandExit::Hidden)
}

/// Waits for output or the end.
fn wait(cell: &SandboxedProcess, pipes: &[Option<OwnedFd>], until: Instant) {
    let left = until.saturating_duration_since(Instant::now());
    let fds = pipes.iter().flatten().map(AsFd::as_fd);
    let fds = fds.chain([cell.fd()]);
    let mut fds: Vec<PollFd<'_>> = fds
        .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
        .collect();
    // Whatever goes wrong here, the loop has its deadline.
    let _ = poll(&mut fds, Timespec::try_from(left).ok().as_ref());
}

/// Reads what there is, and drops a pipe that has ended.
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
