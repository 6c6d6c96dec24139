//! Finds the path that a bot lacked when it didn't start, and what to add to the bot's file.
//!
//! Loaders and interpreters name the files that they miss. A path that they name and this machine has, while
//! the bot couldn't see it, is the missing one.

mod modules;

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::program::Program;
use crate::program::header::{foreign, interpreter};
use crate::program::toolchain::{BotFileAdditions, User, WHERE};

/// Says, after a path, that it lies too deep.
pub const TOO_DEEP: &str = "lies one folder too deep: the bot's folder is the one that holds it";
/// Path of a bot's folder in a jail with a file system of its own.
const INSIDE: &str = "/bot";
/// Words, in lower case, that mark a line about a missing file.
const COMPLAINTS: [&str; 11] = [
    "no such file",
    "not found",
    "cannot open",
    "can't open",
    "could not open",
    "cannot find",
    "could not find",
    "permission denied",
    "unable to access",
    "enoent",
    "eacces",
];
/// Words, in lower case, about a file that the system can't run: of a shell, and of the C library.
const NO_PROGRAM: [&str; 2] = ["exec format error", "cannot execute binary file"];
/// Why a file in the bot's own folder isn't there when it plays.
const LEFT_OUT: &str = "lies in the bot's folder, but is left out of what it plays from: what the referee \
    writes (results, reports, logs, printed tables) isn't a bot's, nor is what version control keeps, a \
    build makes anew, or editors and tools leave (*.log, *~, __pycache__); what its command or `read` names \
    is never left out";
/// Links that are followed at most to find a file.
const LINKS: usize = 40;

/// The path that a bot lacks, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The path that it couldn't see.
    pub path: PathBuf,
    /// The problem of the path, where it isn't just hidden.
    wrong: Option<String>,
    lines: BotFileAdditions,
}

impl fmt::Display for Advice {
    /// Writes a part of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        if let Some(wrong) = &self.wrong {
            return write!(f, "{path} {wrong}");
        }
        let lines = self.lines.to_string().replace('\n', " and ");
        write!(
            f,
            "{path} is there, but not in the bot's view: add {lines} {WHERE}"
        )
    }
}

impl Advice {
    fn hidden(path: PathBuf, lines: BotFileAdditions) -> Advice {
        let wrong = None;
        Advice { path, wrong, lines }
    }

    fn wrong(path: PathBuf, wrong: &str) -> Advice {
        let (wrong, lines) = (Some(wrong.to_owned()), BotFileAdditions::default());
        Advice { path, wrong, lines }
    }
}

/// Finds the path that a bot which didn't start lacked, from its stderr, or from the error of the system that
/// tried to start it. Returns `None` where no such path is found.
pub fn missing_path(stderr: &str, error: Option<&io::Error>, program: &Program) -> Option<Advice> {
    search(stderr, error, program, &User::current())
}

fn search(
    stderr: &str,
    error: Option<&io::Error>,
    program: &Program,
    user: &User<'_>,
) -> Option<Advice> {
    let search = Search { program, user };
    if let Some(error) = error {
        let lacks = matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied
        );
        return lacks.then(|| search.executable()).flatten();
    }
    stderr.lines().find_map(|line| search.line(line))
}

/// Returns what is wrong with the program of a bot that is for another machine or system than this one.
pub fn foreign_program(program: &Program) -> Option<Advice> {
    let wrong = foreign(&readable(program, &program.executable)?)?;
    let shown = program.at_home(&program.executable.to_string_lossy());
    Some(Advice::wrong(shown.into(), &wrong))
}

/// Returns the real path of a file, if a bot may read the file itself: what the referee finds in others would
/// tell the bot's author about them.
fn readable(program: &Program, file: &Path) -> Option<PathBuf> {
    let real = file.canonicalize().ok()?;
    let folder = program.folder.as_ref();
    let folder = folder.and_then(|folder| folder.canonicalize().ok());
    let is_own = folder.is_some_and(|folder| real.starts_with(folder));
    (is_own || program.reads(&real)).then_some(real)
}

struct Search<'a> {
    program: &'a Program,
    user: &'a User<'a>,
}

