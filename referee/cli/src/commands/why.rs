//! `referee why`: explains on one screen what happened in a game that was lost by a fault.

use std::path::PathBuf;

use crate::args::TrustArgs;
use crate::args::number::{seat, whole};
use referee_output::{Exit, stdout};
use referee_report::game_view::RecordedGame;
use referee_report::why::Why;
use referee_tournament::results;

/// Explain why a bot lost by its own fault.
///
/// Prints the verdict in a sentence, the position, the question and its times, the bot's last
/// bytes, the broken rule, legal moves, the end of stderr, how the process ended, and what to try.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee why cup.db 7
  referee why cup.db 7 B
  referee why cup.db 7 --json")]
pub struct WhyArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The number of the game, as in all tables.
    #[arg(value_parser = whole::<u64, 1, { u64::MAX }>)]
    game: u64,
    /// The seat [default: every seat that had a fault].
    #[arg(value_parser = seat)]
    seat: Option<char>,
    /// The attempt, if the game was played more than once [default: the last].
    #[arg(long, value_name = "N", value_parser = whole::<u32, 1, { u32::MAX as u64 }>)]
    attempt: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: TrustArgs,
}

impl WhyArgs {
    /// Prints the explanation.
    pub fn run(self) -> anyhow::Result<Exit> {
        let run = results::open(&self.run)?;
        let game = RecordedGame::find(&run, self.game, self.attempt)?;
        let why = Why::of(
            &*game.rules(&self.rules.games(&run)?)?,
            &game,
            self.seat,
            &results::quoted(run.path()),
        )?;
        stdout::show(self.json, &why, || why.text())?;
        Ok(Exit::Fine)
    }
}
