//! System calls that are always denied.

use libc::{
    AF_UNIX, CLONE_NEWCGROUP, CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUSER,
    CLONE_NEWUTS, CLONE_PARENT, SYS_clone, SYS_fcntl, SYS_ioctl, SYS_ioprio_set, SYS_personality,
    SYS_prctl, SYS_prlimit64, SYS_sched_setscheduler, SYS_setpriority, SYS_socketpair,
};

use super::table::{Arg, CallGroup, CallPattern, DenialResult, Is, case};

// Calls that are newer than the library's names for them; the numbers are the same on all architectures.
const SYS_CACHESTAT: i64 = 451;
const SYS_STATMOUNT: i64 = 457;
const SYS_LISTMOUNT: i64 = 458;
const SYS_LSM_SET_SELF_ATTR: i64 = 460;
const SYS_OPEN_TREE_ATTR: i64 = 467;

const SCHED_RESET_ON_FORK: u32 = 0x4000_0000;
const PR_SET_MM: u32 = 35;
const PR_SCHED_CORE: u32 = 62;

/// Groups of calls that are always denied.
pub(super) static GROUPS: &[CallGroup] = &[
    CallGroup {
        reason: "pairs of sockets that reach beyond this machine's processes",
        applies: |_| true,
        answer: DenialResult::NoFamily,
        calls: &[],
        cases: &[case(
            SYS_socketpair,
            &[Arg(0, Is::Not(AF_UNIX.cast_unsigned()))],
        )],
    },
    CallGroup {
        reason: "watching the machine's folders",
        applies: |_| true,
        answer: DenialResult::NotThere,
        calls: &[
            #[cfg(target_arch = "x86_64")]
            libc::SYS_inotify_init,
            libc::SYS_inotify_init1,
            SYS_CACHESTAT,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "watching the machine's folders, the oldest way",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[case(SYS_fcntl, &[Arg(1, Is::Value(1026))])], // F_NOTIFY
    },
    CallGroup {
        reason: "rings and queues that do calls unfiltered, and whose number the machine shares",
        applies: |_| true,
        answer: DenialResult::NotThere,
        calls: &[
            libc::SYS_io_uring_setup,
            libc::SYS_io_uring_enter,
            libc::SYS_io_uring_register,
            libc::SYS_io_setup,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "its flags lie in memory that a filter can't read; libraries fall back to clone",
        applies: |_| true,
        answer: DenialResult::NotThere,
        calls: &[libc::SYS_clone3],
        cases: &[],
    },
    CallGroup {
        reason: "other processes: their memory, files and state",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_process_madvise,
            libc::SYS_pidfd_getfd,
            libc::SYS_kcmp,
            libc::SYS_process_mrelease,
            libc::SYS_migrate_pages,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "limits and priorities of other processes, and one's own above the usual",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[libc::SYS_sched_setattr],
        cases: PRIORITIES,
    },
    CallGroup {
        reason: "a game lives on one core",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[libc::SYS_sched_setaffinity],
        // Core scheduling: a core that cannot be shared leaves its sibling idle.
        cases: &[case(SYS_prctl, &[Arg(0, Is::Value(PR_SCHED_CORE))])],
    },
    CallGroup {
        reason: "what is mounted",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_open_tree,
            libc::SYS_move_mount,
            libc::SYS_fsopen,
            libc::SYS_fsconfig,
            libc::SYS_fsmount,
            libc::SYS_fspick,
            libc::SYS_mount_setattr,
            SYS_STATMOUNT,
            SYS_LISTMOUNT,
            SYS_OPEN_TREE_ATTR,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "namespaces, in which a user has root's powers; children of another's",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[libc::SYS_unshare, libc::SYS_setns],
        cases: &[
            clone_with(&[flag(CLONE_NEWNS)]),
            clone_with(&[flag(CLONE_NEWCGROUP)]),
            clone_with(&[flag(CLONE_NEWUTS)]),
            clone_with(&[flag(CLONE_NEWIPC)]),
            clone_with(&[flag(CLONE_NEWUSER)]),
            clone_with(&[flag(CLONE_NEWPID)]),
            clone_with(&[flag(CLONE_NEWNET)]),
            clone_with(&[flag(CLONE_PARENT)]),
        ],
    },
    CallGroup {
        reason: "insides of the kernel: programs, counters, faults, keys, secrets",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_memfd_secret,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_keyctl,
            SYS_LSM_SET_SELF_ATTR,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "input forged for a terminal; leases that hold up other readers of a file",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[libc::SYS_vhangup],
        cases: &[
            ioctl(&[Arg(1, Is::Value(0x5412))]),         // TIOCSTI
            ioctl(&[Arg(1, Is::Value(0x541c))]),         // TIOCLINUX
            ioctl(&[Arg(1, Is::Value(0x541d))]),         // TIOCCONS
            ioctl(&[Arg(1, Is::Value(0x5423))]),         // TIOCSETD
            ioctl(&[Arg(1, Is::Value(0x540e))]),         // TIOCSCTTY
            case(SYS_fcntl, &[Arg(1, Is::Value(1024))]), // F_SETLEASE
        ],
    },
    CallGroup {
        reason: "memory and queues that outlive their makers",
        applies: |_| true,
        answer: DenialResult::NotThere,
        calls: &[
            libc::SYS_shmget,
            libc::SYS_shmat,
            libc::SYS_shmctl,
            libc::SYS_shmdt,
            libc::SYS_semget,
            libc::SYS_semop,
            libc::SYS_semtimedop,
            libc::SYS_semctl,
            libc::SYS_msgget,
            libc::SYS_msgsnd,
            libc::SYS_msgrcv,
            libc::SYS_msgctl,
            libc::SYS_mq_open,
            libc::SYS_mq_unlink,
            libc::SYS_mq_timedsend,
            libc::SYS_mq_timedreceive,
            libc::SYS_mq_notify,
            libc::SYS_mq_getsetattr,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "the machine: modules, swap, clock, names, accounts, log",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[
            libc::SYS_reboot,
            libc::SYS_kexec_load,
            libc::SYS_kexec_file_load,
            libc::SYS_init_module,
            libc::SYS_finit_module,
            libc::SYS_delete_module,
            libc::SYS_swapon,
            libc::SYS_swapoff,
            libc::SYS_acct,
            libc::SYS_quotactl,
            libc::SYS_quotactl_fd,
            libc::SYS_settimeofday,
            libc::SYS_clock_settime,
            libc::SYS_clock_adjtime,
            libc::SYS_adjtimex,
            libc::SYS_sethostname,
            libc::SYS_setdomainname,
            libc::SYS_syslog,
            libc::SYS_nfsservctl,
            libc::SYS_lookup_dcookie,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_iopl,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_ioperm,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_modify_ldt,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "files by number instead of by path, and a watch over all of them",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[
            libc::SYS_name_to_handle_at,
            libc::SYS_open_by_handle_at,
            libc::SYS_fanotify_init,
            libc::SYS_fanotify_mark,
        ],
        cases: &[],
    },
    CallGroup {
        reason: "writing back what the whole machine has in memory",
        applies: |_| true,
        answer: DenialResult::Done,
        calls: &[libc::SYS_sync, libc::SYS_syncfs],
        cases: &[],
    },
    CallGroup {
        reason: "a process that looks like another, or that nobody may look at",
        applies: |_| true,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[
            // Allowed: the usual personality, the one without address randomisation (for debuggers and
            // sanitisers), and a query.
            case(
                SYS_personality,
                &[
                    Arg(0, Is::Not(0)),
                    Arg(0, Is::Not(0x0004_0000)),
                    Arg(0, Is::Not(u32::MAX)),
                ],
            ),
            case(SYS_prctl, &[Arg(0, Is::Value(4)), Arg(1, Is::Not(1))]), // PR_SET_DUMPABLE
            case(SYS_prctl, &[Arg(0, Is::Value(PR_SET_MM))]),
        ],
    },
];

const PRIORITIES: &[CallPattern] = &[
    case(SYS_prlimit64, &[Arg(0, Is::Not(0))]),
    // Priority of a process group or of a user; of another process; below zero.
    case(SYS_setpriority, &[Arg(0, Is::Not(0))]),
    case(SYS_setpriority, &[Arg(1, Is::Not(0))]),
    case(SYS_setpriority, &[Arg(2, Is::AtLeast(1 << 31))]),
    case(SYS_ioprio_set, &[Arg(0, Is::Not(1))]),
    case(SYS_ioprio_set, &[Arg(1, Is::Not(0))]),
    // Policy of another process, except to set the usual policy, which Mono does for each of its threads by
    // number.
    case(
        SYS_sched_setscheduler,
        &[Arg(0, Is::Not(0)), Arg(1, Is::Not(0))],
    ),
    // Any policy except the usual one (0), batch (3) and idle (5).
    case(
        SYS_sched_setscheduler,
        &[
            Arg(1, Is::Not(0)),
            Arg(1, Is::Not(3)),
            Arg(1, Is::Not(5)),
            Arg(1, Is::Not(SCHED_RESET_ON_FORK)),
            Arg(1, Is::Not(SCHED_RESET_ON_FORK | 3)),
            Arg(1, Is::Not(SCHED_RESET_ON_FORK | 5)),
        ],
    ),
];

const fn clone_with(args: &'static [Arg]) -> CallPattern {
    case(SYS_clone, args)
}

const fn flag(flag: i32) -> Arg {
    Arg(0, Is::Masked(flag.cast_unsigned(), flag.cast_unsigned()))
}

const fn ioctl(args: &'static [Arg]) -> CallPattern {
    case(SYS_ioctl, args)
}
