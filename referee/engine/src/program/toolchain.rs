//! Finds programs in places where a bot in the jail doesn't look, and the lines that the bot's file needs so
//! that the bot finds them.
//!
//! Version managers put a small program of their own into PATH, which finds the real one. Here the real one
//! is found by the folder layout of the version manager; none of its programs is started.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::careful_open;
use crate::program::seen;

/// Most bytes of a virtual environment's settings.
const SETTINGS: u64 = 64 << 10;

/// Where to add lines that let a bot read more.
pub const WHERE: &str =
    "to what the tournament file says of it, or to its bot.toml and allow that with --allow-read";

/// Lines to add to a bot's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotFileAdditions {
    /// Paths that the bot must be able to read.
    pub read: Vec<PathBuf>,
    /// Folders in which the bot finds programs.
    pub path: Vec<PathBuf>,
}

impl fmt::Display for BotFileAdditions {
    /// Writes the lines in TOML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for (key, paths) in [("read", &self.read), ("path", &self.path)] {
            if !paths.is_empty() {
                let paths: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
                write!(f, "{between}{key} = [{}]", paths.join(", "))?;
                between = "\n";
            }
        }
        Ok(())
    }
}

/// Writes a path as a TOML string.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The user whose programs are searched.
pub struct User<'a> {
    /// Returns the value of an environment variable.
    pub var: &'a dyn Fn(&str) -> Option<OsString>,
}

impl User<'static> {
    /// Returns the user who started the referee.
    pub fn current() -> User<'static> {
        User {
            var: &|name| std::env::var_os(name),
        }
    }
}

/// A program, and the lines that a bot needs to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundProgram {
    /// Path of the program.
    pub program: PathBuf,
    /// Lines to add to the bot's file.
    pub lines: BotFileAdditions,
}

