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

/// Offset of the call's number in the kernel's `seccomp_data`.
const NUMBER: u32 = 0;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Installs a filter that denies these groups' calls and all calls above `newest`.
///
/// It is one program: a second one could not be installed where the first denies filters themselves.
pub(super) fn install<'a>(
    groups: impl Iterator<Item = &'a CallGroup>,
    newest: u32,
) -> io::Result<()> {
    apply(&filter(groups, newest)?)
}

/// Compiles such a filter.
pub(super) fn filter<'a>(
    groups: impl Iterator<Item = &'a CallGroup>,
    newest: u32,
) -> io::Result<BpfProgram> {
    let groups: Vec<_> = groups.collect();
    let mut program = other_architectures()?;
    program.push(statement(
        libc::BPF_LD | libc::BPF_W | libc::BPF_ABS,
        NUMBER,
    ));
    let leaves: Vec<_> = leaves(&groups, newest)?.into_iter().collect();
    program.extend(search(&leaves));
    Ok(program)
}

/// Returns what is done with the calls from each of these numbers on, up to the next one. Calls above `newest`, including
/// the x32 calls, whose numbers begin at `0x4000_0000`, fail with `ENOSYS`.
fn leaves(groups: &[&CallGroup], newest: u32) -> io::Result<BTreeMap<u32, BpfProgram>> {
    let not_there = vec![give(denied(DenialResult::NotThere))];
    let mut calls: BTreeMap<u32, BpfProgram> = BTreeMap::new();
    for answer in DenialResult::ALL {
        let same = || groups.iter().filter(|group| group.answer == answer);
        for (call, rules) in rules(same().copied()).map_err(io::Error::other)? {
            let asked = calls.entry(number(call)).or_default();
            asked.extend(part(Rules::from([(call, rules)]), answer)?);
        }
    }
    for asked in calls.values_mut() {
        asked.push(allow());
    }
    for answer in DenialResult::ALL {
        let same = groups.iter().filter(|group| group.answer == answer);
        for call in same.flat_map(|group| group.calls) {
            calls.insert(number(*call), vec![give(denied(answer))]);
        }
    }
    let mut leaves = BTreeMap::from([(0, vec![allow()]), (newest + 1, not_there)]);
    for (call, leaf) in calls.into_iter().filter(|(call, _)| *call <= newest) {
        leaves.insert(call, leaf);
        leaves.entry(call + 1).or_insert_with(|| vec![allow()]);
    }
    let mut last = None;
    leaves.retain(|_, leaf| last.replace(leaf.clone()).as_ref() != Some(leaf));
    Ok(leaves)
}

/// Compiles a binary search for the last leaf that begins at or below the loaded number. Whenever a bot is started, the kernel
/// evaluates the program for every number, which takes longer than all else if it looks through a list.
fn search(leaves: &[(u32, BpfProgram)]) -> BpfProgram {
    if let [(_, leaf)] = leaves {
        return leaf.clone();
    }
    let (low, high) = leaves.split_at(leaves.len() / 2);
    let (below, above) = (search(low), search(high));
    let at_least = |jt, jf| sock_filter {
        jt,
        jf,
        ..statement(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, high[0].0)
    };
    let mut program = match u8::try_from(below.len()) {
        Ok(far) => vec![at_least(far, 0)],
        // A condition jumps over 255 steps at most.
        Err(_) => vec![at_least(0, 1), jump(below.len())],
    };
    program.extend(below);
    program.extend(above);
    program
}

fn number(call: c_long) -> u32 {
    u32::try_from(call).expect("numbers of calls are small")
}

fn allow() -> sock_filter {
    give(SeccompAction::Allow)
}

/// Passes over this many steps.
fn jump(far: usize) -> sock_filter {
    let far = u32::try_from(far).expect("programs are short");
    statement(libc::BPF_JMP | libc::BPF_JA, far)
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

/// Compiles a part of a leaf, which passes on calls that it does not deny: it jumps to its end instead of allowing.
fn part(rules: Rules, answer: DenialResult) -> io::Result<BpfProgram> {
    let mut program = compile(rules, denied(answer))?;
    program.drain(..other_architectures()?.len());
    let length = program.len();
    for (at, step) in program.iter_mut().enumerate() {
        if *step == allow() {
            *step = jump(length - 1 - at);
        }
    }
    Ok(program)
}

/// Compiles the beginning of every program: it kills who calls by another architecture's numbers.
fn other_architectures() -> io::Result<BpfProgram> {
    let mut program = compile(Rules::new(), SeccompAction::KillProcess)?;
    program.pop();
    Ok(program)
}

fn compile(rules: Rules, action: SeccompAction) -> io::Result<BpfProgram> {
    let here = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, here);
    filter.and_then(TryInto::try_into).map_err(io::Error::other)
}

fn apply(program: &[sock_filter]) -> io::Result<()> {
    seccompiler::apply_filter(program).map_err(|error| match error {
        seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
        error => io::Error::other(error),
    })
}
