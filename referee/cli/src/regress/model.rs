//! What the tests came to: the one model of which text, JSON, baseline and outputs are made.

use std::time::Duration;

use serde::Serialize;

use crate::duel::Match;
use crate::exit::Exit;

/// The case of a suite's threshold.
pub const SCORE: &str = "score";

/// All tests of a file.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The bot's name.
    pub bot: String,
    /// The tests, in the order of their kinds.
    pub tests: Vec<Test>,
    /// What has changed since the baseline, a sentence each.
    pub changes: Vec<String>,
    /// What is to be known before the rest is believed, a sentence each.
    pub remarks: Vec<String>,
    /// Whether somebody ended it.
    pub interrupted: bool,
    /// How long it took.
    #[serde(serialize_with = "milliseconds", rename = "ms")]
    pub took: Duration,
}

/// A test of the file.
#[derive(Debug, Serialize)]
pub struct Test {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// Positions that were solved, of a suite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// What was tried.
    pub cases: Vec<Case>,
    /// The games of a match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub games: Option<Box<Match>>,
}

/// The kinds of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A suite of positions.
    Positions,
    /// A sequential test.
    Matches,
    /// The cases of `check`.
    Conformance,
}

/// What a suite came to.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Score {
    /// Solved.
    pub solved: u64,
    /// Of so many.
    pub of: u64,
    /// To be solved at least.
    pub least: Option<u64>,
}

/// One thing that was tried.
#[derive(Debug, Serialize)]
pub struct Case {
    /// Its name, the same each time.
    pub name: String,
    /// What came of it.
    pub end: End,
    /// That in a sentence.
    pub says: String,
    /// What explains it, in lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Whether the baseline has it passed.
    pub regression: bool,
    /// How long it took.
    #[serde(serialize_with = "milliseconds", rename = "ms")]
    pub took: Duration,
}

/// What came of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// As it should be.
    Passed,
    /// A best move wasn't found; that alone is no failure.
    Unsolved,
    /// Not as it must be.
    Failed,
    /// The games don't decide it.
    Undecided,
    /// A bot kept failing.
    Parked,
    /// It wasn't tried, or not to its end.
    Skipped,
    /// The machine failed.
    Machine,
}

impl Kind {
    /// All, in the order in which they are played: the quick ones first.
    pub const ALL: [Kind; 3] = [Kind::Conformance, Kind::Positions, Kind::Matches];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Positions => "positions",
            Kind::Matches => "matches",
            Kind::Conformance => "conformance",
        }
    }
}

impl End {
    /// All of them.
    pub const ALL: [End; 7] = [
        End::Passed,
        End::Unsolved,
        End::Failed,
        End::Undecided,
        End::Parked,
        End::Skipped,
        End::Machine,
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            End::Passed => "passed",
            End::Unsolved => "unsolved",
            End::Failed => "failed",
            End::Undecided => "undecided",
            End::Parked => "parked",
            End::Skipped => "skipped",
            End::Machine => "machine",
        }
    }
}

impl Test {
    /// One without cases so far.
    pub fn new(kind: Kind, name: &str) -> Test {
        Test {
            kind,
            name: name.to_owned(),
            score: None,
            cases: Vec::new(),
            games: None,
        }
    }

    /// How it is called in sentences.
    pub fn title(&self) -> String {
        format!("{} {}", self.kind.word(), self.name)
    }
}

impl Case {
    /// Whether the whole fails by it.
    pub fn is_failure(&self) -> bool {
        self.regression || self.end == End::Failed
    }
}

impl Report {
    /// All cases.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.tests.iter().flat_map(|test| &test.cases)
    }

    /// How many cases ended so.
    pub fn count(&self, end: End) -> u64 {
        self.cases().filter(|case| case.end == end).count() as u64
    }

    /// What the command ends with: what explains more goes before what follows from it.
    pub fn exit(&self) -> Exit {
        let any = |end: End| self.count(end) > 0;
        if self.interrupted {
            Exit::Interrupted
        } else if any(End::Machine) {
            Exit::Machine
        } else if any(End::Parked) {
            Exit::Parked
        } else if self.cases().any(Case::is_failure) {
            Exit::No
        } else if any(End::Undecided) {
            Exit::Undecided
        } else {
            Exit::Fine
        }
    }
}

fn milliseconds<S: serde::Serializer>(took: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(u64::try_from(took.as_millis()).unwrap_or(u64::MAX))
}
