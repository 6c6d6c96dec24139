//! Finds bots that the command line names.

use std::path::Path;

use referee_output::failure::bad_input;
use referee_record::TimeControl;

use crate::spec::BotSpec;
use crate::{ConfiguredBot, ProgramLookup, ResolveContext, entrant, placeholders};

/// Finds the bot that `bot` describes, under its own name, for any game.
pub fn find_bot(bot: &str, places: ProgramLookup) -> anyhow::Result<ConfiguredBot> {
    find_bot_with(bot, BotSpec::default(), places)
}

/// Finds the bot that `bot` describes, with further settings for it.
pub fn find_bot_with(
    bot: &str,
    given_spec: BotSpec,
    places: ProgramLookup,
) -> anyhow::Result<ConfiguredBot> {
    let spec = BotSpec {
        bot: Some(bot.to_owned()),
        ..given_spec
    };
    let terms = ResolveContext::new(TimeControl::default(), places);
    let named = entrant(spec, Path::new(""), terms);
    let named = named.and_then(|bot| placeholders::check(&bot).map(|()| bot));
    named.map_err(|why| bad_input(format!("bot {bot}: {why}")))
}
