//! Opens a jail with the layers that this machine offers.

use crate::{DisabledLayers, Jail, JailOptions, Level};

impl Jail {
    /// Finds out which layers this machine offers, except those in `without`, by starting something harmless
    /// in them.
    #[cfg(target_os = "linux")]
    pub fn open(level: Level, without: &DisabledLayers, options: JailOptions) -> Jail {
        if level == Level::Off {
            return Jail::off(options);
        }
        let means = crate::probe::means(without, &options);
        Jail::with(level, means, options)
    }

    /// Makes a jail without any layer: on this system there are none.
    #[cfg(not(target_os = "linux"))]
    pub fn open(level: Level, _: &DisabledLayers, options: JailOptions) -> Jail {
        Jail::with(level, crate::HostFeatures::default(), options)
    }
}
