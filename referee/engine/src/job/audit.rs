//! Checks a recorded game by the rules alone and trusts nothing that the record says.

use referee_games::{Rules, Turn};
use referee_record::{
    Adjudicated, Evidence, FaultKind, JobId, Lateness, Played, PlyMeasure, Record, SeatResult,
    Step, Verdict,
};
use thiserror::Error;

use crate::job::adjudicator::Adjudicator;
use crate::job::deal::{DealError, opening};
use crate::job::dice::Dice;
use crate::job::replay::{ReplayCursor, StepError};
use crate::job::verdict::{EXAMINER, verdict_on_job};

/// Error of a recorded game that doesn't agree with the rules.
#[derive(Debug, Error)]
pub enum AuditError {
    /// The job was changed after it got its id.
    #[error("job: recorded id {recorded}; what the job says gives {rules}")]
    Job {
        /// The recorded id.
        recorded: JobId,
        /// The hash of the job.
        rules: JobId,
    },
    /// The job can't be played.
    #[error("job: {0}")]
    Start(#[from] DealError),
    /// The program that holds the rules failed.
    #[error("the rules failed: {0}")]
    Failed(String),
    /// The recorded seats are not the seats of the start position.
    #[error("job: recorded seats {recorded}; the start position has {rules}")]
    Seats {
        /// The recorded seats.
        recorded: String,
        /// The seats of the start position.
        rules: String,
    },
    /// The recorded start position is not the one that the job's seed gives.
    #[error("start: recorded {recorded:?}; drawn from the job's seed it is {rules:?}")]
    Opening {
        /// The recorded start position.
        recorded: String,
        /// The start position drawn from the job's seed.
        rules: String,
    },
    /// A step that is impossible by the rules.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The steps stop before the end of the game.
    #[error("after step {steps}: recorded: the end; by the rules: {rules}")]
    Unfinished {
        /// Number of recorded steps.
        steps: usize,
        /// The next thing that the rules ask for.
        rules: String,
    },
    /// The game went on where it had to be ended, or was ended where it had to go on.
    #[error("after step {steps}: recorded: {recorded}; by the scores: {scores}")]
    Adjudicated {
        /// Number of recorded steps before it.
        steps: usize,
        /// What is recorded.
        recorded: String,
        /// What follows from the job and the recorded scores.
        scores: String,
    },
    /// The recorded last position is not the one that the steps lead to.
    #[error("end: recorded {recorded:?}; the steps lead to {rules:?}")]
    End {
        /// The recorded last position.
        recorded: String,
        /// The position that the steps lead to.
        rules: String,
    },
    /// The recorded verdict is not the one that follows from the steps.
    #[error("verdict, {what}: recorded {recorded}; by the rules: {rules}")]
    Verdict {
        /// The part of the verdict that differs.
        what: String,
        /// The recorded value.
        recorded: String,
        /// The value that follows from the steps.
        rules: String,
    },
    /// A seat lost by a timeout, although that much time was taken from it and the game should be void.
    #[error(
        "seat {seat}: recorded a timeout by {late} ms; expected a void game, as {excuse} ms were taken from it"
    )]
    Excused {
        /// The seat.
        seat: char,
        /// How late the seat was, in milliseconds.
        late: u64,
        /// How much later it was allowed to be, in milliseconds, as others took that time from it.
        excuse: u64,
    },
    /// A seat lost because the evidence says that it was late in every attempt, and the records of those
    /// attempts don't confirm it.
    #[error(
        "seat {seat}: recorded as late in every attempt, of which {recorded} came before; by the records \
         of those it was late in {stored} of them, and such a loss belongs to the last attempt"
    )]
    Earlier {
        /// The seat.
        seat: char,
        /// Number of earlier attempts that the evidence names.
        recorded: usize,
        /// Number of those attempts whose own records say the same.
        stored: usize,
    },
    /// A void attempt says whether its seat was late in every one so far, and the records of those disagree.
    #[error(
        "seat {seat}: late in every attempt so far: recorded {recorded}; by the records of the attempts before: {stored}"
    )]
    Always {
        /// The seat.
        seat: char,
        /// What the attempt says.
        recorded: bool,
        /// What the earlier ones say.
        stored: bool,
    },
}

