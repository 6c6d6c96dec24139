//! Reads processes from `/proc`: the descendants of a process, the processes of a user, and their memory.
//!
//! Bots are looked at before their clocks start, and while these run. So a short file is read in one call, into a
//! buffer on the stack, without a call that asks for its size, which the kernel doesn't tell.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::LazyLock;

use rustix::process::Pid;

/// Size of a buffer in bytes; what is wanted of a file ends before that, except in a long list of children.
pub(crate) const ENOUGH: usize = 1024;
/// Number of fields of `/proc/PID/stat` after the name, up to the last one that is wanted.
const FIELDS: usize = 22;
/// Largest difference between two readings of the same memory, in pages.
const SLACK: u64 = 64;
/// Limit on the ancestors that are followed; no honest process tree is as deep.
const DEEPEST: usize = 4096;

/// Kept open, since it is read all the time.
static LOADAVG: LazyLock<Option<File>> = LazyLock::new(|| File::open("/proc/loadavg").ok());

/// State of one process at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProcessInfo {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    pub(crate) threads: u64,
    /// Id of a thread that still has the process's memory: the first thread may have ended before the others.
    pub(crate) alive: u32,
    /// Resident memory in pages, including memory shared with other processes.
    pub(crate) resident: u64,
    /// Size of the address space, in bytes.
    pub(crate) size: u64,
    /// CPU time of the children that it has waited for, and of their descendants, in nanoseconds, with the
    /// resolution of a clock tick.
    pub(crate) children_ns: u64,
    /// True if the first thread runs or is ready to run.
    pub(crate) is_running: bool,
    is_waiting: bool,
}

/// Returns all descendants of a process, without the process itself. Those that start or end during the call
/// may be missed.
pub(crate) fn below(pid: u32) -> Vec<ProcessInfo> {
    let mut process_infos = Vec::new();
    let threads = stat(pid).map_or(1, |it| it.threads);
    let mut open = children(pid, threads);
    while let Some(pid) = open.pop() {
        if let Some(process) = look(pid) {
            open.extend(children(pid, process.threads));
            process_infos.push(process);
        }
    }
    count_once(&mut process_infos);
    process_infos
}

/// Returns how many processes and threads descend from a process, without the process itself. If they are more than
/// `most`, returns how many have been found when that is sure.
pub(crate) fn count_below(pid: u32, most: u64) -> u64 {
    let threads = stat(pid).map_or(1, |it| it.threads);
    let mut open = children(pid, threads);
    let mut count = 0;
    while let Some(pid) = open.pop() {
        if let Some(process) = stat(pid) {
            count += process.threads;
            // Each that is still to be read is one at least.
            if count + open.len() as u64 > most {
                break;
            }
            open.extend(children(pid, process.threads));
        }
    }
    count + open.len() as u64
}

/// Returns the youngest id of a process or thread on the machine, as this process sees them. Ids grow with each that
/// starts, until they begin anew. `None` where the kernel doesn't tell.
pub(crate) fn youngest() -> Option<u32> {
    let mut buffer = [0; ENOUGH];
    let length = LOADAVG.as_ref()?.read_at(&mut buffer, 0).ok()?;
    let text = std::str::from_utf8(&buffer[..length]).ok()?;
    text.split_ascii_whitespace().next_back()?.parse().ok()
}

/// Returns true if `pid` descends from `from`.
pub(crate) fn descends(pid: Pid, from: Pid) -> bool {
    let from = from.as_raw_nonzero().get().unsigned_abs();
    let mut pid = pid.as_raw_nonzero().get().unsigned_abs();
    for _ in 0..DEEPEST {
        match stat(pid) {
            Some(process) if process.parent == from => return true,
            Some(process) if process.parent > 0 => pid = process.parent,
            _ => return false,
        }
    }
    false
}

