//! Replaces `{folder}` in a bot's settings by the folder of the file, wherever that is moved.
//!
//! A bot runs in its own folder, so relative paths in its arguments would not be found from there.

use std::collections::BTreeMap;
use std::path::Path;

use super::bot_overrides::BotOverrides;
use crate::words::CommandLine;

/// Name of the placeholder for the folder in commands, arguments and environment variables.
pub(crate) const FOLDER: &str = "folder";

/// Commands and settings of a bot as its files have them: moving the files doesn't change the bot.
#[derive(Clone, Default)]
pub(crate) struct Written {
    /// Command that starts it.
    pub run: Option<CommandLine>,
    /// Command that is run once before.
    pub build: Option<CommandLine>,
    /// Command that is run before the build, with network.
    pub fetch: Option<CommandLine>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
}

impl Written {
    /// Merges these words over those from elsewhere.
    pub(crate) fn over(self, mut below: Written) -> Written {
        below.args.extend(self.args);
        below.env.extend(self.env);
        Written {
            run: self.run.or(below.run),
            build: self.build.or(below.build),
            fetch: self.fetch.or(below.fetch),
            ..below
        }
    }

    /// Returns all arguments: those of the command that starts the bot, then the further ones.
    pub(crate) fn all_args(&self) -> impl Iterator<Item = &String> {
        let run = self.run.iter().flat_map(|run| &run.args);
        run.chain(&self.args)
    }
}

impl BotOverrides {
    /// Keeps the words as written, then replaces the placeholder by the folder of the file, unless a tuning
    /// has a parameter of that name. Returns an error if the folder's path isn't text.
    pub(crate) fn fill_folder(
        mut self,
        base: &Path,
        is_parameter: impl Fn(&str) -> bool,
    ) -> Result<BotOverrides, String> {
        self.written = Written {
            run: self.run.clone(),
            build: self.build.clone(),
            fetch: self.fetch.clone(),
            args: self.args.clone(),
            env: self.env.clone(),
        };
        if is_parameter(FOLDER) {
            return Ok(self);
        }
        let placeholder = format!("{{{FOLDER}}}");
        let base = std::path::absolute(Path::new(".").join(base)).unwrap_or(base.to_owned());
        // The path has no links, as it must be the same everywhere the bot sees it.
        let folder = base.canonicalize().unwrap_or_else(|_| base.clone());
        let text = folder.to_str();
        let mut has_placeholder = false;
        let mut fill = |argument: &mut String| {
            has_placeholder |= argument.contains(&placeholder);
            *argument = argument.replace(&placeholder, text.unwrap_or_default());
        };
        let commands = [&mut self.run, &mut self.build, &mut self.fetch];
        for command in commands.into_iter().flatten() {
            fill(&mut command.program);
            command.args.iter_mut().for_each(&mut fill);
        }
        self.args.iter_mut().for_each(&mut fill);
        self.env.values_mut().for_each(&mut fill);
        if has_placeholder {
            if text.is_none() {
                return Err(format!(
                    "{placeholder} can't be filled in, since the folder's name isn't UTF-8: {}; rename it",
                    folder.display()
                ));
            }
            for path in &mut self.read {
                if let Ok(inside) = path.strip_prefix(&base) {
                    *path = folder.join(inside);
                }
            }
        }
        Ok(self)
    }
}
