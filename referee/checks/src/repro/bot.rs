//! The bot that is told again: as its folder says how it is run, or else as the run has it.

use std::path::Path;

use anyhow::Result;
use referee_config::{self as config, ConfiguredBot, ResolveContext, VisiblePaths};
use referee_output::failure::bad_input;
use referee_output::sanitize::plain;
use referee_output::stdout;
use referee_record::TimeControl;
use referee_store::Run;

/// The bot in a folder that has no `bot.toml`, by the stored configuration of the run in which it played
/// under this name; nothing where the folder says it itself, or the run doesn't.
pub fn known(
    run: &Run,
    name: &str,
    bot: &str,
    places: VisiblePaths,
) -> Result<Option<ConfiguredBot>> {
    let folder = Path::new(bot);
    if !folder.is_dir() || folder.join("bot.toml").exists() {
        return Ok(None);
    }
    let refuse = |why: String| bad_input(format!("bot {bot}: {why}"));
    let folder = folder.canonicalize().map_err(|e| refuse(e.to_string()))?;
    let Some(spec) = config::known(&run.header().edition.config, name, &folder) else {
        return Ok(None);
    };
    // The tournament file lies beside its results, unless somebody has moved one of them.
    let base = run.path().parent().unwrap_or(Path::new(""));
    let terms = ResolveContext::new(TimeControl::default(), places);
    let configured = config::entrant(spec, base, terms).map_err(|why| {
        refuse(format!(
            "it is run as {} says for {name}, but {why}",
            run.path().display()
        ))
    })?;
    let words = shell_words::join(&configured.source.run);
    stdout::remark(&plain(&format!(
        "referee: {bot} has no bot.toml; it is run as {name} was: {words}"
    )));
    Ok(Some(configured))
}
