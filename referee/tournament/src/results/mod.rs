//! Results on disk, as commands are given them: which file is meant, and which games of it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::stdout;
use referee_schedule::Plan;
use referee_store::{ReadError, Run};

/// What results end with, the surer one first.
const ENDINGS: [&str; 2] = ["db", "jsonl"];

/// Opens a file of results; for a tournament file, the latest results that lie beside it. Where it is
/// quickly seen that they were changed, that is said.
pub fn open(path: &Path) -> Result<Run> {
    let run = Run::open(&locate(path)?).map_err(unreadable)?;
    warn(&run);
    Ok(run)
}

/// Says it where a run was damaged or changed, as far as that is quickly seen.
pub fn warn(run: &Run) {
    if let Ok(Some(fault)) = run.glance() {
        let shown = run.path().display();
        stdout::remark(&plain(&format!(
            "referee: warning: {shown} was damaged or changed, so what follows may be wrong: {fault}; \
             see `referee verify {}`",
            quoted(run.path())
        )));
    }
}

/// The error of results that can't be read: the fault of whoever named them, or of the machine.
pub fn unreadable(error: ReadError) -> anyhow::Error {
    if error.is_machines() {
        machine(error)
    } else {
        bad_input(error)
    }
}

/// A file of results as it stands in a command that is shown.
pub fn quoted(path: &Path) -> String {
    plain(&shell_words::quote(&path.to_string_lossy()))
}

/// The file of results that is meant.
pub fn locate(path: &Path) -> Result<PathBuf> {
    match path.extension() {
        Some(ending) if ending == "toml" => latest(path).ok_or_else(|| {
            let (shown, results) = (path.display(), path.with_extension("db"));
            bad_input(format!(
                "{shown}: there are no results beside it; play it with `referee run {shown}`, or \
                 give the file of results, such as {}",
                results.display()
            ))
        }),
        _ => Ok(path.to_owned()),
    }
}

/// The results of a tournament with the highest number: NAME-3 comes after NAME-2 and NAME.
fn latest(file: &Path) -> Option<PathBuf> {
    let stem = file.file_stem()?.to_string_lossy().into_owned();
    let numbered = |number: u32| {
        let name = match number {
            1 => stem.clone(),
            _ => format!("{stem}-{number}"),
        };
        let paths = ENDINGS.map(|ending| file.with_file_name(format!("{name}.{ending}")));
        paths.into_iter().find(|path| path.is_file())
    };
    (1..).map_while(numbered).last()
}

/// What a run was made from.
pub fn plan(run: &Run) -> Result<Plan> {
    let plan = serde_json::from_value(run.header().edition.plan.clone());
    let path = run.path().display();
    plan.map_err(|why| bad_input(format!("{path}: its plan can't be read: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_results_are_meant() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("cup.toml");
        assert_eq!(latest(&file), None);
        for name in ["cup.jsonl", "cup.db", "cup-2.jsonl", "cup-4.db"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        assert_eq!(latest(&file), Some(folder.path().join("cup-2.jsonl")));
        std::fs::remove_file(folder.path().join("cup-2.jsonl")).expect("removed");
        assert_eq!(latest(&file), Some(folder.path().join("cup.db")));
    }
}
