//! `referee report`: writes a run as one page for a browser.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::TrustArgs;
use anyhow::Result;
use referee_output::failure::{bad_input, unwritable};
use referee_output::{Exit, remarks};
use referee_report::exam::Folder;
use referee_tournament::results;
use referee_web::run_page::{Aliases, GameSelection, Viewer, pages};

/// Write a report of a run as an HTML page: standings, plots, every game to step through.
///
/// The page is one file that needs no server and no network; tables and verdicts can be read
/// without scripts. It shows everything that you can see. --per-bot writes a page for each bot's
/// author: their own games and evidence, but only aliases and results of others. docs/report.md
/// says more.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee report cup.db -o cup.html
  referee report cup.toml -o cup.html --games sample=500
  referee report cup.db -o faults.html --games faults
  referee report exam.db --per-bot pages/")]
pub struct ReportArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The file for the page; an existing page is replaced.
    #[arg(short, long, value_name = "FILE", required_unless_present = "per_bot")]
    out: Option<PathBuf>,
    /// The games in the report: all, faults, or sample=N.
    #[arg(long, value_name = "WHICH", default_value = "all")]
    games: GameSelection,
    /// Write a page for each bot into a new folder, with aliases for its opponents.
    #[arg(long, value_name = "DIR")]
    per_bot: Option<PathBuf>,
    /// The roster of an exam with the aliases [default: the file that the exam names, next to the
    /// run].
    #[arg(long, value_name = "FILE", requires = "per_bot")]
    roster: Option<PathBuf>,
    #[command(flatten)]
    rules: TrustArgs,
}

impl ReportArgs {
    /// Writes the pages.
    pub fn run(self) -> Result<Exit> {
        let path = results::locate(&self.run)?;
        let run = results::open(&path)?;
        let games = self.rules.games(&run)?;
        if let Some(file) = &self.out {
            refuse_results(file, &path)?;
            let page = pages(&run, &games, self.games, &[Viewer::Holder])?.concat();
            write(file, &page)?;
        }
        if let Some(path) = &self.per_bot {
            let aliases = Aliases::of_run(&run, &results::plan(&run)?, self.roster.as_deref())?;
            let mut folder = Folder::create(path)?;
            let authors: Vec<&str> = aliases.authors().collect();
            let audiences = authors.iter().map(|bot| Viewer::Author(bot, &aliases));
            let audiences: Vec<Viewer<'_>> = audiences.collect();
            for (bot, page) in authors
                .iter()
                .zip(pages(&run, &games, self.games, &audiences)?)
            {
                let name = folder.name(bot);
                folder.write(&format!("{name}.html"), &page)?;
            }
            remarks::lines(&format!("written: {}", path.display()));
        }
        Ok(Exit::Fine)
    }
}

/// Returns an error if a page would replace the results or a file that isn't a page; older pages may be
/// replaced.
fn refuse_results(file: &Path, run: &Path) -> Result<()> {
    let same = fs::canonicalize(file).ok().zip(fs::canonicalize(run).ok());
    let page = file
        .extension()
        .is_some_and(|ending| ending == "html" || ending == "htm");
    if same.is_some_and(|(a, b)| a == b) || (file.exists() && !page) {
        return Err(bad_input(format!(
            "-o {}: it is there already and no page; give a name that ends in .html",
            file.display()
        )));
    }
    Ok(())
}

fn write(file: &Path, page: &str) -> Result<()> {
    fs::write(file, page).map_err(|e| {
        // An incomplete file must not be mistaken for a complete one.
        let _ = fs::remove_file(file);
        unwritable(&e, format!("-o {}: {e}", file.display()))
    })?;
    #[expect(clippy::cast_precision_loss, reason = "a size for people")]
    let size = page.len() as f64 / 1e6;
    remarks::lines(&format!("written: {}, {size:.2} MB", file.display()));
    Ok(())
}
