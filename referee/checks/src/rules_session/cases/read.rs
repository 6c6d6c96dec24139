//! Reads a file of cases: paragraphs of steps, checked before any of them is run.

use std::io::{self, BufRead};

use referee_games::text::quote;

use super::super::{InputLine, InputLines, PERFT_MAX};

const STEPS: &str =
    "state, new, play or chance, expect or refuse before one, case NAME, or # for a comment";
const EXPECTED: &str = "expect takes state, legal, turn, result or perft";
const REFUSED: &str = "refuse takes state, new, play or chance";

/// A paragraph: steps that begin at the default start.
#[derive(Debug, Default)]
pub(super) struct RulesCase {
    pub(super) name: Option<String>,
    pub(super) steps: Vec<CaseStep>,
}

/// A line of a case.
#[derive(Debug)]
pub(super) struct CaseStep {
    /// Line number in the file, from 1.
    pub(super) line: usize,
    pub(super) kind: StepKind,
    /// The line for the session; for an expectation, the expected answer.
    pub(super) text: String,
}

/// Kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// The line must be accepted.
    Do,
    /// The line must be refused.
    Refuse,
    /// The answer must be this one.
    Expect,
}

/// Reason why a file can't be used.
#[derive(Debug)]
pub enum Unreadable {
    /// Error of the operating system.
    Io(io::Error),
    /// Error in a line: its number, from 1, and what is wrong.
    Line(usize, String),
    /// The file has no steps.
    Empty,
}

/// Reads all cases.
pub(super) fn read(input: impl BufRead) -> Result<Vec<RulesCase>, Unreadable> {
    let mut lines = InputLines::new(input);
    let mut cases = Vec::new();
    let mut case = RulesCase::default();
    for number in 1.. {
        let Some(line) = lines.next_line().map_err(Unreadable::Io)? else {
            break;
        };
        let refuse = |why| Unreadable::Line(number, why);
        let text = match line {
            InputLine::Refused(why) => return Err(refuse(why)),
            InputLine::Text(text) => text,
        };
        let text = text.trim_ascii();
        if text.is_empty() {
            cases.push(std::mem::take(&mut case));
        } else if !text.starts_with('#') {
            add(&mut case, number, text).map_err(refuse)?;
        }
    }
    cases.push(case);
    cases.retain(|case| !case.steps.is_empty());
    if cases.is_empty() {
        return Err(Unreadable::Empty);
    }
    Ok(cases)
}

fn add(case: &mut RulesCase, line: usize, text: &str) -> Result<(), String> {
    let (keyword, rest) = split(text);
    let (kind, text) = match keyword {
        "case" => return name(case, rest),
        "expect" => (StepKind::Expect, rest),
        "refuse" => (StepKind::Refuse, rest),
        _ => (StepKind::Do, text),
    };
    check(kind, text)?;
    let text = text.to_owned();
    case.steps.push(CaseStep { line, kind, text });
    Ok(())
}

fn name(case: &mut RulesCase, name: &str) -> Result<(), String> {
    if name.is_empty() || case.name.is_some() || !case.steps.is_empty() {
        return Err("`case NAME` is the first line of a case, behind a blank line".to_owned());
    }
    case.name = Some(name.to_owned());
    Ok(())
}

/// Refuses a step that no game could understand: it is a mistake in the file, not a failed case.
fn check(kind: StepKind, text: &str) -> Result<(), String> {
    let (keyword, rest) = split(text);
    let words = rest.split_ascii_whitespace().count();
    let (fits, shape) = match (kind, keyword) {
        (StepKind::Expect, "state") => (words > 0, "expect state LINE"),
        (StepKind::Expect, "legal") => (true, ""),
        (StepKind::Expect, "turn") => (words > 0, "expect turn seat A, turn chance or turn over"),
        (StepKind::Expect, "result") => (words > 0, "expect result none, or words such as A=1"),
        (StepKind::Expect, "perft") => (is_count(rest), "expect perft N COUNT, N at most 12"),
        (StepKind::Expect, _) => return Err(format!("{EXPECTED}, found {}", quote(keyword))),
        (_, "state") => (words > 0, "state LINE"),
        (_, "new") => (true, ""),
        (_, "play") => (words == 1, "play MOVE"),
        (_, "chance") => (words == 1, "chance OUTCOME"),
        (StepKind::Refuse, _) => return Err(format!("{REFUSED}, found {}", quote(keyword))),
        (StepKind::Do, _) => return Err(format!("found {}, expected {STEPS}", quote(keyword))),
    };
    if fits {
        return Ok(());
    }
    Err(format!("found {}, expected {shape}", quote(text)))
}

fn is_count(rest: &str) -> bool {
    let (depth, count) = split(rest);
    let depth: Result<u32, _> = depth.parse();
    depth.is_ok_and(|depth| depth <= PERFT_MAX) && count.parse::<u64>().is_ok()
}

/// Splits a text into its first word and the rest.
pub(super) fn split(text: &str) -> (&str, &str) {
    let (keyword, rest) = text
        .split_once(|c: char| c.is_ascii_whitespace())
        .unwrap_or((text, ""));
    (keyword, rest.trim_ascii_start())
}
