//! The results of the tests: the one model from which text, JSON, baseline and reports are made.

use std::time::Duration;

use referee_output::Exit;
use referee_report::head_to_head::MatchReport;
use serde::Serialize;

/// Name of the case for a suite's threshold.
pub(super) const SCORE: &str = "score";

/// Results of all tests of a file.
#[derive(Debug, Serialize)]
pub struct RegressionReport {
    /// Name of the bot.
    pub bot: String,
    /// Tests, in the order of their kinds.
    pub tests: Vec<TestReport>,
    /// Changes since the baseline, one sentence each.
    pub changes: Vec<String>,
    /// Remarks that matter for how far the results can be trusted, one sentence each.
    pub remarks: Vec<String>,
    /// Whether the tests were interrupted.
    pub interrupted: bool,
    /// Duration.
    #[serde(serialize_with = "crate::conformance::milliseconds", rename = "ms")]
    pub took: Duration,
}

/// Results of one test of the file.
#[derive(Debug, Serialize)]
pub struct TestReport {
    /// Kind of the test.
    pub kind: TestKind,
    /// Name of the test.
    pub name: String,
    /// Score of a suite of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<SuiteScore>,
    /// Cases that were tried.
    pub cases: Vec<RegressionCase>,
    /// Report on the games of a match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub games: Option<Box<MatchReport>>,
}

/// Kinds of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// A suite of positions.
    Positions,
    /// A sequential test.
    Matches,
    /// The cases of `referee check`.
    Conformance,
}

/// Score of a suite.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SuiteScore {
    /// Positions that were solved.
    pub solved: u64,
    /// Positions that can be solved.
    pub of: u64,
    /// Minimum to be solved.
    pub least: Option<u64>,
}

/// Result of one case.
#[derive(Debug, Serialize)]
pub struct RegressionCase {
    /// Name of the case, the same each time.
    pub name: String,
    /// How the case ended.
    pub end: CaseEnd,
    /// Description of the result as a sentence.
    pub says: String,
    /// Explanation, in lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Whether the case passed in the baseline and fails now.
    pub regression: bool,
    /// Duration.
    #[serde(serialize_with = "crate::conformance::milliseconds", rename = "ms")]
    pub took: Duration,
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseEnd {
    /// Passed by the bot.
    Passed,
    /// A best move wasn't found; that alone is no failure.
    Unsolved,
    /// Failed by the bot.
    Failed,
    /// The games don't decide it.
    Undecided,
    /// A bot kept losing by its own fault, which ended the match.
    Parked,
    /// Not tried, or not completed.
    Skipped,
    /// The machine failed.
    Machine,
}

impl TestKind {
    /// All kinds, in the order in which they are run: the quick ones first.
    pub const ALL: [TestKind; 3] = [
        TestKind::Conformance,
        TestKind::Positions,
        TestKind::Matches,
    ];

    /// Returns the keyword of the kind.
    pub fn keyword(self) -> &'static str {
        match self {
            TestKind::Positions => "positions",
            TestKind::Matches => "matches",
            TestKind::Conformance => "conformance",
        }
    }
}

impl CaseEnd {
    /// All ends.
    pub const ALL: [CaseEnd; 7] = [
        CaseEnd::Passed,
        CaseEnd::Unsolved,
        CaseEnd::Failed,
        CaseEnd::Undecided,
        CaseEnd::Parked,
        CaseEnd::Skipped,
        CaseEnd::Machine,
    ];

    /// Returns the keyword of the end.
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
    /// Creates a report without cases.
    pub fn new(kind: TestKind, name: &str) -> TestReport {
        TestReport {
            kind,
            name: name.to_owned(),
            score: None,
            cases: Vec::new(),
            games: None,
        }
    }

    /// Returns the name of the test in sentences.
    pub fn title(&self) -> String {
        format!("{} {}", self.kind.keyword(), self.name)
    }
}

impl RegressionCase {
    /// Returns whether the whole run fails because of this case.
    pub fn is_failure(&self) -> bool {
        self.regression || self.end == CaseEnd::Failed
    }
}

impl RegressionReport {
    /// Returns all cases of all tests.
    pub fn cases(&self) -> impl Iterator<Item = &RegressionCase> {
        self.tests.iter().flat_map(|test| &test.cases)
    }

    /// Returns how many cases ended in this way.
    pub fn count(&self, end: CaseEnd) -> u64 {
        self.cases().filter(|case| case.end == end).count() as u64
    }

    /// Returns the exit code of the command: causes come before their effects.
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
