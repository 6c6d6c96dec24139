//! Unit tests of rules: sessions with expected answers, in a file; docs/rules.md defines the format.

mod read;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use referee_games::{GameKind as Game, OptionError};
use serde::Serialize;

use super::{RulesSession, SessionReply};
pub use read::Unreadable;
use read::{CaseStep, RulesCase, StepKind, split};

/// Cases of a file.
pub struct Cases(Vec<RulesCase>);

/// Results of all cases.
#[derive(Debug, Serialize)]
pub struct CasesOutcome {
    /// Number of cases in the file.
    pub cases: usize,
    /// Number of cases in which every line holds.
    pub held: usize,
    /// Lines that don't hold, in order.
    pub failed: Vec<FailedLine>,
}

/// A line that doesn't hold.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FailedLine {
    /// Line number in the file, from 1.
    pub line: usize,
    /// Name of its case, if it has one.
    pub case: Option<String>,
    /// Expected answer.
    pub expected: String,
    /// Actual answer.
    pub got: String,
}

impl Cases {
    /// Reads and checks all cases, without running them.
    pub fn read(input: impl BufRead) -> Result<Cases, Unreadable> {
        Ok(Cases(read::read(input)?))
    }

    /// Runs each case in its own session. Returns an error if the options are invalid.
    pub fn run(
        &self,
        game: &dyn Game,
        options: &BTreeMap<String, String>,
    ) -> Result<CasesOutcome, OptionError> {
        let mut failed = Vec::new();
        let mut held = 0;
        for case in &self.0 {
            let before = failed.len();
            run(
                case,
                &mut RulesSession::new(game, options.clone())?,
                &mut failed,
            );
            held += usize::from(failed.len() == before);
        }
        let cases = self.0.len();
        Ok(CasesOutcome {
            cases,
            held,
            failed,
        })
    }
}

/// Runs a case up to the first step after which its position would be wrong.
fn run(case: &RulesCase, session: &mut RulesSession<'_>, failed: &mut Vec<FailedLine>) {
    for CaseStep { line, kind, text } in &case.steps {
        let mut fail = |expected: String, got: String| {
            let case = case.name.clone();
            let line = *line;
            failed.push(FailedLine {
                line,
                case,
                expected,
                got,
            });
        };
        let refused = |reply: &str| reply.starts_with("error ");
        match kind {
            StepKind::Expect => {
                let got = answered(session, text);
                if session.failure().is_some() || !holds(session, text, &got) {
                    fail(text.clone(), got);
                }
            }
            StepKind::Do => {
                let got = answer(session, text);
                if refused(&got) {
                    return fail(format!("{text}: done"), got);
                }
            }
            StepKind::Refuse => {
                let got = answer(session, text);
                // Rules that fail don't refuse.
                if session.failure().is_some() || !refused(&got) {
                    return fail(format!("{text}: refused"), got);
                }
            }
        }
    }
}

/// Asks the session for the answer that is expected here.
fn answered(session: &mut RulesSession<'_>, expected: &str) -> String {
    let (keyword, rest) = split(expected);
    let asked = match keyword {
        "perft" => format!("perft {}", split(rest).0),
        word => word.to_owned(),
    };
    answer(session, &asked)
}

/// Returns whether an answer matches the expected one: moves may be in any order, a state line in any
/// spelling; for a result it must contain the expected words, for a turn begin with them.
fn holds(session: &RulesSession, expected: &str, got: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_ascii_whitespace().map(str::to_owned).collect() };
    let (keyword, rest) = split(expected);
    let (wanted, actual) = (words(expected), words(got));
    let set = |words: &[String]| words.iter().cloned().collect::<BTreeSet<String>>();
    match keyword {
        "state" => {
            let same = session.rules.read(rest).ok();
            wanted == actual || same.is_some_and(|same| format!("state {}", same.line()) == got)
        }
        "legal" => set(&wanted) == set(&actual),
        "result" => set(&wanted).is_subset(&set(&actual)),
        "turn" => actual.starts_with(&wanted),
        _ => wanted == actual,
    }
}

/// Returns the first line of an answer.
fn answer(session: &mut RulesSession<'_>, line: &str) -> String {
    match session.answer(line) {
        SessionReply::Lines(lines) => lines.into_iter().next().unwrap_or_default(),
        SessionReply::Quit => String::new(),
    }
}
