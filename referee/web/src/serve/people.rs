//! The service for games of people: its file and its opponents.

use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_engine::Cores;
use referee_output::failure::bad_input;
use referee_output::remarks;
use referee_play::{OfferedBots, PlayService, RunBots};

use super::ServeOptions;

/// Default for the most games of people at the same time.
const PEOPLE: usize = 4;

/// The opponents and resources for people who play in the browser.
#[derive(Default)]
pub struct Playing {
    /// The bots of the run.
    pub field: RunBots,
    /// The sandbox (jail) that is wanted for bots.
    pub jail: JailRequest,
    /// The cores of the run, while it goes on.
    pub cores: Option<Cores>,
}

/// Opens the service for games of people. Returns `None`, with a remark, if their file can't be used; returns
/// an error instead if the file was asked for, or if there is no run.
pub(super) fn service(
    run: Option<&Path>,
    options: &ServeOptions,
    playing: Playing,
) -> Result<Option<PlayService>> {
    let file = match (&options.people, run) {
        (Some(file), _) => Ok(file.clone()),
        (None, Some(run)) => Ok(run.with_extension("play.db")),
        (None, None) => data_file(),
    };
    // Readers who don't hold an exam may not know which bots take part in it.
    let guest = run.map(|run| options.guest(run)).transpose()?.flatten();
    let settled = run.filter(|_| playing.cores.is_none()).map(Path::to_owned);
    let secret = guest.is_some_and(|guest| guest.aliases.is_some());
    let bots = OfferedBots::new(playing.field, playing.jail, settled, secret);
    let opened = file.and_then(|file| {
        let opened = PlayService::open(
            &file,
            bots,
            options.people_games.unwrap_or(PEOPLE),
            playing.cores.as_ref(),
        );
        opened.map_err(|why| why.to_string())
    });
    match opened {
        Ok(service) => Ok(Some(service)),
        Err(why) if options.people.is_some() || run.is_none() => Err(bad_input(why)),
        Err(why) => {
            remarks::lines(&format!("referee: nobody can play in the browser: {why}"));
            Ok(None)
        }
    }
}

/// Returns the file for games of people without a run.
fn data_file() -> Result<PathBuf, String> {
    let set = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let folder = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let folder =
        folder.ok_or("there is no HOME to keep games of people in; say where by --people")?;
    let folder = folder.join("referee");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.join("play.db"))
}
