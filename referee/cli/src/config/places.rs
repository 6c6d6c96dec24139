//! Where programs are looked up: in the jail other folders are in view than outside.

use std::path::{Path, PathBuf};

use referee_arena::seen;
use referee_arena::toolchain::User;
use referee_jail::Level;

use super::program::{USUAL, check_executable};

/// What bots, and their builds, can see of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Whether programs are looked up as in the jail; else in the referee's own PATH.
    pub jailed: bool,
}

impl Default for Places {
    /// With the jail, as it is by default.
    fn default() -> Places {
        Places::at(Level::Auto)
    }
}

/// A program that was looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it is.
    pub file: PathBuf,
    /// What somebody may wonder about: outside, the same word means another program.
    pub remark: Option<String>,
}

impl Places {
    /// As they are with a jail of this level. Only on Linux it narrows the view.
    pub fn at(level: Level) -> Places {
        let jailed = level != Level::Off && cfg!(target_os = "linux");
        Places { jailed }
    }

    /// Looks up a name: for a bot that has these folders in front of the usual ones, and may read
    /// these paths.
    pub fn find(self, word: &str, path: &[PathBuf], read: &[PathBuf]) -> Result<Found, String> {
        self.find_for(word, path, read, &User::own())
    }

    fn find_for(
        self,
        word: &str,
        path: &[PathBuf],
        read: &[PathBuf],
        user: &User<'_>,
    ) -> Result<Found, String> {
        let usual = USUAL.iter().map(PathBuf::from);
        let own = first(word, path.iter().cloned().chain(usual));
        if !self.jailed {
            let outside = (user.var)("PATH").unwrap_or_default();
            let outside = first(
                word,
                path.iter().cloned().chain(std::env::split_paths(&outside)),
            );
            let file = outside.ok_or_else(|| format!("`{word}` isn't found in PATH"))?;
            return Ok(Found { file, remark: None });
        }
        let Some(file) = own else {
            let Some(found) = user.find(word) else {
                return Err(format!("`{word}` isn't found in {}", shown(path)));
            };
            let (there, lines) = (found.program.display(), found.lines);
            return Err(format!(
                "`{word}` is {there}, which isn't in view of a bot in the jail; add these lines to \
                 its bot.toml, or to what the tournament file says of it:\n{lines}"
            ));
        };
        Places::check_seen(&file, read, user)?;
        let remark = if path.is_empty() {
            other(word, &file, user)
        } else {
            None
        };
        Ok(Found { file, remark })
    }

    /// Refuses a program that can't be seen in the jail, or is a link to one.
    pub fn check_view(self, file: &Path, read: &[PathBuf]) -> Result<(), String> {
        if self.jailed {
            return Places::check_seen(file, read, &User::own());
        }
        Ok(())
    }

    /// Refuses a program that is named by its path and belongs to a toolchain out of view. Any other
    /// is laid into the view for itself.
    pub fn check_named(self, file: &Path, read: &[PathBuf]) -> Result<(), String> {
        let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let bin = real
            .parent()
            .and_then(Path::file_name)
            .is_some_and(|name| name == "bin");
        if bin && User::own().prefix(&real) != real {
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
        let word = file.file_name().unwrap_or_default().to_string_lossy();
        let mut lines = user.explain(&word, file).lines;
        lines.path.clear();
        let link = if real == file {
            String::new()
        } else {
            format!(" (a link to {})", real.display())
        };
        Err(format!(
            "{}{link} isn't in view of a bot in the jail; add this line to its bot.toml, or to what \
             the tournament file says of it:\n{lines}",
            file.display()
        ))
    }
}

/// What a word means to whoever started the referee, where that isn't what it means in the jail.
fn other(word: &str, file: &Path, user: &User<'_>) -> Option<String> {
    let found = user.find(word)?;
    let same = found.program.canonicalize().ok()? == file.canonicalize().ok()?;
    if same || found.lines.path.is_empty() {
        return None;
    }
    let (here, there) = (file.display(), found.program.display());
    // A remark, shown each time: one line.
    let keys = found.lines.to_string().replace('\n', " and ");
    Some(format!(
        "`{word}` is {here} for bots, not {there}, which takes {keys} in a bot.toml"
    ))
}

fn first(word: &str, folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let mut files = folders.map(|folder| folder.join(word));
    files.find(|file| file.is_absolute() && check_executable(file).is_ok())
}

/// The folders in which a bot finds programs.
fn shown(path: &[PathBuf]) -> String {
    let own = path.iter().map(|folder| folder.display().to_string());
    let usual = USUAL.iter().map(|&folder| folder.to_owned());
    let all: Vec<String> = own.chain(usual).collect();
    all.join(":")
}

#[cfg(test)]
mod tests;
