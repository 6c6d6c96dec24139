//! Writes the outputs to files, to GitHub's log and to the job's summary.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_output::failure::{bad_input, unwritable};
use referee_output::sanitize::github::{Hushed, is_runner};

use super::annotations::annotations;
use super::junit::junit;
use super::markdown::markdown;
use super::model::CheckReport;

/// Largest job summary that GitHub accepts, in bytes.
const SUMMARY: usize = 1 << 20;

/// The outputs that were asked for: files and annotations.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// Path of the `JUnit` XML file.
    pub junit: Option<PathBuf>,
    /// Path of the Markdown page.
    pub markdown: Option<PathBuf>,
    /// Prints GitHub annotations and writes the job's summary even outside GitHub's runners.
    pub annotations: bool,
}

impl Outputs {
    fn annotates(&self) -> bool {
        self.annotations || is_runner()
    }

    /// Checks that the files can be written, before hours are spent on their contents. Returns an error for a
    /// path that is a folder or whose parent folder doesn't exist.
    pub fn look(&self) -> Result<()> {
        let files = [&self.junit, &self.markdown];
        for file in files.into_iter().flatten() {
            let parent = file.parent().filter(|path| !path.as_os_str().is_empty());
            let why = match parent {
                _ if file.is_dir() => "this is a folder; expected the name of a file",
                Some(parent) if !parent.is_dir() => "there is no such folder; make it first",
                _ => continue,
            };
            return Err(bad_input(format!("{}: {why}", file.display())));
        }
        Ok(())
    }

    /// Returns the stream that GitHub reads: standard error if a program reads JSON from standard output.
    fn log(json: bool) -> Box<dyn Write> {
        if json {
            Box::new(io::stderr())
        } else {
            Box::new(io::stdout())
        }
    }

    /// On a GitHub runner, begins a stretch of output in which bots can't give the runner workflow commands;
    /// it ends when the returned value is dropped. With JSON, standard output is left alone.
    pub fn hush(&self, json: bool) -> Result<Option<Hushed<Box<dyn Write>>>> {
        let hushed = self.annotates().then(|| Hushed::begin(Self::log(json)));
        Ok(hushed.transpose()?)
    }

    /// Writes every file that was asked for, and on a GitHub runner the annotations and the job's summary.
    /// Returns an error if a file can't be written.
    pub fn write(&self, verdict: &CheckReport, json: bool) -> Result<()> {
        if let Some(file) = &self.junit {
            let text = junit(&verdict.name, &verdict.suites, verdict.took)?;
            write_file(file, &text)?;
        }
        if let Some(file) = &self.markdown {
            write_file(file, &markdown(verdict))?;
        }
        if self.annotates() {
            let mut log = Self::log(json);
            log.write_all(annotations(verdict).as_bytes())?;
            log.flush()?;
            if let Some(file) = env::var_os("GITHUB_STEP_SUMMARY") {
                append(Path::new(&file), &markdown(verdict))?;
            }
        }
        Ok(())
    }
}

/// Writes a text to a file that an option names. Returns an error if it can't be written.
pub fn write_file(file: &Path, text: &str) -> Result<()> {
    let written = fs::write(file, text);
    written.map_err(|error| unwritable(&error, format!("{}: {error}", file.display())))
}

/// Appends a page to the job's summary, after those of earlier commands, if there is room.
fn append(file: &Path, page: &str) -> Result<()> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let written = opened.and_then(|mut summary| {
        let taken = usize::try_from(summary.metadata()?.len()).unwrap_or(usize::MAX);
        let fits = taken.saturating_add(page.len()) < SUMMARY;
        let page = if fits {
            page
        } else {
            "referee: the page is too long for this summary.\n"
        };
        summary.write_all(format!("{page}\n").as_bytes())
    });
    written.map_err(|error| unwritable(&error, format!("{}: {error}", file.display())))
}
