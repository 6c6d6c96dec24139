//! Copies trees of files: sets who may write to the copy, and measures sizes.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use referee_config::plain;
use referee_engine::careful_open;
use referee_output::text_layout::count;
use rustix::fs::statvfs;

use crate::sources::SourceTree;

/// Size in bytes above which a copy is worth a remark.
pub(crate) const LARGE: u64 = 1 << 30;

/// Purpose of a copy, which determines its permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Readable by every user, and never changed.
    Play,
    /// Writable by the referee's own user.
    Work,
    /// Writable by every user: in the jail a build has its own user id.
    Share,
}

impl Purpose {
    fn folder(self) -> u32 {
        match self {
            Purpose::Play => 0o555,
            Purpose::Work => 0o755,
            Purpose::Share => 0o777,
        }
    }

    /// Returns the mode of a file, without the set-uid bits that the original may have.
    fn file(self, executable: bool) -> u32 {
        match self {
            Purpose::Play if executable => 0o555,
            Purpose::Play => 0o444,
            _ if executable => self.folder(),
            Purpose::Work => 0o644,
            Purpose::Share => 0o666,
        }
    }
}

/// Copies a tree to a new folder. Links stay links; returns an error for anything other than a file, folder
/// or link.
pub(crate) fn copy(tree: &SourceTree, to: &Path, purpose: Purpose) -> Result<(), String> {
    let refuse = |path: &Path, e: io::Error| format!("{}: {e}", path.display());
    fs::create_dir(to).map_err(|e| refuse(to, e))?;
    for folder in &tree.folders {
        let folder = to.join(folder);
        fs::create_dir(&folder).map_err(|e| refuse(&folder, e))?;
    }
    let mut left = tree.bytes;
    for (relative, from) in &tree.files {
        let copied = copy_one(from, &to.join(relative), purpose, left);
        left -= copied.map_err(|e| refuse(from, e))?;
    }
    let folders = tree.folders.iter().map(|folder| to.join(folder));
    for folder in folders.chain([to.to_owned()]) {
        let mode = Permissions::from_mode(purpose.folder());
        fs::set_permissions(&folder, mode).map_err(|e| refuse(&folder, e))?;
    }
    Ok(())
}

/// Copies a file or a link, of at most `most` bytes; returns the number of bytes.
fn copy_one(from: &Path, to: &Path, purpose: Purpose, most: u64) -> io::Result<u64> {
    if fs::symlink_metadata(from)?.is_symlink() {
        symlink(careful_open::link(from)?, to)?;
        return Ok(0);
    }
    let source = careful_open::open(from)?;
    let executable = source.metadata()?.permissions().mode() & 0o111 != 0;
    let mut target = File::create_new(to)?;
    let copied = copy_bytes(source, &mut target, most)?;
    target.set_permissions(Permissions::from_mode(purpose.file(executable)))?;
    Ok(copied)
}

/// Copies at most `most` bytes; returns an error if there are more, since another program may write to the
/// source meanwhile.
fn copy_bytes(mut source: File, target: &mut impl Write, most: u64) -> io::Result<u64> {
    let copied = io::copy(&mut (&mut source).take(most), target)?;
    match source.read(&mut [0])? {
        0 => Ok(copied),
        _ => Err(io::Error::other("it grew while it was copied")),
    }
}

/// Size of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// Number of bytes.
    pub bytes: u64,
    /// Number of files, folders and links.
    pub files: u64,
}

/// Returns the size of a tree.
pub(crate) fn size(tree: &SourceTree) -> Size {
    Size {
        bytes: tree.bytes,
        files: (tree.files.len() + tree.folders.len()) as u64,
    }
}

/// Use of a folder that another program is filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FolderUsage {
    /// Size of the part that could be counted.
    pub size: Size,
    /// True if everything was counted: a folder may be closed, or too deep for any path.
    pub whole: bool,
}

/// Measures a folder that another program is filling. The walk is not recursive, since the folder may be
/// deep.
pub(crate) fn used(top: &Path) -> FolderUsage {
    let (mut size, mut whole) = (Size::default(), true);
    let mut missed = |error: &io::Error| {
        // An entry that was just removed takes no space.
        let gone = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        whole &= gone.contains(&error.kind());
    };
    let mut open = vec![top.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                missed(&error);
                continue;
            }
        };
        for entry in entries {
            let entry = entry.and_then(|entry| Ok((entry.metadata()?, entry.path())));
            size.files += 1;
            match entry {
                Ok((data, path)) => {
                    // A sparse file takes less space than its length.
                    size.bytes += data.blocks() * 512;
                    open.extend(data.is_dir().then_some(path));
                }
                Err(error) => missed(&error),
            }
        }
    }
    FolderUsage { size, whole }
}

