//! `{folder}` in what a file says about a bot: the folder that the file lies in, wherever it is moved.
//!
//! A bot runs in a folder of its own, so a relative path in its arguments isn't found from there.

use std::path::{Path, PathBuf};

use super::layer::Layer;

/// What stands for the folder in commands, arguments and environment variables.
pub const PLACEHOLDER: &str = "{folder}";

impl Layer {
    /// Puts the folder of the file in the place of the placeholder.
    pub fn fill_folder(mut self, base: &Path) -> Layer {
        let base = std::path::absolute(Path::new(".").join(base)).unwrap_or(base.to_owned());
        // Without links, as it must be the same for all that the bot sees.
        let folder = base.canonicalize().unwrap_or_else(|_| base.clone());
        let shown = folder.to_string_lossy().into_owned();
        let mut found = false;
        let mut fill = |word: &mut String| {
            found |= word.contains(PLACEHOLDER);
            *word = word.replace(PLACEHOLDER, &shown);
        };
        let commands = [&mut self.run, &mut self.build, &mut self.fetch];
        for command in commands.into_iter().flatten() {
            fill(&mut command.program);
            command.args.iter_mut().for_each(&mut fill);
        }
        self.args.iter_mut().for_each(&mut fill);
        self.env.values_mut().for_each(&mut fill);
        if found {
            for path in &mut self.read {
                if let Ok(inside) = path.strip_prefix(&base) {
                    *path = folder.join(inside);
                }
            }
            self.folders.push(folder);
        }
        self
    }
}

/// A word as it was written, before these folders were put into it: moving a file changes no bot.
pub fn as_written(word: &str, folders: &[PathBuf]) -> String {
    folders.iter().fold(word.to_owned(), |word, folder| {
        word.replace(&*folder.to_string_lossy(), PLACEHOLDER)
    })
}
