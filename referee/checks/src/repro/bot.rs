//! Finds how the bot of a repetition is run: by its folder, or else by the run.

use std::path::Path;

use anyhow::Result;
use referee_config::{self as config, ConfiguredBot, ProgramLookup, ResolveContext};
use referee_output::failure::bad_input;
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_record::TimeControl;
use referee_store::Run;

/// Finds the bot in a folder without `bot.toml`, by the stored configuration of the run in which it played
/// under this name. Returns `None` if the folder has a `bot.toml`, or the run doesn't say.
pub fn known(
    run: &Run,
    name: &str,
    bot: &str,
    places: ProgramLookup,
) -> Result<Option<ConfiguredBot>> {
    let folder = Path::new(bot);
    if !folder.is_dir() || folder.join("bot.toml").exists() {
        return Ok(None);
    }
    let refuse = |why: String| bad_input(format!("bot {bot}: {why}"));
    let folder = folder.canonicalize().map_err(|e| refuse(e.to_string()))?;
    let Some(spec) = config::known(&run.header().revision.config, name, &folder) else {
        return Ok(None);
    };
    // The tournament file is next to its results, unless one of them was moved.
    let base = run.path().parent().unwrap_or(Path::new(""));
    let terms = ResolveContext::new(TimeControl::default(), places);
    let configured = config::entrant(spec, base, terms).map_err(|why| {
        refuse(format!(
            "it is run as {} says for {name}, but {why}",
            run.path().display()
        ))
    })?;
    let words = shell_words::join(&configured.source.run);
    remarks::lines(&plain(&format!(
        "referee: {bot} has no bot.toml; it is run as {name} was: {words}"
    )));
    Ok(Some(configured))
}
