//! Parses the tables of an exam in a tournament file.

use std::path::PathBuf;

use referee_record::FaultKind;
use referee_stats::Worth;
use schemars::JsonSchema;
use serde::Deserialize;

/// An exam: `format = "exam"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Exam")]
pub(crate) struct ExamSpec {
    /// Questions: single positions in which only the bot's first move counts. They have their own
    /// column.
    pub basics: Option<BasicsSpec>,
    /// Games against one bot, which decide who takes part in the main stage.
    pub qualification: Option<QualificationSpec>,
    /// The main stage: each eligible bot plays against each other.
    pub main: MainSpec,
    /// How to calculate marks from results.
    #[serde(default)]
    pub marks: MarksSpec,
    /// Settings of privacy.
    #[serde(default)]
    pub privacy: PrivacySpec,
}

/// The questions of an exam.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamBasics")]
pub(crate) struct BasicsSpec {
    /// The questions; each is one point.
    pub questions: Vec<QuestionSpec>,
}

/// A question of the basics.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamQuestion")]
pub(crate) struct QuestionSpec {
    /// The name of the question in tables and reports.
    pub name: String,
    /// The position, as a state line; the bot plays the seat on turn.
    pub state: String,
    /// The right moves. Default: any legal move is right.
    pub right: Option<Vec<String>>,
}

/// The qualification of an exam.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamQualification")]
pub(crate) struct QualificationSpec {
    /// The name of the bot that all others meet, one of `bots`; it doesn't take the exam itself.
    pub examiner: String,
    /// A file of state lines, each played from both seats. Default: the main stage's file.
    pub deals: Option<String>,
    /// Maximum number of errors with which a bot is eligible. Default: 2.
    #[serde(default = "two")]
    pub errors: u32,
    /// The verdict words that count as errors. Default: all except `resigned`.
    #[serde(default = "all_but_resigned")]
    pub words: Vec<String>,
}

/// The main stage of an exam.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamMain")]
pub(crate) struct MainSpec {
    /// A file of state lines; every pair plays each of them from both seats.
    pub deals: String,
}

/// How to calculate marks from results.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ExamMarks")]
pub(crate) struct MarksSpec {
    /// Points for a win. Default: 2.
    pub win: u32,
    /// Points for a draw. Default: 1.
    pub draw: u32,
    /// Points for a loss. Default: 0.
    pub loss: u32,
    /// The marks, each with its lower bound on the scale from 0 to 100. Without it, the nine bands of
    /// docs/exam.md.
    pub bands: Option<Vec<BandSpec>>,
    /// Points for the basics if all answers are right, with at most three decimals; each right answer
    /// gives an equal part. Default: 0.
    pub basics: f64,
    /// Points for a qualification with no more errors than allowed, with at most three decimals.
    /// Default: 0.
    pub qualification: f64,
}

/// A mark and its lower bound.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamBand")]
pub(crate) struct BandSpec {
    /// The lower bound, which is included: from 0 to 100, with at most three decimals.
    pub from: f64,
    /// The mark, with at most three decimals.
    pub mark: f64,
}

/// Settings of privacy.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ExamPrivacy")]
pub(crate) struct PrivacySpec {
    /// The roster: a CSV file with the columns id, name, alias; an id is the name of a submission's
    /// folder.
    pub roster: Option<PathBuf>,
}

impl Default for MarksSpec {
    fn default() -> MarksSpec {
        let Worth { win, draw, loss } = Worth::default();
        MarksSpec {
            win,
            draw,
            loss,
            bands: None,
            basics: 0.0,
            qualification: 0.0,
        }
    }
}

fn two() -> u32 {
    2
}

fn all_but_resigned() -> Vec<String> {
    let faults = FaultKind::ALL.into_iter();
    let errors = faults.filter(|fault| *fault != FaultKind::Resigned);
    errors.map(|fault| fault.text().to_owned()).collect()
}
