//! The jail of a run: how much of one is asked for, what there is, and how it is told and stored.

mod words;

use std::env::current_exe;

use anyhow::Result;
use referee_arena::Haven;
use referee_jail::promise::{Promise, broken};
use referee_jail::{Jail, Layer, Level, Without};
use referee_store::{Header, Jail as Stored};

use crate::exit::machine;
use crate::out;
pub use words::{by, helps, level, needs, remarks};

/// How much of a jail there has to be.
#[derive(Clone, Debug, clap::Args)]
pub struct JailArgs {
    /// How much of a jail bots are put in: `strict` (all of it, or nothing is played), `auto` (the
    /// best that the machine gives) or `off`; see `referee jail`.
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    jail: Option<Level>,
    /// Layers to do without, to see what the others do.
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', hide = true, value_parser = layer_of)]
    jail_without: Vec<Layer>,
}

/// How much of a jail there has to be, as far as that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    level: Option<Level>,
    without: Without,
}

impl JailArgs {
    /// What the command line says.
    pub fn wanted(&self) -> Wanted {
        Wanted {
            level: self.jail,
            without: self.jail_without.iter().copied().collect(),
        }
    }
}

impl Wanted {
    /// The best that the machine gives, without these layers.
    pub fn all_but(layers: &[Layer]) -> Wanted {
        Wanted {
            level: Some(Level::Auto),
            without: layers.iter().copied().collect(),
        }
    }

    /// The same where nothing was said of the level, at this one if it is known.
    #[must_use]
    pub fn or(&self, level: Option<Level>) -> Wanted {
        Wanted {
            level: self.level.or(level),
            ..self.clone()
        }
    }

    /// The same at this level, whatever was said of it.
    #[must_use]
    pub fn at(&self, level: Level) -> Wanted {
        Wanted {
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

    /// What is left out on purpose.
    pub fn without(&self) -> &Without {
        &self.without
    }

    /// What a run owns on this machine; its guardian is this very program.
    pub fn haven(&self) -> Result<Haven> {
        let referee = current_exe().map_err(machine)?;
        Haven::open(&referee, self.level(), &self.without).map_err(machine)
    }
}

/// What a run owns on this machine; says what its bots are confined by, or refuses where that is
/// less than was asked for.
pub fn open(wanted: &Wanted) -> Result<Haven> {
    let haven = wanted.haven()?;
    let jail = haven.jail();
    let lost = broken(jail.means());
    if wanted.level() == Level::Strict && !lost.is_empty() {
        return Err(machine(words::refusal(&lost, &wanted.without)));
    }
    out::remark(&words::line(jail, &wanted.without));
    Ok(haven)
}

/// Whether a promise isn't kept.
pub fn lacks(jail: &Jail, promise: Promise) -> bool {
    let mut lost = broken(jail.means()).into_iter();
    lost.any(|entry| entry.promise == promise)
}

/// What is kept of it with the results.
pub fn stored(jail: &Jail) -> Stored {
    let lost = broken(jail.means()).into_iter();
    Stored {
        level: level(jail.level()).to_owned(),
        by: by(jail.means()),
        broken: lost.map(|entry| entry.promise.word().to_owned()).collect(),
    }
}

/// The jails of a run's sittings, each once, where they are known.
pub fn jails_of(header: &Header) -> Vec<Stored> {
    let mut found: Vec<Stored> = Vec::new();
    for jail in header.sittings.iter().filter_map(|own| own.jail.as_ref()) {
        if !found.contains(jail) {
            found.push(jail.clone());
        }
    }
    found
}

fn level_of(word: &str) -> Result<Level, String> {
    let all = [Level::Strict, Level::Auto, Level::Off];
    let found = all.into_iter().find(|known| level(*known) == word);
    found.ok_or_else(|| "expected strict, auto or off".to_owned())
}

fn layer_of(word: &str) -> Result<Layer, String> {
    Layer::of(word).ok_or_else(|| {
        let known = Layer::ALL.map(Layer::word).join(", ");
        format!("expected some of {known}")
    })
}
