//! `referee marks`: prints the marks of an exam, and writes the files for students and other systems.

use std::fs;
use std::path::{Path, PathBuf};

use referee_output::failure::unwritable;
use referee_output::sanitize::document;
use referee_output::{Exit, remarks, stdout};
use referee_report::document::OutputFormat;
use referee_report::exam::{self, Audience, ExamResults, Folder};

use super::form::FormArgs;

/// Print the marks of an exam, or write the files for students and other systems.
///
/// The table is for the instructor; `--public` shows aliases instead of names, and no marks or
/// reasons. The command works while the exam is still running.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee marks exam/exam.db
  referee marks exam.db --public --md > standings.md
  referee marks exam.db --reports reports/
  referee marks exam.db --moodle marks.csv --gradescope results/")]
pub struct MarksArgs {
    /// The run.
    run: PathBuf,
    #[command(flatten)]
    form: FormArgs,
    /// Print the public table: aliases and results.
    #[arg(long)]
    public: bool,
    /// Write a report for each student into a new folder, as text and as Markdown.
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// Write id, mark, basics, qualification and total for an import into Moodle.
    #[arg(long, value_name = "FILE")]
    moodle: Option<PathBuf>,
    /// Write a results.json for Gradescope for each student into a new folder.
    #[arg(long, value_name = "FOLDER")]
    gradescope: Option<PathBuf>,
    /// The roster [default: the file that the tournament names, next to the run].
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
}

impl MarksArgs {
    /// Prints or writes the marks.
    pub fn run(self) -> anyhow::Result<Exit> {
        let results = ExamResults::read(&self.run, self.roster.as_deref())?;
        let files = [&self.reports, &self.moodle, &self.gradescope];
        let quiet = files.iter().any(|file| file.is_some());
        if let Some(path) = &self.reports {
            exam::write_reports(&results, &mut Folder::create(path)?)?;
            report_written(path);
        }
        if let Some(path) = &self.gradescope {
            exam::write_gradescope(&results, &mut Folder::create(path)?)?;
            report_written(path);
        }
        if let Some(path) = &self.moodle {
            let written = fs::write(path, exam::moodle(&results)?);
            written.map_err(|e| {
                // An incomplete file must not be mistaken for a complete one.
                let _ = fs::remove_file(path);
                unwritable(&e, format!("--moodle {}: {e}", path.display()))
            })?;
            report_written(path);
        }
        if !quiet || self.form.form() != OutputFormat::Text {
            stdout::text(&self.table(&results)?)?;
        }
        Ok(Exit::Fine)
    }

    fn table(&self, results: &ExamResults) -> anyhow::Result<String> {
        let audience = if self.public {
            Audience::Public
        } else {
            Audience::Instructor
        };
        Ok(match self.form.form() {
            OutputFormat::Json => document(&exam::json(results, audience))?,
            OutputFormat::Csv => exam::csv(results, audience)?,
            OutputFormat::Markdown => exam::markdown(results, audience),
            OutputFormat::Text => exam::text(results, audience),
        })
    }
}

fn report_written(path: &Path) {
    remarks::lines(&format!("written: {}", path.display()));
}