/// Returns how many processes and threads a user runs, by real user id: the number that the kernel's limit
/// for each user counts. Those of other containers are invisible.
pub fn running(uid: u32) -> u64 {
    let Ok(entries) = fs::read_dir("/proc") else {
        return 0;
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter_map(|pid| fs::read(format!("/proc/{pid}/status")).ok())
        .filter_map(|status| threads_of(uid, &status))
        .sum()
}

/// Returns the number of threads of a process if it belongs to this user. The name in its status may contain
/// any byte, so invalid UTF-8 is no reason to skip a process.
fn threads_of(uid: u32, status: &[u8]) -> Option<u64> {
    let status = String::from_utf8_lossy(status);
    let is_users = field(&status, "Uid:") == Some(uid.into());
    is_users.then(|| field(&status, "Threads:")).flatten()
}

/// Returns the first number in a line of `/proc/PID/status`.
fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// Returns the memory of a process in bytes, with its proportional share of shared memory (`Pss`); `None`
/// where that cannot be read.
pub(crate) fn proportional(process: &ProcessInfo) -> Option<u64> {
    let mut buffer = [0; ENOUGH];
    let path = format!("/proc/{}/smaps_rollup", process.alive);
    field(text(&path, &mut buffer)?, "Pss:").map(|kilobytes| kilobytes * 1024)
}

/// Returns the memory of a process in pages, without files and shared memory.
pub(crate) fn anonymous(process: &ProcessInfo) -> Option<u64> {
    let (resident, shared) = statm(&format!("/proc/{}/statm", process.alive))?;
    Some(resident.saturating_sub(shared))
}

/// Returns the size of a process's page tables, in bytes.
pub(crate) fn page_tables(process: &ProcessInfo) -> Option<u64> {
    let status = fs::read(format!("/proc/{}/status", process.alive)).ok()?;
    let kilobytes = field(&String::from_utf8_lossy(&status), "VmPTE:")?;
    Some(kilobytes * 1024)
}

/// Returns the number of sockets in the network namespace of a process.
pub(crate) fn sockets(process: &ProcessInfo) -> u64 {
    let mut buffer = [0; ENOUGH];
    let path = format!("/proc/{}/net/sockstat", process.pid);
    let text = text(&path, &mut buffer).unwrap_or_default();
    field(text, "sockets: used").unwrap_or(0)
}

/// Returns the number of sockets that processes hold open together, counting each socket once.
pub(crate) fn open_sockets(all: &[ProcessInfo]) -> u64 {
    let folders = all.iter().map(|it| format!("/proc/{}/fd", it.alive));
    let held = folders.filter_map(|folder| fs::read_dir(folder).ok());
    let links = held.flatten().flatten().map(|it| fs::read_link(it.path()));
    let is_socket = |link: &PathBuf| link.as_os_str().as_encoded_bytes().starts_with(b"socket:");
    let sockets: HashSet<PathBuf> = links.filter_map(Result::ok).filter(is_socket).collect();
    sockets.len() as u64
}

fn look(pid: u32) -> Option<ProcessInfo> {
    let mut process = stat(pid)?;
    if process.resident == 0 && process.threads > 1 {
        let held = tasks(pid)
            .into_iter()
            .filter_map(|task| Some((task, statm(&format!("/proc/{pid}/task/{task}/statm"))?.0)));
        if let Some((task, resident)) = held.max_by_key(|(_, resident)| *resident) {
            (process.alive, process.resident) = (task, resident);
        }
    }
    Some(process)
}

/// Counts memory once for a process that started another with vfork: it waits while both use the same memory.
fn count_once(all: &mut [ProcessInfo]) {
    let waiting: HashMap<u32, ProcessInfo> = all
        .iter()
        .filter(|it| it.is_waiting)
        .map(|it| (it.pid, *it))
        .collect();
    let mut counted = Vec::new();
    for process in all {
        let Some(parent) = waiting.get(&process.parent) else {
            continue;
        };
        let is_same = parent.size == process.size
            && parent.resident.abs_diff(process.resident) <= SLACK
            && !counted.contains(&parent.pid);
        if is_same {
            counted.push(parent.pid);
            process.resident = 0;
        }
    }
}

/// Reads the state of a process; `None` if it is gone, or `/proc` hides it.
pub(crate) fn stat(pid: u32) -> Option<ProcessInfo> {
    let mut buffer = [0; ENOUGH];
    let stat = after_name(read(&format!("/proc/{pid}/stat"), &mut buffer)?)?;
    let mut fields = [""; FIELDS];
    for (field, word) in fields.iter_mut().zip(stat.split_ascii_whitespace()) {
        *field = word;
    }
    let number = |index: usize| fields[index].parse::<u64>().ok();
    let ticks = number(13)? + number(14)?;
    Some(ProcessInfo {
        pid,
        parent: number(1)?.try_into().ok()?,
        threads: number(17)?,
        alive: pid,
        resident: number(21)?,
        size: number(20)?,
        children_ns: ticks * 1_000_000_000 / rustix::param::clock_ticks_per_second(),
        is_running: fields[0] == "R",
        is_waiting: fields[0] == "D",
    })
}

/// Returns true if a thread runs or is ready to run.
pub(crate) fn is_running(pid: u32, task: u32) -> bool {
    let mut buffer = [0; ENOUGH];
    let stat = read(&format!("/proc/{pid}/task/{task}/stat"), &mut buffer);
    stat.and_then(after_name)
        .is_some_and(|fields| fields.starts_with("R "))
}

/// Returns the fields of `stat` after the name, which is in brackets and may contain any byte.
fn after_name(stat: &[u8]) -> Option<&str> {
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    std::str::from_utf8(stat.get(end + 2..)?).ok()
}

/// Returns the resident memory, and the part of it that belongs to files or shared memory, in pages.
fn statm(path: &str) -> Option<(u64, u64)> {
    let mut buffer = [0; ENOUGH];
    let words = text(path, &mut buffer)?.split_ascii_whitespace();
    let mut words = words.skip(1).map(str::parse);
    Some((words.next()?.ok()?, words.next()?.ok()?))
}

/// Returns the children of a process. The kernel lists a child under the thread that started it.
pub(crate) fn children(pid: u32, threads: u64) -> Vec<u32> {
    if threads <= 1 {
        return children_of(pid, pid);
    }
    let each = tasks(pid).into_iter();
    each.flat_map(|task| children_of(pid, task)).collect()
}

/// Returns the children that one thread of a process has started.
pub(crate) fn children_of(pid: u32, task: u32) -> Vec<u32> {
    let Ok(file) = File::open(format!("/proc/{pid}/task/{task}/children")) else {
        return Vec::new();
    };
    list(file)
}

/// Reads a list of process ids: in one call, unless it fills the buffer.
fn list(mut file: impl Read) -> Vec<u32> {
    let mut buffer = [0; ENOUGH];
    let length = file.read(&mut buffer).unwrap_or(0);
    if length < ENOUGH {
        return ids(&buffer[..length]);
    }
    let mut whole = buffer.to_vec();
    if file.read_to_end(&mut whole).is_err() {
        return Vec::new();
    }
    ids(&whole)
}

fn ids(list: &[u8]) -> Vec<u32> {
    let list = std::str::from_utf8(list).unwrap_or_default();
    list.split_ascii_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Reads a file that holds text only, as far as the buffer takes it.
pub(crate) fn text<'a>(path: &str, buffer: &'a mut [u8; ENOUGH]) -> Option<&'a str> {
    std::str::from_utf8(read(path, buffer)?).ok()
}

/// Reads a file, as far as the buffer takes it.
fn read<'a>(path: &str, buffer: &'a mut [u8; ENOUGH]) -> Option<&'a [u8]> {
    let length = File::open(path).ok()?.read(buffer).ok()?;
    Some(&buffer[..length])
}

/// Returns the ids of a process's threads.
pub(crate) fn tasks(pid: u32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect()
}

#[cfg(test)]
pub(crate) mod tests;
