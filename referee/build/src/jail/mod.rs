//! The jail of a run: the level that is asked for, the layers that are there, and how both are shown and
//! stored.

mod words;

use std::env::current_exe;

use anyhow::Result;
use referee_engine::ProcessScope;
use referee_jail::{DisabledLayers, Guarantee, Jail, JailLayer, Level, Waivers, broken_guarantees};
use referee_output::failure::machine;
use referee_output::remarks;
use referee_record::JailRecord as Stored;
use referee_store::Header;

pub use words::{by, helps, level, needs, remarks};

/// Level of confinement that is asked for, if any, and the layers that are turned off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JailRequest {
    level: Option<Level>,
    without: DisabledLayers,
    waivers: Waivers,
}

impl JailRequest {
    /// Makes a request for this level, if given, without these layers; `reads` allows bots to read the paths
    /// that their own files ask for.
    pub fn new(level: Option<Level>, without: DisabledLayers, reads: bool) -> JailRequest {
        JailRequest {
            level,
            without,
            waivers: Waivers {
                files: reads,
                ..Waivers::default()
            },
        }
    }

    /// Makes a request for the best that the machine offers, without these layers.
    pub fn all_but(layers: &[JailLayer]) -> JailRequest {
        JailRequest {
            level: Some(Level::Auto),
            without: layers.iter().copied().collect(),
            waivers: Waivers::default(),
        }
    }

    /// Returns this request, with this level if it had none.
    #[must_use]
    pub fn or(&self, level: Option<Level>) -> JailRequest {
        JailRequest {
            level: self.level.or(level),
            ..self.clone()
        }
    }

    /// Returns this request, with this level in any case.
    #[must_use]
    pub fn at(&self, level: Level) -> JailRequest {
        JailRequest {
            level: Some(level),
            ..self.clone()
        }
    }

    /// Returns this request for a run whose games aren't pinned to `cores`, or whose bots aren't stopped while
    /// they are `idle`.
    #[must_use]
    pub fn waiving(&self, cores: bool, idle: bool) -> JailRequest {
        let waivers = Waivers {
            cores,
            idle,
            ..self.waivers
        };
        JailRequest {
            waivers,
            ..self.clone()
        }
    }

    /// Returns this request; bots may read the paths that their own files ask for if `reads`.
    #[must_use]
    pub fn reading(&self, reads: bool) -> JailRequest {
        let waivers = Waivers {
            files: reads,
            ..self.waivers
        };
        JailRequest {
            waivers,
            ..self.clone()
        }
    }

    /// Returns the level that was asked for, if any.
    pub fn said(&self) -> Option<Level> {
        self.level
    }

    /// Returns the level, or the default level if none was asked for.
    pub fn level(&self) -> Level {
        self.level.unwrap_or_default()
    }

    /// Returns true if bots may read the paths that their own files ask for.
    pub fn reads(&self) -> bool {
        self.waivers.files
    }

    /// Returns the layers that are turned off on purpose.
    pub fn without(&self) -> &DisabledLayers {
        &self.without
    }

    /// Opens the process scope of a run; its watchdog is this very program. Returns an error if the machine
    /// cannot provide it.
    pub fn scope(&self) -> Result<ProcessScope> {
        let referee = current_exe().map_err(machine)?;
        ProcessScope::open(&referee, self.level(), &self.without).map_err(machine)
    }
}

/// Opens the process scope of a run, and prints which layers confine its bots. Returns an error if the level
/// is `strict` and a guarantee cannot be kept.
pub fn open(wanted: &JailRequest) -> Result<ProcessScope> {
    let scope = checked(wanted)?;
    remarks::sentences(&words::line(scope.jail(), wanted));
    Ok(scope)
}

/// Opens a process scope as [`open`] does, and prints nothing.
pub(crate) fn checked(wanted: &JailRequest) -> Result<ProcessScope> {
    let scope = wanted.scope()?;
    let lost = broken_guarantees(scope.jail().means(), wanted.waivers);
    if wanted.level() == Level::Strict && !lost.is_empty() {
        return Err(machine(words::refusal(&lost, &wanted.without)));
    }
    Ok(scope)
}

/// Returns in words what isn't kept of what a stranger's program must not do, if anything isn't.
pub(crate) fn unconfined(jail: &Jail) -> Option<String> {
    let needed = [
        Guarantee::Files,
        Guarantee::Network,
        Guarantee::Memory,
        Guarantee::Processes,
    ];
    let lost = broken_guarantees(jail.means(), Waivers::default()).into_iter();
    let lost = lost.map(|entry| entry.promise);
    let lost: Vec<&str> = lost
        .filter(|it| needed.contains(it))
        .map(Guarantee::label)
        .collect();
    (!lost.is_empty()).then(|| lost.join(", "))
}

/// Returns true if the machine can't keep a guarantee.
pub fn lacks(jail: &Jail, promise: Guarantee) -> bool {
    let mut lost = broken_guarantees(jail.means(), Waivers::default()).into_iter();
    lost.any(|entry| entry.promise == promise)
}

/// Makes the record of the jail that is stored with the results.
pub fn stored(jail: &Jail, wanted: &JailRequest) -> Stored {
    let lost = broken_guarantees(jail.means(), wanted.waivers).into_iter();
    Stored {
        level: level(jail.level()).to_owned(),
        by: by(jail.means()),
        broken: lost.map(|entry| entry.promise.label().to_owned()).collect(),
    }
}

/// Returns the known jails of a run's sessions, without repetitions.
pub fn jails_of(header: &Header) -> Vec<Stored> {
    let mut jail_records: Vec<Stored> = Vec::new();
    for jail in header
        .sessions
        .iter()
        .filter_map(|session| session.jail.as_ref())
    {
        if !jail_records.contains(jail) {
            jail_records.push(jail.clone());
        }
    }
    jail_records
}
