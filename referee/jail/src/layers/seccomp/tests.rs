//! Checks every denial against the kernel itself.
#![allow(
    unsafe_code,
    reason = "calls with arguments that no safe wrapper would pass on"
)]

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::{io, process, ptr, thread};

use super::table::{Arg, CallPattern, DenialResult, Is};
use super::*;

const ALL: Denials = Denials {
    sockets: true,
    policies: true,
    attributes: true,
    signals: true,
    processes: true,
    locks: true,
    hidden_memory: true,
    network: true,
};

/// Denials for a bot that has its own namespaces.
const LEAST: Denials = Denials {
    sockets: false,
    policies: false,
    attributes: false,
    signals: false,
    processes: false,
    locks: false,
    hidden_memory: false,
    network: true,
};

const ANY: u64 = u64::MAX;

/// Runs `act` in a thread with these denials, which do not affect the rest of the test.
fn under<T: Send + 'static>(denials: Denials, act: impl FnOnce() -> T + Send + 'static) -> T {
    let confined = thread::spawn(move || {
        deny(denials).expect("filters can be installed");
        let mode = unsafe { libc::prctl(libc::PR_GET_SECCOMP, 0, 0, 0, 0) };
        assert_eq!(mode, 2, "filters are in force");
        act()
    });
    confined.join().expect("the thread lives")
}

/// Returns the error number of the call; 0 means success.
fn error(call: i64, args: [u64; 6]) -> i32 {
    let a = args;
    match unsafe { libc::syscall(call, a[0], a[1], a[2], a[3], a[4], a[5]) } {
        -1 => io::Error::last_os_error().raw_os_error().unwrap_or(0),
        _ => 0,
    }
}

fn fits(is: Is, value: u32) -> bool {
    match is {
        Is::Value(only) => value == only,
        Is::Not(this) => value != this,
        Is::AtLeast(least) => value >= least,
        Is::Masked(mask, under) => value & mask == under,
        Is::NotSelf => value != process::id(),
        Is::NotNull => value != 0,
    }
}

/// Builds arguments that match a case, with extra bits set where the kernel ignores them.
fn example(case: &CallPattern) -> [u64; 6] {
    let mut args = [ANY; 6];
    for &Arg(index, _) in case.args {
        let mut wanted = case.args.iter().filter(|arg| arg.0 == index);
        let passed = case.args.iter().map(|arg| match arg.1 {
            Is::Value(value) | Is::AtLeast(value) | Is::Masked(_, value) => value,
            Is::Not(_) | Is::NotSelf | Is::NotNull => 0x0077_7777,
        });
        let value = passed
            .into_iter()
            .find(|&value| wanted.clone().all(|arg| fits(arg.1, value)));
        assert!(wanted.next().is_some());
        let value = value.unwrap_or_else(|| panic!("no arguments fit call {}", case.call));
        args[usize::from(index)] = 0xdead_beef_0000_0000 | u64::from(value);
    }
    args
}

