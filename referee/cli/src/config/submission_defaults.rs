//! How submissions are run that don't say it themselves: by what lies in their folder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::OwnLimits;
use super::bot::is_described;
use super::bot_overrides::{BotOverrides, Given};
use super::entrants::SHOWN;
use super::place::Refusal;
use super::spec::BotSpec;
use super::words::CommandLine;
use crate::sources::{SourceLimits, names};

/// How patterns fit what lies in a submission.
const INSIDE: glob::MatchOptions = glob::MatchOptions {
    require_literal_separator: true,
    ..SHOWN
};

/// How submissions without a `bot.toml` are run.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SubmissionDefaults")]
pub struct SubmissionDefaults {
    /// What has to lie in a submission's folder for this to count: a name or a pattern, such as
    /// `Main.java` or `*.m`. Any submission if not given.
    pub when: Option<String>,
    /// The command that starts a bot, in its folder.
    pub run: Option<CommandLine>,
    /// A command that is run once before the tournament, in a copy of its folder, without network.
    pub build: Option<CommandLine>,
    /// A command that is run before the build, with network; only under `--allow-fetch`.
    pub fetch: Option<CommandLine>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Further paths that it must be able to read. Named here they are allowed; in its own `bot.toml` they
    /// take `--allow-read`, beyond its folder and the system.
    pub read: Vec<PathBuf>,
    /// Further folders in which it finds programs, in front of the usual ones.
    pub path: Vec<PathBuf>,
    /// Limits of each submission that it counts for. Where a `bot.toml` says the rest, those of the table
    /// without `when` count: what lies in a folder doesn't choose them.
    pub limits: OwnLimits,
}

impl SubmissionDefaults {
    /// The same as an entry of a tournament says it.
    pub fn spec(&self) -> BotSpec {
        let defaults = self.clone();
        BotSpec {
            run: defaults.run,
            build: defaults.build,
            fetch: defaults.fetch,
            args: defaults.args,
            env: defaults.env,
            read: defaults.read,
            path: defaults.path,
            ..BotSpec::default()
        }
    }

    /// Whether it counts for what lies there.
    fn fits(&self, submission: &Path) -> bool {
        let Some(pattern) = &self.when else {
            return true;
        };
        let Ok(pattern) = glob::Pattern::new(pattern.trim_start_matches("./")) else {
            return false;
        };
        let Ok(folder) = submission.canonicalize() else {
            return false;
        };
        // Links aren't followed: they may lead round and round.
        let inside = |path: &PathBuf| pattern.matches_path_with(path, INSIDE);
        // What is too large is refused whatever it is run by.
        folder.is_dir()
            && names(&folder, SourceLimits::default())
                .map_or(true, |names| names.iter().any(inside))
    }
}

/// A table for all submissions, or a list of tables of which the first that fits counts.
#[derive(Clone, Debug, Default)]
pub struct Recipes {
    tables: Vec<SubmissionDefaults>,
    /// Whether they are written as a list.
    list: bool,
}

impl Recipes {
    /// Whether there are any.
    pub fn given(&self) -> bool {
        !self.tables.is_empty()
    }

    /// What counts for a submission that lies there.
    pub fn of(&self, submission: &Path) -> Option<&SubmissionDefaults> {
        self.tables
            .iter()
            .find(|defaults| defaults.fits(submission))
    }

    /// The limits of a submission that lies there.
    pub fn limits(&self, submission: &Path) -> OwnLimits {
        let defaults = if is_described(submission) {
            self.tables.iter().find(|defaults| defaults.when.is_none())
        } else {
            self.of(submission)
        };
        defaults.map(|defaults| defaults.limits).unwrap_or_default()
    }

    /// What submissions may open that say themselves how they are run: that of the table without `when`.
    pub fn given_to_all(&self, base: &Path) -> Given {
        let table = self.tables.iter().find(|defaults| defaults.when.is_none());
        let given_values = table.map(|defaults| BotOverrides::of_spec(defaults.spec(), base).given);
        Given {
            run: false,
            ..given_values.unwrap_or_default()
        }
    }

    /// Why nothing counts for a submission, if something might have.
    pub fn unmatched(&self) -> Option<String> {
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

    /// Where a key of a table stands.
    fn place(&self, index: usize, key: &str) -> String {
        if self.list {
            format!("submission_defaults.{index}{key}")
        } else {
            format!("submission_defaults{key}")
        }
    }

    /// Refuses paths of a table that counts for a submission and that aren't there: it is no submission's
    /// fault.
    pub fn check_paths(&self, submissions: &[PathBuf], base: &Path) -> Result<(), Refusal> {
        let plain = || submissions.iter().filter(|path| !is_described(path));
        let used = |defaults: &SubmissionDefaults| {
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

    /// Refuses what can't be, and tables that never count.
    pub fn check(&self) -> Result<(), Refusal> {
        for (index, defaults) in self.tables.iter().enumerate() {
            let place = |key: &str| self.place(index, key);
            defaults.limits.check().map_err(|why| {
                let why = format!("submission_defaults: {why}");
                Refusal::value(place(".limits"), why)
            })?;
            if let Some(pattern) = &defaults.when {
                glob::Pattern::new(pattern).map_err(|e| {
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

impl<'de> Deserialize<'de> for Recipes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Recipes, D::Error> {
        deserializer.deserialize_any(RecipesVisitor)
    }
}

struct RecipesVisitor;

impl<'de> Visitor<'de> for RecipesVisitor {
    type Value = Recipes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table such as { run = \"python3 bot.py\" }, or a list of such tables")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Recipes, A::Error> {
        Ok(Recipes {
            tables: vec![SubmissionDefaults::deserialize(
                MapAccessDeserializer::new(map),
            )?],
            list: false,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Recipes, A::Error> {
        Ok(Recipes {
            tables: Vec::deserialize(SeqAccessDeserializer::new(list))?,
            list: true,
        })
    }
}

impl JsonSchema for Recipes {
    fn schema_name() -> Cow<'static, str> {
        "AllSubmissionDefaults".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<SubmissionDefaults>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}
