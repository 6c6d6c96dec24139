//! Parses how to run submissions without a `bot.toml`.

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

/// How to run submissions without a `bot.toml`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SubmissionDefaults")]
pub(crate) struct SubmissionDefaults {
    /// A file that must be in a submission's folder, as a name or a pattern, such as `Main.java` or
    /// `*.m`. Default: the table is for any submission.
    pub when: Option<String>,
    /// The command that starts the bot, in its folder.
    pub run: Option<CommandLine>,
    /// A command that builds the bot: it runs once before the tournament, in a copy of the folder,
    /// without network access.
    pub build: Option<CommandLine>,
    /// A command that runs before the build with network access, only with `--allow-fetch`.
    pub fetch: Option<CommandLine>,
    /// More arguments of the command.
    pub args: Vec<String>,
    /// Environment variables of the bot.
    pub env: BTreeMap<String, String>,
    /// More paths that the bot may read. Paths here are allowed; in the bot's own `bot.toml`, paths
    /// outside its folder and the system need `--allow-read`.
    pub read: Vec<PathBuf>,
    /// More folders for programs, searched before the usual ones.
    pub path: Vec<PathBuf>,
    /// Limits of the submissions that use this table. A submission with a `bot.toml` has the limits
    /// of the table without `when`, so no submission chooses its limits by its files.
    pub limits: LimitsSpec,
}

/// A table for all submissions, or a list of tables, of which the first that matches is used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recipes {
    /// The tables.
    pub tables: Vec<SubmissionDefaults>,
    /// True if they are written as a list.
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
