//! Unit tests of rules: sessions with expectations, in a file; docs/rules.md defines the format.

mod read;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use referee_games::{Kind as Game, OptionError};
use serde::Serialize;

use super::{Reply, Session};
pub use read::Unreadable;
use read::{Case, Kind, Step, split};

/// The cases of a file.
pub struct Cases(Vec<Case>);

/// What came of all cases.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// Cases in the file.
    pub cases: usize,
    /// Those in which every line holds.
    pub held: usize,
    /// The lines that don't hold, in their order.
    pub failed: Vec<Failed>,
}

/// A line that doesn't hold.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Failed {
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
    ) -> Result<Outcome, OptionError> {
        let mut failed = Vec::new();
        let mut held = 0;
        for case in &self.0 {
            let before = failed.len();
            run(case, &mut Session::new(game, options.clone())?, &mut failed);
            held += usize::from(failed.len() == before);
        }
        let cases = self.0.len();
        Ok(Outcome {
            cases,
            held,
            failed,
        })
    }
}

/// Goes through a case as far as its position is the one that is meant.
fn run(case: &Case, session: &mut Session, failed: &mut Vec<Failed>) {
    for Step { line, kind, text } in &case.steps {
        let mut fail = |expected: String, got: String| {
            let case = case.name.clone();
            let line = *line;
            failed.push(Failed {
                line,
                case,
                expected,
                got,
            });
        };
        let done = |reply: &str| reply == "ok";
        match kind {
            Kind::Expect => {
                let got = answered(session, text);
                if !holds(session, text, &got) {
                    fail(text.clone(), got);
                }
            }
            Kind::Do => {
                let got = one_line(&session.answer(text));
                if !done(&got) {
                    return fail(format!("{text}: ok"), got);
                }
            }
            Kind::Refuse => {
                let got = one_line(&session.answer(text));
                if done(&got) {
                    return fail(format!("{text}: refused"), got);
                }
            }
        }
    }
}

/// What the session says where this answer is expected.
fn answered(session: &mut Session, expected: &str) -> String {
    let (word, rest) = split(expected);
    let asked = match word {
        "perft" => format!("perft {}", split(rest).0),
        word => word.to_owned(),
    };
    one_line(&session.answer(&asked))
}

/// Whether an answer is the one that is expected: moves in any order, a state line in any spelling,
/// of a result the words that are given, of a turn those that begin it.
fn holds(session: &Session, expected: &str, got: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_ascii_whitespace().map(str::to_owned).collect() };
    let (word, rest) = split(expected);
    let (wanted, found) = (words(expected), words(got));
    let set = |words: &[String]| words.iter().cloned().collect::<BTreeSet<String>>();
    match word {
        "state" => {
            let same = session.rules.read(rest).ok();
            wanted == found || same.is_some_and(|same| format!("state {}", same.line()) == got)
        }
        "legal" => set(&wanted) == set(&found),
        "result" => set(&wanted).is_subset(&set(&found)),
        "turn" => found.starts_with(&wanted),
        _ => wanted == found,
    }
}

fn one_line(reply: &Reply) -> String {
    reply.text().unwrap_or_default()
}
