//! Replaces `{folder}` in a bot's settings by the folder of the file, wherever that is moved.
//!
//! A bot runs in its own folder, so relative paths in its arguments would not be found from there.

use std::path::Path;

use super::bot_overrides::BotOverrides;
use crate::spec::EngineValue;

/// Name of the placeholder for the folder in commands, arguments and environment variables.
pub(crate) const FOLDER: &str = "folder";

impl BotOverrides {
    /// Replaces the placeholder by the folder of the file, unless a tuning has a parameter of that name. Returns an
    /// error if the folder's path isn't text.
    pub(super) fn fill_folder(mut self, base: &Path) -> Result<BotOverrides, String> {
        let spec = &mut self.spec;
        let settings = spec.settings.as_ref();
        if settings.is_some_and(|settings| settings.contains_key(FOLDER)) {
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
        let commands = [&mut spec.run, &mut spec.build, &mut spec.fetch];
        for command in commands.into_iter().flatten() {
            fill(&mut command.program);
            command.args.iter_mut().for_each(&mut fill);
        }
        spec.args.iter_mut().for_each(&mut fill);
        spec.env.values_mut().for_each(&mut fill);
        let values = spec.uci.values_mut().chain(spec.xboard.values_mut());
        let texts = values.filter_map(|value| match value {
            EngineValue::Text(text) => Some(text),
            EngineValue::Switch(_) | EngineValue::Number(_) => None,
        });
        texts.for_each(&mut fill);
        if has_placeholder {
            if text.is_none() {
                return Err(format!(
                    "{placeholder} can't be filled in, since the folder's name isn't UTF-8: {}; rename it",
                    folder.display()
                ));
            }
            for path in &mut spec.read {
                if let Ok(inside) = path.strip_prefix(&base) {
                    *path = folder.join(inside);
                }
            }
        }
        Ok(self)
    }
}
