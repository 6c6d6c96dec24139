//! Table of all probes, in the order of the guarantees.

use super::{Attack, Probe};
use super::{
    cores, descriptors, environment, files, idle, memory, network, output, outside, privileges,
    processes, remains, scratch, sharing, terminal,
};
use crate::guarantee::Guarantee;

use Attack::{Alone, Leaving, Pair, Working, Writing};

/// All probes, in the order of the guarantees.
pub static PROBES: &[Probe] = &[
    probe(
        Guarantee::Network,
        "tcp",
        "TCP to listeners of this machine",
        Alone(network::tcp),
    ),
    probe(
        Guarantee::Network,
        "udp",
        "datagrams to this machine",
        Alone(network::udp),
    ),
    probe(
        Guarantee::Network,
        "listen",
        "a port of its own",
        Alone(network::listen),
    ),
    probe(
        Guarantee::Network,
        "families",
        "sockets of other families",
        Alone(network::families),
    ),
    probe(
        Guarantee::Network,
        "unix-socket",
        "a unix socket in a folder",
        Alone(network::unix_socket),
    ),
    probe(
        Guarantee::Network,
        "abstract-socket",
        "a unix socket without a file",
        Alone(network::abstract_socket),
    ),
    probe(
        Guarantee::Files,
        "secrets",
        "files of the machine's users",
        Alone(files::secrets),
    ),
    probe(
        Guarantee::Files,
        "links",
        "the same by links and /proc",
        Alone(files::links),
    ),
    probe(
        Guarantee::Files,
        "writes",
        "new files outside of its scratch folder",
        Alone(files::writes),
    ),
    probe(
        Guarantee::Files,
        "changes",
        "rights, times and lengths of files",
        Alone(files::changes),
    ),
    probe(
        Guarantee::Files,
        "inherited",
        "files that the referee has open",
        Alone(files::open_already),
    ),
    probe(
        Guarantee::Scratch,
        "scratch-bytes",
        "more bytes than its scratch folder has",
        Alone(scratch::bytes),
    ),
    probe(
        Guarantee::Scratch,
        "scratch-files",
        "more files than its scratch folder has",
        Alone(scratch::files),
    ),
    probe(
        Guarantee::Scratch,
        "scratch-left",
        "files of another bot in scratch folders",
        Pair {
            leave: scratch::leave,
            find: scratch::find,
        },
    ),
    probe(
        Guarantee::Outside,
        "view",
        "command line and environment of a process",
        Alone(outside::view),
    ),
    probe(
        Guarantee::Outside,
        "signals",
        "signals to a process",
        Alone(outside::signals),
    ),
    probe(
        Guarantee::Outside,
        "trace",
        "tracing and reading a process",
        Alone(outside::trace),
    ),
    probe(
        Guarantee::Outside,
        "slow-down",
        "limits and priority of a process",
        Alone(outside::slow_down),
    ),
    probe(
        Guarantee::Memory,
        "memory",
        "twice its memory in one block",
        Alone(memory::block),
    ),
    probe(
        Guarantee::Memory,
        "memory-children",
        "twice its memory in children",
        Alone(memory::children),
    ),
    probe(
        Guarantee::Memory,
        "memory-hidden",
        "twice its memory in files without a name",
        Alone(memory::hidden),
    ),
    probe(
        Guarantee::Memory,
        "memory-kernel",
        "locks and policies that the kernel remembers",
        Alone(memory::records),
    ),
    probe(
        Guarantee::Processes,
        "children",
        "more children than it may have",
        Alone(processes::children),
    ),
    probe(
        Guarantee::Processes,
        "threads",
        "more threads than it may have",
        Alone(processes::threads),
    ),
    probe(
        Guarantee::Descriptors,
        "open-files",
        "more open files than it may have",
        Alone(descriptors::open_files),
    ),
    probe(
        Guarantee::Descriptors,
        "raise-limit",
        "a higher limit of open files",
        Alone(descriptors::raise_limit),
    ),
    probe(
        Guarantee::Cpu,
        "cores",
        "cores that it wasn't given",
        Alone(cores::affinity),
    ),
    probe(
        Guarantee::Cpu,
        "priority",
        "a better priority than others",
        Alone(cores::priority),
    ),
    probe(
        Guarantee::Output,
        "stdout-flood",
        "a line without an end",
        Writing(output::stdout),
    ),
    probe(
        Guarantee::Output,
        "stderr-flood",
        "64 MiB on stderr",
        Writing(output::stderr),
    ),
    probe(
        Guarantee::Privileges,
        "identity",
        "another user, capabilities, set-uid programs",
        Alone(privileges::identity),
    ),
    probe(
        Guarantee::Privileges,
        "namespaces",
        "namespaces of its own",
        Alone(privileges::namespaces),
    ),
    probe(
        Guarantee::Privileges,
        "mounts",
        "mounts, another root",
        Alone(privileges::mounts),
    ),
    probe(
        Guarantee::Privileges,
        "kernel",
        "insides of the kernel: rings, keys, filters",
        Alone(privileges::kernel),
    ),
    probe(
        Guarantee::Terminal,
        "terminal",
        "a terminal, and input forged for it",
        Alone(terminal::terminal),
    ),
    probe(
        Guarantee::Environment,
        "environment",
        "variables of the referee",
        Alone(environment::variables),
    ),
    probe(
        Guarantee::Remains,
        "daemon",
        "to outlive its game",
        Leaving(remains::daemon),
    ),
    probe(
        Guarantee::Remains,
        "files-left",
        "files that stay",
        Leaving(remains::files),
    ),
    probe(
        Guarantee::Sharing,
        "system-v",
        "shared memory, semaphores, queues",
        Pair {
            leave: sharing::leave_system_v,
            find: sharing::find_system_v,
        },
    ),
    probe(
        Guarantee::Sharing,
        "queue",
        "a POSIX queue",
        Pair {
            leave: sharing::leave_queue,
            find: sharing::find_queue,
        },
    ),
    probe(
        Guarantee::Sharing,
        "shared-files",
        "a file in /dev/shm, /tmp, /var/tmp",
        Pair {
            leave: sharing::leave_file,
            find: sharing::find_file,
        },
    ),
    probe(
        Guarantee::Sharing,
        "name",
        "a socket by an abstract name",
        Pair {
            leave: sharing::leave_name,
            find: sharing::find_name,
        },
    ),
    probe(
        Guarantee::Sharing,
        "keys",
        "a key in the kernel's keyrings",
        Pair {
            leave: sharing::leave_key,
            find: sharing::find_key,
        },
    ),
    probe(
        Guarantee::Idle,
        "work",
        "to think on in a child of another session",
        Working(idle::work),
    ),
    probe(
        Guarantee::Idle,
        "timers",
        "to be continued by a timer",
        Working(idle::timers),
    ),
];

const fn probe(
    promise: Guarantee,
    name: &'static str,
    tries: &'static str,
    attack: Attack,
) -> Probe {
    Probe {
        promise,
        name,
        tries,
        attack,
    }
}
