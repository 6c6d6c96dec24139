//! Removing folders that a stranger has filled.
//!
//! A tree can be deeper than any stack and longer than any path: nested folders are moved up to the
//! top before they are looked into, so that nothing is ever more than two levels away.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// Somebody may still be filling it; no longer than this is spent.
const LIMIT: Duration = Duration::from_secs(20);

/// Removes a folder with all that is in it, as far as the system allows. Links aren't followed.
pub fn remove(top: &Path) {
    let end = Instant::now() + LIMIT;
    let mut moved = 0;
    while fs::remove_dir(top).is_err() && top.is_dir() && Instant::now() < end {
        if !empty(top, top, &mut moved) {
            return;
        }
    }
}

/// Removes what is in a folder; folders in it are moved to the top, or, at the top, emptied so
/// themselves. Tells whether anything could be done.
fn empty(top: &Path, folder: &Path, moved: &mut u64) -> bool {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let mut done = false;
    for entry in entries.flatten() {
        let path = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            done |= fs::remove_file(&path).is_ok();
        } else if fs::remove_dir(&path).is_ok() {
            done = true;
        } else if folder == top {
            done |= empty(top, &path, moved);
        } else {
            *moved += 1;
            // A folder that forbids it can't be moved: its own entry `..` would have to change.
            let _ = fs::set_permissions(&path, Permissions::from_mode(0o700));
            done |= fs::rename(&path, top.join(format!(".moved-{moved}"))).is_ok();
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_tree_is_removed() {
        let top = std::env::temp_dir().join(format!("referee-tree-{}", std::process::id()));
        let home = std::env::current_dir().expect("a folder");
        fs::create_dir(&top).expect("made");
        fs::write(top.join("file"), "x").expect("written");
        std::os::unix::fs::symlink(&home, top.join("link")).expect("linked");
        // Built from the inside out, since no path could name the innermost folder.
        for _ in 0..20_000 {
            fs::create_dir(top.join("next")).expect("made");
            if top.join("deep").exists() {
                fs::rename(top.join("deep"), top.join("next/deep")).expect("moved");
            }
            fs::rename(top.join("next"), top.join("deep")).expect("moved");
        }
        fs::set_permissions(top.join("deep"), Permissions::from_mode(0o000)).expect("set");
        remove(&top);
        assert!(!top.exists() && home.exists());
    }
}
