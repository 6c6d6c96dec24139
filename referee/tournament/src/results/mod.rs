//! Finds and opens results on disk, as they are named on the command line.

mod run_results;

use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_record::Outcome;
use referee_schedule::Plan;
use referee_stats::Tallies;
use referee_store::{ReadError, Run, RunCheck};

pub use run_results::{RunResults, queue};

/// Number of entries that are checked before a table is made, which takes 40 ms; what is longer is checked at the
/// end of a run, where it costs little beside the games, and by `referee verify`.
pub const CHECKED_AT_ONCE: u64 = 1000;
/// File endings of results, the preferred one first.
const ENDINGS: [&str; 2] = ["db", "jsonl"];

/// Opens a file of results; for a tournament file, the latest results next to it. Warns on stderr if a
/// quick look shows that they were damaged or changed.
pub fn open(path: &Path) -> Result<Run> {
    let run = Run::open(&locate(path)?).map_err(unreadable)?;
    warn(&run);
    Ok(run)
}

/// Warns on stderr if a quick check finds that a run was damaged or changed, or can't be made, or that the
/// last line of an export is torn.
pub fn warn(run: &Run) {
    let said = match run.check(0) {
        Ok(RunCheck::Damaged(fault)) => {
            format!("was damaged or changed, so what follows may be wrong: {fault}")
        }
        Ok(_) if run.is_torn().unwrap_or(false) => {
            "ends in a torn line, as when the machine stops while it is written; what is before it \
             counts"
                .to_owned()
        }
        Ok(_) => return,
        Err(error) => format!("can't be checked: {error}"),
    };
    remarks::lines(&plain(&format!(
        "referee: warning: {} {said}; see `referee verify {}`",
        run.path().display(),
        quoted(run.path())
    )));
}

/// Returns why the numbers of a run may not be those that were recorded, in a sentence: it was damaged or
/// changed, or not all of it was checked. A run with at most `whole` entries is checked completely.
pub fn not_verified(run: &Run, whole: u64) -> Result<Option<String>> {
    let checked = run.check(whole).map_err(unreadable)?;
    Ok(why_not_verified(checked))
}

/// Checks and answers as [`not_verified`] does, and passes the outcomes that are read for that to `tell`, with rulings
/// applied, in the order of the hash chain. If the answer is `None`, these are all outcomes, each once. Also returns
/// the tallies of the state that was checked.
pub fn not_verified_telling(
    run: &Run,
    whole: u64,
    tell: &mut dyn FnMut(&Outcome),
) -> Result<(Option<String>, Tallies)> {
    let (checked, tallies) = run.check_telling(whole, tell).map_err(unreadable)?;
    Ok((why_not_verified(checked), tallies))
}

fn why_not_verified(checked: RunCheck) -> Option<String> {
    match checked {
        RunCheck::Sound => None,
        RunCheck::Partial { entries } => Some(format!(
            "Not verified: this run has {entries} entries, of which only the latest, the settings and the \
             sessions were checked. Run `referee verify` to check them all."
        )),
        RunCheck::Impossible => Some(
            "Not verified: an export can be changed by anyone. Run `referee verify --fingerprint` with the \
             fingerprint of its run."
                .to_owned(),
        ),
        // It may name a table or trigger that somebody else made.
        RunCheck::Damaged(fault) => Some(plain(&format!(
            "DAMAGED OR CHANGED since it was recorded, so these numbers may be wrong: {fault}. Run `referee \
             verify`."
        ))),
    }
}

/// Converts the error of results that can't be read: the fault is the user's or the machine's.
pub fn unreadable(error: ReadError) -> anyhow::Error {
    if error.is_machines() {
        machine(error)
    } else {
        bad_input(error)
    }
}

/// Quotes the path of results for a command that is shown.
pub fn quoted(path: &Path) -> String {
    plain(&shell_words::quote(&path.to_string_lossy()))
}

/// Finds the file of results: for a tournament file, the latest results next to it.
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

/// Finds the results of a tournament with the highest number: NAME-3 comes after NAME-2 and NAME.
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

/// Reads the plan of a run.
pub fn plan(run: &Run) -> Result<Plan> {
    let plan = serde_json::from_value(run.header().revision.plan.clone());
    let path = run.path().display();
    plan.map_err(|why| bad_input(format!("{path}: its plan can't be read: {why}")))
}

/// Returns the title of a run: that of its tournament file, or the name of the file of results.
pub fn run_title(run: &Run, plan: &Plan) -> String {
    let file = || run.path().file_stem().unwrap_or_default().to_string_lossy();
    plan.title.clone().unwrap_or_else(|| file().into_owned())
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