#[test]
fn every_denial_answers_as_its_group_says() {
    let wrong = under(ALL, || {
        let mut wrong = Vec::new();
        for group in table(ALL) {
            let whole = group.calls.iter().map(|&call| (call, [ANY; 6]));
            let some = group.cases.iter().map(|case| (case.call, example(case)));
            for (call, args) in whole.chain(some) {
                let got = error(call, args);
                if got != group.answer.errno() {
                    wrong.push(format!("{}: call {call} gave error {got}", group.reason));
                }
            }
        }
        wrong
    });
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_group_is_without_use() {
    let fetching = Denials {
        network: false,
        ..ALL
    };
    for group in groups() {
        let applies = [ALL, LEAST, fetching].map(|denials| (group.applies)(denials));
        assert!(applies.contains(&true), "{}", group.reason);
        assert!(
            !(group.calls.is_empty() && group.cases.is_empty()),
            "{}",
            group.reason
        );
    }
}

#[test]
fn a_call_that_is_denied_whole_has_one_answer() {
    for whole in groups() {
        for group in groups().filter(|group| group.answer != whole.answer) {
            let some = group.cases.iter().map(|case| case.call);
            let mut others = group.calls.iter().copied().chain(some);
            let both = others.find(|call| whole.calls.contains(call));
            assert_eq!(both, None, "{}, and {}", whole.reason, group.reason);
        }
    }
}

/// Runs a filter, as the kernel does, on a call of this architecture; returns what it decides.
fn decides(filter: &[seccompiler::sock_filter], call: u32, args: [u64; 6]) -> u32 {
    let mut data = [0; 16];
    (data[0], data[1]) = (call, ARCHITECTURE);
    for (at, arg) in args.into_iter().enumerate() {
        data[4 + 2 * at] = u32::try_from(arg & 0xffff_ffff).expect("masked");
        data[5 + 2 * at] = u32::try_from(arg >> 32).expect("shifted");
    }
    let (mut value, mut at) = (0_u32, 0);
    loop {
        let step = &filter[at];
        at += 1;
        let goes = match u32::from(step.code) {
            0x06 => return step.k,
            0x20 => {
                value = data[usize::try_from(step.k / 4).expect("small")];
                continue;
            }
            0x54 => {
                value &= step.k;
                continue;
            }
            0x05 => {
                at += usize::try_from(step.k).expect("small");
                continue;
            }
            0x15 => value == step.k,
            0x25 => value > step.k,
            0x35 => value >= step.k,
            code => panic!("step {code:#x}"),
        };
        at += usize::from(if goes { step.jt } else { step.jf });
    }
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// What the table says of a call: the answers of cases that match, or of the call as a whole, or that it is allowed.
fn says(denials: Denials, call: u32, args: [u64; 6]) -> Vec<u32> {
    const ALLOW: u32 = 0x7fff_0000;
    let errno = |answer: DenialResult| 0x0005_0000 | answer.errno().cast_unsigned();
    if call > program::NEWEST {
        return vec![errno(DenialResult::NotThere)];
    }
    let matches = |group: &&CallGroup| {
        let is_case = |case: &CallPattern| {
            let has = |arg: &Arg| {
                let whole = args[usize::from(arg.0)];
                let low = u32::try_from(whole & 0xffff_ffff).expect("masked");
                match arg.1 {
                    Is::NotNull => whole != 0,
                    is => fits(is, low),
                }
            };
            case.call == i64::from(call) && case.args.iter().all(has)
        };
        group.calls.contains(&i64::from(call)) || group.cases.iter().any(is_case)
    };
    let denied: Vec<u32> = table(denials)
        .filter(matches)
        .map(|group| errno(group.answer))
        .collect();
    if denied.is_empty() {
        return vec![ALLOW];
    }
    denied
}

#[test]
fn the_filter_decides_as_the_table_says() {
    let newest = program::NEWEST;
    let beyond = [newest + 1, newest + 2, 0x4000_0000, 0x4000_0027, u32::MAX];
    for bits in 0..1_u32 << 8 {
        let bit = |place: u32| bits >> place & 1 == 1;
        let denials = Denials {
            sockets: bit(0),
            policies: bit(1),
            attributes: bit(2),
            signals: bit(3),
            processes: bit(4),
            locks: bit(5),
            hidden_memory: bit(6),
            network: bit(7),
        };
        let filter = program::filter(table(denials), newest).expect("a filter");
        let cases = table(denials).flat_map(|group| group.cases);
        let examples = cases.map(|case| (u32::try_from(case.call).expect("small"), example(case)));
        let plain = (0..=newest).chain(beyond);
        let plain = plain.flat_map(|call| [(call, [0; 6]), (call, [ANY; 6]), (call, [1; 6])]);
        for (call, args) in plain.chain(examples) {
            let (decided, said) = (decides(&filter, call, args), says(denials, call, args));
            assert!(
                said.contains(&decided),
                "{denials:?}, call {call} {args:x?}: {decided:x}, {said:x?}"
            );
        }
    }
}

#[test]
fn a_call_is_found_in_few_steps() {
    let filter = program::filter(table(ALL), program::NEWEST).expect("a filter");
    let searches = filter.iter().filter(|step| u32::from(step.code) == 0x35);
    assert!(searches.count() > 64, "so that a list would be long");
    for call in 0..=program::NEWEST {
        let (mut at, mut steps) = (4, 0);
        while [0x35, 0x05].contains(&u32::from(filter[at].code)) {
            let step = &filter[at];
            let far = match u32::from(step.code) {
                0x05 => usize::try_from(step.k).expect("small"),
                _ => usize::from(if call >= step.k { step.jt } else { step.jf }),
            };
            (at, steps) = (at + 1 + far, steps + 1);
        }
        assert!(steps <= 16, "call {call} takes {steps}");
    }
}

#[test]
fn only_the_families_that_are_left_open_give_sockets() {
    let families = |denials| {
        under(denials, || {
            (0..64)
                .filter(|&family| error(libc::SYS_socket, [family, 2, 0, 0, 0, 0]) == 0)
                .collect::<Vec<u64>>()
        })
    };
    let fetching = Denials {
        network: false,
        ..LEAST
    };
    assert_eq!(families(LEAST), [1]);
    assert_eq!(families(ALL), [0_u64; 0]);
    let open = families(fetching);
    assert!(
        open.contains(&1) && open.iter().all(|family| [1, 2, 10, 16].contains(family)),
        "{open:?}"
    );
    let open = families(Denials {
        sockets: true,
        policies: true,
        ..fetching
    });
    assert!(
        open.iter().all(|family| [2, 10, 16].contains(family)),
        "{open:?}"
    );
}

#[test]
fn what_programs_need_stays_open() {
    let pid = u64::from(process::id());
    let (mut pair, mut room) = ([0_i32; 2], [0_u64; 2]);
    let (pair, room) = (pair.as_mut_ptr() as u64, room.as_mut_ptr() as u64);
    let calls = [
        (
            "a pair of sockets",
            libc::SYS_socketpair,
            [1, 0o2_000_001, 0, pair, 0, 0],
        ),
        (
            "asking for the personality",
            libc::SYS_personality,
            [0xffff_ffff, 0, 0, 0, 0, 0],
        ),
        ("being dumpable", libc::SYS_prctl, [4, 1, 0, 0, 0, 0]),
        (
            "a thread's name",
            libc::SYS_prctl,
            [15, c"thread".as_ptr() as u64, 0, 0, 0, 0],
        ),
        ("being nicer", libc::SYS_setpriority, [0, 0, 1, 0, 0, 0]),
        ("one's own limits", libc::SYS_prlimit64, [0, 7, 0, 0, 0, 0]),
        (
            "one's own limit of core files",
            libc::SYS_prlimit64,
            [0, 4, 0, room, 0, 0],
        ),
        (
            "one's own CPU clock",
            libc::SYS_clock_gettime,
            [0xffff_fffa, room, 0, 0, 0, 0],
        ),
        ("a barrier", libc::SYS_membarrier, [16, 0, 0, 0, 0, 0]),
        ("one's own group", libc::SYS_getpgid, [pid, 0, 0, 0, 0, 0]),
        (
            "asking whether it lives itself",
            libc::SYS_kill,
            [pid, 0, 0, 0, 0, 0],
        ),
        ("private memory", libc::SYS_mmap, [0, 4096, 3, 0x22, ANY, 0]),
        ("a descriptor's flags", libc::SYS_fcntl, [2, 1, 0, 0, 0, 0]),
        (
            "priority of input, its own",
            libc::SYS_ioprio_set,
            [1, 0, 0, 0, 0, 0],
        ),
    ];
    // Both buffers are on this thread's stack; the other thread may write to them until it ends.
    let failed = under(ALL, move || {
        calls
            .into_iter()
            .filter(|&(_, call, args)| error(call, args) != 0)
            .collect::<Vec<_>>()
    });
    assert_eq!(failed, []);
}

#[test]
fn signals_reach_only_the_process_itself() {
    let parent = u64::from(std::os::unix::process::parent_id());
    let probe = move || error(libc::SYS_kill, [parent, 0, 0, 0, 0, 0]);
    assert_eq!(under(ALL, probe), libc::EPERM);
    assert_eq!(under(LEAST, probe), 0);
}

#[test]
fn shared_memory_stays_open_where_groups_count_it() {
    let shared = || error(libc::SYS_mmap, [0, 4096, 3, 0x21, ANY, 0]);
    assert_eq!(under(LEAST, shared), 0);
    assert_eq!(under(ALL, shared), libc::EPERM);
}

#[test]
fn calls_above_the_newest_known_are_not_there() {
    let below = u32::try_from(libc::SYS_futex_waitv).expect("a small number") - 1;
    let wait = || error(libc::SYS_futex_waitv, [ANY; 6]);
    assert_eq!(wait(), libc::EINVAL);
    let (waited, asked, x32) = thread::spawn(move || {
        program::install([].into_iter(), below).expect("a filter can be installed");
        let x32 = 0x4000_0000 | libc::SYS_getpid;
        (wait(), error(libc::SYS_getpid, [0; 6]), error(x32, [0; 6]))
    })
    .join()
    .expect("the thread lives");
    assert_eq!((waited, asked, x32), (libc::ENOSYS, 0, libc::ENOSYS));
}

#[test]
fn this_machine_can_filter() {
    assert!(works());
}

#[cfg(target_arch = "x86_64")]
#[test]
fn calls_through_the_gate_of_32_bits_kill() {
    let gate = || {
        deny(LEAST)?;
        // 20 is `getpid` in the 32-bit interface.
        unsafe { std::arch::asm!("int 0x80", inlateout("eax") 20 => _) };
        Ok(())
    };
    let mut command = Command::new("/bin/true");
    let ended = unsafe { command.pre_exec(gate) }
        .status()
        .expect("a process starts");
    // If the kernel has no 32-bit interface, the instruction itself is a fault.
    let signal = ended.signal();
    assert!(
        [Some(libc::SIGSYS), Some(libc::SIGSEGV)].contains(&signal),
        "{ended}"
    );
}

#[test]
fn children_are_under_the_same_filters() {
    let mut command = Command::new("/bin/true");
    let inherits = || {
        deny(LEAST)?;
        match unsafe { libc::fork() } {
            0 => unsafe { libc::_exit(error(libc::SYS_ptrace, [ANY; 6])) },
            child => {
                let mut status = 0;
                unsafe { libc::waitpid(child, ptr::from_mut(&mut status), 0) };
                assert_eq!(libc::WEXITSTATUS(status), libc::EPERM);
            }
        }
        Ok(())
    };
    let ended = unsafe { command.pre_exec(inherits) }
        .status()
        .expect("a process starts");
    assert!(ended.success(), "{ended}");
}
