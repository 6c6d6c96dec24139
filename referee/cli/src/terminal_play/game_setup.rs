//! From the command line to the table: who plays, and what game, new or saved.

use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_build::{self as build, BuildOptions};
use referee_config::ConfiguredBot;
use referee_games::Seat;
use referee_output::exit_code::Exit;
use referee_output::failure::bad_input;
use referee_play::bot::BotPlayer;
use referee_play::clock::{RemainingTime, Times, times};
use referee_play::game_session::GameSession;
use referee_play::save::SavedTerminalGame;
use referee_record::Limits;
use referee_tournament as run;

use super::input::Input;
use super::screen::{Look, TerminalScreen};
use super::terminal_game::{SeatedPlayer, TerminalGame};

/// What a person is called among the bots on the command line.
const PERSON: &str = "me";

/// What people may wish.
#[derive(clap::Args)]
pub struct PersonArgs {
    /// Go on with a game that was saved with `save FILE`.
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = [
        "bots", "game", "options", "state", "deal", "seed", "move_ms", "clock",
    ])]
    resume: Option<PathBuf>,
    /// A clock for people: minutes for the game, and seconds that each move adds.
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = times)]
    clock: Option<Times>,
    /// Sentences instead of drawings, for screen readers.
    #[arg(long)]
    plain: bool,
}

/// A game that people take part in.
pub struct GameSetup {
    sitting: GameSession,
    /// How everybody is called on the command line, by seats.
    players: Vec<(Seat, String)>,
    clock: Option<RemainingTime>,
    move_ms: u64,
    file: Option<PathBuf>,
    plain: bool,
}

/// Whether a word on the command line means a person.
pub fn is_person(player: &str) -> bool {
    player == PERSON || name_of(player).is_some()
}

/// The name of a person, as in `me:Ada`.
fn name_of(player: &str) -> Option<&str> {
    player.strip_prefix(PERSON)?.strip_prefix(':')
}

impl PersonArgs {
    /// The saved game that is to go on, if one is.
    pub fn saved(&self) -> Result<Option<GameSetup>> {
        let Some(path) = &self.resume else {
            return Ok(None);
        };
        let saved = SavedTerminalGame::read(path).map_err(bad_input)?;
        let sitting = saved
            .sitting()
            .map_err(|why| bad_input(format!("{}: {why}", path.display())))?;
        let players = saved.players.iter();
        let players =
            players.filter_map(|(seat, player)| Some((Seat::from_letter(*seat)?, player.clone())));
        Ok(Some(GameSetup {
            sitting,
            players: players.collect(),
            clock: saved.clock.clone(),
            move_ms: saved.move_ms,
            file: Some(path.clone()),
            plain: self.plain,
        }))
    }

    /// Refuses what only people have use for.
    pub fn without_people(&self) -> Result<()> {
        let given = [(self.clock.is_some(), "--clock"), (self.plain, "--plain")];
        match given.into_iter().find(|(given, _)| *given) {
            None => Ok(()),
            Some((_, option)) => Err(bad_input(format!(
                "{option} is for people, and nobody here is `{PERSON}`"
            ))),
        }
    }

    /// A new game.
    pub fn invite(&self, sitting: GameSession, players: &[String], move_ms: u64) -> GameSetup {
        let seats = sitting.start().seats().into_iter();
        let players: Vec<_> = seats
            .zip(players.iter().map(|player| absolute(player)))
            .collect();
        let people = players.iter().filter(|(_, player)| is_person(player));
        let people = people.map(|(seat, _)| seat.letter());
        GameSetup {
            clock: self.clock.map(|times| RemainingTime::new(times, people)),
            sitting,
            players,
            move_ms,
            file: None,
            plain: self.plain,
        }
    }
}

impl GameSetup {
    /// The game by its name.
    pub fn game(&self) -> &'static str {
        self.sitting.rules.name()
    }

    /// Makes the bots ready and plays; `find` finds a bot by what it is called.
    pub fn play(
        self,
        find: impl Fn(&str, char) -> Result<ConfiguredBot>,
        options: &BuildOptions,
        jail: &JailRequest,
    ) -> Result<Exit> {
        let called = self.players.iter().filter(|(_, player)| !is_person(player));
        let bots = called.map(|(seat, player)| find(player, seat.letter()));
        let mut bots = bots.collect::<Result<Vec<ConfiguredBot>>>()?;
        let mut scope = None;
        if !bots.is_empty() {
            let open = jail::open(jail)?;
            // None of these bots is optional.
            let _ = run::runtime()?.block_on(build::build(&mut bots, &open, options))?;
            scope = Some(open);
        }
        let alone = self.players.len() == bots.len() + 1;
        let someone = if alone { "you" } else { "a person" };
        let mut bots = bots.into_iter();
        let mut chairs = Vec::new();
        for (seat, called) in self.players {
            let person = is_person(&called);
            let bot = if person { None } else { bots.next() };
            let name = match &bot {
                None => name_of(&called).unwrap_or(someone).to_owned(),
                Some(bot) => {
                    let name = bot.name.split_once(':').map(|(_, name)| name);
                    name.unwrap_or(&bot.name).to_owned()
                }
            };
            let bot = bot.map(|bot| {
                let limits = bot.limits.over(&Limits::default());
                BotPlayer::new(bot.program, limits)
            });
            chairs.push(SeatedPlayer {
                seat,
                called,
                name,
                bot,
            });
        }
        let steps = self.sitting.steps().len();
        let room = TerminalGame {
            sitting: self.sitting,
            chairs,
            screen: TerminalScreen::new(Look::of(self.plain)),
            input: Input::open(),
            clock: self.clock,
            move_ms: self.move_ms,
            scope,
            file: self.file.map(|file| (file, steps)),
        };
        room.play()
    }
}

/// A player as it is saved: a bot's path is the same wherever the game goes on.
fn absolute(player: &str) -> String {
    let path = Path::new(player);
    if is_person(player) || !path.exists() {
        return player.to_owned();
    }
    let whole = std::path::absolute(path).ok();
    let whole = whole.and_then(|path| path.to_str().map(str::to_owned));
    whole.unwrap_or_else(|| player.to_owned())
}
