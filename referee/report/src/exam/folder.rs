//! An output folder with a file for each student.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use referee_output::failure::{bad_input, machine, unwritable};

/// A folder and the file names used in it so far.
pub struct Folder {
    path: PathBuf,
    taken: HashSet<String>,
}

impl Folder {
    /// Creates a folder. Returns an error if it isn't empty, since old files could be taken for new ones.
    pub fn create(path: &Path) -> anyhow::Result<Folder> {
        let shown = path.display();
        fs::create_dir_all(path).map_err(|e| {
            let why = format!("{shown}: the folder can't be made: {e}; give another");
            unwritable(&e, why)
        })?;
        let mut entries =
            fs::read_dir(path).map_err(|e| unwritable(&e, format!("{shown}: {e}")))?;
        if entries.next().is_some() {
            return Err(bad_input(format!(
                "{shown}: the folder isn't empty, and old files could be taken for new ones; give \
                 a new one"
            )));
        }
        Ok(Folder {
            path: path.to_owned(),
            taken: HashSet::new(),
        })
    }

    /// Returns a safe file name for an id, different from every name returned before.
    pub fn name(&mut self, id: &str) -> String {
        let safe = |c: char| {
            if c.is_alphanumeric() || "-_.,+@".contains(c) {
                c
            } else {
                '-'
            }
        };
        let plain: String = id.chars().map(safe).collect();
        let plain = match plain.strip_prefix('.') {
            Some(rest) => format!("-{rest}"),
            None => plain,
        };
        let others = (2..).map(|number| format!("{plain}-{number}"));
        let mut names = std::iter::once(plain.clone()).chain(others);
        // Some file systems ignore case in names.
        let free = names.find(|name| self.taken.insert(name.to_lowercase()));
        free.unwrap_or(plain)
    }

    /// Writes a file in the folder, and creates the subfolders of `name`.
    pub fn write(&self, name: &str, text: &str) -> anyhow::Result<()> {
        let path = self.path.join(name);
        let refuse = |e: std::io::Error| machine(format!("{}: {e}", path.display()));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(refuse)?;
        }
        fs::write(&path, text).map_err(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder_and_apart() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mut folder = Folder::create(&dir.path().join("new/er")).expect("a folder");
        let ids = ["s1", "../s1", "S1", "a/b", "a-b", ".hidden", "s1"];
        let names = ids.map(|id| folder.name(id));
        let expected = ["s1", "-.-s1", "S1-2", "a-b", "a-b-2", "-hidden", "s1-3"];
        assert_eq!(names, expected);
        folder.write("s1/x.txt", "text").expect("written");
        assert!(Folder::create(&dir.path().join("new/er")).is_err());
    }
}
