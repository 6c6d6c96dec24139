//! The referee's side of a sandbox: starts, stops, measures and kills a bot in the jail.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::net::{Shutdown, shutdown};
use rustix::process::Pid;

use crate::Namespaces;
use crate::census::Census;
use crate::helpers::Vacancy;
use crate::jail::Jail;
use crate::layers::cgroups::ControlGroups;
use crate::pipes::{Pipes, pipes};
use crate::processes::children;
use crate::quota::{LimitExceeded, Quota, Watching};
use crate::remains::Remains;
use crate::sandbox_error::SandboxError;
use crate::sandbox_plan::plan;
use crate::spawn_spec::SpawnSpec;
use crate::sys::cpu_of_process;
use crate::usage::{Usage, cpu_of, usage};
use crate::wire::{self, HelperReply, HelperRequest, readable};

/// Longest time for a start, on a busy machine.
const START: Duration = Duration::from_secs(30);
/// Longest time for an end: until the kernel has freed what the bot used.
const END: Duration = Duration::from_secs(10);
/// Longest time for an answer of the sandbox's init; it needs less, unless the machine is busy.
const ANSWER: Duration = Duration::from_millis(20);
/// Longest time for an answer to `Count`, asked when a bot is late: a crowded machine may be slow then.
const COUNT: Duration = Duration::from_secs(2);

/// End of a sandbox: its exit status and the resources that it used. By default that of one whose helper is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SandboxExit {
    /// Exit status of the bot's process; `None` if the sandbox broke, which is not the bot's fault.
    pub status: Option<ExitStatus>,
    /// CPU time of all its processes, in nanoseconds.
    pub cpu_ns: u64,
    /// Peak memory use, in bytes.
    pub peak: u64,
    /// The limit that the bot exceeded, if it was killed for that.
    pub over: Option<LimitExceeded>,
    /// Whether it couldn't start a process or thread because of its limit; `None` where nothing tells.
    pub refused_processes: Option<bool>,
}

/// A bot in the jail.
pub struct SandboxedProcess {
    jail: Jail,
    /// Process id of the helper, the sandbox's init.
    helper: Pid,
    /// The helper and the control groups, until they are left to be cleared away.
    remains: Option<Remains>,
    socket: OwnedFd,
    /// Dropped before the helper is waited for, since it uses the helper's process id.
    watching: Option<Watching>,
    ended: Option<SandboxExit>,
    /// True after a stop, even one that is not confirmed.
    still: bool,
    /// Number of requests sent to the sandbox's init.
    asked: u32,
    /// Reports of the sandbox's init about the youngest process or thread.
    census: Census,
}

