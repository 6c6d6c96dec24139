//! Looks up programs: bots in the jail see other folders than processes outside.

use std::path::{Path, PathBuf};

use referee_engine::seen;
use referee_engine::toolchain::{User, WHERE};
use referee_jail::Level;

use super::{USUAL, check_executable};

/// Where programs are looked up for bots and their builds: among what they can see of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLookup {
    /// Whether programs are looked up as in the jail; otherwise in the referee's own PATH.
    pub jailed: bool,
}

impl Default for ProgramLookup {
    /// Uses the default level of the jail.
    fn default() -> ProgramLookup {
        ProgramLookup::at(Level::Auto)
    }
}

/// A program that was looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedProgram {
    /// Path of the program.
    pub file: PathBuf,
    /// Remark, if the same word means another program outside the jail.
    pub remark: Option<String>,
}

impl LocatedProgram {
    /// Returns a program that is the same everywhere.
    pub(crate) fn at(file: PathBuf) -> LocatedProgram {
        LocatedProgram { file, remark: None }
    }
}

impl ProgramLookup {
    /// Returns the lookup for a jail of this level. Only on Linux does the jail narrow what is found.
    pub fn at(level: Level) -> ProgramLookup {
        let jailed = level != Level::Off && cfg!(target_os = "linux");
        ProgramLookup { jailed }
    }

    /// Looks up a program by name, for a bot that searches the folders `path` before the usual ones and may
    /// read the paths `read`.
    pub fn find(
        self,
        command: &str,
        path: &[PathBuf],
        read: &[PathBuf],
    ) -> Result<LocatedProgram, String> {
        self.find_for(command, path, read, &User::current())
    }

    fn find_for(
        self,
        command: &str,
        path: &[PathBuf],
        read: &[PathBuf],
        user: &User<'_>,
    ) -> Result<LocatedProgram, String> {
        let usual = USUAL.iter().map(PathBuf::from);
        let visible_file = first(command, path.iter().cloned().chain(usual));
        if !self.jailed {
            let outside = (user.var)("PATH").unwrap_or_default();
            let outside = first(
                command,
                path.iter().cloned().chain(std::env::split_paths(&outside)),
            );
            let file = outside.ok_or_else(|| missing(command, "PATH"))?;
            return Ok(LocatedProgram::at(file));
        }
        let Some(file) = visible_file else {
            let Some(found_program) = user.find(command) else {
                return Err(missing(command, &shown(path)));
            };
            let (there, lines) = (found_program.program.display(), found_program.lines);
            return Err(format!(
                "`{command}` is {there}, which isn't in view of a bot in the jail; add these lines \
                 {WHERE}:\n{lines}"
            ));
        };
        ProgramLookup::check_seen(&file, read, user)?;
        let remark = if path.is_empty() {
            other(command, &file, user)
        } else {
            None
        };
        Ok(LocatedProgram { file, remark })
    }

    /// Refuses a program that isn't visible in the jail, or is a link to one.
    pub fn check_view(self, file: &Path, read: &[PathBuf]) -> Result<(), String> {
        if self.jailed {
            return ProgramLookup::check_seen(file, read, &User::current());
        }
        Ok(())
    }

    /// Refuses a program that is named by its path and belongs to a toolchain out of view. Any other
    /// program is made visible by itself.
    pub fn check_named(self, file: &Path, read: &[PathBuf]) -> Result<(), String> {
        let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let bin = real
            .parent()
            .and_then(Path::file_name)
            .is_some_and(|name| name == "bin");
        if bin && User::current().prefix(&real) != real {
            return self.check_view(file, read);
        }
        Ok(())
    }

    fn check_seen(file: &Path, read: &[PathBuf], user: &User<'_>) -> Result<(), String> {
        let real = file
            .canonicalize()
            .map_err(|e| format!("{}: {e}", file.display()))?;
        let canonical: Vec<PathBuf> = read
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let read: Vec<PathBuf> = read.iter().cloned().chain(canonical).collect();
        if seen(file, &read) && seen(&real, &read) {
            return Ok(());
        }
        let command = file.file_name().unwrap_or_default().to_string_lossy();
        let mut lines = user.explain(&command, file).lines;
        lines.path.clear();
        let link = if real == file {
            String::new()
        } else {
            format!(" (a link to {})", real.display())
        };
        Err(format!(
            "{}{link} isn't in view of a bot in the jail; add this line {WHERE}:\n{lines}",
            file.display()
        ))
    }
}

/// Remarks on a command that means another program to the user who started the referee than in the jail.
fn other(command: &str, file: &Path, user: &User<'_>) -> Option<String> {
    let found_program = user.find(command)?;
    let same = found_program.program.canonicalize().ok()? == file.canonicalize().ok()?;
    if same || found_program.lines.path.is_empty() {
        return None;
    }
    // The remark is shown each time, so it is short.
    Some(format!(
        "bots run {} for `{command}`, not {}; `referee docs builds` says how to change that",
        file.display(),
        found_program.program.display()
    ))
}

fn first(command: &str, folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let mut files = folders.map(|folder| folder.join(command));
    files.find(|file| file.is_absolute() && check_executable(file).is_ok())
}

fn missing(command: &str, folders: &str) -> String {
    format!("`{command}` isn't found in {folders}; install it, or give its path")
}

/// Lists the folders in which a bot finds programs.
fn shown(path: &[PathBuf]) -> String {
    let bot_folders = path.iter().map(|folder| folder.display().to_string());
    let usual = USUAL.iter().map(|&folder| folder.to_owned());
    let all: Vec<String> = bot_folders.chain(usual).collect();
    all.join(":")
}

#[cfg(test)]
mod tests;
