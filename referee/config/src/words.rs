//! Parses values that may be written in more than one way.
//!
//! They are parsed by visitors rather than by untagged enums, so that an error says what was expected.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// A program and its arguments: a list of words, or a string that is split as a shell would split it, but
/// never passed to a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// Program: a path with `/`, or a name that is looked up.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl CommandLine {
    fn new(words: Vec<String>) -> Result<CommandLine, &'static str> {
        if words.iter().any(|word| word.contains('\0')) {
            return Err("a command can't hold a NUL character");
        }
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(CommandLine {
            program: program.ok_or("a command needs a program as its first word")?,
            args: words.collect(),
        })
    }

    /// Returns the program and its arguments as one list.
    pub fn words(self) -> Vec<String> {
        [vec![self.program], self.args].concat()
    }
}

impl FromStr for CommandLine {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<CommandLine, &'static str> {
        let words = shell_words::split(text);
        CommandLine::new(words.map_err(|_| "a quotation mark in the command isn't closed")?)
    }
}

impl<'de> Deserialize<'de> for CommandLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CommandLine, D::Error> {
        deserializer.deserialize_any(CommandVisitor)
    }
}

struct CommandVisitor;

impl<'de> Visitor<'de> for CommandVisitor {
    type Value = CommandLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command: a string or a list of words")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CommandLine, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CommandLine, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element()? {
            words.push(word);
        }
        CommandLine::new(words).map_err(A::Error::custom)
    }
}

impl JsonSchema for CommandLine {
    fn schema_name() -> Cow<'static, str> {
        "Command".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string", "minLength": 1 },
                { "type": "array", "items": { "type": "string" }, "minItems": 1 },
            ],
        })
    }
}

/// Value of a game's option: a number, a boolean or a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue(pub String);

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionValue, D::Error> {
        deserializer.deserialize_any(OptionVisitor)
    }
}

struct OptionVisitor;

impl Visitor<'_> for OptionVisitor {
    type Value = OptionValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, true, false or a string")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<OptionValue, E> {
        Ok(OptionValue(number.to_string()))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<OptionValue, E> {
        Ok(OptionValue(flag.to_string()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<OptionValue, E> {
        Ok(OptionValue(text.to_owned()))
    }
}

impl JsonSchema for OptionValue {
    fn schema_name() -> Cow<'static, str> {
        "OptionValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "boolean", "string"] })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn command(toml: &str) -> Result<CommandLine, String> {
        let read: Result<BTreeMap<String, CommandLine>, _> = toml::from_str(toml);
        read.map(|mut map| map.remove("run").expect("every text has a run"))
            .map_err(|e| e.message().to_owned())
    }

    #[test]
    fn commands_are_split_as_by_a_shell() {
        let words = |toml| command(toml).map(CommandLine::words);
        let expected = Ok(["java", "-cp", "a dir", "Bot", "$HOME"]
            .map(String::from)
            .to_vec());
        assert_eq!(words(r#"run = "java -cp 'a dir' Bot $HOME""#), expected);
        assert_eq!(
            words(r#"run = ["java", "-cp", "a dir", "Bot", "$HOME"]"#),
            expected
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for (toml, why) in [
            ("run = ''", "needs a program"),
            ("run = []", "needs a program"),
            ("run = ['']", "needs a program"),
            (r#"run = "it's""#, "isn't closed"),
            (r#"run = "a\u0000b""#, "NUL"),
            ("run = 3", "expected a command: a string or a list of words"),
            ("run = ['a', 3]", "expected a string"),
        ] {
            let error = command(toml).expect_err(toml);
            assert!(error.contains(why), "{toml}: {error}");
        }
    }
}
