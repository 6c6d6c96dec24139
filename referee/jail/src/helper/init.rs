//! The sandbox's init: starts the bot, answers the referee's requests, adopts
//! orphans, and ends everything when the bot or the referee ends.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, set_dumpable_behavior,
    set_parent_process_death_signal, wait,
};

use super::process_tree::ProcessTree;
use super::{Step, bot, step};
use crate::wire::{self, HelperReply, HelperRequest, SandboxPlan};
use crate::{Namespaces, sys};

/// Starts the bot and supervises it until it ends.
pub fn watch(
    plan: &SandboxPlan,
    pipes: Vec<OwnedFd>,
    doors: Vec<File>,
    census: Option<File>,
    socket: &OwnedFd,
) -> Step<()> {
    let children = step("watching children", sys::child_signals())?;
    step("hiding itself", hide())?;
    let process_tree = match plan.means.namespaces {
        Namespaces::None => ProcessTree::Descendants,
        _ => ProcessTree::World,
    };
    let child = start(plan, &pipes, &doors)?;
    // The bot's change of its user, in the same memory, may have undone it.
    step("hiding itself", hide())?;
    drop((pipes, doors));
    if wire::send(socket, &HelperReply::Started, &[]).is_err() {
        process_tree.end();
        return Ok(());
    }
    let status = serve(
        child,
        &mut InitState::new(process_tree, census),
        socket,
        &children,
    );
    process_tree.end();
    let (cpu_ns, peak) = sys::usage_of_children();
    let status = status.unwrap_or(libc::SIGKILL);
    let ended = HelperReply::Ended {
        status,
        cpu_ns,
        peak,
    };
    // A failed send means that the referee is gone.
    let _ = wire::send(socket, &ended, &[]);
    Ok(())
}

/// Keeps others from inspecting this process: in a user namespace it has the same user as the bot.
fn hide() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Starts the bot, and waits until its program runs or has failed to start.
fn start(plan: &SandboxPlan, pipes: &[OwnedFd], doors: &[File]) -> Step<Pid> {
    let mut failure = None;
    let child = sys::spawn(|| {
        if plan.means.namespaces == Namespaces::None {
            let _ = set_parent_process_death_signal(Some(Signal::KILL));
        }
        failure = Some(bot::become_bot(plan, pipes, doors));
    });
    let child = step("making a process", child)?;
    failure.map_or(Ok(child), Err)
}

/// Answers requests until the bot has ended, and returns its wait status; `None` if the referee is gone or
/// has closed the socket.
fn serve(bot: Pid, state: &mut InitState, socket: &OwnedFd, children: &OwnedFd) -> Option<i32> {
    loop {
        let mut fds = [
            PollFd::from_borrowed_fd(socket.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(children.as_fd(), PollFlags::IN),
        ];
        match poll(&mut fds, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return None,
        }
        let asked = !fds[0].revents().is_empty();
        if asked {
            state.answer(socket, children)?;
        }
        if state.is_stopped {
            state.process_tree.stay();
        }
        // `stop` also drains this descriptor, so signals of ended children may already have been read.
        if let Some(status) = reap(bot, children) {
            return Some(status);
        }
    }
}

/// State of the sandbox's init.
struct InitState {
    process_tree: ProcessTree,
    /// `/proc/loadavg`; its last word is the youngest process id in the reader's PID namespace.
    census: Option<File>,
    /// True while the bot is meant to be stopped. If it is not, a child that continues reports it.
    is_stopped: bool,
}

impl InitState {
    fn new(process_tree: ProcessTree, census: Option<File>) -> InitState {
        InitState {
            process_tree,
            census,
            is_stopped: false,
        }
    }

    /// Answers one request; returns `None` if the referee is gone.
    fn answer(&mut self, socket: &OwnedFd, children: &OwnedFd) -> Option<()> {
        let (number, surely) = match wire::receive(socket) {
            Ok(Some((HelperRequest::Stop { number, within_us }, _))) => {
                let until = Instant::now() + Duration::from_micros(within_us);
                self.is_stopped = true;
                (number, self.process_tree.stop(children.as_fd(), until))
            }
            Ok(Some((HelperRequest::GoOn { number }, _))) => {
                let youngest = self.youngest();
                self.is_stopped = false;
                self.process_tree.go_on();
                return done(socket, number, true, youngest);
            }
            Ok(Some((HelperRequest::Count { number }, _))) => (number, true),
            Ok(None) | Err(_) => return None,
        };
        done(socket, number, surely, self.youngest())
    }

    fn youngest(&mut self) -> Option<u32> {
        let census = self.census.as_mut()?;
        let mut text = String::new();
        census.rewind().ok()?;
        census.read_to_string(&mut text).ok()?;
        text.split_ascii_whitespace().last()?.parse().ok()
    }
}

fn done(socket: &OwnedFd, number: u32, surely: bool, youngest: Option<u32>) -> Option<()> {
    let done = HelperReply::Done {
        number,
        surely,
        youngest,
    };
    wire::send(socket, &done, &[]).ok()
}

/// Reaps all children that have ended; returns the bot's wait status if it is among them.
fn reap(bot: Pid, children: &OwnedFd) -> Option<i32> {
    let mut signals = [0; 1024];
    let _ = rustix::io::read(children, &mut signals);
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid == bot {
            return Some(status.as_raw());
        }
    }
    None
}
