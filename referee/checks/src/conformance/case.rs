//! A case and what was found in it.

use std::time::Duration;

use referee_report::diagnosis::Diagnosis;
use serde::Serialize;

/// One thing that was tried.
#[derive(Debug, Serialize)]
pub struct CheckCase {
    /// What it belongs to: the game, or else the protocol, or all games together.
    pub group: &'static str,
    /// Its name, the same in every output.
    pub name: &'static str,
    /// What the bot has to do.
    pub title: &'static str,
    /// What came of it.
    #[serde(flatten)]
    pub finding: CaseResult,
    /// How long it took.
    #[serde(serialize_with = "milliseconds", rename = "ms")]
    pub took: Duration,
}

/// What came of a case.
#[derive(Debug, Serialize)]
#[serde(tag = "finding", rename_all = "lowercase")]
pub enum CaseResult {
    /// As it should be.
    Fine {
        /// What was seen, for the curious.
        note: String,
    },
    /// Allowed, but worth a look.
    Hint(CheckFailure),
    /// The bot does wrong.
    Fault(CheckFailure),
    /// It wasn't tried.
    Skipped {
        /// Why not.
        because: String,
    },
    /// It was tried again and again, and the machine spoilt it each time.
    Undecided {
        /// How.
        because: String,
        /// Whether the machine failed, rather than having had no time for the bot.
        #[serde(skip)]
        failed: bool,
    },
}

/// Something that isn't as it should be, for whoever mends it.
#[derive(Clone, Debug, Serialize)]
pub struct CheckFailure {
    /// What happened, in a sentence.
    pub what: String,
    /// The last lines that the bot was told.
    pub sent: Vec<String>,
    /// What it wrote after them.
    pub came: Vec<String>,
    /// What was expected.
    pub expected: String,
    /// Where that stands.
    pub see: &'static str,
    /// The verdict of a game in which it happens, if there is one.
    pub verdict: Option<&'static str>,
    /// The kind of mistake that it looks like.
    pub mistake: Diagnosis,
    /// That in a sentence, with what to do.
    pub likely: String,
    /// The last lines of stderr.
    pub stderr: Vec<String>,
}

impl CheckFailure {
    /// The verdict and, where the mistake is told more finely, its own word.
    pub fn words(&self) -> String {
        let mistake_keyword = self.mistake.label();
        match self.verdict {
            Some(verdict) if verdict != mistake_keyword => format!("{verdict} ({mistake_keyword})"),
            _ => mistake_keyword.to_owned(),
        }
    }
}

impl CaseResult {
    /// As it should be.
    pub fn fine(note: impl Into<String>) -> CaseResult {
        CaseResult::Fine { note: note.into() }
    }

    /// Not tried.
    pub fn skipped(because: impl Into<String>) -> CaseResult {
        CaseResult::Skipped {
            because: because.into(),
        }
    }

    /// Whether it is as it should be, or nearly.
    pub fn is_fine(&self) -> bool {
        matches!(self, CaseResult::Fine { .. } | CaseResult::Hint(_))
    }

    /// Whether nothing was found out, as the machine spoilt it.
    pub fn is_undecided(&self) -> bool {
        matches!(self, CaseResult::Undecided { .. })
    }

    /// Whether the bot does wrong.
    pub fn is_fault(&self) -> bool {
        matches!(self, CaseResult::Fault(_))
    }
}

fn milliseconds<S: serde::Serializer>(took: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(u64::try_from(took.as_millis()).unwrap_or(u64::MAX))
}
