//! `referee regress`: tests whether a bot still does what it must do and what it could do before.

use std::path::PathBuf;

use crate::args::OutputArgs;
use anyhow::Result;
use referee_checks::regress::{Baseline, RegressionPlan, RegressionReport, test, text, verdict};
use referee_output::{Exit, stdout};
use referee_tournament as run;

use crate::args::JailArgs;
use crate::display::TerminalReporter;

/// Run the regression tests of a bot, for continuous integration.
///
/// The file holds positions with required, forbidden or best moves, sequential tests against an
/// earlier version, and the cases of `check`. A case that passed in the baseline and doesn't now is
/// a failure. Games are kept next to the file: the same command continues a test that wasn't
/// decided. Exit code 0: all is well, 1: a test failed, 3: the machine failed, 4: a match is
/// undecided, 5: a bot kept failing. Read docs/ci.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee regress REGRESS.toml
  referee regress REGRESS.toml --update
  referee regress REGRESS.toml --junit regress.xml --markdown regress.md
  referee regress REGRESS.toml --bot git:HEAD --json")]
pub struct RegressArgs {
    /// The file of tests.
    #[arg(value_name = "REGRESS.toml")]
    file: PathBuf,
    /// The bot to test instead of the file's: house:NAME, git:REV[:PATH], a folder or toml file, or
    /// an executable file, relative to the file.
    #[arg(long)]
    bot: Option<String>,
    /// Write the cases that pass to the baseline, and print its changes.
    #[arg(long)]
    update: bool,
    /// Allow bots to run their `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    #[command(flatten)]
    jail: JailArgs,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    outputs: OutputArgs,
}

impl RegressArgs {
    /// Runs the tests.
    pub fn run(self) -> Result<Exit> {
        let mut plan = RegressionPlan::read(&self.file)?;
        if let Some(bot) = &self.bot {
            plan.spec.bot.clone_from(bot);
        }
        let before = Baseline::read(&plan.baseline)?;
        // From the build on, output of other programs may be printed.
        let hushed = self.outputs.wanted().hush(self.json)?;
        let jail = self.jail.wanted();
        let mut reporter = TerminalReporter::default();
        let testing = test(plan, &jail, self.allow_fetch, &mut reporter);
        let (plan, mut report) = run::runtime()?.block_on(testing)?;
        self.compare(&plan, before.as_ref(), &mut report)?;
        stdout::show(self.json, &report, || text(&report))?;
        drop(hushed);
        let verdict = verdict(&report, &self.file);
        self.outputs.wanted().write(&verdict, self.json)?;
        Ok(verdict.exit)
    }

    /// Marks what is worse than the baseline, or makes this report the new baseline.
    fn compare(
        &self,
        plan: &RegressionPlan,
        before: Option<&Baseline>,
        report: &mut RegressionReport,
    ) -> Result<()> {
        let shown = plan.baseline.display();
        if self.update {
            if report.interrupted {
                let left = format!("It was interrupted: the baseline {shown} is left as it was.");
                report.remarks.push(left);
                return Ok(());
            }
            let now = Baseline::of(report, before);
            report.changes = before.unwrap_or(&Baseline::default()).changes(&now);
            if report.changes.is_empty() {
                report
                    .remarks
                    .push(format!("The baseline {shown} is as it was."));
            } else {
                now.write(&plan.baseline)?;
                report
                    .remarks
                    .push(format!("The baseline {shown} was written; it differs in:"));
            }
            return Ok(());
        }
        match before {
            Some(baseline) => baseline.mark(report),
            None => report.remarks.push(format!(
                "There is no baseline {shown}: nothing is known to have passed before; \
                 `referee regress --update` writes one."
            )),
        }
        Ok(())
    }
}
