//! `referee show-game`: prints one recorded game with everything that is known about it.

use std::path::PathBuf;

use crate::args::number::whole;
use referee_output::failure::bad_input;
use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use referee_report::game_view::{Page, RecordedGame, details, log, pages};
use referee_tournament::results;

/// Print a recorded game with all details.
///
/// Prints every position and move as `replay` does, then the times, the evidence of every fault,
/// and the bots' stderr.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee show-game cup.db 7
  referee show-game cup.db 7 --attempt 1
  referee show-game cup.db 7 --log
  referee show-game cup.db 7 --json")]
pub struct ShowGameArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The number of the game, as in all tables.
    #[arg(value_parser = whole::<u64, 1, { u64::MAX }>)]
    game: u64,
    /// The attempt, if the game was played more than once [default: the last].
    #[arg(long, value_name = "N", value_parser = whole::<u32, 1, { u32::MAX as u64 }>)]
    attempt: Option<u32>,
    /// Print the record as JSON.
    #[arg(long, conflicts_with = "log")]
    json: bool,
    /// Print the game's own log, in the layout of `export --format exam-log`.
    #[arg(long)]
    log: bool,
}

impl ShowGameArgs {
    /// Prints the game.
    pub fn run(self) -> anyhow::Result<Exit> {
        let run = results::open(&self.run)?;
        let game = RecordedGame::find(&run, self.game, self.attempt)?;
        let text = if self.json {
            document(&game.record)?
        } else if self.log {
            let name = &game.record.played.job.game;
            log(&game.record)?.ok_or_else(|| {
                bad_input(format!("--log: {name} has no log of its own; leave it out"))
            })?
        } else {
            let pages: Vec<String> = pages(&game)?.iter().map(Page::whole).collect();
            format!("{}\n{}", pages.join("\n"), details(&game))
        };
        stdout::text(&text)?;
        Ok(Exit::Fine)
    }
}
