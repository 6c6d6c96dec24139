//! A case of the check, and its result.

use std::time::Duration;

use referee_report::Diagnosis;
use serde::Serialize;

/// One case of the check.
#[derive(Debug, Serialize)]
pub struct CheckCase {
    /// Group of the case: the name of a game, `protocol`, or `together` for all games.
    pub group: String,
    /// Its name, the same in every output.
    pub name: &'static str,
    /// Task of the bot, as a short phrase.
    pub title: &'static str,
    /// Result of the case.
    #[serde(flatten)]
    pub finding: CaseResult,
    /// Duration of the case.
    #[serde(serialize_with = "milliseconds", rename = "ms")]
    pub took: Duration,
}

/// Result of a case.
#[derive(Debug, Serialize)]
#[serde(tag = "finding", rename_all = "lowercase")]
pub enum CaseResult {
    /// Passed.
    Fine {
        /// Further information.
        note: String,
    },
    /// Passed, but with something worth a look.
    Hint(CheckFailure),
    /// Failed by the bot.
    Fault(CheckFailure),
    /// Not tried.
    Skipped {
        /// The reason.
        because: String,
    },
    /// Undecided: it was tried repeatedly, and the machine spoilt it each time.
    Undecided {
        /// How the machine spoilt it.
        because: String,
        /// Whether the machine failed, rather than having no time for the bot.
        #[serde(skip)]
        failed: bool,
    },
}

/// Description of a failure, for the author of the bot.
#[derive(Clone, Debug, Serialize)]
pub struct CheckFailure {
    /// What happened, as a sentence.
    pub what: String,
    /// Last lines that the bot was sent.
    pub sent: Vec<String>,
    /// Lines that it wrote after them.
    pub came: Vec<String>,
    /// Expected behaviour.
    pub expected: String,
    /// Where the protocol says so.
    pub see: &'static str,
    /// Verdict of a game in which this happens, if there is one.
    pub verdict: Option<&'static str>,
    /// Kind of mistake that it looks like.
    pub mistake: Diagnosis,
    /// The likely mistake as a sentence, with advice.
    pub likely: String,
    /// The last lines of stderr.
    pub stderr: Vec<String>,
}

impl CheckFailure {
    /// Returns the verdict and, where the diagnosis is more precise, its label.
    pub fn words(&self) -> String {
        let mistake_keyword = self.mistake.label();
        match self.verdict {
            Some(verdict) if verdict != mistake_keyword => format!("{verdict} ({mistake_keyword})"),
            _ => mistake_keyword.to_owned(),
        }
    }
}

impl CaseResult {
    /// Creates a result for a passed case.
    pub fn fine(note: impl Into<String>) -> CaseResult {
        CaseResult::Fine { note: note.into() }
    }

    /// Creates a result for a case that was not tried.
    pub fn skipped(because: impl Into<String>) -> CaseResult {
        CaseResult::Skipped {
            because: because.into(),
        }
    }

    /// Returns whether the case passed, perhaps with a hint.
    pub fn is_fine(&self) -> bool {
        matches!(self, CaseResult::Fine { .. } | CaseResult::Hint(_))
    }

    /// Returns whether the case is undecided, as the machine spoilt it.
    pub fn is_undecided(&self) -> bool {
        matches!(self, CaseResult::Undecided { .. })
    }

    /// Returns whether the bot failed the case.
    pub fn is_fault(&self) -> bool {
        matches!(self, CaseResult::Fault(_))
    }
}

/// Writes a time in whole milliseconds.
pub(crate) fn milliseconds<S: serde::Serializer>(
    took: &Duration,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_u64(u64::try_from(took.as_millis()).unwrap_or(u64::MAX))
}
