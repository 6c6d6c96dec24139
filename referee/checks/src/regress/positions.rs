//! Runs suites of positions: the bot is asked for one move in each, in its own process, and the match loop
//! judges its legality and time.

use std::time::Instant;

use anyhow::Result;
use referee_engine::GameRunner;
use referee_games::Turn;
use referee_output::failure::bad_input;
use referee_record::{
    Evidence, Job, Record, SeatAssignment, Start, StartFrom, Step, TimeControl, derive,
};

use super::bench::TestBed;
use super::model::{CaseEnd, RegressionCase, SCORE, SuiteScore, TestKind, TestReport};
use super::plan::{PositionQuestion, PositionSuite, RegressionPlan};
use crate::conformance::{BOT, OPPONENT};

/// Attempts for a question: one that the machine spoils is asked again.
const TRIES: u32 = 3;

/// Asks all questions of a suite.
pub(super) fn suite(
    plan: &RegressionPlan,
    suite: &PositionSuite,
    bench: &TestBed,
) -> Result<TestReport> {
    let mut test = TestReport::new(TestKind::Positions, &suite.name);
    let mut table = GameRunner::new(bench.context.clone(), None);
    for question in &suite.questions {
        let began = Instant::now();
        let (end, says, why) = ask(plan, (suite, question), bench, &mut table)?;
        test.cases.push(RegressionCase {
            name: question.name.clone(),
            end,
            says,
            why,
            regression: false,
            took: began.elapsed(),
        });
    }
    table.close();
    score(suite, &mut test);
    Ok(test)
}

/// Counts the positions that were solved, and adds a case if the suite has a minimum.
fn score(suite: &PositionSuite, test: &mut TestReport) {
    let cases = suite.questions.iter().zip(&test.cases);
    let solvable = cases.filter(|(question, _)| question.best.is_some());
    let of = solvable.clone().count() as u64;
    let open = |end: CaseEnd| matches!(end, CaseEnd::Skipped | CaseEnd::Machine);
    let is_open = solvable.clone().any(|(_, case)| open(case.end));
    let solved = solvable
        .filter(|(_, case)| case.end == CaseEnd::Passed)
        .count() as u64;
    if of == 0 {
        return;
    }
    test.score = Some(SuiteScore {
        solved,
        of,
        least: suite.least,
    });
    let Some(least) = suite.least else {
        return;
    };
    let end = match solved >= least {
        true => CaseEnd::Passed,
        false if is_open => CaseEnd::Skipped,
        false => CaseEnd::Failed,
    };
    test.cases.push(RegressionCase {
        name: SCORE.to_owned(),
        end,
        says: format!("{solved} of {of} solved, at least {least} are wanted"),
        why: Vec::new(),
        regression: false,
        took: std::time::Duration::ZERO,
    });
}

/// Asks until the machine lets the bot answer, or the attempts are used up.
fn ask(
    plan: &RegressionPlan,
    (suite, question): (&PositionSuite, &PositionQuestion),
    bench: &TestBed,
    table: &mut GameRunner,
) -> Result<(CaseEnd, String, Vec<String>)> {
    let stopped = || {
        (
            CaseEnd::Skipped,
            "it was interrupted".to_owned(),
            Vec::new(),
        )
    };
    let mut void = String::new();
    for attempt in 1..=TRIES {
        if bench.is_over() {
            return Ok(stopped());
        }
        let job = job(plan, question, suite.time)?;
        let record = table.ask(&job, attempt).map_err(bad_input)?;
        let Some(record) = record else {
            return Ok(stopped());
        };
        if let Some(judged) = judge(&record, question) {
            return Ok(judged);
        }
        void = record.played.verdict.void.unwrap_or_default();
    }
    Ok((
        CaseEnd::Machine,
        format!("the machine failed: {void}"),
        Vec::new(),
    ))
}

/// Judges the answer; returns `None` if there is none through no fault of the bot.
fn judge(record: &Record, question: &PositionQuestion) -> Option<(CaseEnd, String, Vec<String>)> {
    let seats = &record.played.job.seats;
    let bot_seat = seats.iter().find(|seated| seated.bot == BOT)?.seat;
    let mut evidence = record.measured.evidence.iter();
    if let Some(fault) = evidence.find(|fault| fault.seat == bot_seat) {
        let says = format!("{}: {}", fault.reason, fault.sentence);
        return Some((CaseEnd::Failed, says, describe_fault(fault)));
    }
    let move_text = record.played.steps.iter().find_map(|step| match step {
        Step::Move { seat, word, .. } if *seat == bot_seat => Some(word),
        _ => None,
    })?;
    let (end, says) = question.verdict(move_text);
    let why = vec![format!("state: {}", question.state)];
    Some((end, says, why))
}

impl PositionQuestion {
    fn verdict(&self, move_text: &String) -> (CaseEnd, String) {
        let any = |words: &[String]| words.join(" ");
        if let Some(required) = self
            .required
            .as_ref()
            .filter(|moves| !moves.contains(move_text))
        {
            let says = format!("it played {move_text}; required: {}", any(required));
            return (CaseEnd::Failed, says);
        }
        if self
            .forbidden
            .as_ref()
            .is_some_and(|moves| moves.contains(move_text))
        {
            return (
                CaseEnd::Failed,
                format!("it played {move_text}, which is forbidden"),
            );
        }
        match self
            .best
            .as_ref()
            .filter(|moves| !moves.contains(move_text))
        {
            Some(best) => (
                CaseEnd::Unsolved,
                format!("it played {move_text}; best: {}", any(best)),
            ),
            None => (CaseEnd::Passed, format!("it played {move_text}")),
        }
    }
}

/// Explains a fault, in lines.
fn describe_fault(fault: &Evidence) -> Vec<String> {
    let mut lines = vec![format!("state: {}", fault.state)];
    if !fault.last_bytes.is_empty() {
        lines.push(format!("came: {}", fault.last_bytes));
    }
    let stderr = fault.stderr.lines().map(str::trim_end);
    lines.extend(
        stderr
            .filter(|line| !line.is_empty())
            .map(|line| format!("stderr: {line}")),
    );
    lines
}

fn job(plan: &RegressionPlan, question: &PositionQuestion, time: TimeControl) -> Result<Job> {
    let position = plan.rules.read(&question.state).map_err(bad_input)?;
    let mover = match position.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    };
    let seed = plan.spec.seed;
    let seats = position.seats().into_iter().map(|seat| {
        let bot = if Some(seat) == mover { BOT } else { OPPONENT };
        let own = derive(seed, "bot", &[&question.state, &seat.to_string()]).small();
        SeatAssignment::new(seat.letter(), bot, own, time)
    });
    let start = Start::new(
        StartFrom::State(question.state.clone()),
        derive(seed, "deal", &[]),
    );
    let dice = derive(seed, "dice", &[&question.state]);
    let job = Job {
        options: plan.options.clone(),
        ..Job::single("positions", plan.rules.name(), start, dice, seats.collect())
    };
    Ok(job.identify())
}
