//! `{folder}` in what a file says about a bot: the folder that the file lies in, wherever it is moved.
//!
//! A bot runs in a folder of its own, so a relative path in its arguments isn't found from there.

use std::collections::BTreeMap;
use std::path::Path;

use super::bot_overrides::BotOverrides;
use crate::words::CommandLine;

/// What stands for the folder in commands, arguments and environment variables.
const NAME: &str = "folder";

/// What a bot is run and built with, as files have it: moving them changes no bot.
#[derive(Clone, Default)]
pub struct Written {
    /// What starts it.
    pub run: Option<CommandLine>,
    /// What is run once before.
    pub build: Option<CommandLine>,
    /// What is run before that, with network.
    pub fetch: Option<CommandLine>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
}

impl Written {
    /// Laid over what is said elsewhere.
    pub fn over(self, mut below: Written) -> Written {
        below.args.extend(self.args);
        below.env.extend(self.env);
        Written {
            run: self.run.or(below.run),
            build: self.build.or(below.build),
            fetch: self.fetch.or(below.fetch),
            ..below
        }
    }

    /// The command that starts it but for its program, and all further arguments.
    pub fn all_args(&self) -> impl Iterator<Item = &String> {
        let run = self.run.iter().flat_map(|run| &run.args);
        run.chain(&self.args)
    }
}

impl BotOverrides {
    /// Keeps the words as they are written, and puts the folder of the file in the place of the
    /// placeholder, unless a tuning has a parameter of that name.
    pub fn fill_folder(mut self, base: &Path, is_parameter: impl Fn(&str) -> bool) -> BotOverrides {
        self.written = Written {
            run: self.run.clone(),
            build: self.build.clone(),
            fetch: self.fetch.clone(),
            args: self.args.clone(),
            env: self.env.clone(),
        };
        if is_parameter(NAME) {
            return self;
        }
        let placeholder = format!("{{{NAME}}}");
        let base = std::path::absolute(Path::new(".").join(base)).unwrap_or(base.to_owned());
        // Without links, as it must be the same for all that the bot sees.
        let folder = base.canonicalize().unwrap_or_else(|_| base.clone());
        let shown = folder.to_string_lossy().into_owned();
        let mut has_placeholder = false;
        let mut fill = |argument: &mut String| {
            has_placeholder |= argument.contains(&placeholder);
            *argument = argument.replace(&placeholder, &shown);
        };
        let commands = [&mut self.run, &mut self.build, &mut self.fetch];
        for command in commands.into_iter().flatten() {
            fill(&mut command.program);
            command.args.iter_mut().for_each(&mut fill);
        }
        self.args.iter_mut().for_each(&mut fill);
        self.env.values_mut().for_each(&mut fill);
        if has_placeholder {
            for path in &mut self.read {
                if let Ok(inside) = path.strip_prefix(&base) {
                    *path = folder.join(inside);
                }
            }
        }
        self
    }
}
