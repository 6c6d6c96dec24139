//! Finds a module that Python doesn't find: its path, and how the bot can import it.

use std::path::{Path, PathBuf};

use super::{Advice, Search};
use crate::program::toolchain::WHERE;

impl Search<'_> {
    /// Searches for a module that Python doesn't find: next to the bot's files, or installed for the user.
    pub(super) fn module(&self, name: &str) -> Option<Advice> {
        let first = name.split('.').next()?;
        let names = [first.to_owned(), format!("{first}.py")];
        let mut scripts = self.program.args.iter().map(PathBuf::from);
        let script = scripts.find(|arg| arg.extension().is_some_and(|end| end == "py"));
        let beside = script
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(Path::new(""));
        let advice = names
            .iter()
            .find_map(|name| self.beside(&beside.join(name)));
        advice
            .or_else(|| self.in_own_environment(&names))
            .or_else(|| self.installed(&names))
            .or_else(|| self.of_other_python(&names))
    }

    /// Searches a virtual environment inside the bot's folder, which another Python doesn't search.
    fn in_own_environment(&self, names: &[String]) -> Option<Advice> {
        let folder = self.program.folder.as_ref()?;
        for entry in std::fs::read_dir(folder).ok()?.flatten() {
            let venv = entry.path();
            if !venv.join("pyvenv.cfg").is_file() || self.program.executable.starts_with(&venv) {
                continue;
            }
            let Some((_, found)) = module_in(&venv.join("lib"), names) else {
                continue;
            };
            let name = entry.file_name();
            let wrong = format!(
                "is in a virtual environment that the bot isn't started with: name its python in `run`, \
                 as \"{}/bin/python3 …\"",
                name.to_string_lossy()
            );
            return Some(Advice::wrong(self.at_home(&found), &wrong));
        }
        None
    }

    /// Searches the Python that the user has, where the bot has another one.
    fn of_other_python(&self, names: &[String]) -> Option<Advice> {
        let python = self.user.find("python3")?;
        let real = python.program.canonicalize().ok()?;
        let (_, module) = module_in(&real.parent()?.parent()?.join("lib"), names)?;
        let visible = python.lines.path.is_empty() || self.program.sees(&real);
        (!visible).then(|| Advice::hidden(module, python.lines))
    }

    fn installed(&self, names: &[String]) -> Option<Advice> {
        let of = |name: &str, below: &str| Some(PathBuf::from((self.user.var)(name)?).join(below));
        let roots = [of("VIRTUAL_ENV", "lib"), of("HOME", ".local/lib")];
        for root in roots.into_iter().flatten() {
            let Some((site, found)) = module_in(&root, names) else {
                continue;
            };
            if self.program.sees(&found) {
                return None;
            }
            let shown = site.to_string_lossy();
            let wrong = format!(
                "is there, but not in the bot's view: add read = [{shown:?}] and \
                 env = {{ PYTHONPATH = {shown:?} }} {WHERE}"
            );
            return Some(Advice::wrong(found, &wrong));
        }
        None
    }
}

/// Returns the `site-packages` below `lib` of a Python that holds a module by one of these names, and the
/// path of the module.
fn module_in(lib: &Path, names: &[String]) -> Option<(PathBuf, PathBuf)> {
    let versions = std::fs::read_dir(lib).into_iter().flatten().flatten();
    let mut sites = versions.map(|version| version.path().join("site-packages"));
    sites.find_map(|site| {
        let mut files = names.iter().map(|name| site.join(name));
        let file = files.find(|file| file.exists())?;
        Some((site, file))
    })
}
