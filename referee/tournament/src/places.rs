//! Checks the places where a run writes, and closes them to bots.

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use anyhow::Result;
use referee_build::{ForbiddenPaths, is_without_results, make_results_folder};
use referee_config::Tournament;
use referee_output::failure::{bad_input, machine};

use super::RunSettings;

/// Makes the folder of logs. Returns an error for a path that can't be a file of results or such a folder.
pub(crate) fn check(settings: &RunSettings) -> Result<()> {
    let out = &settings.out;
    let ends_as_folder = out.as_os_str().as_bytes().ends_with(b"/");
    if out.file_name().is_none() || ends_as_folder || out.is_dir() {
        return Err(bad_input(format!(
            "--out {}: this is a folder; expected the name of a file, such as {}",
            out.display(),
            out.join("results.db").display()
        )));
    }
    let folder = out.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(bad_input(format!(
            "--out {}: {} isn't a folder; make it, or give another --out",
            out.display(),
            folder.display()
        )));
    }
    if let Some(log) = &settings.log {
        make_results_folder(log).map_err(|error| {
            let shown = log.display();
            blame(
                error.kind(),
                format!("--log {shown}: the folder can't be made: {error}; give another"),
            )
        })?;
        // Logs of two runs in one folder could not be told apart.
        if !is_without_results(log) {
            let shown = log.display();
            return Err(bad_input(format!(
                "--log {shown}: the folder isn't empty; give each run a folder of its own"
            )));
        }
    }
    Ok(())
}

/// Lists the paths that belong to a run and are closed to its bots.
pub fn closed(
    tournament: &Tournament,
    file: &Path,
    out: &Path,
    log: Option<&Path>,
) -> ForbiddenPaths {
    let mut closed = ForbiddenPaths::default();
    closed.add("the tournament file", file);
    closed.results(out);
    if let Some(log) = log {
        closed.add("the logs of the run", log);
    }
    let exam = tournament.exam.as_ref();
    if let Some(roster) = exam.and_then(|exam| exam.roster.as_ref()) {
        closed.add("the roster of the exam", roster);
    }
    for path in tournament.submissions.iter().chain(&tournament.strays) {
        closed.bot(path);
    }
    closed
}

/// Blames the user for a path that can't be used, but not for a full disk.
fn blame(kind: io::ErrorKind, message: String) -> anyhow::Error {
    match kind {
        io::ErrorKind::NotFound
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::PermissionDenied => bad_input(message),
        _ => machine(message),
    }
}
