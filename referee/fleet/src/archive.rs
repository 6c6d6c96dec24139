//! Packs the files of a bot into one archive, and unpacks it on another machine.

use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use referee_build::SourceTree;
use referee_config::SourceLimits;
use referee_engine::careful_open;
use tar::{Archive, Builder, EntryType, Header};

/// Packs a tree of files. The same files give the same bytes: order, times and owners say nothing.
pub(crate) fn pack(tree: &SourceTree) -> io::Result<Vec<u8>> {
    let mut builder = Builder::new(Vec::new());
    for folder in &tree.folders {
        let mut header = header(EntryType::Directory, true, 0);
        builder.append_data(&mut header, folder, io::empty())?;
    }
    let mut left = tree.bytes;
    for (relative, path) in &tree.files {
        if path.symlink_metadata()?.is_symlink() {
            let target = careful_open::link(path)?;
            let mut header = header(EntryType::Symlink, false, 0);
            builder.append_link(&mut header, relative, target)?;
            continue;
        }
        let file = careful_open::open(path)?;
        let executable = file.metadata()?.permissions().mode() & 0o111 != 0;
        let mut bytes = Vec::new();
        file.take(left + 1).read_to_end(&mut bytes)?;
        let size = bytes.len() as u64;
        left = left
            .checked_sub(size)
            .ok_or_else(|| io::Error::other("a file grew while it was read"))?;
        let mut header = header(EntryType::Regular, executable, size);
        builder.append_data(&mut header, relative, &*bytes)?;
    }
    builder.into_inner()
}

fn header(kind: EntryType, executable: bool, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(if executable { 0o755 } else { 0o644 });
    header.set_size(size);
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header
}

/// Unpacks an archive into a new folder. Returns an error for anything that isn't a file, a folder or a link in
/// it, and for more than the bounds allow.
pub(crate) fn unpack(bytes: &[u8], to: &Path, bounds: SourceLimits) -> io::Result<()> {
    fs::create_dir(to)?;
    let mut links: Vec<(PathBuf, PathBuf)> = Vec::new();
    let (mut count, mut left) = (0, bounds.mib << 20);
    for entry in Archive::new(bytes).entries()? {
        let mut entry = entry?;
        let relative = entry.path()?.into_owned();
        let is_below = relative
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let refuse = |why: &str| io::Error::other(format!("{}: {why}", relative.display()));
        if !is_below || relative.as_os_str().is_empty() {
            return Err(refuse("the path leads out of the folder"));
        }
        count += 1;
        if count > bounds.files {
            return Err(refuse("there are more files than a bot may have"));
        }
        let path = to.join(&relative);
        match entry.header().entry_type() {
            EntryType::Directory => fs::create_dir(path)?,
            // Links come last, so that nothing is written through one.
            EntryType::Symlink => {
                let target = entry.link_name()?;
                let target = target.ok_or_else(|| refuse("the link has no target"))?;
                links.push((path, target.into_owned()));
            }
            EntryType::Regular => {
                let executable = entry.header().mode()? & 0o111 != 0;
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)?;
                }
                let mut file = File::create_new(&path)?;
                let written = io::copy(&mut (&mut entry).take(left + 1), &mut file)?;
                left = left
                    .checked_sub(written)
                    .ok_or_else(|| refuse("the files are larger than a bot's may be"))?;
                let mode = if executable { 0o755 } else { 0o644 };
                file.set_permissions(Permissions::from_mode(mode))?;
            }
            _ => return Err(refuse("neither a file, nor a folder, nor a link")),
        }
    }
    for (path, target) in links {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        symlink(target, path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
