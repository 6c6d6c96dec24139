//! The tournament of a ladder: its file, with versions as further bots.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use referee_config::{Tournament, TournamentFile};
use referee_engine::read_text;
use referee_games::GameSource;
use referee_jail::Level;
use referee_output::failure::bad_input;
use referee_schedule::Format;

use crate::folder::LadderFolder;
use crate::version::BotVersion;
use crate::versions::Versions;

/// What a ladder without a file is told.
const EXPECTED: &str = "expected the tournament file of a ladder; `referee new ladder` makes one";

/// The file of a ladder. Its own bots are the rungs that are always there.
#[derive(Clone, Debug)]
pub struct LadderFile {
    text: String,
    shown: String,
}

impl LadderFile {
    /// Reads the file in the folder of a ladder. Returns an error that names the file and what is wrong.
    pub fn read(folder: &LadderFolder) -> Result<LadderFile> {
        let path = folder.settings_file();
        let shown = path.display().to_string();
        let text = read_text(&path).map_err(|e| bad_input(format!("{shown}: {e}; {EXPECTED}")))?;
        Ok(LadderFile { text, shown })
    }

    /// Returns the file as it is, for a jail of this level or of the file's own.
    pub fn settings(&self, folder: &LadderFolder, level: Option<Level>) -> Result<TournamentFile> {
        TournamentFile::of_text(&self.text, &self.shown, folder.root(), level)
    }

    /// Returns the tournament of the file's bots and these versions. Returns an error if it isn't one of a ladder.
    pub(crate) fn with<'a>(
        &self,
        folder: &LadderFolder,
        (versions, playing): (&Versions, impl Iterator<Item = &'a BotVersion>),
        (games, level): (GameSource, Option<Level>),
    ) -> Result<Tournament> {
        let mut text = self.text.clone();
        for version in playing {
            // What can't be built or started is left out, and told to its author.
            let _ = write!(
                text,
                "\n[[bots]]\nname = {}\nbot = {}\noptional = true\n",
                quoted(&version.name()),
                quoted(&versions.files(version).to_string_lossy()),
            );
        }
        let file = TournamentFile::of_text(&text, &self.shown, folder.root(), level)?;
        let tournament = file.resolve_any(games)?;
        if !matches!(tournament.format, Format::Standing { .. }) {
            return Err(bad_input(format!(
                "{}: expected format = \"standing\": a ladder has no end",
                self.shown
            )));
        }
        Ok(tournament)
    }

    /// Returns the tournament of one version alone, by which it is checked.
    pub(crate) fn of_one(
        &self,
        folder: &LadderFolder,
        (version, files): (&BotVersion, &Path),
        (games, level): (GameSource, Option<Level>),
    ) -> Result<Tournament> {
        let text = format!(
            "{}\n[[bots]]\nname = {}\nbot = {}\noptional = true\n",
            self.text,
            quoted(&version.name()),
            quoted(&files.to_string_lossy()),
        );
        let file = TournamentFile::of_text(&text, &self.shown, folder.root(), level)?;
        let mut tournament = file.resolve_any(games)?;
        tournament.bots.retain(|bot| bot.name == version.name());
        tournament.refused.retain(|bot| bot.name == version.name());
        Ok(tournament)
    }
}

/// Writes a text as a string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
