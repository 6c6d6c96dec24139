//! Sets up a game with people from the command line: its players, and the game, new or saved.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_build::{self as build, BuildOptions};
use referee_config::ConfiguredBot;
use referee_engine::ProcessScope;
use referee_games::Seat;
use referee_output::Exit;
use referee_output::failure::bad_input;
use referee_play::{BotPlayer, GameSession, RemainingTime, SavedTerminalGame, Times, parse_times};
use referee_record::Limits;
use referee_tournament::{self as run, Signals};

use crate::ready_game::ReadyGame;

use super::input::Input;
use super::screen::{Look, TerminalScreen};
use super::terminal_game::{SeatedPlayer, TerminalGame};

/// The word for a person in the list of bots on the command line.
const PERSON: &str = "me";
/// What is said of a game that a signal ends.
pub const BROKEN_OFF: &str = "interrupted; the game isn't finished";

/// Options of a game with people.
#[derive(clap::Args)]
pub struct PersonArgs {
    /// Resume a game that was saved with `save FILE`.
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = [
        "bots", "game", "options", "state", "deal", "seed", "tc", "clock",
    ])]
    resume: Option<PathBuf>,
    /// The clock of people: time for the game, in seconds or as 5:00, and seconds that are added after
    /// each move.
    #[arg(long, value_name = "TIME[+SECONDS]", value_parser = parse_times)]
    clock: Option<Times>,
    /// Print sentences instead of drawings, for screen readers.
    #[arg(long)]
    plain: bool,
}

/// A game with people, ready to be played.
pub struct GameSetup {
    session: GameSession,
    /// The folder of the program that holds the rules, if they aren't built in.
    folder: Option<PathBuf>,
    /// The players as on the command line, by seats.
    players: Vec<(Seat, String)>,
    clock: Option<RemainingTime>,
    move_ms: u64,
    file: Option<PathBuf>,
    plain: bool,
}

/// Returns true if a word on the command line means a person.
pub fn is_person(player: &str) -> bool {
    player == PERSON || name_of(player).is_some()
}

/// Returns the name of a person, as in `me:Ada`.
fn name_of(player: &str) -> Option<&str> {
    player.strip_prefix(PERSON)?.strip_prefix(':')
}

impl PersonArgs {
    /// Loads the saved game that `--continue` names, if it is given. Returns an error if the file can't be
    /// read or is invalid.
    pub fn saved(&self, jail: &JailRequest) -> Result<Option<GameSetup>> {
        let Some(path) = &self.resume else {
            return Ok(None);
        };
        let saved = SavedTerminalGame::read(path).map_err(bad_input)?;
        let shown = path.display();
        let game = ReadyGame::of_saved(&saved, jail);
        let game = game.map_err(|why| bad_input(format!("{shown}: {why}")))?;
        let session = saved
            .session(&game.games)
            .map_err(|why| bad_input(format!("{}: {why}", path.display())))?;
        let players = saved.players.iter();
        let players =
            players.filter_map(|(seat, player)| Some((Seat::from_letter(*seat)?, player.clone())));
        Ok(Some(GameSetup {
            session,
            folder: game.folder,
            players: players.collect(),
            clock: saved.clock.clone(),
            move_ms: saved.move_ms,
            file: Some(path.clone()),
            plain: self.plain,
        }))
    }

    /// Returns an error if an option is given that makes sense only with people.
    pub fn without_people(&self) -> Result<()> {
        let given = [(self.clock.is_some(), "--clock"), (self.plain, "--plain")];
        match given.into_iter().find(|(given, _)| *given) {
            None => Ok(()),
            Some((_, option)) => Err(bad_input(format!(
                "{option} is for people, and nobody here is `{PERSON}`"
            ))),
        }
    }

    /// Sets up a new game with these players, in the order of the seats.
    pub fn invite(
        &self,
        (session, folder): (GameSession, Option<PathBuf>),
        players: &[String],
        move_ms: u64,
    ) -> GameSetup {
        let seats = session.start().seats().into_iter();
        let players: Vec<_> = seats
            .zip(players.iter().map(|player| absolute(player)))
            .collect();
        let people = players.iter().filter(|(_, player)| is_person(player));
        let people = people.map(|(seat, _)| seat.letter());
        GameSetup {
            clock: self.clock.map(|times| RemainingTime::new(times, people)),
            session,
            folder,
            players,
            move_ms,
            file: None,
            plain: self.plain,
        }
    }
}

impl GameSetup {
    /// Returns the name of the game.
    pub fn game(&self) -> &str {
        self.session.rules.name()
    }

    /// Builds the bots and plays the game; `find` finds a bot by its word on the command line and its seat.
    pub fn play(
        self,
        find: impl Fn(&str, char) -> Result<ConfiguredBot>,
        options: &BuildOptions,
        jail: &JailRequest,
    ) -> Result<Exit> {
        let called = self.players.iter().filter(|(_, player)| !is_person(player));
        let bots = called.map(|(seat, player)| find(player, seat.letter()));
        let mut bots = bots.collect::<Result<Vec<ConfiguredBot>>>()?;
        let runtime = run::runtime()?;
        let mut signals = runtime.block_on(async { Signals::catch() })?;
        let mut scope = None;
        if !bots.is_empty() {
            let open = jail::open(jail)?;
            let ready = Box::pin(build::ready(&mut bots, &open, options));
            runtime.block_on(signals.unless_they_come(&open, ready))?;
            scope = Some(open);
        }
        let alone = self.players.len() == bots.len() + 1;
        let someone = if alone { "you" } else { "a person" };
        let mut bots = bots.into_iter();
        let mut seats = Vec::new();
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
            seats.push(SeatedPlayer {
                seat,
                called,
                name,
                bot,
            });
        }
        let steps = self.session.steps().len();
        let stop = Arc::new(AtomicBool::new(false));
        let end = || {
            stop.store(true, Ordering::Relaxed);
            scope.iter().for_each(ProcessScope::kill_all);
        };
        let play = || {
            let room = TerminalGame {
                session: self.session,
                folder: self.folder,
                seats,
                screen: TerminalScreen::new(Look::of(self.plain)),
                input: Input::open(Arc::clone(&stop)),
                clock: self.clock,
                move_ms: self.move_ms,
                scope: scope.clone(),
                file: self.file.map(|file| (file, steps)),
            };
            room.play()
        };
        signals.unless_they_stop(&runtime, BROKEN_OFF, end, play)
    }
}

/// Returns a player's word for saving: a bot's path is made absolute, so that it works from any folder.
fn absolute(player: &str) -> String {
    let path = Path::new(player);
    if is_person(player) || !path.exists() {
        return player.to_owned();
    }
    let whole = std::path::absolute(path).ok();
    let whole = whole.and_then(|path| path.to_str().map(str::to_owned));
    whole.unwrap_or_else(|| player.to_owned())
}
