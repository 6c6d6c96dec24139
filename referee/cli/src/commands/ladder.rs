//! `referee ladder`: plays a ladder that never ends.

mod reporter;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use referee_ladder::{Intake, Ladder, LadderFile, LadderFolder};
use referee_output::{Exit, remarks};
use referee_tournament::results::quoted;
use referee_tournament::runtime;

use crate::args::{JailArgs, PageArgs};
use reporter::LadderReporter;

/// Play a ladder that never ends, into which new bots come.
///
/// FOLDER has a tournament file `ladder.toml` of format `standing`, whose bots are the rungs that are
/// always there. A bot whose folder is put or changed below FOLDER/bots is checked, and plays as
/// another version. Ctrl-C ends it; the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee new ladder
  referee ladder ladder
  referee ladder ladder --listen 0.0.0.0:7070")]
pub struct LadderArgs {
    /// The folder of the ladder, with its ladder.toml.
    folder: PathBuf,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    jail: JailArgs,
}

impl LadderArgs {
    /// Plays until it is interrupted.
    pub fn run(self) -> Result<Exit> {
        let folder = LadderFolder::at(&self.folder)?;
        let request = self.jail.wanted();
        let file = LadderFile::read(&folder)?;
        let settings = file.settings(&folder, request.said())?.ladder();
        let intake = Arc::new(Intake::open(folder, settings)?);
        let mut reporter = LadderReporter::new(self.pages.wanted());
        runtime()?.block_on(async {
            let ladder = Ladder::open(intake, file, request).await?;
            ladder.play(&mut reporter).await
        })?;
        remarks::lines(&format!(
            "the ladder has stopped; to go on: referee ladder {}",
            quoted(&self.folder)
        ));
        Ok(Exit::Interrupted)
    }
}
