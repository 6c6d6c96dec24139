//! What the tests came to: the one model of which text, JSON, baseline and outputs are made.

use std::time::Duration;

use referee_output::exit_code::Exit;
use referee_report::head_to_head::MatchReport;
use serde::Serialize;

/// The case of a suite's threshold.
pub const SCORE: &str = "score";

/// All tests of a file.
#[derive(Debug, Serialize)]
pub struct RegressionReport {
    /// The bot's name.
    pub bot: String,
    /// The tests, in the order of their kinds.
    pub tests: Vec<TestReport>,
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
pub struct TestReport {
    /// What it is.
    pub kind: TestKind,
    /// Its name.
    pub name: String,
    /// Positions that were solved, of a suite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<SuiteScore>,
    /// What was tried.
    pub cases: Vec<RegressionCase>,
    /// The games of a match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub games: Option<Box<MatchReport>>,
}

/// The kinds of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// A suite of positions.
    Positions,
    /// A sequential test.
    Matches,
    /// The cases of `check`.
    Conformance,
}

/// What a suite came to.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SuiteScore {
    /// Solved.
    pub solved: u64,
    /// Of so many.
    pub of: u64,
    /// To be solved at least.
    pub least: Option<u64>,
}

/// One thing that was tried.
#[derive(Debug, Serialize)]
pub struct RegressionCase {
    /// Its name, the same each time.
    pub name: String,
    /// What came of it.
    pub end: CaseEnd,
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
pub enum CaseEnd {
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

impl TestKind {
    /// All, in the order in which they are played: the quick ones first.
    pub const ALL: [TestKind; 3] = [
        TestKind::Conformance,
        TestKind::Positions,
        TestKind::Matches,
    ];

    /// Its word.
    pub fn keyword(self) -> &'static str {
        match self {
            TestKind::Positions => "positions",
            TestKind::Matches => "matches",
            TestKind::Conformance => "conformance",
        }
    }
}

impl CaseEnd {
    /// All of them.
    pub const ALL: [CaseEnd; 7] = [
        CaseEnd::Passed,
        CaseEnd::Unsolved,
        CaseEnd::Failed,
        CaseEnd::Undecided,
        CaseEnd::Parked,
        CaseEnd::Skipped,
        CaseEnd::Machine,
    ];

    /// Its word.
    pub fn keyword(self) -> &'static str {
        match self {
            CaseEnd::Passed => "passed",
            CaseEnd::Unsolved => "unsolved",
            CaseEnd::Failed => "failed",
            CaseEnd::Undecided => "undecided",
            CaseEnd::Parked => "parked",
            CaseEnd::Skipped => "skipped",
            CaseEnd::Machine => "machine",
        }
    }
}

impl TestReport {
    /// One without cases so far.
    pub fn new(kind: TestKind, name: &str) -> TestReport {
        TestReport {
            kind,
            name: name.to_owned(),
            score: None,
            cases: Vec::new(),
            games: None,
        }
    }

    /// How it is called in sentences.
    pub fn title(&self) -> String {
        format!("{} {}", self.kind.keyword(), self.name)
    }
}

impl RegressionCase {
    /// Whether the whole fails by it.
    pub fn is_failure(&self) -> bool {
        self.regression || self.end == CaseEnd::Failed
    }
}

impl RegressionReport {
    /// All cases.
    pub fn cases(&self) -> impl Iterator<Item = &RegressionCase> {
        self.tests.iter().flat_map(|test| &test.cases)
    }

    /// How many cases ended so.
    pub fn count(&self, end: CaseEnd) -> u64 {
        self.cases().filter(|case| case.end == end).count() as u64
    }

    /// What the command ends with: what explains more goes before what follows from it.
    pub fn exit(&self) -> Exit {
        let any = |end: CaseEnd| self.count(end) > 0;
        if self.interrupted {
            Exit::Interrupted
        } else if any(CaseEnd::Machine) {
            Exit::Machine
        } else if any(CaseEnd::Parked) {
            Exit::Parked
        } else if self.cases().any(RegressionCase::is_failure) {
            Exit::No
        } else if any(CaseEnd::Undecided) {
            Exit::Undecided
        } else {
            Exit::Fine
        }
    }
}

fn milliseconds<S: serde::Serializer>(took: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(u64::try_from(took.as_millis()).unwrap_or(u64::MAX))
}
