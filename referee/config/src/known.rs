//! Finds in a stored tournament file how a bot was run, for a folder that doesn't say it itself.

use std::path::Path;

use super::bot::one_word;
use super::spec::{self, BotSpec};
use crate::spec::SubmissionDefaults;

/// Returns the settings that the tournament has for the bot of this name, whose files are now in `folder`;
/// `None` if it doesn't say how the bot is run.
pub fn known(text: &str, name: &str, folder: &Path) -> Option<BotSpec> {
    let tournament = spec::parse(text).ok()?;
    let mut bots = tournament.bots.into_iter();
    let defaults = || {
        tournament.submissions.as_ref()?;
        tournament
            .submission_defaults
            .of(folder)
            .map(SubmissionDefaults::spec)
    };
    let bot = bots.find(|bot| name_of(bot).as_deref() == Some(name));
    let bot_spec = bot.or_else(defaults)?;
    bot_spec.run.is_some().then(|| BotSpec {
        name: Some(name.to_owned()),
        bot: Some(folder.to_string_lossy().into_owned()),
        ..bot_spec
    })
}

/// Returns the name of a bot of a tournament, if no other file gives it one.
fn name_of(spec: &BotSpec) -> Option<String> {
    let folder = || Some(Path::new(spec.bot.as_deref()?).file_name()?.to_owned());
    let name = || Some(one_word(&folder()?.to_string_lossy()));
    spec.name.clone().or_else(name)
}