/// Checks the evidence of a game's faults. No seat may lose by a timeout where the record itself says that
/// others took that much time from the turn. The exception is a seat that was late in all attempts at the
/// game, of which this is the last; `stored` is the lateness that the records of the earlier attempts hold. The
/// lateness of a void attempt is compared with them, too.
///
/// Returns [`AuditError::Excused`], [`AuditError::Earlier`] or [`AuditError::Always`] for the first that fails the
/// check.
pub fn audit_evidence(record: &Record, stored: &[Lateness]) -> Result<(), AuditError> {
    let tries = record.played.job.limits.tries;
    for evidence in &record.measured.evidence {
        let late = evidence.late_ns.zip(evidence.shares);
        let explained = late.is_some_and(|(late, shares)| shares.explains(late));
        if evidence.earlier.is_empty() {
            audit_excuse(evidence)?;
        } else if explained {
            return Err(excused(evidence));
        } else if evidence.earlier != stored
            || !Lateness::condemns(evidence.seat, record.attempt, tries, stored)
        {
            let same = |late: &&Lateness| late.seat == evidence.seat && stored.contains(late);
            return Err(AuditError::Earlier {
                seat: evidence.seat,
                recorded: evidence.earlier.len(),
                stored: evidence.earlier.iter().filter(same).count(),
            });
        }
    }
    if let Some(late) = record.measured.late {
        let (seat, recorded) = (late.seat, late.always);
        let stored = Lateness::in_each(seat, record.attempt, stored);
        if recorded != stored || late.attempt != record.attempt {
            return Err(AuditError::Always {
                seat,
                recorded,
                stored,
            });
        }
    }
    Ok(())
}

fn audit_excuse(evidence: &Evidence) -> Result<(), AuditError> {
    if evidence.reason != FaultKind::Timeout || !evidence.is_excused() {
        return Ok(());
    }
    Err(excused(evidence))
}

fn excused(evidence: &Evidence) -> AuditError {
    let excuse = evidence.shares.map_or(0, |shares| shares.excuse_ns());
    AuditError::Excused {
        seat: evidence.seat,
        late: evidence.late_ns.unwrap_or(0) / 1_000_000,
        excuse: excuse / 1_000_000,
    }
}

/// Checks a game by the rules: the job's id, the start position and the dice that its seeds give, every step,
/// whether it was ended before its rules ended it, by the recorded scores, the last position and the verdict.
/// Returns the first disagreement as an error. A void game may stop anywhere, and has no verdict to check, unless
/// it is void by a failure of the examiner's bot: that verdict follows from the steps.
///
/// `rules` are those of the job; where they fail, nothing is known of the game, and the error is
/// [`AuditError::Failed`].
pub fn audit(rules: &dyn Rules, record: &Record) -> Result<(), AuditError> {
    let played = &record.played;
    let job = &played.job;
    if !job.is_genuine() {
        return Err(AuditError::Job {
            recorded: job.id,
            rules: job.clone().identify().id,
        });
    }
    if is_blank(played) && !claims_examiner(&played.verdict) {
        return Ok(());
    }
    let mut course = check_start(rules, played)?;
    let followed = check_steps(record, &mut course);
    if let Some(Turn::Failed(why)) = course.turn() {
        return Err(AuditError::Failed(why));
    }
    followed?;
    let void = played.verdict.void.is_some();
    if !void && !course.is_over() {
        return Err(AuditError::Unfinished {
            steps: played.steps.len(),
            rules: course.asked(),
        });
    }
    let end = course.position().line();
    if end != played.end {
        return Err(AuditError::End {
            recorded: played.end.clone(),
            rules: end,
        });
    }
    let rules = verdict_on_job(job, &played.steps, course.ending().as_ref());
    if void && rules.void.is_none() && !claims_examiner(&played.verdict) {
        return Ok(());
    }
    compare(&played.verdict, &rules)
}

/// Tells if a verdict says that the examiner's bot (of those who set the exam) failed.
fn claims_examiner(verdict: &Verdict) -> bool {
    let why = verdict.void.as_deref();
    why.is_some_and(|why| why.starts_with(EXAMINER))
}

/// Tells if a game is void without any recorded content, because the referee itself failed.
fn is_blank(played: &Played) -> bool {
    let nothing = played.steps.is_empty() && played.start.is_empty() && played.end.is_empty();
    nothing && played.verdict.void.is_some()
}

fn check_start(rules: &dyn Rules, played: &Played) -> Result<ReplayCursor, AuditError> {
    let job = &played.job;
    let position = opening(rules, &job.start).map_err(|error| match error {
        DealError::Failed(why) => AuditError::Failed(why),
        error => AuditError::Start(error),
    })?;
    let rules = position.line();
    if rules != played.start {
        let recorded = played.start.clone();
        return Err(AuditError::Opening { recorded, rules });
    }
    let recorded: String = job.seats.iter().map(|seated| seated.seat).collect();
    let rules: String = position.seats().iter().map(|seat| seat.letter()).collect();
    if recorded != rules {
        return Err(AuditError::Seats { recorded, rules });
    }
    Ok(ReplayCursor::new(position))
}