impl Search<'_> {
    /// Searches for the program itself, or a file that is needed to start it.
    fn executable(&self) -> Option<Advice> {
        let file = &self.program.executable;
        let hidden = self.hidden(file).or_else(|| self.hidden_link(file));
        if hidden.is_some() {
            return hidden;
        }
        let interpreter = interpreter(&readable(self.program, file)?)?;
        let interpreter = PathBuf::from(std::ffi::OsStr::from_bytes(&interpreter));
        if interpreter.as_os_str().as_bytes().ends_with(b"\r") {
            let wrong = "ends its first line in CR LF; save it with LF";
            return Some(Advice::wrong(self.at_home(file), wrong));
        }
        if !interpreter.exists() {
            let wrong = format!("needs {} to run, which isn't there", interpreter.display());
            return Some(Advice::wrong(self.at_home(file), &wrong));
        }
        self.hidden(&interpreter)
    }

    /// Searches for the path that a line of stderr complains about.
    fn line(&self, line: &str) -> Option<Advice> {
        if let Some(library) = between(line, "loading shared libraries: ", ":") {
            return self.library(library);
        }
        if let Some(module) = between(line, "No module named '", "'") {
            return self.module(module);
        }
        if let Some(advice) = unfound(line).and_then(|command| self.find_command(command)) {
            return Some(advice);
        }
        let small = line.to_lowercase();
        if NO_PROGRAM.iter().any(|words| small.contains(words)) {
            return words(line).find_map(|path_text| self.foreign(path_text));
        }
        if !COMPLAINTS.iter().any(|words| small.contains(words)) {
            return None;
        }
        words(line).find_map(|path_text| self.named(path_text))
    }

    /// Returns what is wrong with a program in the bot's folder that is for another machine.
    fn foreign(&self, path_text: &str) -> Option<Advice> {
        let folder = self.program.folder.as_ref()?;
        let path = Path::new(path_text);
        let inside = path
            .strip_prefix(INSIDE)
            .or_else(|_| path.strip_prefix(folder))
            .unwrap_or(path);
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !inside.components().all(is_inside) {
            return None;
        }
        let file: PathBuf = folder
            .components()
            .chain(inside.components())
            .filter(|part| *part != Component::CurDir)
            .collect();
        let wrong = foreign(&readable(self.program, &file)?)?;
        Some(Advice::wrong(self.at_home(&file), &wrong))
    }

    /// Searches for a file that a line names, by its path in the jail, on this machine or in the bot's
    /// folder.
    fn named(&self, path_text: &str) -> Option<Advice> {
        let path = Path::new(path_text);
        let up = path.components().any(|part| part == Component::ParentDir);
        let bot_folder = self.program.folder.as_deref().unwrap_or(Path::new(INSIDE));
        let inside = path
            .strip_prefix(INSIDE)
            .or_else(|_| path.strip_prefix(bot_folder));
        let inside = match inside {
            Ok(inside) => Some(inside),
            Err(_) if path.is_relative() => Some(path),
            Err(_) => None,
        };
        match inside {
            Some(inside) if !up && !inside.as_os_str().is_empty() => self.beside(inside),
            Some(_) if !up => None,
            Some(inside) => self.hidden(&self.program.origin.as_ref()?.join(inside)),
            None => self.hidden(path),
        }
    }

    /// Returns advice about a file that is next to the bot's own files, but not in the folder that the bot
    /// plays from.
    fn beside(&self, inside: &Path) -> Option<Advice> {
        let there = self.program.origin.as_ref()?.join(inside);
        let here = self.program.folder.as_ref()?.join(inside);
        if here.exists() {
            return None;
        }
        if !there.exists() {
            return self.deeper(inside);
        }
        if self.program.owns_origin {
            return Some(Advice::wrong(there, LEFT_OUT));
        }
        let read = vec![there.clone()];
        Some(Advice::hidden(
            there,
            BotFileAdditions {
                read,
                path: Vec::new(),
            },
        ))
    }

    /// Returns advice about a file of the bot that its author handed in with a folder around it.
    fn deeper(&self, inside: &Path) -> Option<Advice> {
        let origin = self.program.origin.as_ref()?;
        let file = one_deeper(origin, inside).filter(|_| self.program.owns_origin)?;
        Some(Advice::wrong(file, TOO_DEEP))
    }

    /// Returns the path relative to the bot's folder of a file that belongs to the bot.
    fn strip_origin<'p>(&self, real: &'p Path) -> Option<&'p Path> {
        let origin = self.program.origin.as_ref()?;
        let inside = real.strip_prefix(origin).ok()?;
        self.program.owns_origin.then_some(inside)
    }

    /// Returns advice about a file of this machine that the bot can't see.
    fn hidden(&self, path: &Path) -> Option<Advice> {
        let target = path.canonicalize().ok()?;
        if self.program.sees(&target) && self.program.sees(path) {
            return None;
        }
        if let Some(inside) = self.strip_origin(&target) {
            return self.beside(inside).or_else(|| {
                let wrong = format!(
                    "is the bot's own file, and elsewhere when it plays: open it as {}, without its folder",
                    inside.display()
                );
                Some(Advice::wrong(target.clone(), &wrong))
            });
        }
        let whole = self.whole(&target);
        let up = path.components().any(|part| part == Component::ParentDir);
        let mut read = vec![whole];
        // A link can be followed where both ends are visible.
        if !up && !path.starts_with(&read[0]) && !self.program.sees(path) {
            read.insert(0, path.to_owned());
        }
        let lines = BotFileAdditions {
            read,
            path: Vec::new(),
        };
        Some(Advice::hidden(path.to_owned(), lines))
    }

    /// Returns advice about a link on the way to a file, where the bot can't see the link but sees both ends.
    fn hidden_link(&self, file: &Path) -> Option<Advice> {
        let next = |path: &PathBuf| Some(path.parent()?.join(path.read_link().ok()?));
        let way = std::iter::successors(Some(file.to_owned()), next).take(LINKS);
        let hidden = way.skip(1).find(|path| !self.program.sees(path))?;
        let read = vec![self.whole(&hidden)];
        let lines = BotFileAdditions {
            read,
            path: Vec::new(),
        };
        Some(Advice::hidden(hidden, lines))
    }

    /// Returns the whole folder of a toolchain, else only the missing file.
    fn whole(&self, real: &Path) -> PathBuf {
        if let Ok(below) = real.strip_prefix("/opt")
            && let Some(first) = below.iter().next()
            && below.iter().count() > 1
        {
            return Path::new("/opt").join(first);
        }
        let folder = real.parent().and_then(Path::file_name);
        let tool = folder.is_some_and(|name| name == "bin" || name == "sbin");
        if tool {
            self.user.prefix(real)
        } else {
            real.to_owned()
        }
    }

    /// Searches for a program that is looked up in PATH, for instance by `#!/usr/bin/env` or a shell.
    fn find_command(&self, command: &str) -> Option<Advice> {
        let found_program = self.user.find(command)?;
        let real = found_program.program.canonicalize().ok()?;
        let lines = found_program.lines;
        let visible = lines.path.is_empty() && self.program.sees(&real);
        (!visible).then(|| Advice::hidden(found_program.program, lines))
    }

    /// Searches for a shared library that the loader didn't find.
    fn library(&self, name: &str) -> Option<Advice> {
        if name.contains('/') {
            return self.named(name);
        }
        let folders = (self.user.var)("LD_LIBRARY_PATH").unwrap_or_default();
        let mut files = std::env::split_paths(&folders).map(|folder| folder.join(name));
        match files.find(|file| file.exists()) {
            Some(file) => {
                let shown = file.parent()?.to_string_lossy().into_owned();
                let mut advice = self.hidden(&file)?;
                if advice.wrong.is_some() {
                    return Some(advice);
                }
                advice.wrong = Some(format!(
                    "is there, but not in the bot's view: add read = [{shown:?}] and \
                     env = {{ LD_LIBRARY_PATH = {shown:?} }} {WHERE}"
                ));
                Some(advice)
            }
            None => Some(Advice::wrong(
                PathBuf::from(name),
                "is a library that the loader doesn't find: name its folder in read = […] and \
                 env = { LD_LIBRARY_PATH = … } of its bot.toml, and allow that with --allow-read",
            )),
        }
    }

    fn at_home(&self, file: &Path) -> PathBuf {
        self.program.at_home(&file.to_string_lossy()).into()
    }
}

