//! The result of a command, independent of the format in which it is written.

use std::path::PathBuf;
use std::time::Duration;

use referee_output::Exit;

use crate::document::Section;

/// A verdict together with its evidence.
#[derive(Debug)]
pub struct CheckReport {
    /// The command that reached the verdict, such as `check`.
    pub command: &'static str,
    /// Name of what was judged, such as a bot, or `NEW against BASE`.
    pub name: String,
    /// The verdict in a few words, such as `2 faults`.
    pub summary: String,
    /// The exit code of the command.
    pub exit: Exit,
    /// Duration of the command.
    pub took: Duration,
    /// Facts a reader needs before believing the numbers, a sentence each.
    pub sentences: Vec<String>,
    /// The tables and courses that it rests on.
    pub sections: Vec<Section>,
    /// The first faults; `more` counts those that aren't listed.
    pub faults: Vec<CiFault>,
    /// Faults beyond the listed ones.
    pub more: usize,
    /// Test cases by suite, for `JUnit`.
    pub suites: Vec<CiSuite>,
}

/// A fault of a bot.
#[derive(Debug)]
pub struct CiFault {
    /// The bot and the place of the fault, in a few words.
    pub title: String,
    /// The event, in a sentence.
    pub what: String,
    /// The explanation, in lines: evidence, or the `why` command.
    pub why: String,
    /// The file to annotate, relative to the repository, if one is to blame.
    pub file: Option<PathBuf>,
}

/// Cases that belong together.
#[derive(Debug)]
pub struct CiSuite {
    /// Its name.
    pub name: String,
    /// Its cases, in their order.
    pub cases: Vec<CiCase>,
}

/// A single check or question.
#[derive(Debug)]
pub struct CiCase {
    /// Its name, the same in every run.
    pub name: String,
    /// Its duration.
    pub took: Duration,
    /// Its outcome.
    pub outcome: CaseOutcome,
    /// Further details, in lines; may be empty.
    pub text: String,
}

/// Outcome of a case.
#[derive(Debug)]
pub enum CaseOutcome {
    /// It passed.
    Passed,
    /// It was not run.
    Skipped {
        /// The reason, in a sentence.
        message: String,
    },
    /// The answer is no: the bot or version that was judged failed.
    Failed {
        /// A word for the kind of failure.
        kind: String,
        /// The event, in a sentence.
        message: String,
    },
    /// It could not be completed: the machine failed, or nothing was decided.
    Error {
        /// A word for the kind of failure.
        kind: String,
        /// The event, in a sentence.
        message: String,
    },
}
