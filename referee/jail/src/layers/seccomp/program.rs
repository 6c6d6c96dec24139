//! Denials as programs that the kernel runs before each call.

use std::collections::BTreeMap;
use std::{io, process};

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

use super::table::{Answer, Arg, Case, Group, Is};

/// The newest call that was looked at, `file_setattr` of Linux 6.17: the same number everywhere.
pub(super) const NEWEST: u32 = 469;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Installs what denies these groups' calls and all above `newest`.
///
/// It is one program: another one couldn't follow where filters themselves are denied.
pub(super) fn install<'a>(groups: impl Iterator<Item = &'a Group>, newest: u32) -> io::Result<()> {
    let groups: Vec<_> = groups.collect();
    let mut program = none_above(newest);
    for answer in Answer::ALL {
        let same = groups.iter().filter(|group| group.answer == answer);
        let rules = rules(same.copied()).map_err(io::Error::other)?;
        if !rules.is_empty() {
            program.extend(part(rules, answer)?);
        }
    }
    program.push(allow());
    apply(&program)
}

/// Answers `ENOSYS` to every call above `newest`, those of x32 among them: their numbers begin at
/// `0x4000_0000`.
fn none_above(newest: u32) -> BpfProgram {
    let jump = sock_filter {
        jf: 1,
        ..statement(libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K, newest)
    };
    vec![
        // The call's number is the first that the kernel tells.
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
        jump,
        give(denied(Answer::NotThere)),
    ]
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

fn denied(answer: Answer) -> SeccompAction {
    SeccompAction::Errno(answer.errno().cast_unsigned())
}

/// A call without rules is denied whatever its arguments.
fn rules<'a>(groups: impl Iterator<Item = &'a Group> + Clone) -> Result<Rules, BackendError> {
    let mut rules = Rules::new();
    for Case { call, args } in groups.clone().flat_map(|group| group.cases) {
        let conditions = args.iter().copied().map(condition);
        let rule = SeccompRule::new(conditions.collect::<Result<_, _>>()?)?;
        rules.entry(*call).or_default().push(rule);
    }
    rules.extend(groups.flat_map(|group| group.calls.iter().map(|&call| (call, Vec::new()))));
    Ok(rules)
}

fn condition(Arg(index, is): Arg) -> Result<SeccompCondition, BackendError> {
    let (compare, value) = match is {
        Is::Value(value) => (SeccompCmpOp::Eq, value),
        Is::Not(value) => (SeccompCmpOp::Ne, value),
        Is::AtLeast(value) => (SeccompCmpOp::Ge, value),
        Is::Masked(mask, value) => (SeccompCmpOp::MaskedEq(mask.into()), value),
        Is::NotSelf => (SeccompCmpOp::Ne, process::id()),
    };
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, compare, value.into())
}

/// A program whose end, reached by calls that it doesn't know, is left open for the next. No call may
/// be known to two of them.
fn part(rules: Rules, answer: Answer) -> io::Result<BpfProgram> {
    let mut program = compile(rules, answer).map_err(io::Error::other)?;
    if program.pop() == Some(allow()) {
        Ok(program)
    } else {
        Err(io::Error::other("a filter doesn't end by allowing"))
    }
}

fn compile(rules: Rules, answer: Answer) -> Result<BpfProgram, BackendError> {
    let here = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, SeccompAction::Allow, denied(answer), here)?.try_into()
}

fn apply(program: &[sock_filter]) -> io::Result<()> {
    seccompiler::apply_filter(program).map_err(|error| match error {
        seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
        error => io::Error::other(error),
    })
}