/// Returns an error if the files do not fit on the file system of a folder, before anything is written.
pub(crate) fn check_room(size: Size, folder: &Path) -> Result<(), String> {
    let Ok(system) = statvfs(folder) else {
        return Ok(());
    };
    let free = system.f_bavail * system.f_frsize;
    if size.bytes < free {
        return Ok(());
    }
    Err(format!(
        "its {} hold {} MiB, and {} has room for {}; make room, or set TMPDIR to a larger place",
        count(size.files, "file"),
        size.bytes >> 20,
        folder.display(),
        free >> 20
    ))
}

/// A link, and its target outside the bot's folder.
pub(crate) type Outward = (PathBuf, PathBuf);

/// Mends the links of a copy whose targets would change by the move: links out of the original folder keep
/// their target, links into it stay inside the copy.
pub(crate) fn mend_links(tree: &SourceTree, origin: &Path, copy: &Path) -> io::Result<()> {
    for relative in tree.files.keys() {
        let link = copy.join(relative);
        let Ok(target) = fs::read_link(&link) else {
            continue;
        };
        let above = relative.parent().unwrap_or(Path::new(""));
        let real = plain(&origin.join(above).join(&target));
        let mended = match real.strip_prefix(origin) {
            Ok(_) if target.is_relative() => continue,
            Ok(inside) => {
                let up = above.components().map(|_| Component::ParentDir);
                up.chain(inside.components()).collect()
            }
            Err(_) => real,
        };
        if mended != target && !mended.as_os_str().is_empty() {
            relink(&link, &mended)?;
        }
    }
    Ok(())
}

/// Returns the links in the tree of a folder that lead out of it.
pub(crate) fn outward(tree: &SourceTree, folder: &Path) -> Vec<Outward> {
    let leads_out = |(relative, link): (&PathBuf, &PathBuf)| {
        let target = fs::read_link(link).ok()?;
        let real = plain(&link.parent()?.join(target));
        (!real.starts_with(folder)).then(|| (relative.clone(), real))
    };
    tree.files.iter().filter_map(leads_out).collect()
}

