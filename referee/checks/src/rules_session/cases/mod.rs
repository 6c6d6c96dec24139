//! Unit tests of rules: sessions with expectations, in a file; docs/rules.md defines the format.

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

/// The cases of a file.
pub struct Cases(Vec<RulesCase>);

/// What came of all cases.
#[derive(Debug, Serialize)]
pub struct CasesOutcome {
    /// Cases in the file.
    pub cases: usize,
    /// Those in which every line holds.
    pub held: usize,
    /// The lines that don't hold, in their order.
    pub failed: Vec<FailedLine>,
}

/// A line that doesn't hold.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FailedLine {
    /// From 1, in the file.
    pub line: usize,
    /// The name of its case, if it has one.
    pub case: Option<String>,
    /// What should have come.
    pub expected: String,
    /// What came.
    pub got: String,
}

impl Cases {
    /// Reads them all, and tries none.
    pub fn read(input: impl BufRead) -> Result<Cases, Unreadable> {
        Ok(Cases(read::read(input)?))
    }

    /// Tries each case in a session of its own.
    pub fn run(
        &self,
        game: &'static dyn Game,
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

/// Goes through a case as far as its position is the one that is meant.
fn run(case: &RulesCase, session: &mut RulesSession, failed: &mut Vec<FailedLine>) {
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
        let done = |reply: &str| reply == "ok";
        match kind {
            StepKind::Expect => {
                let got = answered(session, text);
                if !holds(session, text, &got) {
                    fail(text.clone(), got);
                }
            }
            StepKind::Do => {
                let got = one_line(&session.answer(text));
                if !done(&got) {
                    return fail(format!("{text}: ok"), got);
                }
            }
            StepKind::Refuse => {
                let got = one_line(&session.answer(text));
                if done(&got) {
                    return fail(format!("{text}: refused"), got);
                }
            }
        }
    }
}

/// What the session says where this answer is expected.
fn answered(session: &mut RulesSession, expected: &str) -> String {
    let (keyword, rest) = split(expected);
    let asked = match keyword {
        "perft" => format!("perft {}", split(rest).0),
        word => word.to_owned(),
    };
    one_line(&session.answer(&asked))
}

/// Whether an answer is the one that is expected: moves in any order, a state line in any spelling,
/// of a result the words that are given, of a turn those that begin it.
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

fn one_line(reply: &SessionReply) -> String {
    reply.text().unwrap_or_default()
}
