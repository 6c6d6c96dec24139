//! The helper: the referee's own program, started again with a socket as its stdin, on its way to be
//! the first process of a bot's world.

mod bot;
mod init;
mod process_tree;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::process::{
    Pid, Signal, WaitOptions, set_child_subreaper, set_parent_process_death_signal, setsid, waitpid,
};

use crate::layers::{mounts, namespaces};
use crate::wire::{self, Failure, HelperReply, SandboxPlan};
use crate::{Namespaces, Pin, sys};

/// The word by which the referee's program is called to be a helper.
pub const HELPER: &str = "jail-helper";

/// A step that failed.
type Step<T> = Result<T, Failure>;

/// Does all that a helper does; its socket is stdin. It must be called before there is a second
/// thread.
pub fn run() {
    let socket = sys::inherited(0);
    let Ok(Some((plan, pipes))) = wire::receive::<SandboxPlan>(&socket) else {
        return;
    };
    if let Err(failure) = serve(&plan, pipes, &socket) {
        // If nobody listens any more, nobody needs to know.
        let _ = wire::send(&socket, &HelperReply::Failed(failure), &[]);
    }
}

fn serve(plan: &SandboxPlan, pipes: Vec<OwnedFd>, socket: &OwnedFd) -> Step<()> {
    sys::reset_signals();
    sys::seal_from(3);
    // It fails for who leads a session already.
    let _ = setsid();
    let doors = bot::open_doors(plan)?;
    // It can't be found any more in the bot's world.
    let census = File::open("/proc/loadavg").ok();
    if plan.means.namespaces == Namespaces::None {
        step(
            "adopting orphans",
            set_child_subreaper(Some(Pid::INIT)).map_err(io::Error::from),
        )?;
        return init::watch(plan, pipes, doors, census, socket);
    }
    step(
        "entering namespaces",
        namespaces::enter(plan.means.namespaces, plan.network),
    )?;
    if let Some(first) = step("forking", sys::fork())? {
        drop(pipes);
        let _ = waitpid(Some(first), WaitOptions::empty());
        return Ok(());
    }
    // The first process of a namespace takes all others with it.
    let dies = set_parent_process_death_signal(Some(Signal::KILL));
    step("dying with the helper", dies.map_err(io::Error::from))?;
    for pin in &plan.read {
        step(&reading(pin), pin.open())?;
    }
    step("laying out what the bot sees", mounts::enter(&world(plan)))?;
    init::watch(plan, pipes, doors, census, socket)
}

fn world(plan: &SandboxPlan) -> mounts::MountLayout<'_> {
    let inside = plan.means.namespaces == Namespaces::User;
    mounts::MountLayout {
        root: Path::new(&plan.root),
        folder: plan.folder.as_deref().map(Path::new),
        writable: plan.writable,
        read: &plan.read,
        hidden: hidden(plan),
        network: plan.network,
        proc: plan.means.proc,
        scratch: plan.bounds.scratch,
        owner: plan
            .uid
            .unwrap_or(if inside { namespaces::INSIDE } else { 0 }),
    }
}

/// The referee's own program, where the bot would find it among the system's: nobody plays by it who
/// hasn't asked for it.
fn hidden(plan: &SandboxPlan) -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?;
    let asked = plan.read.iter().any(|pin| pin.covers(&path));
    let is_there = mounts::is_of_system(&path) && path.exists();
    (is_there && !asked && path != Path::new(&plan.executable)).then_some(path)
}

/// Where the bot finds a path: its own folder lies elsewhere in a world of its own.
fn inside(plan: &SandboxPlan, path: &Path) -> PathBuf {
    let folder = plan.folder.as_deref().map(Path::new);
    let in_folder = folder.and_then(|folder| path.strip_prefix(folder).ok());
    match in_folder {
        Some(rest) if plan.means.namespaces != Namespaces::None => {
            Path::new(mounts::FOLDER).join(rest)
        }
        _ => path.to_owned(),
    }
}

/// The step that opens what is pinned.
fn reading(pin: &Pin) -> String {
    format!("reading {}", pin.real().display())
}

/// Gives an error the name of its step.
fn step<T>(step: &str, done: io::Result<T>) -> Step<T> {
    done.map_err(|error| Failure {
        step: step.to_owned(),
        errno: error.raw_os_error().unwrap_or(libc::EINVAL),
        program: false,
    })
}
