//! Compiles denials to the BPF program that the kernel runs before each system call.

use std::collections::BTreeMap;
use std::{io, process};

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

use super::table::{Arg, CallGroup, CallPattern, DenialResult, Is};

/// Newest call that was reviewed, `file_setattr` of Linux 6.17; its number is the same on all architectures.
pub(super) const NEWEST: u32 = 469;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Installs a filter that denies these groups' calls and all calls above `newest`.
///
/// It is one program: a second one could not be installed where the first denies filters themselves.
pub(super) fn install<'a>(
    groups: impl Iterator<Item = &'a CallGroup>,
    newest: u32,
) -> io::Result<()> {
    let groups: Vec<_> = groups.collect();
    let mut program = none_above(newest);
    for answer in DenialResult::ALL {
        let same = groups.iter().filter(|group| group.answer == answer);
        let rules = rules(same.copied()).map_err(io::Error::other)?;
        if !rules.is_empty() {
            program.extend(part(rules, answer)?);
        }
    }
    program.extend(whatever_is_asked(&groups));
    program.push(allow());
    apply(&program)
}

/// Answers `ENOSYS` to every call above `newest`, including the x32 calls: their numbers begin at
/// `0x4000_0000`.
fn none_above(newest: u32) -> BpfProgram {
    let jump = sock_filter {
        jf: 1,
        ..statement(libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K, newest)
    };
    vec![load_number(), jump, give(denied(DenialResult::NotThere))]
}

/// Denies calls for any arguments. Ranges of neighbouring numbers are denied together: whenever a bot is
/// started, the kernel translates each instruction and evaluates all of them for every call number.
fn whatever_is_asked(groups: &[&CallGroup]) -> BpfProgram {
    let mut calls: Vec<(c_long, DenialResult)> = groups
        .iter()
        .flat_map(|group| group.calls.iter().map(|call| (*call, group.answer)))
        .collect();
    calls.sort_unstable();
    calls.dedup_by_key(|(call, _)| *call);
    let mut program = vec![load_number()];
    for range in
        calls.chunk_by(|(one, to_one), (next, to_next)| *next == one + 1 && to_one == to_next)
    {
        let ((first, answer), (last, _)) = (range[0], range[range.len() - 1]);
        let jump = |what, than: c_long, jt, jf| sock_filter {
            jt,
            jf,
            ..statement(libc::BPF_JMP | what | libc::BPF_K, number(than))
        };
        program.extend([
            jump(libc::BPF_JGE, first, 0, 2),
            jump(libc::BPF_JGT, last, 1, 0),
            give(denied(answer)),
        ]);
    }
    program
}

fn number(call: c_long) -> u32 {
    u32::try_from(call).expect("numbers of calls are small")
}

/// Loads the call's number, the first field of the kernel's `seccomp_data`.
fn load_number() -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0)
}

fn allow() -> sock_filter {
    give(SeccompAction::Allow)
}

fn give(action: SeccompAction) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, action.into())
}

fn statement(code: u32, k: u32) -> sock_filter {
    let code = u16::try_from(code).expect("operations have 16 bits");
    let (jt, jf) = (0, 0);
    sock_filter { code, jt, jf, k }
}

fn denied(answer: DenialResult) -> SeccompAction {
    SeccompAction::Errno(answer.errno().cast_unsigned())
}

/// Builds the rules for calls that are denied for some arguments only.
fn rules<'a>(groups: impl Iterator<Item = &'a CallGroup>) -> Result<Rules, BackendError> {
    let mut rules = Rules::new();
    for CallPattern { call, args } in groups.flat_map(|group| group.cases) {
        let conditions = args.iter().copied().map(condition);
        let rule = SeccompRule::new(conditions.collect::<Result<_, _>>()?)?;
        rules.entry(*call).or_default().push(rule);
    }
    Ok(rules)
}

fn condition(Arg(index, is): Arg) -> Result<SeccompCondition, BackendError> {
    let length = match is {
        Is::NotNull => SeccompCmpArgLen::Qword,
        _ => SeccompCmpArgLen::Dword,
    };
    let (compare, value) = match is {
        Is::NotNull => (SeccompCmpOp::Ne, 0),
        Is::Value(value) => (SeccompCmpOp::Eq, value),
        Is::Not(value) => (SeccompCmpOp::Ne, value),
        Is::AtLeast(value) => (SeccompCmpOp::Ge, value),
        Is::Masked(mask, value) => (SeccompCmpOp::MaskedEq(mask.into()), value),
        Is::NotSelf => (SeccompCmpOp::Ne, process::id()),
    };
    SeccompCondition::new(index, length, compare, value.into())
}

/// Compiles a part that passes on calls that it does not deny: it jumps to its end instead of allowing.
fn part(rules: Rules, answer: DenialResult) -> io::Result<BpfProgram> {
    let mut program = compile(rules, answer).map_err(io::Error::other)?;
    for (left, step) in (0..).zip(program.iter_mut().rev()) {
        if *step == allow() {
            *step = statement(libc::BPF_JMP | libc::BPF_JA, left);
        }
    }
    Ok(program)
}

fn compile(rules: Rules, answer: DenialResult) -> Result<BpfProgram, BackendError> {
    let here = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, SeccompAction::Allow, denied(answer), here)?.try_into()
}

fn apply(program: &[sock_filter]) -> io::Result<()> {
    seccompiler::apply_filter(program).map_err(|error| match error {
        seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
        error => io::Error::other(error),
    })
}
