//! Parses how to run submissions without a `bot.toml`.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::bot::BotSpec;

const TABLE: &str = "How to run submissions without a `bot.toml`.";
const WHEN: &str = "A file that must be in a submission's folder, as a name or a pattern, such as `Main.java` or\n\
                    `*.m`. Default: the table is for any submission.";
const LIMITS: &str = "Limits of the submissions that use this table. A submission with a `bot.toml` has the limits\n\
                      of the table without `when`, so no submission chooses its limits by its files.";

/// A table for all submissions, or a list of tables, of which the first that matches is used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recipes {
    /// The tables.
    pub tables: Vec<BotSpec>,
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
            tables: vec![BotSpec::deserialize(MapAccessDeserializer::new(map))?],
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

/// The schema of a table for submissions: what [`BotSpec`] says, without the keys that don't belong there.
struct SubmissionDefaults;

impl JsonSchema for SubmissionDefaults {
    fn schema_name() -> Cow<'static, str> {
        "SubmissionDefaults".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = BotSpec::json_schema(generator);
        schema.insert("description".to_owned(), TABLE.into());
        if let Some(Value::Object(keys)) = schema.get_mut("properties") {
            for key in BotSpec::not_for_submissions() {
                keys.remove(key);
            }
            let when =
                json_schema!({ "description": WHEN, "type": ["string", "null"], "default": null });
            keys.insert("when".to_owned(), when.into());
            keys["limits"]["description"] = LIMITS.into();
        }
        schema
    }
}