fn check_steps(record: &Record, course: &mut ReplayCursor) -> Result<(), AuditError> {
    let job = &record.played.job;
    let mut dice = Dice::new(job.dice);
    let mut adjudicator = Adjudicator::new(job);
    let mut measures = record.measured.plies.iter();
    for (steps, step) in record.played.steps.iter().enumerate() {
        check_adjudicated(&adjudicator, course, steps, Some(step))?;
        if matches!(step, Step::Move { .. }) {
            let measure = measures.next();
            take_move(&mut adjudicator, course, step, measure);
        }
        if let (Step::Chance { seat, chance }, Some(Turn::Chance(asked))) = (step, course.turn()) {
            let cast = dice.cast(&asked);
            if (*seat, chance.as_str()) != (asked.seat.letter(), cast) {
                let rules = format!("the job's dice give {}: {cast}", asked.seat);
                return Err(course.refuse(step, rules).into());
            }
        }
        course.follow(step)?;
    }
    if record.played.verdict.void.is_some() {
        return Ok(());
    }
    check_adjudicated(&adjudicator, course, record.played.steps.len(), None)
}

/// Tells the adjudicator of the next step, a move.
fn take_move(
    adjudicator: &mut Adjudicator,
    course: &ReplayCursor,
    step: &Step,
    measure: Option<&PlyMeasure>,
) {
    match step {
        Step::Move { word, seat, .. } if adjudicator.is_on() => match course.turn() {
            Some(Turn::Seat(_)) => {
                let settles = course.position().settles(word);
                adjudicator.moved(*seat, measure, settles);
            }
            _ => adjudicator.forced(),
        },
        _ => {}
    }
}

/// Compares the next step, if there is one, with what the scores decide where the rules let the game go on.
fn check_adjudicated(
    adjudicator: &Adjudicator,
    course: &ReplayCursor,
    steps: usize,
    next: Option<&Step>,
) -> Result<(), AuditError> {
    let goes_on = matches!(
        course.turn(),
        Some(Turn::Seat(_) | Turn::Forced(..) | Turn::Chance(_))
    );
    let scores = adjudicator.decision().filter(|_| goes_on);
    let recorded = match next {
        Some(Step::Adjudicated { adjudicated }) => Some(*adjudicated),
        _ => None,
    };
    if recorded == scores {
        return Ok(());
    }
    let said = |decision: Option<Adjudicated>| {
        decision.map_or_else(|| "the game goes on".to_owned(), |it| it.to_string())
    };
    Err(AuditError::Adjudicated {
        steps,
        recorded: said(recorded),
        scores: said(scores),
    })
}

fn compare(recorded: &Verdict, rules: &Verdict) -> Result<(), AuditError> {
    let differ = |what: &str, recorded: String, rules: String| AuditError::Verdict {
        what: what.to_owned(),
        recorded,
        rules,
    };
    if recorded.void != rules.void {
        let describe = |verdict: &Verdict| match &verdict.void {
            Some(why) => format!("void, {why}"),
            None => "it counts".to_owned(),
        };
        return Err(differ(
            "whether it counts",
            describe(recorded),
            describe(rules),
        ));
    }
    if recorded.reason != rules.reason {
        let (recorded, rules) = (recorded.reason.clone(), rules.reason.clone());
        return Err(differ("reason", recorded, rules));
    }
    let pairs = recorded.seats.iter().zip(&rules.seats);
    if let Some((r, s)) = pairs.into_iter().find(|(r, s)| r != s) {
        return Err(differ(&format!("seat {}", s.seat), tell(r), tell(s)));
    }
    if recorded.seats.len() != rules.seats.len() {
        let count = |seats: &[SeatResult]| format!("{} seats", seats.len());
        return Err(differ("seats", count(&recorded.seats), count(&rules.seats)));
    }
    Ok(())
}

fn tell(result: &SeatResult) -> String {
    let score = result
        .score
        .map_or_else(|| "no score".to_owned(), |n| format!("score {n}"));
    let fault = result.fault.map_or("no fault", FaultKind::text);
    format!(
        "{} in place {}, {score}, {fault}",
        result.seat, result.place
    )
}

#[cfg(test)]
mod tests;
