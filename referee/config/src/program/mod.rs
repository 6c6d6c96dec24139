//! Finds the executable of a bot, and sets up its environment.

mod program_lookup;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use referee_engine::{TOO_DEEP, one_deeper, seen};
use rustix::fs::{Access, access};

pub(crate) use program_lookup::LocatedProgram;
pub use program_lookup::ProgramLookup;

/// Folders in which bots find programs by default.
pub const USUAL: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// Variables that the referee sets itself.
const RESERVED: [&str; 2] = ["HOME", "TMPDIR"];

/// Finds an executable: a path with `/` is relative to the bot's folder, a name is looked up.
///
/// A program that a build is going to make doesn't have to exist yet.
pub(crate) fn executable(
    program: &str,
    folder: &Path,
    built: bool,
    find: impl FnOnce(&str) -> Result<LocatedProgram, String>,
) -> Result<LocatedProgram, String> {
    if program.contains('/') {
        let file = plain(&folder.join(program));
        if !built {
            check_executable(&file).map_err(|why| or_deeper(why, &file, folder))?;
        }
        return Ok(LocatedProgram::at(file));
    }
    find(program).map_err(|why| {
        let is_or_will_be_there = built || folder.join(program).exists();
        if why.contains('\n') || !is_or_will_be_there {
            return why;
        }
        format!("{why}: `./{program}` for a file in the bot's folder")
    })
}

/// Adds to the reason why a program can't be started that it lies one folder deeper, if it does.
fn or_deeper(why: String, file: &Path, folder: &Path) -> String {
    let inside = file.strip_prefix(folder).ok();
    match inside.and_then(|inside| one_deeper(folder, inside)) {
        Some(deeper) => format!("{why}; {} {TOO_DEEP}", deeper.display()),
        None => why,
    }
}

/// Removes `.` and `..` from a path lexically, without looking at the disk.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Returns whether every bot can read this path, which has no links, on any machine.
pub fn of_system(path: &Path) -> bool {
    let made = ["/dev", "/proc"].iter().any(|made| path.starts_with(made));
    !made && seen(path, &[])
}

/// Returns an error for a file that can't be started.
pub fn check_executable(path: &Path) -> Result<(), String> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|e| format!("{shown}: {e}"))?;
    if !metadata.is_file() {
        return Err(format!("{shown} isn't a file"));
    }
    access(path, Access::EXEC_OK)
        .map_err(|_| format!("{shown} isn't executable; chmod +x it, or name what runs it"))
}

/// Builds the environment of a bot: a PATH of its own folders and the usual ones, plus the folder of its
/// executable if that was found elsewhere; a plain locale; and the variables of its configuration. Returns
/// an error for variables that can't be set.
pub(crate) fn environment(
    executable: &Path,
    looked_up: bool,
    path: &[PathBuf],
    variables: &BTreeMap<String, String>,
) -> Result<Vec<(OsString, OsString)>, String> {
    let usual = USUAL.iter().map(PathBuf::from);
    let mut folders: Vec<PathBuf> = path.iter().cloned().chain(usual).collect();
    let folder = executable.parent().filter(|_| looked_up);
    if let Some(folder) = folder.filter(|folder| !folders.iter().any(|known| known == folder)) {
        folders.push(folder.to_owned());
    }
    let path = env::join_paths(folders)
        .map_err(|_| "path: a folder with `:` can't be in PATH".to_owned())?;
    let mut env: BTreeMap<OsString, OsString> = BTreeMap::new();
    env.insert("PATH".into(), path);
    env.insert("LANG".into(), "C.UTF-8".into());
    for (name, value) in variables {
        if RESERVED.contains(&name.as_str()) {
            return Err(format!("env: {name} is set by the referee; leave it out"));
        }
        if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
            return Err(format!("env: {name:?} = {value:?} can't be set"));
        }
        env.insert(name.into(), value.into());
    }
    Ok(env.into_iter().collect())
}
