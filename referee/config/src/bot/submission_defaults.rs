//! Decides how submissions are run that don't say it themselves: by the files in their folder.

use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use std::ptr;

use referee_engine::{TOO_DEEP, subfolders};

use super::bot_overrides::{BotOverrides, Given};
use super::is_described;
use crate::LimitsSpec;
use crate::pattern;
use crate::place::Refusal;
use crate::source_limits::{SourceCount, SourceLimits};
use crate::spec::{BotPlace, BotSpec, Recipes};
use crate::walk::names;

/// Returns whether defaults apply to a submission with these files.
fn fits(defaults: &BotSpec, names: &[PathBuf]) -> bool {
    let Some(pattern) = &defaults.when else {
        return true;
    };
    let Ok(pattern) = pattern::parse(pattern) else {
        return false;
    };
    names.iter().any(|path| pattern::fits(&pattern, path))
}

/// Lists the files in a folder, and follows no links: they may form a cycle. Returns an error if there are too many
/// with those that were counted before.
fn files(folder: &Path, count: &mut SourceCount) -> Result<Vec<PathBuf>, String> {
    match folder.canonicalize() {
        Ok(folder) if folder.is_dir() => names(&folder, SourceLimits::default(), count),
        _ => Ok(Vec::new()),
    }
}

impl Recipes {
    /// Returns whether there are any tables.
    pub(crate) fn given(&self) -> bool {
        !self.tables.is_empty()
    }

    /// Returns the first table that applies to a submission.
    pub(crate) fn of(&self, submission: &Path) -> Option<&BotSpec> {
        let files = LazyCell::new(|| files(submission, &mut SourceCount::default()));
        self.tables.iter().find(|defaults| {
            // A folder that is too large fits any pattern, since it is refused in any case.
            defaults.when.is_none() || files.as_ref().map_or(true, |files| fits(defaults, files))
        })
    }

    /// Returns the limits of a submission. For one that says itself how it is run, they are those of the
    /// table without `when`.
    pub(crate) fn limits(&self, submission: &Path) -> LimitsSpec {
        let defaults = if is_described(submission) {
            self.tables.iter().find(|defaults| defaults.when.is_none())
        } else {
            self.of(submission)
        };
        let limits = defaults.and_then(|defaults| defaults.limits);
        limits.unwrap_or_default()
    }

    /// Returns what submissions may open that say themselves how they are run: as the table without `when`
    /// says.
    pub(crate) fn given_to_all(&self, base: &Path) -> Result<Given, String> {
        let table = self.tables.iter().find(|defaults| defaults.when.is_none());
        let overrides = table.map(|defaults| BotOverrides::of_spec(defaults.clone(), base));
        let given_values = overrides.transpose()?.map(|overrides| overrides.given);
        Ok(Given {
            run: false,
            ..given_values.unwrap_or_default()
        })
    }

    /// Explains why no table applies to a submission, if there are tables with `when`.
    pub(crate) fn unmatched(&self) -> Option<String> {
        let sought = self
            .tables
            .iter()
            .filter_map(|defaults| defaults.when.as_deref());
        let sought: Vec<&str> = sought.collect();
        let (last, others) = sought.split_last()?;
        let sought = match others {
            [] => (*last).to_owned(),
            others => format!("{} or {last}", others.join(", ")),
        };
        Some(format!(
            "nothing says how it is run: its folder has no bot.toml, and no {sought}"
        ))
    }

    /// Adds to the reason why no table applies to a submission the folder in it that has what is looked for.
    pub(crate) fn or_deeper(&self, why: String, submission: &Path) -> String {
        let mut count = SourceCount::default();
        let has = |folder: &PathBuf| {
            let files = files(folder, &mut count).unwrap_or_default();
            folder.join("bot.toml").exists() || self.tables.iter().any(|table| fits(table, &files))
        };
        match subfolders(submission).find(has) {
            Some(folder) => format!("{why}; {} has one, and {TOO_DEEP}", folder.display()),
            None => why,
        }
    }

    /// Returns the place of a key of a table in the tournament file.
    fn place(&self, index: usize, key: &str) -> String {
        if self.list {
            format!("submission_defaults.{index}{key}")
        } else {
            format!("submission_defaults{key}")
        }
    }

    /// Refuses paths that don't exist, in tables that apply to a submission: they are no fault of the
    /// submission.
    pub(crate) fn check_paths(&self, submissions: &[PathBuf], base: &Path) -> Result<(), Refusal> {
        let plain = || submissions.iter().filter(|path| !is_described(path));
        let used = |defaults: &BotSpec| {
            plain().any(|path| self.of(path).is_some_and(|of| ptr::eq(of, defaults)))
        };
        for (index, defaults) in self
            .tables
            .iter()
            .enumerate()
            .filter(|(_, defaults)| used(defaults))
        {
            let read = defaults.read.iter().find(|path| !base.join(path).exists());
            let read = read.map(|path| ("read", path, "doesn't exist"));
            let path = defaults.path.iter().find(|path| !base.join(path).is_dir());
            let path = path.map(|path| ("path", path, "isn't a folder"));
            if let Some((key, path, why)) = read.or(path) {
                let path = base.join(path);
                let why = format!("submission_defaults: {key}: {} {why}", path.display());
                return Err(Refusal::value(self.place(index, &format!(".{key}")), why));
            }
        }
        Ok(())
    }

    /// Refuses invalid values, and tables that can never apply.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        for (index, defaults) in self.tables.iter().enumerate() {
            let place = |key: &str| self.place(index, key);
            if let Some((key, why)) = defaults.misplaced(BotPlace::SubmissionDefaults) {
                let why = format!("submission_defaults: {why}");
                return Err(Refusal::key(place(&format!(".{key}")), why));
            }
            defaults.limits.unwrap_or_default().check().map_err(|why| {
                let why = format!("submission_defaults: {why}");
                Refusal::value(place(".limits"), why)
            })?;
            if let Some(pattern) = &defaults.when {
                pattern::parse(pattern).map_err(|e| {
                    let why = format!("submission_defaults: when = {pattern:?}: {e}");
                    Refusal::value(place(".when"), why)
                })?;
            } else if index + 1 < self.tables.len() {
                let why = "submission_defaults: without `when` this fits every submission, so what \
                           comes behind it never counts; put it last";
                return Err(Refusal::value(place(""), why));
            }
        }
        Ok(())
    }
}
