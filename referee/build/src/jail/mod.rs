//! The jail of a run: how much of one is asked for, what there is, and how it is told and stored.

mod words;

use std::env::current_exe;

use anyhow::Result;
use referee_engine::ProcessScope;
use referee_jail::guarantee::{Guarantee, broken};
use referee_jail::{DisabledLayers, Jail, JailLayer, Level};
use referee_output::failure::machine;
use referee_output::stdout;
use referee_store::{Header, JailRecord as Stored};

pub use words::{by, helps, level, needs, remarks};

/// How much of a jail there has to be, as far as that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JailRequest {
    level: Option<Level>,
    without: DisabledLayers,
    reads: bool,
}

impl JailRequest {
    /// This level if one was said, without these layers; `reads` lets bots read what their own files ask for.
    pub fn new(level: Option<Level>, without: DisabledLayers, reads: bool) -> JailRequest {
        JailRequest {
            level,
            without,
            reads,
        }
    }

    /// The best that the machine gives, without these layers.
    pub fn all_but(layers: &[JailLayer]) -> JailRequest {
        JailRequest {
            level: Some(Level::Auto),
            without: layers.iter().copied().collect(),
            reads: false,
        }
    }

    /// The same where nothing was said of the level, at this one if it is known.
    #[must_use]
    pub fn or(&self, level: Option<Level>) -> JailRequest {
        JailRequest {
            level: self.level.or(level),
            ..self.clone()
        }
    }

    /// The same at this level, whatever was said of it.
    #[must_use]
    pub fn at(&self, level: Level) -> JailRequest {
        JailRequest {
            level: Some(level),
            ..self.clone()
        }
    }

    /// The level, if one was asked for.
    pub fn said(&self) -> Option<Level> {
        self.level
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level.unwrap_or_default()
    }

    /// Whether bots may read what their own files ask for.
    pub fn reads(&self) -> bool {
        self.reads
    }

    /// What is left out on purpose.
    pub fn without(&self) -> &DisabledLayers {
        &self.without
    }

    /// What a run owns on this machine; its guardian is this very program.
    pub fn scope(&self) -> Result<ProcessScope> {
        let referee = current_exe().map_err(machine)?;
        ProcessScope::open(&referee, self.level(), &self.without).map_err(machine)
    }
}

/// What a run owns on this machine; says what its bots are confined by, or refuses where that is
/// less than was asked for.
pub fn open(wanted: &JailRequest) -> Result<ProcessScope> {
    let scope = wanted.scope()?;
    let jail = scope.jail();
    let lost = broken(jail.means());
    if wanted.level() == Level::Strict && !lost.is_empty() {
        return Err(machine(words::refusal(&lost, &wanted.without)));
    }
    stdout::remark(&words::line(jail, &wanted.without));
    Ok(scope)
}

/// Whether a promise isn't kept.
pub fn lacks(jail: &Jail, promise: Guarantee) -> bool {
    let mut lost = broken(jail.means()).into_iter();
    lost.any(|entry| entry.promise == promise)
}

/// What is kept of it with the results.
pub fn stored(jail: &Jail) -> Stored {
    let lost = broken(jail.means()).into_iter();
    Stored {
        level: level(jail.level()).to_owned(),
        by: by(jail.means()),
        broken: lost.map(|entry| entry.promise.label().to_owned()).collect(),
    }
}

/// The jails of a run's sittings, each once, where they are known.
pub fn jails_of(header: &Header) -> Vec<Stored> {
    let mut jail_records: Vec<Stored> = Vec::new();
    for jail in header
        .sittings
        .iter()
        .filter_map(|session| session.jail.as_ref())
    {
        if !jail_records.contains(jail) {
            jail_records.push(jail.clone());
        }
    }
    jail_records
}
