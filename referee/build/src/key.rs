//! Computes the key that tells builds apart.
//!
//! Paths and variables are written with `{:?}`, which keeps bytes apart that aren't UTF-8.

#![expect(
    clippy::unnecessary_debug_formatting,
    reason = "what `display` shows may be the same for two paths"
)]

use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::command::BuildStep;
use crate::sources;

/// Returns the key of a build: a hash of its input files, its commands, their environment, and the programs
/// that they start.
pub(crate) fn key(folder: &Path, steps: &[BuildStep]) -> Result<String, String> {
    let tree = sources::all(folder)?;
    let mut first = vec![env!("CARGO_PKG_VERSION").to_owned()];
    for step in steps {
        first.push(step.what.to_owned());
        first.extend(step.words.iter().cloned());
        first.push(format!("{} words", step.words.len()));
        first.push(identity(&step.program, folder));
        for (name, value) in &step.env {
            // The copy of the folder lies elsewhere each time.
            let value = Path::new(value);
            let value = value.strip_prefix(folder).unwrap_or(value);
            first.push(format!("{name:?}={value:?}"));
        }
        for pin in &step.read {
            first.push(identity(pin.at(), folder));
        }
        first.push(format!("jailed: {}", step.jailed));
        if !step.jailed {
            first.extend(surroundings());
        }
    }
    first.extend(tree.folders.iter().map(|path| format!("{path:?}")));
    let first: Vec<&[u8]> = first.iter().map(String::as_bytes).collect();
    sources::hash(&tree, &first)
}

/// Returns the referee's own environment, which a build outside the jail has, in sorted order.
fn surroundings() -> Vec<String> {
    let vars = std::env::vars_os();
    let mut vars: Vec<String> = vars
        .map(|(name, value)| format!("{name:?}={value:?}"))
        .collect();
    vars.sort();
    vars
}

/// Describes a program by data that change when another version of it is installed. A program in the bot's
/// own folder is hashed with the folder.
fn identity(program: &Path, folder: &Path) -> String {
    let mut shown = String::new();
    if let Ok(inside) = program.strip_prefix(folder) {
        return format!("{inside:?}");
    }
    let real: PathBuf = program
        .canonicalize()
        .unwrap_or_else(|_| program.to_owned());
    let _ = write!(shown, "{program:?} {real:?}");
    if let Ok(data) = real.metadata() {
        let (size, s, ns) = (data.size(), data.mtime(), data.mtime_nsec());
        let _ = write!(shown, " {size} {s}.{ns}");
    }
    shown
}
