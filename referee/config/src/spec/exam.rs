//! The tables of an exam in a tournament file.

use std::path::PathBuf;

use referee_record::FaultKind;
use referee_stats::Worth;
use schemars::JsonSchema;
use serde::Deserialize;

/// An exam: `format = "exam"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Exam")]
pub struct ExamSpec {
    /// Single positions, of which the first move of a bot is looked at; a column of its own.
    pub basics: Option<BasicsSpec>,
    /// Games against one bot, by which it is found who takes part in the main stage.
    pub qualification: Option<QualificationSpec>,
    /// Everybody who is eligible against everybody else.
    pub main: MainSpec,
    /// How results become marks.
    #[serde(default)]
    pub marks: MarksSpec,
    /// Who sees what.
    #[serde(default)]
    pub privacy: PrivacySpec,
}

/// The basics.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamBasics")]
pub struct BasicsSpec {
    /// The questions, a point each.
    pub questions: Vec<QuestionSpec>,
}

/// A question of the basics.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamQuestion")]
pub struct QuestionSpec {
    /// What tables and reports call it.
    pub name: String,
    /// The position; whoever is on turn in it is asked.
    pub state: String,
    /// The right moves; any legal one is right if not given.
    pub right: Option<Vec<String>>,
}

/// The qualification.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamQualification")]
pub struct QualificationSpec {
    /// The name of the bot that everybody meets, one of `bots`; it doesn't take the exam itself.
    pub examiner: String,
    /// A file of state lines, each played from both seats; that of the main stage if not given.
    pub deals: Option<String>,
    /// The most errors of its own with which a bot is eligible.
    #[serde(default = "two")]
    pub errors: u32,
    /// The verdict words that count as errors; all but `resigned` if not given.
    #[serde(default = "all_but_resigned")]
    pub words: Vec<String>,
}

/// The main stage.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamMain")]
pub struct MainSpec {
    /// A file of state lines: every pair plays each of them from both seats.
    pub deals: String,
}

/// How results become marks.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ExamMarks")]
pub struct MarksSpec {
    /// Points of a game won.
    pub win: u32,
    /// Points of a game drawn.
    pub draw: u32,
    /// Points of a game lost.
    pub loss: u32,
    /// The marks, and where on the scale from 0 to 100 each begins.
    pub bands: Option<Vec<BandSpec>>,
    /// Points for the basics, all answers right, with three decimals at most; each right answer gives an equal
    /// part of them.
    pub basics: f64,
    /// Points for a qualification with no more errors than allowed; three decimals at most.
    pub qualification: f64,
}

/// A band of the scale.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExamBand")]
pub struct BandSpec {
    /// Where it begins, from 0 to 100, with three decimals at most; the bound belongs to it.
    pub from: f64,
    /// Its mark, with three decimals at most.
    pub mark: f64,
}

/// Who sees what.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ExamPrivacy")]
pub struct PrivacySpec {
    /// A CSV file with the columns id, name, alias; an id is the name of a submission's folder.
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
