//! Packs the files of a bot or a game into one archive, and unpacks it on another machine; unpacks what strangers send.

mod unpacked_folder;
mod upload;

use std::borrow::Cow;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use referee_config::SourceLimits;
use referee_engine::careful_open;
use tar::{Archive, Builder, EntryType, Header};

use crate::SourceTree;
use unpacked_folder::{UnpackedFolder, refused};

pub use upload::unpack_upload;

/// Packs a tree of files. The same files give the same bytes: order, times and owners say nothing.
pub fn pack(tree: &SourceTree) -> io::Result<Vec<u8>> {
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
/// it, and for more than the bounds allow. No link is followed on the way to an entry, so nothing is written elsewhere.
pub fn unpack(bytes: &[u8], to: &Path, bounds: SourceLimits) -> io::Result<()> {
    let mut folder = UnpackedFolder::make(to, bounds, false)?;
    untar(bytes, &mut folder)
}

/// Unpacks the entries of a tar archive.
fn untar(bytes: impl Read, folder: &mut UnpackedFolder) -> io::Result<()> {
    let mut archive = Archive::new(bytes);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        match entry.header().entry_type() {
            // It is about the whole archive: `git archive` writes the commit there.
            EntryType::XGlobalHeader => {}
            EntryType::Directory => folder.folder(&path)?,
            EntryType::Symlink => {
                let target = entry.link_name()?.map(Cow::into_owned);
                folder.link(path, target)?;
            }
            EntryType::Regular => {
                let executable = entry.header().mode()? & 0o111 != 0;
                let size = entry.size();
                folder.file(&path, executable, size, &mut entry)?;
            }
            _ => {
                return Err(refused(
                    &path,
                    "it is neither a file nor a folder; take it out",
                ));
            }
        }
    }
    folder.make_links()?;
    // To its end, where the checksum of gzip stands.
    io::copy(&mut archive.into_inner(), &mut io::sink())?;
    Ok(())
}

#[cfg(test)]
mod tests;
