//! Makes the game ready that a command line or a tournament file names.

use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{GameBuild, Sources, bring};
use referee_config::{Builds, GameChoice, ProgramLookup, TournamentFile, find_game};
use referee_games::{GameKind, GameSource};
use referee_output::failure::bad_input;
use referee_play::SavedTerminalGame;
use referee_tournament as run;

/// A game that is built in, or one whose program is built and can be asked.
pub struct ReadyGame {
    name: String,
    /// The folder of its program, if it has one.
    pub folder: Option<PathBuf>,
    /// The game, among all others.
    pub games: GameSource,
}

impl ReadyGame {
    /// Finds the game that a word names, and makes its program ready, if it has one.
    pub fn find(word: &str, jail: &JailRequest) -> Result<ReadyGame> {
        let places = ProgramLookup::at(jail.level());
        let choice = GameChoice::find(word, Path::new(""), places).map_err(bad_input)?;
        ReadyGame::of(&choice, jail)
    }

    /// Finds the game of a saved one: that of its folder, if the program there is still the same.
    pub fn of_saved(saved: &SavedTerminalGame, jail: &JailRequest) -> Result<ReadyGame> {
        let (Some(folder), Some(hash)) = (&saved.folder, &saved.rules) else {
            let kind = find_game(&saved.game).map_err(bad_input)?;
            return ReadyGame::of(&GameChoice::BuiltIn(kind), jail);
        };
        let places = ProgramLookup::at(jail.level());
        let choice = GameChoice::find(&format!("{folder}/"), Path::new(""), places);
        let choice = choice.map_err(bad_input)?;
        // Nothing is built or started that isn't what was played by.
        if let Some(game) = choice.program()
            && Sources::of(&game.program).map_err(bad_input)?.hash != *hash
        {
            let name = &saved.game;
            let why = format!("the rules of {name} aren't those that it was played by");
            return Err(bad_input(why));
        }
        ReadyGame::of(&choice, jail)
    }

    fn of(choice: &GameChoice, jail: &JailRequest) -> Result<ReadyGame> {
        let places = ProgramLookup::at(jail.level());
        let how = GameBuild {
            builds: Builds::of(places),
            fetch: false,
            anew: false,
        };
        Ok(ReadyGame {
            games: run::runtime()?.block_on(bring(choice.program(), jail, how))?,
            name: choice.name().to_owned(),
            folder: choice
                .program()
                .and_then(|game| game.program.program.folder.clone()),
        })
    }

    /// Returns the game.
    pub fn kind(&self) -> Result<&dyn GameKind> {
        let kind = self.games.find(&self.name);
        kind.ok_or_else(|| bad_input(format!("there is no game {:?}", self.name)))
    }
}

/// Makes the game of a tournament ready.
pub fn games_of(
    file: &TournamentFile,
    jail: &JailRequest,
    (fetch, anew): (bool, bool),
) -> Result<GameSource> {
    let how = GameBuild {
        builds: file.builds(),
        fetch,
        anew,
    };
    let jail = jail.or(file.jail());
    run::runtime()?.block_on(bring(file.program(), &jail, how))
}
