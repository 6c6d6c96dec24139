//! Knows every key of `-engine` and `-each`, and reads them.

use super::key_values::check_key;

/// What comes before the name of an option that the engine itself has.
const OPTION: &str = "option.";

/// A key of `-engine`.
pub struct EngineKey {
    /// Its name.
    pub name: &'static str,
    is_flag: bool,
    /// A sentence about it, if it isn't translated.
    told: Option<&'static str>,
}

/// All keys of both tools.
pub const KEYS: &[EngineKey] = &[
    used("cmd"),
    used("name"),
    used("dir"),
    used("args"),
    used("arg"),
    used("proto"),
    used("tc"),
    used("st"),
    used("nodes"),
    used("depth"),
    used("plies"),
    used("timemargin"),
    used("restart"),
    told(
        "conf",
        "no configuration is read; only what stands beside it is known of the engine",
    ),
    told(
        "initstr",
        "no text is sent before the protocol begins; options of an engine are option.NAME=VALUE",
    ),
    told("stderr", "stderr of engines is always in the results"),
    told(
        "tscale",
        "the time that an engine has to start is start_ms of [limits] in a tournament file",
    ),
    told(
        "book",
        "engines get no Polyglot book; starts are those of --book",
    ),
    told(
        "bookdepth",
        "engines get no Polyglot book; starts are those of --book",
    ),
    flag(
        "trust",
        "engines claim nothing; the referee knows the rules",
    ),
    flag(
        "whitepov",
        "a score always counts as that of the side to move; for such an engine leave out --draw and --resign",
    ),
    flag(
        "ponder",
        "no move is predicted to an engine, and it doesn't think on the opponent's turn",
    ),
    flag(
        "debug",
        "stderr of engines is always in the results; their debug mode isn't turned on",
    ),
];

const fn used(name: &'static str) -> EngineKey {
    EngineKey {
        name,
        is_flag: false,
        told: None,
    }
}

const fn told(name: &'static str, sentence: &'static str) -> EngineKey {
    EngineKey {
        name,
        is_flag: false,
        told: Some(sentence),
    }
}

const fn flag(name: &'static str, sentence: &'static str) -> EngineKey {
    EngineKey {
        name,
        is_flag: true,
        told: Some(sentence),
    }
}

/// What is said of an engine: keys and values, of which the later ones hold.
#[derive(Clone, Debug, Default)]
pub struct EnginePairs(Vec<(String, String)>);

impl EnginePairs {
    /// Reads the words behind `-engine` or `-each`.
    pub fn read(words: &[String]) -> Result<EnginePairs, String> {
        let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        let mut pairs = Vec::new();
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let is_option = name.len() > OPTION.len() && name.starts_with(OPTION);
            if !is_option {
                check_key(name, &names)?;
            }
            let is_flag = KEYS.iter().any(|key| key.name == name && key.is_flag);
            // The text of an option may be empty.
            let may_be_empty = is_flag || is_option && word.contains('=');
            if value.is_empty() && !may_be_empty {
                return Err(format!("{name}: expected {name}=VALUE"));
            }
            pairs.push((name.to_owned(), value.to_owned()));
        }
        Ok(EnginePairs(pairs))
    }

    /// Adds settings, which hold where both say something.
    pub fn extend(&mut self, more: &EnginePairs) {
        self.0.extend_from_slice(&more.0);
    }

    /// Returns the values of these keys, in their order.
    pub fn all(&self, names: &[&str]) -> impl Iterator<Item = &str> {
        let is_one = move |pair: &&(String, String)| names.contains(&pair.0.as_str());
        self.0
            .iter()
            .filter(is_one)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the value of a key that holds.
    pub fn last(&self, name: &str) -> Option<&str> {
        self.all(&[name]).last()
    }

    /// Returns a sentence about each key that isn't translated.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let is_given = |key: &&EngineKey| self.last(key.name).is_some();
        let given = KEYS.iter().filter(is_given);
        given.filter_map(|key| key.told.map(|sentence| format!("{}: {sentence}", key.name)))
    }

    /// Returns the options of the engine itself in order of their names; of one name the last.
    pub fn options(&self) -> Vec<(String, String)> {
        let mut options: Vec<(String, String)> = Vec::new();
        for (key, value) in &self.0 {
            if let Some(name) = key.strip_prefix(OPTION) {
                options.retain(|(other, _)| other != name);
                options.push((name.to_owned(), value.clone()));
            }
        }
        options.sort_unstable();
        options
    }
}
