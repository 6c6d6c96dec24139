//! The ways in which the zoo is played.

use std::fmt;

/// Who calls the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Root,
    User,
}

/// How namespaces are denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespaces {
    Allowed,
    /// By `--jail-without namespaces`.
    Unused,
    /// By a filter on the referee itself, as a container has it.
    Denied,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    pub who: Who,
    pub level: &'static str,
    pub namespaces: Namespaces,
}

impl Mode {
    pub const fn new(who: Who, level: &'static str) -> Mode {
        Mode {
            who,
            level,
            namespaces: Namespaces::Allowed,
        }
    }

    pub const fn without(who: Who, namespaces: Namespaces) -> Mode {
        Mode {
            who,
            level: "auto",
            namespaces,
        }
    }

    pub fn is_denied_by_a_filter(self) -> bool {
        self.namespaces == Namespaces::Denied
    }

    /// The arguments of `run` and `jail` for it.
    pub fn arguments(self) -> Vec<&'static str> {
        let mut words = vec!["--jail", self.level];
        if self.namespaces == Namespaces::Unused {
            words.extend(["--jail-without", "namespaces"]);
        }
        words
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = if self.who == Who::Root {
            "root"
        } else {
            "user"
        };
        let namespaces = match self.namespaces {
            Namespaces::Allowed => "",
            Namespaces::Unused => ", namespaces unused",
            Namespaces::Denied => ", namespaces denied",
        };
        write!(f, "{who}, {}{namespaces}", self.level)
    }
}