impl User<'_> {
    /// Returns the first program of this name in the user's own PATH, `None` if there is none.
    pub fn find(&self, command: &str) -> Option<FoundProgram> {
        let path = (self.var)("PATH")?;
        let mut files = std::env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(command));
        files
            .find(|file| is_program(file))
            .map(|file| self.explain(command, &file))
    }

    /// Returns the real program behind a file that was found under a name.
    pub fn explain(&self, command: &str, file: &Path) -> FoundProgram {
        let program = self.behind(command, file);
        let program = program.unwrap_or_else(|| file.to_owned());
        let lines = self.lines(command, &program);
        FoundProgram { program, lines }
    }

    fn home(&self) -> Option<PathBuf> {
        (self.var)("HOME").map(PathBuf::from)
    }

    /// Returns the program that a version manager's small program starts.
    fn behind(&self, command: &str, file: &Path) -> Option<PathBuf> {
        let folder = file.parent()?;
        if folder.file_name()? == "shims" {
            return self.version(command, folder.parent()?);
        }
        let real = file.canonicalize().ok()?;
        if real.file_name()? == "rustup" && command != "rustup" {
            return self.rust(command);
        }
        None
    }

    /// Finds the program of a version: pyenv and similar tools have it in `versions/VERSION/bin`, asdf and
    /// mise in `installs/TOOL/VERSION/bin`.
    fn version(&self, command: &str, root: &Path) -> Option<PathBuf> {
        let tool = root.file_name()?.to_str()?.trim_start_matches('.');
        let chosen = (self.var)(&format!("{}_VERSION", tool.to_uppercase()))
            .map(|version| version.to_string_lossy().into_owned())
            .or_else(|| fs::read_to_string(root.join("version")).ok());
        let chosen = chosen.unwrap_or_default();
        let chosen = chosen.split([':', '\n', ' ']).map(str::trim);
        for version in chosen.filter(|version| !version.is_empty()) {
            if version == "system" {
                return self.beyond(command, &root.join("shims"));
            }
            let program = root
                .join("versions")
                .join(version)
                .join("bin")
                .join(command);
            if is_program(&program) {
                return Some(program);
            }
        }
        let mut folders = entries(&root.join("installs"));
        folders.push(root.join("versions"));
        let versions = folders.iter().flat_map(|folder| entries(folder));
        let programs = versions.map(|version| version.join("bin").join(command));
        programs
            .filter(|program| is_program(program))
            .max_by_key(|program| numbers(program))
    }

    /// Returns the program that is found without this folder.
    fn beyond(&self, command: &str, without: &Path) -> Option<PathBuf> {
        let path = (self.var)("PATH")?;
        let mut files = std::env::split_paths(&path)
            .filter(|folder| folder.is_absolute() && folder != without)
            .map(|folder| folder.join(command));
        files.find(|file| is_program(file))
    }

    fn rust(&self, command: &str) -> Option<PathBuf> {
        let rustup = (self.var)("RUSTUP_HOME").map(PathBuf::from);
        let rustup = rustup.or_else(|| Some(self.home()?.join(".rustup")))?;
        let toolchain = (self.var)("RUSTUP_TOOLCHAIN").map(|t| t.to_string_lossy().into_owned());
        let toolchain = toolchain.or_else(|| {
            let settings = fs::read_to_string(rustup.join("settings.toml")).ok()?;
            let value = settings
                .lines()
                .find_map(|line| line.trim().strip_prefix("default_toolchain"))?;
            Some(value.trim_matches([' ', '=', '"']).to_owned())
        });
        let program = rustup
            .join("toolchains")
            .join(toolchain?)
            .join("bin")
            .join(command);
        is_program(&program).then_some(program)
    }

    fn lines(&self, command: &str, program: &Path) -> BotFileAdditions {
        let mut lines = BotFileAdditions::default();
        let Some(folder) = program.parent() else {
            return lines;
        };
        let target = program
            .canonicalize()
            .unwrap_or_else(|_| program.to_owned());
        let mut found_in = folder.to_owned();
        if let Some((venv, base)) = virtual_environment(folder) {
            lines.read.push(venv);
            lines.read.extend(base.map(|base| self.prefix(&base)));
        } else if let Some(target_folder) = target
            .parent()
            .filter(|target_folder| is_program(&target_folder.join(command)))
        {
            target_folder.clone_into(&mut found_in);
        } else {
            lines.read.push(program.to_owned());
        }
        lines.read.push(self.prefix(&target));
        let mut read: Vec<PathBuf> = Vec::new();
        for path in lines.read {
            if !seen(&path, &read) {
                read.push(path);
            }
        }
        lines.read = read;
        if !["/usr/local/bin", "/usr/bin", "/bin"]
            .iter()
            .any(|usual| found_in == Path::new(usual))
        {
            lines.path.push(found_in);
        }
        lines
    }

    /// Returns the folder of everything that was installed together with a file; the file itself where that
    /// folder would be too much.
    pub fn prefix(&self, file: &Path) -> PathBuf {
        let Some(folder) = file.parent() else {
            return file.to_owned();
        };
        let bin = folder
            .file_name()
            .is_some_and(|name| name == "bin" || name == "sbin");
        let whole = if bin { folder.parent() } else { Some(folder) };
        match whole {
            Some(whole) if !self.is_general(whole) => whole.to_owned(),
            _ => file.to_owned(),
        }
    }

    /// Tells if a folder holds unrelated things.
    fn is_general(&self, folder: &Path) -> bool {
        let home = self.home();
        let of_home = |home: &Path| {
            home.starts_with(folder)
                || [".local", ".cargo"]
                    .iter()
                    .any(|name| folder == home.join(name))
                || folder == home.join("bin")
        };
        home.is_some_and(|home| of_home(&home))
            || folder.components().count() <= 2
            || folder.parent() == Some(Path::new("/home"))
            || folder == Path::new("/usr/local")
    }
}

/// Returns the virtual environment of Python that has this `bin`, and the Python program that it is made
/// from.
fn virtual_environment(bin: &Path) -> Option<(PathBuf, Option<PathBuf>)> {
    let venv = bin.parent()?;
    // The environment may be in a bot's folder.
    let text = careful_open::read(&venv.join("pyvenv.cfg").canonicalize().ok()?, SETTINGS).ok()?;
    let text = String::from_utf8(text).ok()?;
    let home = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| PathBuf::from(value.trim()).join("python3"))
    });
    Some((venv.to_owned(), home))
}

fn is_program(file: &Path) -> bool {
    let executable = || rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok();
    file.is_file() && executable()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Returns the numbers in a path, by which versions are compared.
fn numbers(path: &Path) -> Vec<u64> {
    let text = path.to_string_lossy();
    let parts = text.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}
