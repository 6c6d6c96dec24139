//! Layers that a jail does without on purpose, though the machine may have them.

use std::collections::BTreeSet;
use std::fmt;

/// A kind of layer that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Views of its own for a bot.
    Namespaces,
    /// Rules for files.
    Landlock,
    /// A filter of system calls.
    Seccomp,
    /// Control groups.
    Cgroups,
    /// A user for each start.
    Uids,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 5] = [
        Layer::Namespaces,
        Layer::Landlock,
        Layer::Seccomp,
        Layer::Cgroups,
        Layer::Uids,
    ];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Layer::Namespaces => "namespaces",
            Layer::Landlock => "landlock",
            Layer::Seccomp => "seccomp",
            Layer::Cgroups => "cgroups",
            Layer::Uids => "uids",
        }
    }

    /// The one with this name.
    pub fn of(word: &str) -> Option<Layer> {
        Layer::ALL.into_iter().find(|layer| layer.word() == word)
    }
}

/// Layers that a jail does without on purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Without(BTreeSet<Layer>);

impl Without {
    /// Whether this one is left out.
    pub fn has(&self, layer: Layer) -> bool {
        self.0.contains(&layer)
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Layer> for Without {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Without {
        Without(layers.into_iter().collect())
    }
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|layer| layer.word()).collect();
        f.write_str(&words.join(", "))
    }
}