/// Replaces a link, even in a folder that is not writable.
fn relink(link: &Path, target: &Path) -> io::Result<()> {
    let folder = link.parent().unwrap_or(Path::new("/"));
    let before = fs::metadata(folder)?.permissions();
    fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    let done = fs::remove_file(link).and_then(|()| symlink(target, link));
    fs::set_permissions(folder, before)?;
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::all;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o7777
    }

    #[test]
    fn modes_are_those_of_the_purpose_and_links_stay_links() {
        let temp = tempfile::tempdir().expect("a folder");
        let from = temp.path().join("from");
        fs::create_dir_all(from.join("deep/er")).expect("a folder");
        fs::write(from.join("deep/er/run"), "x").expect("a file");
        fs::write(from.join("text"), "x").expect("a file");
        for (path, mode) in [("deep/er/run", 0o4750), ("text", 0o600), ("deep", 0o700)] {
            fs::set_permissions(from.join(path), Permissions::from_mode(mode)).expect("a mode");
        }
        symlink("/nowhere/at/all", from.join("link")).expect("a link");
        symlink(".", from.join("loop")).expect("a link");
        for (purpose, run, text, folder) in [
            (Purpose::Play, 0o555, 0o444, 0o555),
            (Purpose::Work, 0o755, 0o644, 0o755),
            (Purpose::Share, 0o777, 0o666, 0o777),
        ] {
            let to = temp.path().join(format!("{purpose:?}"));
            copy(&all(&from).expect("a tree"), &to, purpose).expect("copied");
            assert_eq!(mode(&to.join("deep/er/run")), run);
            assert_eq!(mode(&to.join("text")), text);
            assert_eq!(mode(&to.join("deep")), folder);
            assert_eq!(mode(&to), folder);
            let link = |name: &str| fs::read_link(to.join(name)).expect("a link");
            assert_eq!(link("link"), Path::new("/nowhere/at/all"));
            assert_eq!(link("loop"), Path::new("."));
            referee_engine::remove_tree(&to);
            assert!(!to.exists());
        }
    }

    #[test]
    fn what_grows_or_becomes_a_link_is_refused() {
        let temp = tempfile::tempdir().expect("a folder");
        let at = |name: &str| temp.path().join(name);
        let tree = |name: &str| {
            fs::create_dir_all(at(name).join("deep")).expect("a folder");
            fs::write(at(name).join("deep/file"), "x").expect("a file");
            all(&at(name)).expect("a tree")
        };
        let (grown, linked, moved) = (tree("grown"), tree("linked"), tree("moved"));
        fs::write(at("grown/deep/file"), "xy").expect("a file");
        fs::write(at("secret"), "z").expect("a file");
        fs::remove_file(at("linked/deep/file")).expect("it is there");
        symlink(at("secret"), at("linked/deep/file")).expect("a link");
        fs::rename(at("moved/deep"), at("elsewhere")).expect("renamed");
        symlink(at("elsewhere"), at("moved/deep")).expect("a link");
        let refused =
            |tree: &SourceTree, to: &str| copy(tree, &at(to), Purpose::Play).expect_err(to);
        let error = refused(&grown, "to-grown");
        assert!(error.contains("grew while it was copied"), "{error}");
        let error = refused(&moved, "to-moved");
        assert!(
            error.contains("this is a link, or lies behind one"),
            "{error}"
        );
        // A link is copied as a link, whatever was there before.
        copy(&linked, &at("to-linked"), Purpose::Play).expect("copied");
        let link = fs::read_link(at("to-linked/deep/file")).expect("a link");
        assert_eq!(link, at("secret"));
    }

    #[test]
    fn pipes_are_refused_and_not_opened() {
        let temp = tempfile::tempdir().expect("a folder");
        let from = temp.path().join("from");
        fs::create_dir(&from).expect("a folder");
        let status = std::process::Command::new("mkfifo")
            .arg(from.join("pipe"))
            .status();
        assert!(status.expect("mkfifo is there").success());
        let error = all(&from).expect_err("a pipe");
        assert!(
            error.contains("from/pipe: this is no file, folder or link"),
            "{error}"
        );
    }

    #[test]
    fn links_lead_where_they_led() {
        let temp = tempfile::tempdir().expect("a folder");
        let (from, to) = (temp.path().join("from"), temp.path().join("to"));
        fs::create_dir_all(from.join("deep")).expect("a folder");
        fs::write(from.join("book"), "x").expect("a file");
        fs::write(temp.path().join("outside"), "y").expect("a file");
        symlink("../book", from.join("deep/inside")).expect("a link");
        symlink(from.join("book"), from.join("deep/absolute")).expect("a link");
        symlink("../../outside", from.join("deep/out")).expect("a link");
        symlink("../outside", from.join("out")).expect("a link");
        let tree = all(&from).expect("a tree");
        copy(&tree, &to, Purpose::Play).expect("copied");
        mend_links(&tree, &from, &to).expect("mended");
        let outside = temp.path().join("outside");
        let expected = ["deep/out", "out"].map(|link| (PathBuf::from(link), outside.clone()));
        assert_eq!(outward(&all(&to).expect("a tree"), &to), expected);
        let link = |name: &str| fs::read_link(to.join(name)).expect("a link");
        assert_eq!(link("deep/inside"), Path::new("../book"));
        assert_eq!(link("deep/absolute"), Path::new("../book"));
        assert_eq!(link("deep/out"), outside);
        assert_eq!(mode(&to.join("deep")), 0o555);
    }

    #[test]
    fn what_can_not_be_counted_is_told() {
        let temp = tempfile::tempdir().expect("a folder");
        let at = |name: &str| temp.path().join(name);
        fs::create_dir(at("bot")).expect("a folder");
        fs::write(at("bot/file"), [1; 4096]).expect("a file");
        let counted = used(&at("bot"));
        assert!(counted.whole && counted.size.files == 1 && counted.size.bytes >= 4096);
        // Nests the folders from the inside out, since no path can be that long.
        for _ in 0..1000 {
            fs::create_dir(at("outer")).expect("a folder");
            fs::rename(at("bot"), at("outer/inner")).expect("moved");
            fs::rename(at("outer"), at("bot")).expect("moved");
        }
        assert!(!used(&at("bot")).whole);
        referee_engine::remove_tree(&at("bot"));
        if !rustix::process::geteuid().is_root() {
            fs::create_dir_all(at("bot/closed")).expect("a folder");
            for mode in [0o300, 0o400] {
                fs::write(at("bot/closed/file"), "x").expect("a file");
                let closed = Permissions::from_mode(mode);
                fs::set_permissions(at("bot/closed"), closed).expect("a mode");
                assert!(!used(&at("bot")).whole, "{mode:o}");
                fs::set_permissions(at("bot/closed"), Permissions::from_mode(0o700))
                    .expect("a mode");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let temp = tempfile::tempdir().expect("a folder");
        let size = Size {
            bytes: u64::MAX,
            files: 1,
        };
        let error = check_room(size, temp.path()).expect_err("nobody has that");
        assert!(error.contains("its 1 file hold"), "{error}");
        assert_eq!(check_room(Size::default(), temp.path()), Ok(()));
    }
}
