//! The quickstart: a small tournament with all that it needs, for a referee outside of its repository.

use std::path::Path;

use referee_bots::kits::Kit;

use super::Planned;

/// The file to play.
pub const FILE: &str = "quickstart.toml";
/// The kit whose bot plays in it.
pub const KIT: &str = "python";

const TOURNAMENT: &str = include_str!("../../../../../tournaments/quickstart.toml");
const SCHEMA: &str = include_str!("../../../../../tournaments/tournament.schema.json");

/// Returns the files of the quickstart, with the kit in a folder beside the tournament.
pub fn plan(folder: &Path, kit: &Kit) -> Planned {
    let here = TOURNAMENT
        .replace("tournaments/", "")
        .replace("../sample-bots/", "");
    let mut files: Planned = kit
        .files
        .iter()
        .map(|(file, text)| (folder.join(KIT).join(file), (*text).to_owned()))
        .collect();
    files.push((folder.join("tournament.schema.json"), SCHEMA.to_owned()));
    files.push((folder.join(FILE), here));
    files
}

/// Returns what is said about the new folder.
pub fn farewell(folder: &Path, kit: &Kit) -> String {
    let folder = folder.display();
    format!(
        "{folder} holds a small tournament; one of its four bots is in {}. It needs {}. Then:\n\
         \n  \
         referee run {folder}/{FILE}\n",
        kit.title, kit.needs
    )
}
