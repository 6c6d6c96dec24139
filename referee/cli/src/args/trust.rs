//! Starts the program that holds the rules of a run's game, for commands that look at results.

use std::path::PathBuf;

use referee_build::jail::JailRequest;
use referee_build::{GameBuild, Sources, bring, bring_stored};
use referee_config::{Builds, ConfiguredGame, ProgramLookup};
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_output::remarks;
use referee_output::sanitize::plain_lines;
use referee_store::Run;

/// Where the rules of a run come from, if they are a program.
#[derive(clap::Args, Clone)]
pub struct TrustArgs {
    /// Start the program that holds the rules of the game even where nothing confines it, and let it
    /// read what it asks for. The results may be a stranger's, and hold it.
    #[arg(long)]
    trust_rules: bool,
    /// Take the program that holds the rules from this folder instead of the results; it must be the
    /// same.
    #[arg(long, value_name = "FOLDER")]
    rules: Option<PathBuf>,
}

impl TrustArgs {
    /// Returns the games that a run was played by. Where the program of its game can't be started, it is missing among
    /// them, and a remark says why.
    pub fn games(&self, run: &Run) -> anyhow::Result<GameSource> {
        let mut stored = run.header().revisions();
        let Some(game) = stored.find_map(|revision| revision.game.as_ref()) else {
            return Ok(GameSource::built_in());
        };
        let jail = JailRequest::default();
        if let Some(folder) = &self.rules {
            let places = ProgramLookup::at(jail.level());
            let stored = game;
            let game = ConfiguredGame::read(folder, places).map_err(bad_input)?;
            let own = Sources::of(&game.program).map_err(bad_input)?.hash;
            if own != stored.sources {
                return Err(bad_input(format!(
                    "--rules {}: this is another program, {own}; the run was played by {}",
                    folder.display(),
                    stored.sources
                )));
            }
            let how = GameBuild {
                builds: Builds::of(places),
                fetch: false,
                anew: false,
            };
            let jail = jail.reading(self.trust_rules);
            let brought = bring(Some(&game), &jail, how);
            let brought = referee_tournament::runtime()?.block_on(brought);
            return brought.map_err(|e| match e.to_string() {
                why if why.contains("--allow-read") => {
                    bad_input(why.replace("--allow-read", "--trust-rules"))
                }
                _ => e,
            });
        }
        let brought = bring_stored(game, &jail, self.trust_rules);
        let brought = referee_tournament::runtime()?.block_on(brought);
        Ok(brought.unwrap_or_else(|why| {
            let name: String = game.name.chars().take(40).collect();
            let line = format!("referee: the rules of {name} can't be asked: {why}");
            remarks::lines(&plain_lines(&line));
            GameSource::built_in()
        }))
    }
}
