//! The warden: the first process of a bot's world. It starts the bot, does what the referee asks,
//! takes in orphans, and ends all when the bot or the referee does.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, set_dumpable_behavior,
    set_parent_process_death_signal, wait,
};

use super::process_tree::ProcessTree;
use super::{Step, bot, step};
use crate::wire::{self, Failure, HelperReply, HelperRequest, SandboxPlan};
use crate::{Namespaces, sys};

/// Starts the bot and watches over it to its end.
pub fn watch(
    plan: &SandboxPlan,
    pipes: Vec<OwnedFd>,
    doors: Vec<File>,
    census: Option<File>,
    socket: &OwnedFd,
) -> Step<()> {
    let children = step("watching children", sys::child_signals())?;
    // Nobody looks into this process, which is the bot's own user in a user namespace.
    let closed = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    step("hiding itself", closed.map_err(io::Error::from))?;
    let process_tree = match plan.means.namespaces {
        Namespaces::None => ProcessTree::Descendants,
        _ => ProcessTree::World,
    };
    let child = start(plan, &pipes, &doors)?;
    drop((pipes, doors));
    if wire::send(socket, &HelperReply::Started, &[]).is_err() {
        process_tree.end();
        return Ok(());
    }
    let status = serve(
        child,
        &mut Office::new(process_tree, census),
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
    // If nobody listens any more, nobody needs to know.
    let _ = wire::send(socket, &ended, &[]);
    Ok(())
}

/// Forks the bot, and waits until its program runs or couldn't be started.
fn start(plan: &SandboxPlan, pipes: &[OwnedFd], doors: &[File]) -> Step<Pid> {
    let status = pipe_with(PipeFlags::CLOEXEC).map_err(io::Error::from);
    let (read, write) = step("making a pipe", status)?;
    if let Some(child) = step("forking", sys::fork())? {
        drop(write);
        let mut text = Vec::new();
        step(
            "hearing of the start",
            File::from(read).read_to_end(&mut text),
        )?;
        return match serde_json::from_slice::<Failure>(&text) {
            Ok(failure) => Err(failure),
            Err(_) => Ok(child),
        };
    }
    if plan.means.namespaces == Namespaces::None {
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    let failure = bot::become_bot(plan, pipes, doors);
    let text = serde_json::to_vec(&failure).unwrap_or_default();
    let _ = File::from(write).write_all(&text);
    std::process::exit(1)
}

/// Does what it is asked until the bot has ended, and gives its status; nothing where the referee is
/// gone or has had enough.
fn serve(bot: Pid, office: &mut Office, socket: &OwnedFd, children: &OwnedFd) -> Option<i32> {
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
            office.answer(socket, children)?;
        }
        if office.is_stopped {
            office.process_tree.stay();
        }
        // A stop has read signals of ends, too.
        if let Some(status) = reap(bot, children) {
            return Some(status);
        }
    }
}

/// What the warden works with.
struct Office {
    process_tree: ProcessTree,
    /// `/proc/loadavg`: its last word is the youngest process of the reader's own world.
    census: Option<File>,
    /// Whether the bot is meant to stand still. When it doesn't, a child tells so by going on.
    is_stopped: bool,
}

impl Office {
    fn new(process_tree: ProcessTree, census: Option<File>) -> Office {
        Office {
            process_tree,
            census,
            is_stopped: false,
        }
    }

    /// Does one thing that it is asked; nothing where nobody asks any more.
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

/// Takes in all that have ended; gives the bot's status, if it is among them.
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
