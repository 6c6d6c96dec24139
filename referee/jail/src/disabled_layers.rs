//! Layers that a jail does without on purpose, though the machine may have them.

use std::collections::BTreeSet;
use std::fmt;

/// A kind of layer that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JailLayer {
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

impl JailLayer {
    /// All of them.
    pub const ALL: [JailLayer; 5] = [
        JailLayer::Namespaces,
        JailLayer::Landlock,
        JailLayer::Seccomp,
        JailLayer::Cgroups,
        JailLayer::Uids,
    ];

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            JailLayer::Namespaces => "namespaces",
            JailLayer::Landlock => "landlock",
            JailLayer::Seccomp => "seccomp",
            JailLayer::Cgroups => "cgroups",
            JailLayer::Uids => "uids",
        }
    }

    /// The one with this name.
    pub fn of(name: &str) -> Option<JailLayer> {
        JailLayer::ALL
            .into_iter()
            .find(|layer| layer.label() == name)
    }
}

/// Layers that a jail does without on purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisabledLayers(BTreeSet<JailLayer>);

impl DisabledLayers {
    /// Whether this one is left out.
    pub fn has(&self, layer: JailLayer) -> bool {
        self.0.contains(&layer)
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<JailLayer> for DisabledLayers {
    fn from_iter<I: IntoIterator<Item = JailLayer>>(layers: I) -> DisabledLayers {
        DisabledLayers(layers.into_iter().collect())
    }
}

impl fmt::Display for DisabledLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|layer| layer.label()).collect();
        f.write_str(&words.join(", "))
    }
}
