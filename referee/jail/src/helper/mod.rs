//! The helper: becomes the init of a bot's sandbox. It is told first what holds for every bot, and then for which one it
//! is. The referee starts its own program again, as a nursery, which forks the helpers.

mod bot;
mod init;
mod nursery;
mod process_tree;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, set_child_subreaper, set_parent_process_death_signal, setsid};

use crate::layers::{kept_networks, mounts, namespaces};
use crate::processors::stay_on;
use crate::wire::{self, Failure, HelperReply, SandboxBase, SandboxPlan, Stage};
use crate::{Namespaces, Pin, TRANSLATOR, sys};

/// Command-line argument that makes the referee's program act as the nursery of helpers.
pub const HELPER: &str = "jail-helper";

/// Result of a step; its error says which step failed.
type Step<T> = Result<T, Failure>;

/// Runs the nursery, and each helper that it forks; the socket is stdin. Must be called before the process has a second
/// thread.
pub fn run_helper() {
    let socket = sys::inherited(0);
    let Some(base) = nursery::fork_helpers(&socket) else {
        return;
    };
    let served = match make_base(&base) {
        Ok(census) => become_init(&base, census, &socket),
        Err(failure) => Err(Failure {
            stage: Stage::Base,
            ..failure
        }),
    };
    if let Err(failure) = served {
        // A failed send means that the referee is gone.
        let _ = wire::send(&socket, &HelperReply::Failed(failure), &[]);
    }
}

/// Makes what holds for every bot, in the first process of the sandbox's namespaces. Returns `/proc/loadavg`, which is out
/// of reach later.
fn make_base(base: &SandboxBase) -> Step<Option<File>> {
    sys::reset_signals();
    sys::seal_from(3);
    // Fails if this process already leads a session.
    let _ = setsid();
    let census = File::open("/proc/loadavg").ok();
    if base.namespaces == Namespaces::None {
        let adopts = set_child_subreaper(Some(Pid::INIT));
        step("adopting orphans", adopts.map_err(io::Error::from))?;
        return Ok(census);
    }
    step(
        "entering namespaces",
        namespaces::furnish(base.namespaces, base.owner),
    )?;
    if base.kept_network.is_some() {
        step("an empty network", kept_networks::leave_unless_empty())?;
    }
    // When the first process of a PID namespace ends, the kernel kills all others in it. The nursery's parent, and so that
    // of this process, is a thread that lives as long as the jail.
    let dies = set_parent_process_death_signal(Some(Signal::KILL));
    step("dying with the referee", dies.map_err(io::Error::from))?;
    let root = Path::new(&base.root);
    step(
        "laying out what every bot sees",
        mounts::lay_base(root, base.network, base.proc),
    )?;
    Ok(census)
}

/// Waits for the plan of a sandbox, and becomes its init.
fn become_init(base: &SandboxBase, census: Option<File>, socket: &OwnedFd) -> Step<()> {
    let Ok(Some((plan, pipes))) = wire::receive::<SandboxPlan>(socket) else {
        return Ok(());
    };
    step("staying on its processors", stay_on(&plan.processors))?;
    let doors = bot::open_doors(&plan)?;
    if plan.means.namespaces != Namespaces::None {
        for pin in &plan.read {
            step(&reading(pin), pin.open())?;
        }
        step(
            "laying out what the bot sees",
            mounts::enter(&world(base, &plan)),
        )?;
    }
    init::watch(&plan, pipes, doors, census, socket)?;
    // What is left is the kernel's work: to take the namespaces apart.
    let _ = stay_on(&base.processors);
    Ok(())
}

fn world<'a>(base: &'a SandboxBase, plan: &'a SandboxPlan) -> mounts::MountLayout<'a> {
    let inside = plan.means.namespaces == Namespaces::User;
    mounts::MountLayout {
        root: Path::new(&base.root),
        folder: plan.folder.as_deref().map(Path::new),
        writable: plan.writable,
        read: &plan.read,
        hidden: hidden(plan),
        house: is_referee(plan)
            && plan.through.is_empty()
            && plan.args.first().is_none_or(|word| word != TRANSLATOR),
        scratch: plan.bounds.scratch,
        owner: plan
            .uid
            .unwrap_or(if inside { namespaces::INSIDE } else { 0 }),
    }
}

/// Returns the path of the referee's own program if the bot would find it among the system's files: no bot
/// may play with its help unless its configuration asks for it.
fn hidden(plan: &SandboxPlan) -> Option<PathBuf> {
    let path = PathBuf::from(&plan.referee);
    let asked = plan.read.iter().any(|pin| pin.covers(&path));
    let is_there = mounts::is_of_system(&path) && path.exists();
    (is_there && !asked && !is_referee(plan)).then_some(path)
}

/// Tells if the bot's program is the referee's own; another copy of it isn't.
fn is_referee(plan: &SandboxPlan) -> bool {
    plan.referee == plan.executable
}

/// Returns the path at which the bot sees a file: in a mount namespace its folder is elsewhere.
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

/// Name of the step that opens a pinned file.
fn reading(pin: &Pin) -> String {
    format!("reading {}", pin.real().display())
}

/// Adds the name of the step to an error.
fn step<T>(step: &str, done: io::Result<T>) -> Step<T> {
    done.map_err(|error| Failure {
        step: step.to_owned(),
        errno: error.raw_os_error().unwrap_or(libc::EINVAL),
        stage: Stage::Plan,
    })
}
