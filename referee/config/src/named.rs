//! Bots that the command line names.

use std::path::Path;

use referee_output::failure::bad_input;
use referee_record::TimeControl;

use crate::spec::BotSpec;
use crate::{ConfiguredBot, ResolveContext, VisiblePaths, entrant};

/// The bot of these words under its own name, whatever it plays.
pub fn find_bot(bot: &str, places: VisiblePaths) -> anyhow::Result<ConfiguredBot> {
    found_with(bot, BotSpec::default(), places)
}

/// The same, with what else is said about it.
pub fn found_with(
    bot: &str,
    given_spec: BotSpec,
    places: VisiblePaths,
) -> anyhow::Result<ConfiguredBot> {
    let spec = BotSpec {
        bot: Some(bot.to_owned()),
        ..given_spec
    };
    let terms = ResolveContext::new(TimeControl::default(), places);
    let named = entrant(spec, Path::new(""), terms);
    named.map_err(|why| bad_input(format!("bot {bot}: {why}")))
}
