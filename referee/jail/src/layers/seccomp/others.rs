//! Denials where the bot sees the machine's own processes and files: queries about other processes, and locks
//! that bots could use to signal to each other.

use libc::{
    SYS_clock_getres, SYS_clock_gettime, SYS_clock_nanosleep, SYS_fcntl, SYS_get_robust_list,
    SYS_getpgid, SYS_getpriority, SYS_getsid, SYS_ioctl, SYS_ioprio_get, SYS_sched_getaffinity,
    SYS_sched_getattr, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_rr_get_interval,
    SYS_sched_setparam,
};

use super::table::{Arg, CallGroup, DenialResult, Is, case};

/// A process id as an argument: any process but the caller.
const OTHER: &[Arg] = &[Arg(0, Is::Not(0)), Arg(0, Is::NotSelf)];
/// The CPU clock of a process by its id, except the three kinds that name the caller. Clocks of threads are
/// open only to their own process.
const CPU_CLOCK: &[Arg] = &[
    Arg(0, Is::Masked(0x8000_0004, 0x8000_0000)),
    Arg(0, Is::Not(0xffff_fff8)),
    Arg(0, Is::Not(0xffff_fff9)),
    Arg(0, Is::Not(0xffff_fffa)),
];

/// Groups of calls that are denied where the bot sees the machine's own processes and files.
pub(super) static GROUPS: &[CallGroup] = &[
    CallGroup {
        reason: "who else is there: groups, sessions, priorities, CPU clocks, owners of files",
        applies: |denials| denials.processes,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[
            case(SYS_getpgid, OTHER),
            case(SYS_getsid, OTHER),
            case(SYS_sched_getattr, OTHER),
            case(SYS_sched_rr_get_interval, OTHER),
            case(SYS_get_robust_list, OTHER),
            case(SYS_clock_gettime, CPU_CLOCK),
            case(SYS_clock_getres, CPU_CLOCK),
            case(SYS_clock_nanosleep, CPU_CLOCK),
            case(SYS_getpriority, &[Arg(0, Is::Not(0))]),
            case(SYS_getpriority, &[Arg(1, Is::Not(0)), Arg(1, Is::NotSelf)]),
            case(SYS_ioprio_get, &[Arg(0, Is::Not(1))]),
            case(SYS_ioprio_get, &[Arg(1, Is::Not(0)), Arg(1, Is::NotSelf)]),
            case(SYS_fcntl, &[Arg(1, Is::Value(8))]), // F_SETOWN
            case(SYS_fcntl, &[Arg(1, Is::Value(15))]), // F_SETOWN_EX
            case(SYS_ioctl, &[Arg(1, Is::Value(0x8901))]), // FIOSETOWN
            case(SYS_ioctl, &[Arg(1, Is::Value(0x8902))]), // SIOCSPGRP
        ],
    },
    CallGroup {
        reason: "the same of a thread by its number, which libraries do without where it isn't there",
        applies: |denials| denials.processes,
        answer: DenialResult::NotThere,
        calls: &[libc::SYS_pidfd_open],
        cases: &[case(SYS_sched_getaffinity, OTHER)],
    },
    CallGroup {
        reason: "the usual policy, which every thread has that a bot may ask about; Mono asks by number",
        applies: |denials| denials.processes,
        answer: DenialResult::Done,
        calls: &[],
        cases: &[
            case(SYS_sched_getparam, OTHER),
            case(SYS_sched_setparam, OTHER),
            case(SYS_sched_getscheduler, OTHER),
        ],
    },
    CallGroup {
        reason: "locks: who can't write a file needs none, and another bot could see them",
        applies: |denials| denials.locks,
        answer: DenialResult::Done,
        calls: &[libc::SYS_flock],
        cases: &[],
    },
    CallGroup {
        reason: "asking for the locks of others",
        applies: |denials| denials.locks,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[
            case(SYS_fcntl, &[Arg(1, Is::Value(5))]),  // F_GETLK
            case(SYS_fcntl, &[Arg(1, Is::Value(36))]), // F_OFD_GETLK
        ],
    },
];
