//! Reads from a run what its results are worth. The rules are those with which the run began: a tournament file
//! that was changed before an extension changes no mark.

use std::path::Path;

use anyhow::Result;
use referee_config::{self as config, Marking};
use referee_output::failure::bad_input;
use referee_schedule::Format;
use referee_stats::Worth;
use referee_store::{Header, Run};

use crate::results::plan;

/// Reads the rules for marks of an exam; its roster is the one that was named last.
pub fn marking(header: &Header, path: &Path) -> Result<Marking> {
    let read = |text: &str| {
        config::marking(text).map_err(|why| bad_input(format!("{}: {why}", path.display())))
    };
    let last = read(&header.revision.config)?;
    match header.earlier.first() {
        None => Ok(last),
        Some(first) => Ok(Marking {
            roster: last.roster,
            ..read(&first.config)?
        }),
    }
}

/// Returns what the result of a game is worth in an exam; `None` for other formats, where points follow from
/// places.
pub fn worth(run: &Run) -> Result<Option<Worth>> {
    match plan(run)?.format {
        Format::Exam(_) => Ok(Some(marking(run.header(), run.path())?.scale.worth())),
        _ => Ok(None),
    }
}
