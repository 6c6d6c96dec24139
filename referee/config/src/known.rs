//! How a bot was run, by a stored tournament file, for a folder that doesn't say it itself.

use std::path::Path;

use super::bot::one_word;
use super::spec::{self, BotSpec};
use crate::spec::SubmissionDefaults;

/// What the tournament says of the bot of this name, whose files lie in a folder now, if it says
/// anything.
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

/// What a bot of a tournament is called, if no other file says it.
fn name_of(spec: &BotSpec) -> Option<String> {
    let folder = || Some(Path::new(spec.bot.as_deref()?).file_name()?.to_owned());
    let name = || Some(one_word(&folder()?.to_string_lossy()));
    spec.name.clone().or_else(name)
}