impl SandboxedProcess {
    /// Starts a bot in a new sandbox. The error says whether its program or the machine failed.
    pub fn start(
        jail: &Jail,
        order: &SpawnSpec,
    ) -> Result<(SandboxedProcess, Pipes), SandboxError> {
        let machine = |step: &str| {
            let step = step.to_owned();
            move |error: io::Error| SandboxError::Machine { step, error }
        };
        let (ours, theirs) = pipes().map_err(machine("making pipes"))?;
        let Vacancy {
            number,
            socket,
            remains,
        } = jail
            .take_vacancy(order.network)
            .map_err(|(step, error)| SandboxError::before_the_bot(step, &error))?;
        let mut cell = SandboxedProcess {
            jail: jail.clone(),
            helper: remains.helper.pid(),
            remains: Some(remains),
            socket,
            watching: None,
            ended: None,
            still: false,
            asked: 0,
            census: Census::default(),
        };
        if let Some(groups) = cell.groups() {
            groups
                .bound(&order.bounds)
                .map_err(machine("limiting control groups"))?;
        }
        cell.watching = cell.watch(order).map_err(machine("watching the bot"))?;
        let plan = plan(jail, order, number, cell.groups());
        let [stdin, stdout, stderr] = &theirs;
        let fds = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()];
        let has_ended = |error: &io::Error| {
            let kinds = [io::ErrorKind::BrokenPipe, io::ErrorKind::ConnectionReset];
            kinds.contains(&error.kind())
        };
        match wire::send(&cell.socket, &plan, &fds) {
            // Of a helper that has ended the answer says why.
            Err(error) if has_ended(&error) => {}
            // The plan itself may be too long.
            told => told.map_err(machine("telling the jail's helper"))?,
        }
        drop(theirs);
        match cell.hear(Instant::now() + START) {
            Some(HelperReply::Started) => Ok((cell, ours)),
            Some(HelperReply::Failed(failure)) => Err(failure.into()),
            _ => {
                let error = io::Error::other("it ended, or said nothing in time");
                Err(SandboxError::before_the_bot(
                    "starting the jail's helper",
                    &error,
                ))
            }
        }
    }

    /// Returns a descriptor that is readable when the sandbox has something to report, above all its end.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Returns the process id of the helper, of which all processes in the sandbox are descendants.
    pub fn helper(&self) -> Pid {
        self.helper
    }

    fn helper_id(&self) -> u32 {
        self.helper.as_raw_nonzero().get().cast_unsigned()
    }

    /// Returns the bot's process id, as seen outside the sandbox; the helper's if it is gone.
    pub fn id(&self) -> u32 {
        let helper = self.helper_id();
        children(helper, 1).first().copied().unwrap_or(helper)
    }

    fn groups(&self) -> Option<&ControlGroups> {
        self.remains.as_ref()?.groups.as_ref()
    }

    /// Returns how the sandbox ended, or `None` if it has not.
    pub fn ended(&mut self) -> Option<SandboxExit> {
        if self.ended.is_none() {
            self.hear(Instant::now());
        }
        self.ended
    }

    /// Waits until there is something to report, or until the deadline.
    pub fn wait(&mut self, deadline: Instant) {
        readable(self.socket.as_fd(), deadline);
    }

    /// Stops all processes in the sandbox; returns true if they have surely stopped by the deadline.
    pub fn freeze(&mut self, deadline: Instant) -> bool {
        if self.ended.is_some() {
            return true;
        }
        self.still = true;
        let surely = self.stop(deadline);
        if let Some(watching) = self.watching.as_ref().filter(|_| surely) {
            watching.pause();
        }
        surely
    }

    fn stop(&mut self, deadline: Instant) -> bool {
        if let Some(group) = self.freezer() {
            return group.freeze(deadline).unwrap_or(false);
        }
        let within = deadline.saturating_duration_since(Instant::now());
        let within_us = u64::try_from(within.as_micros()).unwrap_or(u64::MAX);
        // The answer may arrive a little later than the deadline that it reports about.
        let ask = |number| HelperRequest::Stop { number, within_us };
        self.ask(ask, deadline + ANSWER) || self.ended.is_some()
    }

    /// Continues all processes in the sandbox.
    pub fn thaw(&mut self) {
        // At the end, `kill` thaws what stands still.
        if self.ended.is_some() || !std::mem::take(&mut self.still) {
            return;
        }
        if let Some(watching) = &self.watching {
            watching.resume();
        }
        // An error is ignored: a sandbox that cannot be thawed is killed in the end all the same.
        if let Some(group) = self.freezer() {
            let _ = group.thaw();
        } else {
            self.census.lets_go(self.asked.wrapping_add(1));
            self.ask(
                |number| HelperRequest::GoOn { number },
                Instant::now() + ANSWER,
            );
        }
    }

    /// Returns what its processes have used so far, including the helper, which cleans up after the bot. The waiting time of ended threads is unknown.
    pub fn usage(&self) -> Usage {
        if self.remains.is_none() {
            return Usage {
                cpu_ns: self.cpu_ns(),
                ..Usage::default()
            };
        }
        let all = usage([self.helper_id()]);
        let Some(group) = self.group_cpu_ns() else {
            return all;
        };
        Usage {
            cpu_ns: group + cpu_of(self.helper_id()),
            ..all
        }
    }

    /// Returns true if CPU time may have been missed since the bot last went on: without a control group, the
    /// CPU time of ended processes that no parent waited for is lost.
    pub fn may_hide_work(&mut self) -> bool {
        if self.group_cpu_ns().is_some() || self.ended.is_some() {
            return false;
        }
        let counted = self.ask(
            |number| HelperRequest::Count { number },
            Instant::now() + COUNT,
        );
        !counted || self.census.may_have_grown()
    }

    /// Returns the CPU time of all its processes so far, in nanoseconds, without the helper.
    pub fn cpu_ns(&self) -> u64 {
        if self.remains.is_none() {
            return self.ended.unwrap_or_default().cpu_ns;
        }
        self.group_cpu_ns().unwrap_or_else(|| {
            let own = cpu_of_process(self.helper_id()).unwrap_or(0);
            usage([self.helper_id()]).cpu_ns.saturating_sub(own)
        })
    }

    /// Returns the CPU time of all its processes so far in nanoseconds, without the helper, where a control
    /// group counts it.
    pub fn group_cpu_ns(&self) -> Option<u64> {
        self.groups()?.cpu_ns().ok()
    }

    /// Kills all processes in the sandbox, and waits for the end.
    pub fn kill(&mut self) -> SandboxExit {
        // A frozen group of cgroups version 1 does not die when killed; a stopped process does.
        if let Some(group) = self.freezer().filter(|_| self.still) {
            let _ = group.thaw();
        }
        let _ = shutdown(&self.socket, Shutdown::Write);
        let until = Instant::now() + END;
        while self.ended.is_none() && Instant::now() < until {
            self.hear(until);
        }
        self.watching = None;
        if let Some(remains) = self.remains.take() {
            if self.ended.is_some_and(|ended| ended.status.is_some()) {
                self.jail.clear(remains);
            } else {
                remains.kill();
            }
        }
        *self.ended.get_or_insert_default()
    }

    /// Sends a request to the sandbox's init; returns true if it confirms in time.
    fn ask(&mut self, ask: impl Fn(u32) -> HelperRequest, deadline: Instant) -> bool {
        self.asked = self.asked.wrapping_add(1);
        // If the helper is gone, the next thing received is the end.
        let _ = wire::send(&self.socket, &ask(self.asked), &[]);
        while self.ended.is_none() && Instant::now() < deadline {
            // An answer to an earlier request may come first.
            if let Some(HelperReply::Done { number, surely, .. }) = self.hear(deadline)
                && number == self.asked
            {
                return surely;
            }
        }
        false
    }

    fn freezer(&self) -> Option<&ControlGroups> {
        self.groups().filter(|group| group.freezes())
    }

    /// Returns the peak memory use in bytes; `None` if neither a control group nor the sampler measured it,
    /// in which case the caller uses the kernel's figure for the largest process.
    fn peak(&self) -> Option<u64> {
        let group = self.groups().and_then(ControlGroups::memory_peak);
        group.or_else(|| Some(self.watching.as_ref()?.peak()).filter(|peak| *peak > 0))
    }

    fn over(&self) -> Option<LimitExceeded> {
        let kills = self.groups().and_then(|group| group.oom_kills().ok());
        let killed = kills.is_some_and(|kills| kills > 0);
        let bytes = self.peak().unwrap_or(0);
        let by_group = killed.then_some(LimitExceeded::Memory { bytes });
        by_group.or_else(|| self.watching.as_ref()?.over())
    }

    /// Makes the sampler watch the resources that nothing else limits.
    fn watch(&self, order: &SpawnSpec) -> io::Result<Option<Watching>> {
        let means = self.jail.means();
        let bounds = &order.bounds;
        let memory = Some(bounds.memory).filter(|_| means.cgroups.memory.is_none());
        let processes = Some(bounds.processes).filter(|_| !means.count_processes());
        if memory.is_none() && processes.is_none() {
            return Ok(None);
        }
        let socket = self.socket.try_clone()?;
        let over = Box::new(move |_| {
            let _ = shutdown(&socket, Shutdown::Write);
        });
        let watch = Quota {
            memory,
            processes,
            own_network: means.namespaces != Namespaces::None && !order.network,
            over,
        };
        self.jail.sampler().watch(self.helper_id(), watch).map(Some)
    }

    /// Receives the next message, if one arrives in time; keeps an end.
    fn hear(&mut self, deadline: Instant) -> Option<HelperReply> {
        if !readable(self.socket.as_fd(), deadline) {
            return None;
        }
        match wire::receive::<HelperReply>(&self.socket) {
            Ok(Some((
                HelperReply::Ended {
                    status,
                    cpu_ns,
                    peak,
                },
                _,
            ))) => {
                let status = Some(ExitStatus::from_raw(status));
                let cpu_of_group = self.group_cpu_ns();
                let group = self.groups();
                let ended = SandboxExit {
                    status,
                    cpu_ns: cpu_of_group.unwrap_or(cpu_ns),
                    peak: self.peak().unwrap_or(peak),
                    over: self.over(),
                    refused_processes: group.and_then(ControlGroups::refused_processes),
                };
                self.ended.get_or_insert(ended);
                None
            }
            Ok(Some((tell, _))) => {
                if let HelperReply::Done {
                    number, youngest, ..
                } = tell
                {
                    self.census.hears(number, youngest);
                }
                Some(tell)
            }
            Ok(None) | Err(_) => {
                self.ended.get_or_insert_default();
                None
            }
        }
    }
}

impl Drop for SandboxedProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
