//! Walks a folder that another process may change meanwhile.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use referee_engine::careful_open;
use rustix::fs::{Dir, FileType};

use crate::source_limits::{FOLDER_DEPTH_MAX, SourceCount, SourceLimits};

/// Folders of version control, which belong to no bot.
pub const VCS_FOLDERS: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".bzr"];

/// An entry of a folder.
pub struct FolderItem {
    /// Its name.
    pub name: String,
    /// Its path, relative to the folder.
    pub relative: PathBuf,
    /// Its full path.
    pub path: PathBuf,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Whether it is a regular file, and not a link.
    pub is_file: bool,
}

/// Walks a folder, whose path has no links, and its subfolders. Skips entries that aren't `wanted`, without
/// counting them. It doesn't recurse, so the folder may be deep.
///
/// Returns an error for folders over the limits, and for entries that are neither file, folder nor link.
pub fn walk_folder(
    top: &Path,
    bounds: &SourceLimits,
    count: &mut SourceCount,
    wanted: &mut dyn FnMut(&FolderItem) -> bool,
) -> Result<(), String> {
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let here: PathBuf = top.components().chain(below.components()).collect();
        let at = |path: &Path, why: String| format!("{}: {why}", path.display());
        let refuse = |e: io::Error| at(&here, e.to_string());
        if below.components().count() > FOLDER_DEPTH_MAX {
            return Err(at(
                &here,
                format!("it lies deeper than {FOLDER_DEPTH_MAX} folders"),
            ));
        }
        let folder = careful_open::folder(&here).map_err(refuse)?;
        let entries = Dir::read_from(&folder).map_err(|e| refuse(e.into()))?;
        for entry in entries {
            let entry = entry.map_err(|e| refuse(e.into()))?;
            let name = entry.file_name();
            if [b".".as_slice(), b".."].contains(&name.to_bytes()) {
                continue;
            }
            let kind = |held: &rustix::fs::Stat| FileType::from_raw_mode(held.st_mode);
            let held = match careful_open::stat(&folder, name) {
                // It was removed in the meantime.
                Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                held => held.map_err(refuse)?,
            };
            let name = OsStr::from_bytes(name.to_bytes());
            let place = FolderItem {
                name: name.to_string_lossy().into_owned(),
                relative: below.join(name),
                path: here.join(name),
                is_folder: kind(&held).is_dir(),
                is_file: kind(&held).is_file(),
            };
            if !wanted(&place) {
                continue;
            }
            if !place.is_folder && !place.is_file && !kind(&held).is_symlink() {
                let why = "this is no file, folder or link; take it out".to_owned();
                return Err(at(&place.path, why));
            }
            let bytes = if place.is_file { held.st_size } else { 0 };
            let length = place.relative.as_os_str().len();
            let added = count.add(u64::try_from(bytes).unwrap_or(0), length, bounds);
            added.map_err(|why| at(top, why))?;
            open.extend(place.is_folder.then_some(place.relative));
        }
    }
    Ok(())
}

/// Lists the paths of all entries in a folder, relative to it, except those of version control.
pub(crate) fn names(
    folder: &Path,
    bounds: SourceLimits,
    count: &mut SourceCount,
) -> Result<Vec<PathBuf>, String> {
    let mut names = Vec::new();
    walk_folder(folder, &bounds, count, &mut |place| {
        let pattern = !VCS_FOLDERS.contains(&&*place.name);
        names.extend(pattern.then(|| place.relative.clone()));
        pattern
    })?;
    Ok(names)
}
