//! Checks an exam: its questions, deals, marks and roster.

use std::path::{Path, PathBuf};

use referee_games::Rules;
use referee_games::text::refused;
use referee_record::FaultKind;
use referee_schedule::exam::{Basics, Exam, ExamQuestion, Qualification};
use referee_stats::{Band, Scale, StagePoints, Worth};

use super::{closest, state_lines};
use crate::spec::{
    BasicsSpec, BotSpec, ExamSpec, FormatName, MainSpec, MarksSpec, QualificationSpec,
    QuestionSpec, TournamentSpec,
};

/// House bot that sits in the other seat when the basics are asked, and its name in the run.
const PARTNER: &str = "house:resign";
/// A checked exam.
#[derive(Debug)]
pub struct Examination {
    /// Input for its schedule.
    pub exam: Exam,
    /// Path of the roster, if there is one.
    pub roster: Option<PathBuf>,
}

/// Removes the paths of a submission from the reason why it can't play.
pub(crate) fn without_own(why: &str, path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    without(&without(why, &whole), path)
}

/// Removes the path of a folder from a message: the reader of the message doesn't need the instructor's
/// paths.
pub(crate) fn without(message: &str, folder: &Path) -> String {
    message.replace(&format!("{}/", folder.display()), "")
}

/// Checks the exam of a tournament file; returns `None` for other formats.
pub(crate) fn resolve(
    spec: &TournamentSpec,
    rules: &dyn Rules,
    folder: &Path,
) -> Result<Option<Examination>, String> {
    let exam = match (&spec.exam, spec.format) {
        (None, FormatName::Exam) => {
            return Err("format = \"exam\" needs a table [exam.main] with deals".to_owned());
        }
        (None, _) => return Ok(None),
        (Some(_), format) if format != FormatName::Exam => {
            return Err("the table exam goes with format = \"exam\"".to_owned());
        }
        (Some(exam), _) => exam,
    };
    for (name, given) in [
        ("rounds", spec.rounds.is_some()),
        ("groups", spec.groups.is_some()),
        ("park_after", spec.park_after.is_some()),
        ("allow_faults", spec.allow_faults),
        ("gauntlet", spec.gauntlet.is_some()),
        ("swiss", spec.swiss.is_some()),
        ("knockout", spec.knockout.is_some()),
        ("adaptive", spec.adaptive.is_some()),
        ("standing", spec.standing.is_some()),
        ("match", spec.fixed.is_some()),
        ("sprt", spec.sprt.is_some()),
        ("games_per_pair", spec.games_per_pair.is_some()),
        (
            "start",
            spec.start
                .as_deref()
                .is_some_and(|start| start != "default"),
        ),
        ("book", spec.book.is_some()),
        ("openings", spec.openings.unwrap_or(0) != 0),
    ] {
        if given {
            return Err(format!(
                "{name} doesn't go with format = \"exam\", whose deals stand in exam.main"
            ));
        }
    }
    exam.marks.scale()?;
    exam.stage_points()?;
    let roster = exam.privacy.roster.as_ref().map(|file| folder.join(file));
    if let Some(roster) = &roster {
        crate::roster::read_roster(roster)?;
    }
    let qualification = match &exam.qualification {
        Some(stage) => Some(qualification(stage, &exam.main, rules, folder)?),
        None => None,
    };
    Ok(Some(Examination {
        exam: Exam {
            basics: match &exam.basics {
                Some(stage) => Some(basics(stage, rules)?),
                None => None,
            },
            deals: state_lines::lines("exam.main: deals", &exam.main.deals, rules, folder)?,
            qualification,
        },
        roster,
    }))
}

/// Returns the names of the bots that an exam needs and that take no part in it.
pub(crate) fn staff(exam: &Exam) -> impl Iterator<Item = &String> {
    let partner = exam.basics.iter().map(|stage| &stage.partner);
    let examiner = exam.qualification.iter().map(|stage| &stage.examiner);
    partner.chain(examiner)
}

/// Returns the bot that an exam needs in addition to those of the file, if it has basics.
pub(crate) fn partner(exam: &Exam) -> Option<BotSpec> {
    exam.basics.as_ref().map(|stage| BotSpec {
        name: Some(stage.partner.clone()),
        bot: Some(PARTNER.to_owned()),
        ..BotSpec::default()
    })
}

