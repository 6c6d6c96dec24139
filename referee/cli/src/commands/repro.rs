//! `referee repro`: replays a recorded game to a bot, with the messages that were sent then.

use std::path::PathBuf;

use crate::args::number::{seat, whole};
use anyhow::Result;
use referee_checks::repro::{Manner, known, repeat};
use referee_config::{ProgramLookup, find_bot};
use referee_engine::{ReplayMode, SeatTranscript};
use referee_output::failure::bad_input;
use referee_output::{Exit, remarks};
use referee_report::game_view::RecordedGame;
use referee_report::repro_bundle;
use referee_report::why::check_seat;
use referee_tournament::results;

use super::play::seated;
use crate::args::{JailArgs, TrustArgs};

/// Send a bot the messages of a recorded game again, byte for byte.
///
/// The bot plays alone. Each question is sent after the answer to the one before, and the answers
/// are printed next to the recorded ones. Exit code 0: they are equal, 1: they aren't.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee repro cup.db 7 --bot my-bot
  referee repro cup.db 7 B --bot my-bot --stop-at 12
  referee repro cup.db 7 B --bot my-bot --at-once
  referee repro cup.db 7 B --script game-7")]
pub struct ReproArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The number of the game, as in all tables.
    #[arg(value_parser = whole::<u64, 1, { u64::MAX }>)]
    game: u64,
    /// The seat [default: the seat that had a fault].
    #[arg(value_parser = seat)]
    seat: Option<char>,
    /// The bot: house:NAME, git:REV[:PATH], uci:ENGINE, xboard:ENGINE, a bot's folder or toml file, or an executable
    /// file. A folder without a bot.toml is started like the bot in the run.
    #[arg(long, value_name = "PATH", required_unless_present = "script")]
    bot: Option<String>,
    /// Wait before each question as long as the other seats took in the game.
    #[arg(long)]
    pace: bool,
    /// Send all messages at once, whatever the bot answers.
    #[arg(long, conflicts_with_all = ["pace", "stop_at"])]
    at_once: bool,
    /// Stop before the question of this ply until Enter is pressed, to attach a debugger.
    #[arg(long, value_name = "PLY", value_parser = whole::<usize, 1, { u64::MAX }>)]
    stop_at: Option<usize>,
    /// Write a folder with which the messages can be sent without the referee.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["bot", "pace", "at_once", "stop_at", "json"])]
    script: Option<PathBuf>,
    /// The attempt, if the game was played more than once [default: the last].
    #[arg(long, value_name = "N", value_parser = whole::<u32, 1, { u32::MAX as u64 }>)]
    attempt: Option<u32>,
    #[command(flatten)]
    jail: JailArgs,
    #[command(flatten)]
    rules: TrustArgs,
    /// Print JSON.
    #[arg(long, conflicts_with = "stop_at")]
    json: bool,
}

impl ReproArgs {
    /// Replays the game to the bot and prints the comparison.
    pub fn run(self) -> Result<Exit> {
        let run = results::open(&self.run)?;
        let game = RecordedGame::find(&run, self.game, self.attempt)?;
        let seat = self.choose(&game)?;
        let rules = game.rules(&self.rules.games(&run)?)?;
        let script = SeatTranscript::of(&*rules, &game.record, seat);
        let script = script.map_err(|why| bad_input(format!("game {}: {why}", self.game)))?;
        check_stop(self.stop_at, &script)?;
        if let Some(folder) = &self.script {
            repro_bundle::write(folder, &game, &script)?;
            remarks::lines(&format!("written: {}", folder.display()));
            return Ok(Exit::Fine);
        }
        let bot = self.bot.as_deref().unwrap_or_default();
        let jail = self.jail.wanted();
        let places = ProgramLookup::at(jail.level());
        let mut seats = game.outcome.seats.iter();
        let name = seats
            .find(|occupant| occupant.seat == seat)
            .map(|occupant| &occupant.bot);
        let configured_bot = match name {
            Some(name) => known(&run, name, bot, places)?,
            None => None,
        };
        let configured_bot = configured_bot.map_or_else(|| find_bot(bot, places), Ok)?;
        let bot = seated(configured_bot, seat, &game.record.played.job.game)?;
        let manner = Manner {
            way: match (self.at_once, self.pace) {
                (true, _) => ReplayMode::AtOnce,
                (false, true) => ReplayMode::Pace,
                (false, false) => ReplayMode::InStep,
            },
            stop_at: self.stop_at,
            jail,
            json: self.json,
        };
        repeat(&*rules, &game, &script, bot, &manner)
    }

    /// Returns the seat to replay: the given one, or the only one with a fault.
    fn choose(&self, game: &RecordedGame) -> Result<char> {
        if let Some(seat) = self.seat {
            check_seat(game, seat)?;
            return Ok(seat);
        }
        match game.record.measured.evidence.as_slice() {
            [one] => Ok(one.seat),
            faults => {
                let had = if faults.is_empty() { "no" } else { "several" };
                let seats = game
                    .outcome
                    .seats
                    .iter()
                    .map(|seated| seated.seat.to_string());
                let seats: Vec<String> = seats.collect();
                let first = seats.first().map_or("A", String::as_str);
                Err(bad_input(format!(
                    "game {game}: {had} seats had a fault; write which one is meant ({}) behind the number \
                     of the game, as in `referee repro {} {game} {first} …`",
                    seats.join(" or "),
                    results::quoted(&self.run),
                    game = self.game,
                )))
            }
        }
    }
}

/// Returns an error if the seat wasn't asked at this ply.
fn check_stop(stop_at: Option<usize>, script: &SeatTranscript) -> Result<()> {
    let Some(ply) = stop_at else {
        return Ok(());
    };
    let asked: Vec<usize> = script.questions.iter().map(|asked| asked.ply).collect();
    if asked.contains(&ply) {
        return Ok(());
    }
    let near = asked.iter().min_by_key(|asked_ply| asked_ply.abs_diff(ply));
    let near = near.map_or_else(
        || "it never was".to_owned(),
        |near| format!("the nearest of its plies is {near}"),
    );
    Err(bad_input(format!(
        "--stop-at {ply}: seat {} wasn't asked for that ply; {near}",
        script.seat
    )))
}
