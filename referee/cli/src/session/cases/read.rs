//! A file of cases as it is written: paragraphs of steps, checked before any of them is tried.

use std::io::{self, BufRead};

use referee_games::text::quote;

use super::super::{Line, Lines, PERFT_MAX};

const STEPS: &str =
    "state, new, play or chance, expect or refuse before one, case NAME, or # for a comment";
const EXPECTED: &str = "expect takes state, legal, turn, result or perft";
const REFUSED: &str = "refuse takes state, new, play or chance";

/// A paragraph: steps from the default start on.
#[derive(Debug, Default)]
pub(super) struct Case {
    pub(super) name: Option<String>,
    pub(super) steps: Vec<Step>,
}

/// A line of a case.
#[derive(Debug)]
pub(super) struct Step {
    /// From 1, in the file.
    pub(super) line: usize,
    pub(super) kind: Kind,
    /// The line of a session that is meant; of an expectation, its answer.
    pub(super) text: String,
}

/// What a step asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It can be done.
    Do,
    /// It can't be done.
    Refuse,
    /// This is the answer.
    Expect,
}

/// Why a file can't be used.
#[derive(Debug)]
pub enum Unreadable {
    /// The system says so.
    Io(io::Error),
    /// The number of the line, from 1, and what is wrong in it.
    Line(usize, String),
    /// It says nothing that could hold or not.
    Empty,
}

/// Reads all cases.
pub(super) fn read(input: impl BufRead) -> Result<Vec<Case>, Unreadable> {
    let mut lines = Lines::new(input);
    let mut cases = Vec::new();
    let mut case = Case::default();
    for number in 1.. {
        let Some(line) = lines.next().map_err(Unreadable::Io)? else {
            break;
        };
        let refuse = |why| Unreadable::Line(number, why);
        let text = match line {
            Line::Refused(why) => return Err(refuse(why)),
            Line::Text(text) => text,
        };
        // Editors on Windows put a mark before the first line.
        let text = text.trim_start_matches('\u{feff}').trim_ascii();
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

fn add(case: &mut Case, line: usize, text: &str) -> Result<(), String> {
    let (word, rest) = split(text);
    let (kind, text) = match word {
        "case" => return name(case, rest),
        "expect" => (Kind::Expect, rest),
        "refuse" => (Kind::Refuse, rest),
        _ => (Kind::Do, text),
    };
    check(kind, text)?;
    let text = text.to_owned();
    case.steps.push(Step { line, kind, text });
    Ok(())
}

fn name(case: &mut Case, name: &str) -> Result<(), String> {
    if name.is_empty() || case.name.is_some() || !case.steps.is_empty() {
        return Err("`case NAME` is the first line of a case, behind a blank line".to_owned());
    }
    case.name = Some(name.to_owned());
    Ok(())
}

/// A step that no game could understand is a mistake of the file, and never a case that fails.
fn check(kind: Kind, text: &str) -> Result<(), String> {
    let (word, rest) = split(text);
    let words = rest.split_ascii_whitespace().count();
    let (fits, shape) = match (kind, word) {
        (Kind::Expect, "state") => (words > 0, "expect state LINE"),
        (Kind::Expect, "legal") => (true, ""),
        (Kind::Expect, "turn") => (words > 0, "expect turn seat A, turn chance or turn over"),
        (Kind::Expect, "result") => (words > 0, "expect result none, or words such as A=1"),
        (Kind::Expect, "perft") => (is_count(rest), "expect perft N COUNT, N at most 12"),
        (Kind::Expect, _) => return Err(format!("{EXPECTED}, found {}", quote(word))),
        (_, "state") => (words > 0, "state LINE"),
        (_, "new") => (true, ""),
        (_, "play") => (words == 1, "play MOVE"),
        (_, "chance") => (words == 1, "chance OUTCOME"),
        (Kind::Refuse, _) => return Err(format!("{REFUSED}, found {}", quote(word))),
        (Kind::Do, _) => return Err(format!("found {}, expected {STEPS}", quote(word))),
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

/// The first word, and what follows it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text
        .split_once(|c: char| c.is_ascii_whitespace())
        .unwrap_or((text, ""));
    (word, rest.trim_ascii_start())
}
