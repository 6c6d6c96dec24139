//! Jail layers that the operator turned off, even where the machine has them.

use std::collections::BTreeSet;
use std::fmt;

/// A kind of layer that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JailLayer {
    /// Separate namespaces for each bot.
    Namespaces,
    /// Landlock rules for file access.
    Landlock,
    /// A seccomp filter of system calls.
    Seccomp,
    /// Control groups.
    Cgroups,
    /// A separate user id for each start.
    Uids,
}

impl JailLayer {
    /// All layers.
    pub const ALL: [JailLayer; 5] = [
        JailLayer::Namespaces,
        JailLayer::Landlock,
        JailLayer::Seccomp,
        JailLayer::Cgroups,
        JailLayer::Uids,
    ];

    /// Returns the name of the layer.
    pub fn label(self) -> &'static str {
        match self {
            JailLayer::Namespaces => "namespaces",
            JailLayer::Landlock => "landlock",
            JailLayer::Seccomp => "seccomp",
            JailLayer::Cgroups => "cgroups",
            JailLayer::Uids => "uids",
        }
    }

    /// Finds the layer with this name; `None` if there is no such layer.
    pub fn of(name: &str) -> Option<JailLayer> {
        JailLayer::ALL
            .into_iter()
            .find(|layer| layer.label() == name)
    }
}

/// Set of jail layers that the operator turned off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisabledLayers(BTreeSet<JailLayer>);

impl DisabledLayers {
    /// Returns true if this layer is turned off.
    pub fn has(&self, layer: JailLayer) -> bool {
        self.0.contains(&layer)
    }

    /// Returns true if no layer is turned off.
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
