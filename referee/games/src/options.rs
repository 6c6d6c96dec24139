//! Options of a game: typed, with ranges and defaults, written as `key=value`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use thiserror::Error;

/// The type of an option, with its allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number from `min` to `max`, both included.
    Int {
        /// The minimum.
        min: u32,
        /// The maximum.
        max: u32,
    },
    /// `on` or `off`; `true` and `false` are understood too.
    Flag,
    /// One of these words.
    Choice(Vec<Cow<'static, str>>),
    /// One word of the form described here.
    Word(Cow<'static, str>),
}

/// One option of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key.
    pub name: Cow<'static, str>,
    /// The type and the allowed values.
    pub kind: OptionKind,
    /// The value if none is given.
    pub default: Cow<'static, str>,
    /// One sentence for lists.
    pub help: Cow<'static, str>,
}

impl OptionSpec {
    /// Returns an option of a built-in game or bot: its key, type, default, and a sentence about it.
    pub const fn new(
        name: &'static str,
        kind: OptionKind,
        default: &'static str,
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec {
            name: Cow::Borrowed(name),
            kind,
            default: Cow::Borrowed(default),
            help: Cow::Borrowed(help),
        }
    }
}

/// Why options were rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// The game has no such option.
    #[error("{game} has no option `{name}`; it has {}", list(.known))]
    Unknown {
        /// The game's name.
        game: String,
        /// The key that was given.
        name: String,
        /// The keys that the game has.
        known: Vec<String>,
    },
    /// The value is out of range or of another type.
    #[error("option {name}={value:?} of {game}: expected {expected}")]
    Value {
        /// The game's name.
        game: String,
        /// The key.
        name: String,
        /// The value that was given.
        value: String,
        /// A description of the allowed values.
        expected: String,
    },
    /// The values are each in range, and still don't fit the game.
    #[error("options of {game}: {why}")]
    Rejected {
        /// The game's name.
        game: String,
        /// The game's explanation.
        why: String,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

impl OptionKind {
    /// Returns the value in its canonical spelling; `None` if it isn't allowed.
    fn normalize(&self, value: &str) -> Option<String> {
        match self {
            OptionKind::Int { min, max } => {
                let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
                let number: u32 = digits.then(|| value.parse().ok())??;
                (*min..=*max).contains(&number).then(|| number.to_string())
            }
            OptionKind::Flag => match value {
                "on" | "true" => Some("on".to_owned()),
                "off" | "false" => Some("off".to_owned()),
                _ => None,
            },
            OptionKind::Choice(words) => words
                .iter()
                .any(|word| word == value)
                .then(|| value.to_owned()),
            OptionKind::Word(_) => {
                let plain = value.bytes().all(|b| b.is_ascii_graphic() && b != b'=');
                (!value.is_empty() && value.len() <= 200 && plain).then(|| value.to_owned())
            }
        }
    }

    /// Returns the allowed values if they are a list of words; none if they are of another form.
    pub fn values(&self) -> Vec<&str> {
        match self {
            OptionKind::Flag => vec!["on", "off"],
            OptionKind::Choice(words) => words.iter().map(|word| &**word).collect(),
            OptionKind::Int { .. } | OptionKind::Word(_) => Vec::new(),
        }
    }

    /// Describes the allowed values in words.
    pub fn expected(&self) -> String {
        match self {
            OptionKind::Int { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Flag => "on or off".to_owned(),
            OptionKind::Choice(words) => words.join(" or "),
            OptionKind::Word(what) => what.clone().into_owned(),
        }
    }
}

/// Chosen options: every option of the game has a value, in its canonical spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenOptions {
    values: BTreeMap<Cow<'static, str>, String>,
}

impl ChosenOptions {
    /// Adds the defaults to the given values. Returns an error for unknown keys and for values out of range.
    pub fn choose(
        game: &str,
        specs: &[OptionSpec],
        given: &BTreeMap<String, String>,
    ) -> Result<ChosenOptions, OptionError> {
        if let Some(name) = given.keys().find(|k| !specs.iter().any(|s| s.name == **k)) {
            return Err(OptionError::Unknown {
                game: game.to_owned(),
                name: name.clone(),
                known: specs.iter().map(|s| s.name.to_string()).collect(),
            });
        }
        let mut values = BTreeMap::new();
        for spec in specs {
            let value = given
                .get(&*spec.name)
                .map_or(&*spec.default, String::as_str);
            let normal = spec
                .kind
                .normalize(value)
                .ok_or_else(|| OptionError::Value {
                    game: game.to_owned(),
                    name: spec.name.to_string(),
                    value: value.to_owned(),
                    expected: spec.kind.expected(),
                })?;
            values.insert(spec.name.clone(), normal);
        }
        Ok(ChosenOptions { values })
    }

    /// Returns the value of an option that the game declares; empty for any other name.
    pub fn choice(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// Returns the value of a number that the game declares; 0 for any other name.
    pub fn int(&self, name: &str) -> u32 {
        self.choice(name).parse().unwrap_or_default()
    }

    /// Returns the value of a flag that the game declares; false for any other name.
    pub fn flag(&self, name: &str) -> bool {
        self.choice(name) == "on"
    }

    /// Iterates over all values in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .map(|(name, value)| (&**name, value.as_str()))
    }
}
