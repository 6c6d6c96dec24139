//! What a build sees of the machine: its environment, its home and the path of its folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use referee_config::{ConfiguredBot, USUAL};
use referee_engine::ProcessScope;
use referee_jail::Namespaces;

use crate::HOME;

/// Returns the bot's own environment; outside the jail without `PATH`, since the referee's own lists more
/// folders.
pub(crate) fn environment(bot: &ConfiguredBot, jailed: bool) -> Vec<(OsString, OsString)> {
    let mut env = bot.program.env.clone();
    env.retain(|(name, _)| name != "PATH");
    let usual = USUAL.iter().map(PathBuf::from);
    let folders = bot.source.path.iter().cloned().chain(usual);
    if let Some(path) = std::env::join_paths(folders).ok().filter(|_| jailed) {
        env.push(("PATH".into(), path));
    }
    env
}

/// Returns `HOME` and `TMPDIR` of a build: they are in its folder, so that the build finds what was fetched.
pub(crate) fn homes(folder: &Path, scope: &ProcessScope) -> [(OsString, OsString); 2] {
    let home = inside(folder, scope).join(HOME);
    let temp = home.join("tmp");
    [("HOME".into(), home.into()), ("TMPDIR".into(), temp.into())]
}

/// Returns the path at which a build in the jail sees its folder.
pub(crate) fn inside<'a>(folder: &'a Path, scope: &ProcessScope) -> &'a Path {
    if scope.jail().means().namespaces == Namespaces::None {
        folder
    } else {
        Path::new("/bot")
    }
}
