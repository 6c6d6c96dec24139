//! Denials where another layer is missing.

use libc::{
    AF_INET, AF_INET6, AF_NETLINK, AF_UNIX, SYS_clone, SYS_fcntl, SYS_ioctl, SYS_kill, SYS_mmap,
    SYS_openat, SYS_sched_setscheduler, SYS_socket, SYS_socketpair, SYS_tgkill,
};

use super::Denials;
use super::table::{Arg, CallGroup, DenialResult, Is, case};

const UNIX: u32 = AF_UNIX.cast_unsigned();
// Calls of Linux 6.6 (`fchmodat2`), 6.13 and 6.17; the numbers are the same on all architectures.
const SYS_FCHMODAT2: i64 = 452;
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_FILE_SETATTR: i64 = 469;

const THREAD: u32 = libc::CLONE_THREAD.cast_unsigned();
const FILES: u32 = libc::CLONE_FILES.cast_unsigned();
const TRUNCATE: u32 = libc::O_TRUNC.cast_unsigned();
const ACCESS: u32 = libc::O_ACCMODE.cast_unsigned();

/// Groups of calls that are denied where another layer is missing.
pub(super) static GROUPS: &[CallGroup] = &[
    CallGroup {
        reason: "sockets of every family",
        applies: |denials: Denials| denials.sockets && denials.network,
        answer: DenialResult::NoFamily,
        calls: &[libc::SYS_socket],
        cases: &[],
    },
    CallGroup {
        reason: "the usual policy for processes of the machine",
        applies: |denials| denials.policies,
        answer: DenialResult::NotPermitted,
        calls: &[],
        cases: &[case(SYS_sched_setscheduler, &[Arg(0, Is::Not(0))])],
    },
    CallGroup {
        reason: "sockets of every family but unix",
        applies: |denials| !denials.sockets && denials.network,
        answer: DenialResult::NoFamily,
        calls: &[],
        cases: &[case(SYS_socket, &[Arg(0, Is::Not(UNIX))])],
    },
    CallGroup {
        reason: "sockets of every family but unix and the internet's",
        applies: |denials| !denials.network,
        answer: DenialResult::NoFamily,
        calls: &[],
        cases: &[case(
            SYS_socket,
            &[
                Arg(0, Is::Not(UNIX)),
                Arg(0, Is::Not(AF_INET.cast_unsigned())),
                Arg(0, Is::Not(AF_INET6.cast_unsigned())),
                // Netlink is used to query host names and routes.
                Arg(0, Is::Not(AF_NETLINK.cast_unsigned())),
            ],
        )],
    },
    CallGroup {
        reason: "unix sockets in the machine's file system",
        applies: |denials| denials.sockets && !denials.network,
        answer: DenialResult::NoFamily,
        calls: &[],
        cases: &[case(SYS_socket, &[Arg(0, Is::Value(UNIX))])],
    },
    CallGroup {
        reason: "names for sockets, where there are only pairs",
        applies: |denials| denials.sockets && denials.network,
        answer: DenialResult::NotPermitted,
        calls: &[libc::SYS_bind, libc::SYS_connect, libc::SYS_listen],
        cases: &[],
    },
    CallGroup {
        reason: "pairs that can be led elsewhere: all but streams",
        applies: |denials| denials.sockets,
        answer: DenialResult::NoFamily,
        calls: &[],
        // SOCK_STREAM is 1, in the lower four bits.
        cases: &[
            case(
                SYS_socketpair,
                &[Arg(0, Is::Value(UNIX)), Arg(1, Is::Masked(1, 0))],
            ),
            case(
                SYS_socketpair,
                &[Arg(0, Is::Value(UNIX)), Arg(1, Is::Masked(2, 2))],
            ),
            case(
                SYS_socketpair,
                &[Arg(0, Is::Value(UNIX)), Arg(1, Is::Masked(4, 4))],
            ),
            case(
                SYS_socketpair,
                &[Arg(0, Is::Value(UNIX)), Arg(1, Is::Masked(8, 8))],
            ),
        ],
    },
    CallGroup {
        reason: "its flags lie in memory that a filter can't read; libraries fall back to openat",
        applies: |denials| denials.attributes,
        answer: DenialResult::NotThere,
        calls: &[libc::SYS_openat2],
        cases: &[],
    },
    CallGroup {
        reason: "rights, owners, times, attributes and lengths of files that aren't open for writing",
        applies: |denials| denials.attributes,
        answer: DenialResult::NotPermitted,
        calls: &[
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chmod,
            libc::SYS_fchmod,
            libc::SYS_fchmodat,
            SYS_FCHMODAT2,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chown,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_lchown,
            libc::SYS_fchown,
            libc::SYS_fchownat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_utime,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_utimes,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_futimesat,
            libc::SYS_utimensat,
            libc::SYS_setxattr,
            libc::SYS_lsetxattr,
            libc::SYS_fsetxattr,
            libc::SYS_removexattr,
            libc::SYS_lremovexattr,
            libc::SYS_fremovexattr,
            SYS_SETXATTRAT,
            SYS_REMOVEXATTRAT,
            SYS_FILE_SETATTR,
            libc::SYS_truncate,
        ],
        cases: &[
            #[cfg(target_arch = "x86_64")]
            case(
                libc::SYS_open,
                &[Arg(1, Is::Masked(TRUNCATE | ACCESS, TRUNCATE))],
            ),
            #[cfg(target_arch = "x86_64")]
            case(
                libc::SYS_open,
                &[Arg(1, Is::Masked(TRUNCATE | ACCESS, TRUNCATE | ACCESS))],
            ),
            case(
                SYS_openat,
                &[Arg(2, Is::Masked(TRUNCATE | ACCESS, TRUNCATE))],
            ),
            case(
                SYS_openat,
                &[Arg(2, Is::Masked(TRUNCATE | ACCESS, TRUNCATE | ACCESS))],
            ),
            case(SYS_ioctl, &[Arg(1, Is::Value(0x4008_6602))]), // FS_IOC_SETFLAGS
            case(SYS_ioctl, &[Arg(1, Is::Value(0x401c_5820))]), // FS_IOC_FSSETXATTR
            case(SYS_ioctl, &[Arg(1, Is::Value(0x4008_7602))]), // FS_IOC_SETVERSION
            case(SYS_ioctl, &[Arg(1, Is::Value(0x4080_6685))]), // FS_IOC_ENABLE_VERITY
        ],
    },
    CallGroup {
        reason: "signals to any process but itself",
        applies: |denials| denials.signals,
        answer: DenialResult::NotPermitted,
        calls: &[
            libc::SYS_tkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_pidfd_send_signal,
        ],
        cases: &[
            case(SYS_kill, &[Arg(0, Is::Not(0)), Arg(0, Is::NotSelf)]),
            case(SYS_tgkill, &[Arg(0, Is::NotSelf)]),
        ],
    },
    CallGroup {
        reason: "memory that belongs to no process",
        applies: |denials| denials.hidden_memory,
        answer: DenialResult::NotThere,
        calls: &[libc::SYS_memfd_create],
        cases: &[],
    },
    CallGroup {
        reason: "memory that stays when its owner lets go of it, or that no limit counts",
        applies: |denials| denials.hidden_memory,
        answer: DenialResult::NotPermitted,
        // Pages in a pipe keep alive the whole huge page that they were part of.
        calls: &[libc::SYS_vmsplice],
        cases: &[
            // MAP_ANONYMOUS with MAP_SHARED or MAP_SHARED_VALIDATE.
            case(SYS_mmap, &[Arg(3, Is::Masked(0x21, 0x21))]),
            // MAP_GROWSDOWN: counted as stack, which RLIMIT_DATA ignores.
            case(SYS_mmap, &[Arg(3, Is::Masked(0x100, 0x100))]),
            case(SYS_fcntl, &[Arg(1, Is::Value(1031))]), // F_SETPIPE_SZ
            // A thread with its own file descriptor table, which its process does not show.
            case(SYS_clone, &[Arg(0, Is::Masked(THREAD | FILES, THREAD))]),
        ],
    },
];
