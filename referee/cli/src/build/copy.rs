//! Copies of folders.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::{fs, io};

/// Copies a folder with all that is in it. A symbolic link is copied as a link, never followed.
pub fn tree(from: &Path, to: &Path) -> io::Result<()> {
    if to.starts_with(from) {
        return Err(refuse(from, "holds the folder for temporary files"));
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, source) = (entry.file_type()?, entry.path());
        let target = to.join(entry.file_name());
        if kind.is_dir() {
            tree(&source, &target)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(&source)?, &target)?;
        } else if kind.is_file() {
            fs::copy(&source, &target)?;
        } else {
            // Opening a pipe would wait for its other end.
            return Err(refuse(&source, "is no file, folder or link"));
        }
    }
    Ok(())
}

fn refuse(path: &Path, why: &str) -> io::Error {
    io::Error::other(format!("{} {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn links_stay_links_and_modes_stay() -> io::Result<()> {
        let temp = tempfile::tempdir()?;
        let (from, to) = (temp.path().join("from"), temp.path().join("to"));
        fs::create_dir_all(from.join("deep/er"))?;
        fs::write(from.join("deep/er/run"), "x")?;
        fs::set_permissions(from.join("deep/er/run"), fs::Permissions::from_mode(0o755))?;
        symlink("/nowhere/at/all", from.join("link"))?;
        symlink(".", from.join("loop"))?;
        tree(&from, &to)?;
        assert_eq!(
            fs::read_link(to.join("link"))?,
            Path::new("/nowhere/at/all")
        );
        assert_eq!(fs::read_link(to.join("loop"))?, Path::new("."));
        let mode = fs::metadata(to.join("deep/er/run"))?.permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
        Ok(())
    }

    #[test]
    fn a_folder_is_not_copied_into_itself() -> io::Result<()> {
        let temp = tempfile::tempdir()?;
        assert!(tree(temp.path(), &temp.path().join("copy")).is_err());
        Ok(())
    }
}
