//! Finding the executable of a bot, and its environment.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use rustix::fs::{Access, access};

/// Where bots find programs by themselves.
const USUAL: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// What the referee sets itself.
const RESERVED: [&str; 2] = ["HOME", "TMPDIR"];

/// An executable: a path with `/` is relative to the bot's folder, a name is looked up in PATH.
///
/// What a build is going to make doesn't have to be there yet.
pub fn executable(program: &str, folder: &Path, built: bool) -> Result<PathBuf, String> {
    if program.contains('/') {
        let path = folder.join(program);
        if !built {
            check_executable(&path)?;
        }
        return Ok(path);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut candidates = env::split_paths(&path).map(|dir| dir.join(program));
    let found = candidates.find(|file| file.is_absolute() && check_executable(file).is_ok());
    found.ok_or_else(|| {
        let here = if built || folder.join(program).exists() {
            format!("; for a file in the bot's folder write `./{program}`")
        } else {
            "; install it, or give its path".to_owned()
        };
        format!("`{program}` isn't found in PATH{here}")
    })
}

/// Refuses what can't be started.
pub fn check_executable(path: &Path) -> Result<(), String> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|e| format!("{shown}: {e}"))?;
    if !metadata.is_file() {
        return Err(format!("{shown} isn't a file"));
    }
    access(path, Access::EXEC_OK)
        .map_err(|_| format!("{shown} isn't executable; chmod +x it, or name what runs it"))
}

/// The environment of a bot: a usual PATH with the folder of its executable, where that was looked
/// up elsewhere, a plain locale, and what its configuration sets.
pub fn environment(
    executable: &Path,
    looked_up: bool,
    own: &BTreeMap<String, String>,
) -> Result<Vec<(OsString, OsString)>, String> {
    let mut path = OsString::from(USUAL.join(":"));
    let folder = executable.parent().filter(|_| looked_up);
    if let Some(folder) = folder.filter(|f| USUAL.iter().all(|usual| *f != Path::new(usual))) {
        path.push(":");
        path.push(folder);
    }
    let mut env: BTreeMap<OsString, OsString> = BTreeMap::new();
    env.insert("PATH".into(), path);
    env.insert("LANG".into(), "C.UTF-8".into());
    for (name, value) in own {
        if RESERVED.contains(&name.as_str()) {
            return Err(format!("env: {name} is set by the referee; leave it out"));
        }
        if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
            return Err(format!("env: {name:?} = {value:?} can't be set"));
        }
        env.insert(name.into(), value.into());
    }
    Ok(env.into_iter().collect())
}
