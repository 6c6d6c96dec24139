//! Parses how submissions are run that don't say it themselves.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use crate::limits::LimitsSpec;
use crate::words::CommandLine;

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
    pub limits: LimitsSpec,
}

/// A table for all submissions, or a list of tables of which the first that fits counts.
#[derive(Clone, Debug, Default)]
pub struct Recipes {
    /// The tables.
    pub tables: Vec<SubmissionDefaults>,
    /// Whether they are written as a list.
    pub list: bool,
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
