//! Denials of work that the kernel would do by itself for a bot: in kernel threads, on other cores, later, or
//! as a signal to a stopped process.
//!
//! Such work counts for no process: it takes time from games, and no clock charges it to the bot.

use libc::{
    SYS_clone, SYS_fcntl, SYS_madvise, SYS_membarrier, SYS_prctl, SYS_prlimit64, SYS_seccomp,
    SYS_setrlimit, SYS_setsockopt,
};

use super::table::{Arg, CallGroup, CallPattern, DenialResult, Is, case};

const SIGCONT: u32 = libc::SIGCONT.cast_unsigned();
const RLIMIT_CORE: u32 = 4;

/// Groups of calls by which the kernel would work by itself; they are always denied.
pub(super) static GROUPS: &[CallGroup] = &[
    CallGroup {
        reason: "filters of its own, which the kernel makes and clears away by itself",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[
            socket_option::<26>(), // SO_ATTACH_FILTER
            socket_option::<27>(), // SO_DETACH_FILTER, SO_DETACH_BPF
            socket_option::<44>(), // SO_LOCK_FILTER
            socket_option::<50>(), // SO_ATTACH_BPF
            socket_option::<51>(), // SO_ATTACH_REUSEPORT_CBPF
            socket_option::<52>(), // SO_ATTACH_REUSEPORT_EBPF
            socket_option::<68>(), // SO_DETACH_REUSEPORT_BPF
            // Each filter also uses about 1 MiB for each process, which nothing counts.
            case(SYS_seccomp, &[Arg(0, Is::Value(1))]), // SECCOMP_SET_MODE_FILTER
            prctl::<22>(),                              // PR_SET_SECCOMP
        ],
    },
    CallGroup {
        reason: "rules of its own, which the kernel keeps without number and clears away by itself",
        applies: |_| true,
        answer: DenialResult::NotThere,
        calls: &[
            libc::SYS_landlock_create_ruleset,
            libc::SYS_landlock_add_rule,
            libc::SYS_landlock_restrict_self,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "memory that is moved, put away or merged by processes of the kernel's on every core",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[libc::SYS_move_pages],
        cases: &[
            madvise::<12>(), // MADV_MERGEABLE
            // Memory that is paged out is no longer resident, so nothing counts it.
            madvise::<20>(), // MADV_COLD
            madvise::<21>(), // MADV_PAGEOUT
            madvise::<25>(), // MADV_COLLAPSE
            fcntl::<1033>(), // F_ADD_SEALS
            prctl::<67>(),   // PR_SET_MEMORY_MERGE
        ],
    },
    CallGroup {
        reason: "policies of where memory lies: shared memory keeps one for each page, which nothing counts",
        applies: |_| true,
        answer: DenialResult::Done,
        calls: &[
            libc::SYS_mbind,
            libc::SYS_set_mempolicy,
            libc::SYS_set_mempolicy_home_node,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "locks of parts of a file: it keeps any number of them, which nothing counts",
        applies: |_| true,
        answer: DenialResult::Done,
        calls: &[],
        cases: &[
            fcntl::<6>(),  // F_SETLK
            fcntl::<7>(),  // F_SETLKW
            fcntl::<37>(), // F_OFD_SETLK
            fcntl::<38>(), // F_OFD_SETLKW
        ],
    },
    CallGroup {
        reason: "interrupts to other cores; tables of the kernel's of any size",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[
            case(SYS_membarrier, &[Arg(0, Is::Value(2))]), // GLOBAL_EXPEDITED
            case(SYS_membarrier, &[Arg(0, Is::Value(4))]), // and registering for it
            prctl::<78>(),                                 // PR_FUTEX_HASH
        ],
    },
    CallGroup {
        reason: "what disks do: a bot has nothing on them; what the machine keeps of files in memory",
        applies: |_| true,
        answer: DenialResult::Done,
        calls: &[
            libc::SYS_fsync,
            libc::SYS_fdatasync,
            libc::SYS_sync_file_range,
            libc::SYS_fadvise64,
            libc::SYS_readahead,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "timers that send any signal: SIGCONT wakes who has been stopped",
        applies: |_| true,
        answer: DenialResult::NotThere,
        calls: &[libc::SYS_timer_create],
        cases: &[],
    },
    CallGroup {
        reason: "SIGCONT from the kernel, which wakes who has been stopped",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[
            fcntl::<10>(), // F_SETSIG
            case(SYS_clone, &[Arg(0, Is::Masked(0xff, SIGCONT))]),
            case(
                SYS_prctl,
                &[Arg(0, Is::Value(1)), Arg(1, Is::Value(SIGCONT))],
            ), // PR_SET_PDEATHSIG
        ],
    },
    CallGroup {
        reason: "another limit of core files: by 0 the machine's own program would be handed each crash",
        applies: |_| true,
        answer: DenialResult::Done,
        calls: &[],
        cases: &[
            case(SYS_setrlimit, &[Arg(0, Is::Value(RLIMIT_CORE))]),
            case(
                SYS_prlimit64,
                &[
                    Arg(0, Is::Value(0)),
                    Arg(1, Is::Value(RLIMIT_CORE)),
                    Arg(2, Is::NotNull),
                ],
            ),
        ],
    },
];

/// Matches `setsockopt` with an option of `SOL_SOCKET`.
const fn socket_option<const OPTION: u32>() -> CallPattern {
    case(
        SYS_setsockopt,
        &[Arg(1, Is::Value(1)), Arg(2, Is::Value(OPTION))],
    )
}

const fn madvise<const ADVICE: u32>() -> CallPattern {
    case(SYS_madvise, &[Arg(2, Is::Value(ADVICE))])
}

const fn fcntl<const COMMAND: u32>() -> CallPattern {
    case(SYS_fcntl, &[Arg(1, Is::Value(COMMAND))])
}

const fn prctl<const OPTION: u32>() -> CallPattern {
    case(SYS_prctl, &[Arg(0, Is::Value(OPTION))])
}