fn basics(stage: &BasicsSpec, rules: &dyn Rules) -> Result<Basics, String> {
    if stage.questions.is_empty() {
        return Err("exam.basics: expected a question at least".to_owned());
    }
    let questions = stage.questions.iter().map(|asked| {
        question(asked, rules)
            .map_err(|why| format!("exam.basics: question {:?}: {why}", asked.name))
    });
    Ok(Basics {
        partner: PARTNER.to_owned(),
        questions: questions.collect::<Result<_, _>>()?,
    })
}

fn question(asked: &QuestionSpec, rules: &dyn Rules) -> Result<ExamQuestion, String> {
    let position = rules.read(&asked.state).map_err(|e| e.to_string())?;
    let seat = position.chooser()?;
    let right = asked.right.as_ref().map(|right| {
        let canonical = |move_text: &String| {
            let played = position.boxed().play(move_text);
            played.ok_or_else(|| {
                let why = position.explain(move_text).unwrap_or_default();
                format!("right: {}", refused(move_text, &why))
            })
        };
        right.iter().map(canonical).collect::<Result<Vec<_>, _>>()
    });
    let right = right.transpose()?;
    if right.as_ref().is_some_and(Vec::is_empty) {
        return Err(
            "right: expected a move at least, or leave it out for any legal move".to_owned(),
        );
    }
    Ok(ExamQuestion {
        name: asked.name.clone(),
        state: position.line(),
        seat: seat.letter(),
        right,
    })
}

fn qualification(
    stage: &QualificationSpec,
    main: &MainSpec,
    rules: &dyn Rules,
    folder: &Path,
) -> Result<Qualification, String> {
    let fault = |word: &String| {
        FaultKind::find(word).ok_or_else(|| {
            let faults = FaultKind::ALL.map(FaultKind::text);
            let meant = closest(word, &faults);
            let meant = meant.map_or(String::new(), |meant| format!("did you mean {meant}? "));
            let known = faults.join(", ");
            format!(
                "exam.qualification: words: there is no fault {word:?}; {meant}there are {known}"
            )
        })
    };
    let words = stage.words.iter().map(fault);
    let deals = stage.deals.as_ref().unwrap_or(&main.deals);
    Ok(Qualification {
        examiner: stage.examiner.clone(),
        deals: state_lines::lines("exam.qualification: deals", deals, rules, folder)?,
        errors: stage.errors,
        words: words.collect::<Result<_, _>>()?,
    })
}

impl MarksSpec {
    /// Builds the scale. Returns an error if the bands or points are invalid.
    pub(crate) fn scale(&self) -> Result<Scale, String> {
        let refuse = |why: String| format!("exam.marks: {why}");
        let worth = Worth {
            win: self.win,
            draw: self.draw,
            loss: self.loss,
        };
        let bands = match &self.bands {
            None => Scale::default().bands().to_vec(),
            Some(bands) => {
                let bands = bands.iter().map(|band| Band::new(band.from, band.mark));
                bands.collect::<Result<_, _>>().map_err(refuse)?
            }
        };
        Scale::new(worth, bands).map_err(refuse)
    }
}

impl ExamSpec {
    /// Returns the points of the stages before the main stage. Returns an error for points of a stage that
    /// isn't held.
    fn stage_points(&self) -> Result<StagePoints, String> {
        let MarksSpec {
            basics,
            qualification,
            ..
        } = self.marks;
        let points =
            StagePoints::new(basics, qualification).map_err(|why| format!("exam.marks: {why}"))?;
        for (name, points, held) in [
            ("basics", basics, self.basics.is_some()),
            ("qualification", qualification, self.qualification.is_some()),
        ] {
            if points > 0.0 && !held {
                return Err(format!(
                    "exam.marks: {name} = {points}: this exam has no table [exam.{name}] for which \
                     points could be given; add it, or leave {name} out of exam.marks"
                ));
            }
        }
        Ok(points)
    }
}

/// Settings from a tournament file that determine the marks of a finished exam.
pub struct Marking {
    /// Scale that turns results of games into marks.
    pub scale: Scale,
    /// Points of the stages before the main stage.
    pub stages: StagePoints,
    /// Path of the roster as the file names it.
    pub roster: Option<PathBuf>,
}

/// Reads the settings for marks from the text of a tournament file. Returns an error if it is no exam.
pub fn marking(text: &str) -> Result<Marking, String> {
    let spec = crate::spec::parse(text)?;
    let exam = spec
        .exam
        .ok_or("this run isn't an exam; marks are for format = \"exam\"")?;
    Ok(Marking {
        scale: exam.marks.scale()?,
        stages: exam.stage_points()?,
        roster: exam.privacy.roster,
    })
}
