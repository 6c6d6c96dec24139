//! Last steps before a bot's program runs: each takes some right away, and none can be undone.

use std::collections::BTreeMap;
use std::ffi::{CString, NulError, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::process::{chdir, getpriority_process, setpriority_process, setsid, umask};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::{Step, inside, is_referee, reading, step};
use crate::layers::landlock::{self, LandlockRules};
use crate::layers::seccomp::{self, Denials};
use crate::layers::{identity, mounts, rlimits};
use crate::wire::{Failure, SandboxPlan, Stage};
use crate::{MARK, Namespaces, sys};

/// Opens the files by which a process enters the bot's control groups, while their folders are still visible.
pub fn open_doors(plan: &SandboxPlan) -> Step<Vec<File>> {
    let open = |path| OpenOptions::new().write(true).open(path);
    step(
        "opening control groups",
        plan.doors.iter().map(open).collect(),
    )
}

/// The bot's program, with its arguments, the first of which is its own name, and its environment.
struct Program {
    path: PathBuf,
    args: Vec<OsString>,
    env: BTreeMap<OsString, OsString>,
}

/// Turns this process into the bot; returns only on failure, with the step that failed.
pub fn become_bot(plan: &SandboxPlan, pipes: &[OwnedFd], doors: &[File]) -> Failure {
    match prepare(plan, pipes, doors) {
        Err(failure) => failure,
        Ok(program) => {
            let error = program.exec();
            Failure {
                step: format!("starting {}", Path::new(&plan.executable).display()),
                errno: error.raw_os_error().unwrap_or(libc::EINVAL),
                stage: Stage::Program,
            }
        }
    }
}

impl Program {
    /// Starts it in place of this one; returns only on failure.
    fn exec(self) -> io::Error {
        let variable = |(name, value): (OsString, OsString)| [name, OsString::from("="), value];
        let variables = self.env.into_iter().map(variable);
        let texts = || {
            Ok::<_, NulError>((
                c_string(self.path.into_os_string())?,
                c_strings(self.args)?,
                c_strings(variables.map(|parts| parts.into_iter().collect()))?,
            ))
        };
        match texts() {
            Ok((path, args, env)) => sys::exec(&path, &args, &env),
            Err(error) => error.into(),
        }
    }
}

fn c_string(text: OsString) -> Result<CString, NulError> {
    CString::new(text.into_vec())
}

fn c_strings(texts: impl IntoIterator<Item = OsString>) -> Result<Vec<CString>, NulError> {
    texts.into_iter().map(c_string).collect()
}

fn prepare(plan: &SandboxPlan, pipes: &[OwnedFd], doors: &[File]) -> Step<Program> {
    sys::reset_signals();
    step("a session of its own", setsid().map_err(io::Error::from))?;
    step("joining pipes", join(pipes))?;
    for mut door in doors {
        step("entering control groups", door.write_all(b"0"))?;
    }
    step("a usual priority", usual_priority())?;
    umask(rustix::fs::Mode::WGRP | rustix::fs::Mode::WOTH);
    let home = match plan.means.namespaces {
        Namespaces::None => "/nonexistent",
        _ => mounts::SCRATCH,
    };
    let start = plan
        .folder
        .as_deref()
        .map_or(PathBuf::from("/"), |f| inside(plan, Path::new(f)));
    step(
        "limits",
        rlimits::set(&plan.bounds, !plan.memory_bounded, plan.processes),
    )?;
    step("giving up privileges", identity::become_nobody(plan.uid))?;
    step(
        "entering its folder",
        chdir(&start).map_err(io::Error::from),
    )?;
    if plan.means.landlock > 0 {
        let (rules, held) = rules(plan)?;
        step("landlock", landlock::restrict(&rules))?;
        drop(held);
    }
    if plan.means.seccomp {
        step("filtering system calls", seccomp::deny(denials(plan)))?;
    }
    let mut program = program(plan);
    program.args.extend_from_slice(&plan.args);
    let own = ["HOME", "TMPDIR"].map(|name| (name.into(), home.into()));
    program.env = own.into_iter().chain(plan.env.iter().cloned()).collect();
    // Outside a PID namespace, no init ends the bot with it; the mark in its environment identifies the bot.
    if plan.means.namespaces == Namespaces::None
        && let Some(mark) = std::env::var_os(MARK)
    {
        program.env.insert(MARK.into(), mark);
    }
    Ok(program)
}

/// Resets a raised priority: a higher priority of the referee is not meant for the bots.
fn usual_priority() -> io::Result<()> {
    if getpriority_process(None)? < 0 {
        setpriority_process(None, 0)?;
    }
    Ok(())
}

fn join(pipes: &[OwnedFd]) -> io::Result<()> {
    let [stdin, stdout, stderr] = pipes else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    };
    dup2_stdin(stdin.as_fd())?;
    dup2_stdout(stdout.as_fd())?;
    dup2_stderr(stderr.as_fd())?;
    Ok(())
}

