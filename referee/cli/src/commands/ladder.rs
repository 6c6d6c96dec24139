//! `referee ladder`: plays a ladder that never ends, and manages its authors.

mod author;
mod reporter;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use referee_ladder::{Intake, Ladder, LadderFile, LadderFolder};
use referee_output::Exit;
use referee_tournament::runtime;

use crate::args::{JailArgs, PageArgs};
use author::AuthorArgs;
use reporter::LadderReporter;

/// Play a ladder that never ends: bots come in, and get better, while games go on.
///
/// FOLDER has a tournament file `ladder.toml` of format `standing`, whose bots are the rungs that are
/// always there. A bot whose folder is put or changed below FOLDER/bots is checked, and plays as
/// another version. Ctrl-C ends it; the same command goes on.
#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    after_help = "Examples:
  referee new ladder
  referee ladder ladder
  referee ladder ladder --listen 0.0.0.0:7070
  referee ladder ladder author add ann
  referee ladder ladder author list --json"
)]
pub struct LadderArgs {
    /// The folder of the ladder, with its ladder.toml.
    folder: PathBuf,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    jail: JailArgs,
    #[command(subcommand)]
    action: Option<LadderAction>,
}

/// What is done instead of playing.
#[derive(clap::Subcommand)]
enum LadderAction {
    /// Add, list or lock out authors, also while the ladder is played.
    Author(AuthorArgs),
}

impl LadderArgs {
    /// Plays until it is interrupted, or changes the authors.
    pub fn run(self) -> Result<Exit> {
        let folder = LadderFolder::at(&self.folder)?;
        if let Some(LadderAction::Author(author)) = self.action {
            return author.run(&folder);
        }
        let request = self.jail.wanted();
        let file = LadderFile::read(&folder)?;
        let settings = file.settings(&folder, request.said())?.ladder();
        let intake = Arc::new(Intake::open(folder, settings)?);
        let mut reporter = LadderReporter::new(self.pages.wanted());
        runtime()?.block_on(async {
            let ladder = Ladder::open(intake, file, request).await?;
            ladder.play(&mut reporter).await
        })?;
        Ok(Exit::Interrupted)
    }
}
