//! Checks a recorded game by the rules alone and trusts nothing that the record says.

use referee_games::Turn;
use referee_record::{
    Evidence, FaultKind, JobId, Lateness, Played, Record, SeatResult, Step, Verdict,
};
use thiserror::Error;

use crate::deal::{DealError, opening, rules_of};
use crate::dice::Dice;
use crate::replay::{ReplayCursor, StepError};
use crate::verdict::{EXAMINER, verdict_on_job};

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
}

/// Checks the evidence of a game's faults. No seat may lose by a timeout where the record itself says that
/// others took that much time from the turn. The exception is a seat that was late in all attempts at the
/// game, of which this is the last; `stored` is the lateness that the records of the earlier attempts hold.
/// Records of earlier versions don't say by how much a turn was late.
///
/// Returns [`AuditError::Excused`] or [`AuditError::Earlier`] for the first evidence that fails the check.
pub fn audit_evidence(record: &Record, stored: &[Lateness]) -> Result<(), AuditError> {
    let tries = record.played.job.limits.tries;
    for evidence in &record.measured.evidence {
        let late = evidence.late_ns.zip(evidence.shares);
        let explained = late.is_some_and(|(late, shares)| shares.explains(late));
        if evidence.earlier.is_empty() || explained {
            audit_excuse(evidence)?;
        } else if evidence.earlier != stored
            || Lateness::always(record.attempt, tries, stored) != Some(evidence.seat)
        {
            let same = |late: &&Lateness| late.seat == evidence.seat && stored.contains(late);
            return Err(AuditError::Earlier {
                seat: evidence.seat,
                recorded: evidence.earlier.len(),
                stored: evidence.earlier.iter().filter(same).count(),
            });
        }
    }
    Ok(())
}

fn audit_excuse(evidence: &Evidence) -> Result<(), AuditError> {
    if evidence.reason != FaultKind::Timeout || !evidence.is_excused() {
        return Ok(());
    }
    let excuse = evidence.shares.map_or(0, |shares| shares.excuse_ns());
    Err(AuditError::Excused {
        seat: evidence.seat,
        late: evidence.late_ns.unwrap_or(0) / 1_000_000,
        excuse: excuse / 1_000_000,
    })
}

/// Checks a game by the rules: the job's id, the start position and the dice that its seeds give, every step,
/// the last position and the verdict. Returns the first disagreement as an error. A void game may stop
/// anywhere, and has no verdict to check, unless it is void by a failure of the examiner's bot: that verdict
/// follows from the steps.
pub fn audit(played: &Played) -> Result<(), AuditError> {
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
    let course = check_steps(played, check_start(played)?)?;
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

fn check_start(played: &Played) -> Result<ReplayCursor, AuditError> {
    let job = &played.job;
    let position = opening(&*rules_of(job)?, &job.start)?;
    let rules = position.line();
    if rules != played.start {
        let recorded = played.start.clone();
        return Err(AuditError::Opening { recorded, rules });
    }
    let recorded: String = job.seats.iter().map(|chair| chair.seat).collect();
    let rules: String = position.seats().iter().map(|seat| seat.letter()).collect();
    if recorded != rules {
        return Err(AuditError::Seats { recorded, rules });
    }
    Ok(ReplayCursor::new(position))
}

fn check_steps(played: &Played, mut course: ReplayCursor) -> Result<ReplayCursor, StepError> {
    let mut dice = Dice::new(played.job.dice);
    for step in &played.steps {
        if let (Step::Chance { seat, chance }, Some(Turn::Chance(asked))) = (step, course.turn()) {
            let cast = dice.cast(&asked);
            if (*seat, chance.as_str()) != (asked.seat.letter(), cast) {
                let rules = format!("the job's dice give {}: {cast}", asked.seat);
                return Err(course.refuse(step, rules));
            }
        }
        course.follow(step)?;
    }
    Ok(course)
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
    let fault = result.fault.as_deref().unwrap_or("no fault");
    format!(
        "{} in place {}, {score}, {fault}",
        result.seat, result.place
    )
}

#[cfg(test)]
mod tests {
    use referee_record::{FaultDetail, TimeBreakdown};

    use super::*;
    use crate::void_record::void_record;

    const SHARES: TimeBreakdown = TimeBreakdown {
        cpu_ns: 0,
        wait_ns: 20,
        stolen_ns: 30,
        seen_ns: 0,
        held_ns: 1,
    };

    fn timeout(late_ns: Option<u64>) -> Evidence {
        Evidence {
            late_ns,
            shares: Some(SHARES),
            ..Evidence::new('A', FaultDetail::Late)
        }
    }

    #[test]
    fn a_timeout_that_is_excused_is_refused() {
        assert!(audit_excuse(&timeout(Some(51))).is_err());
        assert!(audit_excuse(&timeout(Some(52))).is_ok());
        assert!(audit_excuse(&timeout(None)).is_ok(), "not late");
    }

    fn late(attempt: u32, seat: char) -> Lateness {
        Lateness {
            attempt,
            seat,
            late_ns: 40,
            shares: SHARES,
        }
    }

    #[test]
    fn who_was_late_in_every_attempt_is_excused_no_more() {
        let job = crate::executor::tests::job();
        let mut record = void_record(&job, 3, String::new());
        let mut check = |attempt, earlier: &[Lateness], stored: &[Lateness]| {
            record.attempt = attempt;
            record.measured.evidence = vec![Evidence {
                earlier: earlier.to_vec(),
                ..timeout(Some(51))
            }];
            audit_evidence(&record, stored).is_ok()
        };
        let both = [late(1, 'A'), late(2, 'A')];
        assert!(check(3, &both, &both));
        assert!(!check(3, &[], &both), "it doesn't say so");
        assert!(!check(3, &both, &both[..1]), "one of them isn't stored");
        assert!(
            !check(3, &both[..1], &both[..1]),
            "one of them was void otherwise"
        );
        assert!(
            !check(2, &both[..1], &both[..1]),
            "there is another attempt"
        );
        let mut seen = timeout(Some(51));
        seen.earlier = both.to_vec();
        seen.shares.as_mut().expect("shares").seen_ns = 51;
        let mut outside = void_record(&job, 3, String::new());
        outside.measured.evidence = vec![seen];
        assert!(
            audit_evidence(&outside, &both).is_err(),
            "others were seen to take all of it"
        );
        let other = [late(1, 'A'), late(2, 'B')];
        assert!(!check(3, &other, &other), "two seats were late");
        let other = [late(1, 'B'), late(2, 'B')];
        assert!(!check(3, &other, &other), "another seat was late");
    }
}
