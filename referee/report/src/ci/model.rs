//! What a command found, before it is known who reads it.

use std::path::PathBuf;
use std::time::Duration;

use referee_output::exit_code::Exit;

use crate::text_table::TextTable;

/// A verdict with all that belongs to it.
#[derive(Debug)]
pub struct CheckReport {
    /// The command that gives it, such as `check`.
    pub command: &'static str,
    /// What was judged, such as the name of a bot, or `NEW against BASE`.
    pub name: String,
    /// The verdict in a few words, such as `2 faults`.
    pub summary: String,
    /// What the command ends with.
    pub exit: Exit,
    /// How long it took.
    pub took: Duration,
    /// What is to be known before the numbers are believed, a sentence each.
    pub sentences: Vec<String>,
    /// The tables.
    pub tables: Vec<CiTable>,
    /// How the test went (a course of the LLR), as lines of text; empty without one.
    pub course: String,
    /// The first faults; `more` counts those that aren't listed.
    pub faults: Vec<CiFault>,
    /// Faults beyond the listed ones.
    pub more: usize,
    /// What was tried, for `JUnit`.
    pub suites: Vec<CiSuite>,
    /// The counts, for `OpenMetrics`; those that all commands have are added by the writer.
    pub metrics: Vec<Metric>,
}

/// A table under a title.
#[derive(Debug)]
pub struct CiTable {
    /// Its title; may be empty.
    pub title: String,
    /// Its cells.
    pub sheet: TextTable,
}

/// A fault of a bot.
#[derive(Debug)]
pub struct CiFault {
    /// Whose and where, in a few words.
    pub title: String,
    /// What happened, in a sentence.
    pub what: String,
    /// What explains it, in lines: evidence, or the `why` command.
    pub why: String,
    /// The file that it is shown at, relative to the repository, if one is to blame.
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

/// One thing that was tried.
#[derive(Debug)]
pub struct CiCase {
    /// Its name, the same each time.
    pub name: String,
    /// How long it took.
    pub took: Duration,
    /// What came of it.
    pub outcome: CaseOutcome,
    /// What else is known, in lines; may be empty.
    pub text: String,
}

/// What came of a case.
#[derive(Debug)]
pub enum CaseOutcome {
    /// It passed.
    Passed,
    /// It wasn't tried.
    Skipped {
        /// Why not, in a sentence.
        message: String,
    },
    /// What was judged failed.
    Failed {
        /// A word for the kind of failure.
        kind: String,
        /// What happened, in a sentence.
        message: String,
    },
    /// It couldn't be tried to its end: the machine failed, or nothing was decided.
    Error {
        /// A word for the kind of failure.
        kind: String,
        /// What happened, in a sentence.
        message: String,
    },
}

/// What a metric measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// A number that only grows in the course of a run; its samples end in `_total`.
    Counter,
    /// Any other number.
    Gauge,
}

/// A family of numbers.
#[derive(Debug)]
pub struct Metric {
    /// Its name without `referee_` and `_total`, such as `games`; it ends in the unit, if there is one.
    pub name: &'static str,
    /// What it measures.
    pub kind: MetricKind,
    /// The unit, such as `seconds`; empty without one.
    pub unit: &'static str,
    /// What it is, in a sentence without its point.
    pub help: &'static str,
    /// The numbers, each with the names and values of its labels.
    pub samples: Vec<(Vec<(&'static str, String)>, f64)>,
}