/// Returns the text between two texts.
fn between<'a>(line: &'a str, before: &str, behind: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    rest.split_once(behind).map(|(enclosed, _)| enclosed)
}

/// Returns the name of a program that a shell didn't find.
fn unfound(line: &str) -> Option<&str> {
    let ends = [
        ": not found",
        ": command not found",
        ": No such file or directory",
    ];
    let line = line.trim_end();
    let said = ends.iter().find_map(|end| line.strip_suffix(end))?;
    let program_name = said
        .rsplit(": ")
        .next()?
        .trim_matches(['\'', '‘', '’', '"']);
    let plain = !program_name.is_empty() && !program_name.contains(['/', ' ']);
    plain.then_some(program_name)
}

/// Returns the parts of a line that may be a path: first those in quotes, then those between spaces.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let marks = ['\'', '"', '`', '‘', '’', '“', '”'];
    let quoted = line.split(marks).skip(1).step_by(2);
    let plain = line.split_whitespace();
    let plain =
        plain.map(move |word| word.trim_matches(|c| marks.contains(&c) || ":,;()[]".contains(c)));
    quoted.chain(plain).filter(|candidate| {
        let path = candidate.contains('/') || candidate.contains('.');
        path && candidate.len() > 1 && !candidate.contains('\0')
    })
}

/// Returns the path of a file that is in a subfolder of a folder, and not in the folder itself.
pub fn one_deeper(folder: &Path, file: &Path) -> Option<PathBuf> {
    if folder.join(file).exists() {
        return None;
    }
    let mut files = subfolders(folder).map(|subfolder| subfolder.join(file));
    files.find(|file| file.exists())
}

/// Returns the folders in a folder, sorted by name; links are none.
pub fn subfolders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
    folders.sort();
    folders.into_iter()
}

#[cfg(test)]
mod tests;
