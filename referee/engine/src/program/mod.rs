//! Describes the program that is started as a bot's process.

pub mod header;
pub mod missing;
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "only the jail sets variables")
)]
pub mod runtimes;
pub mod spawn_error;
pub mod toolchain;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use referee_jail::Pin;
#[cfg(target_os = "linux")]
use referee_jail::is_in_every_sandbox;
use referee_record::Substitutions;

/// A bot, resolved and built: ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The bot's name in the run.
    pub name: String,
    /// An absolute path: for a name that must be looked up, every start would need a fork.
    pub executable: PathBuf,
    /// Arguments, without the program's own name.
    pub args: Vec<OsString>,
    /// Arguments of the referee, if that is started in the program's place as its translator, and starts the program
    /// itself. Otherwise none.
    pub through: Vec<OsString>,
    /// The whole environment, apart from HOME, TMPDIR and the referee's own mark.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory, a snapshot of the bot's files; a bot without one starts in the root.
    pub folder: Option<PathBuf>,
    /// Folder in which the bot's author keeps those files; for messages.
    pub origin: Option<PathBuf>,
    /// True if all files there belong to the bot, apart from those that were left out of the snapshot.
    pub owns_origin: bool,
    /// Paths that it must be able to read beyond the usual ones.
    pub read: Vec<Pin>,
    /// The games that it plays, if its configuration names them; otherwise it may play any.
    pub games: Option<Vec<String>>,
    /// Values of `{name}` in arguments and environment, where a game doesn't have others.
    pub settings: Option<Substitutions>,
}

/// Fills the values of `{name}` into a text; other braces stay.
pub fn filled(text: &str, settings: &Substitutions) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, behind) = rest.split_at(open);
        filled.push_str(before);
        let known = behind[1..].find('}').and_then(|close| {
            let value = settings.get(&behind[1..=close])?;
            Some((value, &behind[close + 2..]))
        });
        rest = if let Some((value, behind)) = known {
            filled.push_str(value);
            behind
        } else {
            filled.push('{');
            &behind[1..]
        };
    }
    filled + rest
}

/// Tells if a bot that may read these paths can see a file or folder in the jail.
pub fn seen(path: &Path, read: &[PathBuf]) -> bool {
    is_in_every_sandbox(path) || read.iter().any(|folder| path.starts_with(folder))
}

/// Returns true: on other systems a bot sees what the referee sees.
#[cfg(not(target_os = "linux"))]
fn is_in_every_sandbox(_: &Path) -> bool {
    true
}

impl Program {
    /// Makes a program with an empty environment that starts in the root, and whose files nobody looks after.
    pub fn new(name: &str, executable: PathBuf, args: Vec<OsString>) -> Program {
        Program {
            name: name.to_owned(),
            executable,
            args,
            through: Vec::new(),
            env: Vec::new(),
            folder: None,
            origin: None,
            owns_origin: false,
            read: Vec::new(),
            games: None,
            settings: None,
        }
    }

    /// Returns the program with these settings filled in, or else with its own.
    pub fn set(&self, settings: Option<&Substitutions>) -> Cow<'_, Program> {
        let Some(settings) = settings.or(self.settings.as_ref()) else {
            return Cow::Borrowed(self);
        };
        // Names and values are text, so an argument that isn't text can't hold them.
        let set = |argument: &OsString| match argument.to_str() {
            Some(text) => filled(text, settings).into(),
            None => argument.clone(),
        };
        Cow::Owned(Program {
            args: self.args.iter().map(set).collect(),
            through: self.through.iter().map(set).collect(),
            env: self
                .env
                .iter()
                .map(|(key, value)| (key.clone(), set(value)))
                .collect(),
            settings: None,
            ..self.clone()
        })
    }

    /// Tells if the bot can see a file or folder of this machine in the jail.
    pub fn sees(&self, path: &Path) -> bool {
        let is_own = self
            .folder
            .as_ref()
            .is_some_and(|folder| path.starts_with(folder));
        is_own || self.reads(path)
    }

    /// Tells if the bot can see a path outside of its own folder.
    pub fn reads(&self, path: &Path) -> bool {
        seen(path, &[]) || self.read.iter().any(|pin| pin.covers(path))
    }

    /// Replaces the paths of the snapshot in a text by those where the bot's author keeps the files.
    pub fn at_home(&self, text: &str) -> String {
        let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        match (shown(&self.folder), shown(&self.origin)) {
            (Some(folder), Some(origin)) if folder != origin => text.replace(&folder, &origin),
            _ => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_their_names_stood() {
        let settings: Substitutions = [("a", "{b}"), ("b", "2")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        for (text, expected) in [
            ("w={a},{b}", "w={b},2"),
            ("{{b}}", "{2}"),
            ("{\"x\": {b}}", "{\"x\": 2}"),
            ("{c} {", "{c} {"),
            ("", ""),
        ] {
            assert_eq!(filled(text, &settings), expected, "{text}");
        }
    }
}
