//! Finds in a stored tournament file how a bot was run, for a folder that doesn't say it itself.

use std::path::Path;

use super::bot::name_of;
use super::spec::{self, BotSpec};

/// Returns the settings that the tournament has for the bot of this name, whose files are now in `folder`;
/// `None` if it doesn't say how the bot is run, or the folder's path isn't UTF-8.
pub fn known(text: &str, name: &str, folder: &Path) -> Option<BotSpec> {
    let tournament = spec::parse(text).ok()?;
    let mut bots = tournament.bots.into_iter();
    let defaults = || {
        tournament.submissions.as_ref()?;
        tournament.submission_defaults.of(folder).cloned()
    };
    let bot = bots.find(|bot| bot_name(bot).as_deref() == Some(name));
    let bot_spec = bot.or_else(defaults)?;
    bot_spec.run.as_ref()?;
    Some(BotSpec {
        name: Some(name.to_owned()),
        bot: Some(folder.to_str()?.to_owned()),
        ..bot_spec
    })
}

/// Returns the name of a bot of a tournament, if no other file gives it one.
fn bot_name(spec: &BotSpec) -> Option<String> {
    let name = || spec.bot.as_deref().map(|bot| name_of(Path::new(bot)));
    spec.name.clone().or_else(name)
}
