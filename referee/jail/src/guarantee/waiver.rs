//! Settings of a run that give up a guarantee, whatever the machine can do.

use super::{Guarantee, Requirement};

/// Guarantees that the settings of a run give up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waivers {
    /// Bots may read whatever their own files ask for.
    pub files: bool,
    /// Games aren't pinned to cores.
    pub cores: bool,
    /// Bots may run while it isn't their turn.
    pub idle: bool,
}

impl Waivers {
    /// Returns the setting that a guarantee needs, if it is given up.
    pub(super) fn needs(self, promise: Guarantee) -> Option<Requirement> {
        match promise {
            Guarantee::Files if self.files => Some(Requirement::Consent),
            Guarantee::Cpu if self.cores => Some(Requirement::Pinning),
            Guarantee::Idle if self.idle => Some(Requirement::Suspension),
            _ => None,
        }
    }
}