/// Returns the program without the bot's own arguments: the bot's, or the referee that starts it.
fn program(plan: &SandboxPlan) -> Program {
    let executable = inside(plan, Path::new(&plan.executable));
    let is_bare = plan.means.namespaces == Namespaces::None;
    // Without a mount namespace, the referee's own program may be in a folder that the bot's user can't enter.
    let referee = PathBuf::from(if is_bare {
        "/proc/self/exe".into()
    } else {
        plan.referee.clone()
    });
    let (path, args) = if plan.through.is_empty() {
        let own = is_bare && is_referee(plan);
        let path = if own { referee } else { executable.clone() };
        // Programs find the files next to them by their own name, so it must be a path that exists in the sandbox.
        (path, vec![executable.into_os_string()])
    } else {
        let mut args = vec![referee.clone().into_os_string()];
        args.extend_from_slice(&plan.through);
        args.push(executable.into_os_string());
        (referee, args)
    };
    Program {
        path,
        args,
        env: BTreeMap::new(),
    }
}

/// Selects which system calls to deny: more where the bot sees the machine's own files and processes. Sockets
/// are files: one may be in any folder outside the system's that the bot can read, and may appear after a
/// check. With the machine's network, sockets with abstract names are within reach too, unless Landlock knows them.
fn denials(plan: &SandboxPlan) -> Denials {
    let bare = plan.means.namespaces == Namespaces::None;
    let beyond = plan
        .read
        .iter()
        .any(|pin| !mounts::is_of_system(pin.real()));
    let apart = plan.means.landlock >= landlock::SIGNALS;
    Denials {
        sockets: bare || beyond || plan.network && !apart,
        policies: bare,
        attributes: bare && !plan.writable,
        signals: bare && !apart,
        processes: bare,
        locks: !plan.writable && (bare || plan.bounds.scratch == 0),
        hidden_memory: !plan.memory_bounded,
        network: !plan.network,
    }
}

/// Builds the Landlock rules. In a mount namespace the bot may read everything that is there; otherwise only
/// what would have been mounted for it. The rules name pinned files by the descriptors that are returned with
/// them.
fn rules(plan: &SandboxPlan) -> Step<(LandlockRules, Vec<OwnedFd>)> {
    let devices = mounts::DEVICES.map(PathBuf::from).to_vec();
    let folder = plan
        .folder
        .as_deref()
        .map(|folder| inside(plan, Path::new(folder)));
    let writable = folder.clone().filter(|_| plan.writable);
    if plan.means.namespaces != Namespaces::None {
        let scratch = Some(PathBuf::from(mounts::SCRATCH));
        let rules = LandlockRules {
            read: vec![PathBuf::from("/")],
            write: scratch.into_iter().chain(writable).collect(),
            devices,
            network: plan.network,
        };
        return Ok((rules, Vec::new()));
    }
    let system = mounts::SYSTEM.map(PathBuf::from).into_iter();
    let held = held(plan)?;
    let named = held
        .iter()
        .map(|opened| PathBuf::from(format!("/proc/self/fd/{}", opened.as_raw_fd())));
    let rules = LandlockRules {
        read: system
            .chain(mounts::etc(plan.network))
            .chain(folder)
            .chain(named)
            .collect(),
        write: writable.into_iter().collect(),
        devices,
        network: plan.network,
    };
    Ok((rules, held))
}

/// Opens the pinned files; skips those that the bot's user may not open.
fn held(plan: &SandboxPlan) -> Step<Vec<OwnedFd>> {
    let opened = plan.read.iter().filter_map(|pin| match pin.open() {
        Ok((opened, _)) => Some(Ok(opened)),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => None,
        Err(error) => Some(step(&reading(pin), Err(error))),
    });
    opened.collect()
}
