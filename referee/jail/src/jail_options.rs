//! What a run gives to its jail, and the level of confinement that it asks for.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Environment variable that holds a run's mark. Every process that is started for the run carries it, except
/// bots in their own PID namespace, which end with its init.
pub const MARK: &str = "REFEREE_RUN";
/// The word by which the referee translates for another program, and adds nothing to what that knows.
pub const TRANSLATOR: &str = "translate";

/// Options for opening a jail.
#[derive(Clone, Debug)]
pub struct JailOptions {
    /// The program that acts as a helper when called as one: the referee's own.
    pub helper: PathBuf,
    /// An empty folder that belongs to the run, on which the root file systems of sandboxes are mounted.
    pub root: PathBuf,
    /// The run's mark, which identifies what the run leaves behind.
    pub mark: String,
}

/// Level of confinement that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Every guarantee is kept, or no game is played.
    Strict,
    /// The best that the machine offers, reported at the start.
    #[default]
    Auto,
    /// Only process groups, clean environments and time limits.
    Off,
}
