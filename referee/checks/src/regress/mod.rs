//! Regression tests: a file says what a bot must do in positions, in matches against an earlier version and
//! in the conformance test; a baseline says what it could do before.
//!
//! `plan` reads the file (`spec` is its form), `commits` resolves the versions, `positions`,
//! `cases` and [`matches`] run the tests on the [`bench`], and their results form one `model`.
//! `baseline` compares it with earlier results; [`text`] and [`verdict`] report it.

mod baseline;
mod bench;
mod cases;
mod commits;
mod matches;
mod model;
mod plan;
mod positions;
mod spec;
mod text;
mod verdict;

use std::time::{Duration, Instant};

use anyhow::Result;

pub use baseline::Baseline;
pub use model::RegressionReport;
pub use plan::RegressionPlan;
pub use text::text;
pub use verdict::verdict;

use bench::TestBed;
use model::TestReport;
use referee_build::jail::JailRequest;
use referee_config::ProgramLookup;
use referee_output::failure::machine;
use referee_tournament::{Reporter, Signals};

/// Returns the JSON schema of regression test files.
pub fn schema() -> schemars::Schema {
    referee_config::schema_of::<spec::RegressionSpec>()
}

/// Runs all tests of the file, the quick kinds first. After an interrupt it returns the results so far.
pub async fn test(
    mut plan: RegressionPlan,
    wanted: &JailRequest,
    fetch: bool,
    reporter: &mut dyn Reporter,
) -> Result<(RegressionPlan, RegressionReport)> {
    let began = Instant::now();
    let mut signals = Signals::catch()?;
    let held = commits::fix(&mut plan, ProgramLookup::at(wanted.level()))?;
    let matches = matches::prepare(&plan, wanted)?;
    let bench = TestBed::build(&plan, wanted, fetch, &mut signals).await?;
    let asked = bench.clone();
    let mut work = tokio::task::spawn_blocking(move || {
        let tests = alone(&plan, &asked);
        (plan, tests)
    });
    let mut over = false;
    let (plan, tests) = tokio::select! {
        done = &mut work => done.map_err(machine)?,
        () = signals.come() => {
            over = true;
            bench.end();
            work.await.map_err(machine)?
        }
    };
    drop(signals);
    let bot = bench::named(
        &plan.spec.bot,
        &plan.folder,
        ProgramLookup::at(wanted.level()),
    )?;
    let mut report = RegressionReport {
        bot: bot.name,
        tests: tests?,
        changes: Vec::new(),
        remarks: Vec::new(),
        interrupted: over,
        took: Duration::ZERO,
    };
    drop(bench);
    for prepared_match in matches {
        if report.interrupted {
            break;
        }
        let test = prepared_match.play(wanted, fetch, reporter).await?;
        let match_status = test.games.as_ref().map(|report| report.verdict);
        report.interrupted =
            match_status == Some(referee_report::head_to_head::MatchStatus::Interrupted);
        report.tests.push(test);
    }
    drop(held);
    report.took = began.elapsed();
    Ok((plan, report))
}

/// Runs the tests of the bot alone.
fn alone(plan: &RegressionPlan, bench: &TestBed) -> Result<Vec<TestReport>> {
    let mut tests = Vec::new();
    for conformance_spec in &plan.spec.conformance {
        tests.push(cases::conformance(plan, conformance_spec, bench)?);
    }
    for suite in &plan.suites {
        tests.push(positions::suite(plan, suite, bench)?);
    }
    Ok(tests)
}
