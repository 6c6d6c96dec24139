//! What is started as a bot's process.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use referee_jail::Pin;
use referee_record::Substitutions;

/// A bot, resolved and built: ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The bot's name in the run.
    pub name: String,
    /// An absolute path; a name that must be looked up would make every start a fork.
    pub executable: PathBuf,
    /// Arguments, without the program's own name.
    pub args: Vec<OsString>,
    /// The whole environment, apart from HOME, TMPDIR and the referee's own mark.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory: a snapshot of the bot's files; without one it starts in the root.
    pub folder: Option<PathBuf>,
    /// Where those files are kept by whoever wrote them; for messages.
    pub origin: Option<PathBuf>,
    /// Whether all that lies there is its own, apart from what was left out of the snapshot.
    pub owns_origin: bool,
    /// What it must be able to read beyond the usual paths.
    pub read: Vec<Pin>,
    /// The games that it plays, if its configuration says so; any otherwise.
    pub games: Option<Vec<String>>,
    /// What stands for `{name}` in arguments and environment, where a game doesn't say otherwise.
    pub settings: Option<Substitutions>,
}

/// A text with the values of its `{name}`; other braces stay.
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

/// Whether a bot that may read these paths can see a file or folder in the jail.
pub fn seen(path: &Path, read: &[PathBuf]) -> bool {
    usual(path) || read.iter().any(|folder| path.starts_with(folder))
}

/// Whether every bot sees it.
#[cfg(target_os = "linux")]
fn usual(path: &Path) -> bool {
    use referee_jail::layers::mounts::{SYSTEM, etc};
    let made = ["/dev", "/proc"];
    SYSTEM
        .iter()
        .chain(&made)
        .any(|folder| path.starts_with(folder))
        || path.starts_with("/etc") && etc(false).iter().any(|folder| path.starts_with(folder))
}

/// Elsewhere a bot sees what the referee sees.
#[cfg(not(target_os = "linux"))]
fn usual(_: &Path) -> bool {
    true
}

impl Program {
    /// The program as it is started with these settings, or else with its own.
    pub fn set(&self, settings: Option<&Substitutions>) -> Cow<'_, Program> {
        let Some(settings) = settings.or(self.settings.as_ref()) else {
            return Cow::Borrowed(self);
        };
        // Names and values are text; what isn't has no place for them.
        let set = |argument: &OsString| match argument.to_str() {
            Some(text) => filled(text, settings).into(),
            None => argument.clone(),
        };
        Cow::Owned(Program {
            args: self.args.iter().map(set).collect(),
            env: self
                .env
                .iter()
                .map(|(key, value)| (key.clone(), set(value)))
                .collect(),
            settings: None,
            ..self.clone()
        })
    }

    /// Whether it can see a file or folder of this machine in the jail.
    pub fn sees(&self, path: &Path) -> bool {
        let is_own = self
            .folder
            .as_ref()
            .is_some_and(|folder| path.starts_with(folder));
        is_own || self.reads(path)
    }

    /// Whether it can see it wherever its own folder is.
    pub fn reads(&self, path: &Path) -> bool {
        seen(path, &[]) || self.read.iter().any(|pin| pin.covers(path))
    }

    /// A text with the places where the author of the bot keeps its files, not those of the
    /// snapshot.
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
