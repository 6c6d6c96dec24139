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
use super::field::SHOWN;
use super::place::Refusal;
use super::spec::BotSpec;
use super::words::Command;

/// How submissions without a `bot.toml` are run.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SubmissionDefaults")]
pub struct Recipe {
    /// What has to lie in a submission's folder for this to count: a name or a pattern, such as
    /// `Main.java` or `*.m`. Any submission if not given.
    pub when: Option<String>,
    /// The command that starts a bot, in its folder.
    pub run: Option<Command>,
    /// A command that is run once before the tournament, in a copy of its folder, without network.
    pub build: Option<Command>,
    /// A command that is run before the build, with network; only under `--allow-fetch`.
    pub fetch: Option<Command>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Further paths that it must be able to read.
    pub read: Vec<PathBuf>,
    /// Further folders in which it finds programs, in front of the usual ones.
    pub path: Vec<PathBuf>,
    /// Limits of each submission that it counts for. Where a `bot.toml` says the rest, those of the table
    /// without `when` count: what lies in a folder doesn't choose them.
    pub limits: OwnLimits,
}

impl Recipe {
    /// The same as an entry of a tournament says it.
    pub fn spec(&self) -> BotSpec {
        let own = self.clone();
        BotSpec {
            run: own.run,
            build: own.build,
            fetch: own.fetch,
            args: own.args,
            env: own.env,
            read: own.read,
            path: own.path,
            ..BotSpec::default()
        }
    }

    /// Whether it counts for what lies there.
    fn fits(&self, submission: &Path) -> bool {
        let Some(pattern) = &self.when else {
            return true;
        };
        let folder = glob::Pattern::escape(&submission.to_string_lossy());
        let inside = Path::new(&folder).join(pattern);
        let found = glob::glob_with(&inside.to_string_lossy(), SHOWN);
        submission.is_dir() && found.is_ok_and(|mut found| found.any(|path| path.is_ok()))
    }
}

/// A table for all submissions, or a list of tables of which the first that fits counts.
#[derive(Clone, Debug, Default)]
pub struct Recipes {
    tables: Vec<Recipe>,
    /// Whether they are written as a list.
    list: bool,
}

impl Recipes {
    /// Whether there are any.
    pub fn given(&self) -> bool {
        !self.tables.is_empty()
    }

    /// What counts for a submission that lies there.
    pub fn of(&self, submission: &Path) -> Option<&Recipe> {
        self.tables.iter().find(|own| own.fits(submission))
    }

    /// The limits of a submission that lies there.
    pub fn limits(&self, submission: &Path) -> OwnLimits {
        let own = if is_described(submission) {
            self.tables.iter().find(|own| own.when.is_none())
        } else {
            self.of(submission)
        };
        own.map(|own| own.limits).unwrap_or_default()
    }

    /// Why nothing counts for a submission, if something might have.
    pub fn unmatched(&self) -> Option<String> {
        let sought = self.tables.iter().filter_map(|own| own.when.as_deref());
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
        let used =
            |own: &Recipe| plain().any(|path| self.of(path).is_some_and(|of| ptr::eq(of, own)));
        for (index, own) in self.tables.iter().enumerate().filter(|(_, own)| used(own)) {
            let read = own.read.iter().find(|path| !base.join(path).exists());
            let read = read.map(|path| ("read", path, "doesn't exist"));
            let path = own.path.iter().find(|path| !base.join(path).is_dir());
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
        for (index, own) in self.tables.iter().enumerate() {
            let place = |key: &str| self.place(index, key);
            own.limits.check().map_err(|why| {
                let why = format!("submission_defaults: {why}");
                Refusal::value(place(".limits"), why)
            })?;
            if let Some(pattern) = &own.when {
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
            tables: vec![Recipe::deserialize(MapAccessDeserializer::new(map))?],
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
        let one = generator.subschema_for::<Recipe>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}
