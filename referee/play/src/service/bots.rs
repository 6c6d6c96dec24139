//! The bots that people can play against: those of the run, and the house bots. No request names a file or a
//! command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use referee_bots::house::bots;
use referee_bots::house::levels::described;
use referee_build::jail::{JailRequest, open};
use referee_build::{BuildOptions, ready};
use referee_config::{Builds, ConfiguredBot, Files, ProgramLookup, find_bot};
use referee_engine::ProcessScope;
use referee_games::{GameKind, GameSource};
use referee_output::sanitize::plain;
use referee_record::Limits;
use referee_report::standings::RunReport;
use referee_stats::MAIN;
use referee_tournament::{results, runtime};

use crate::bot::BotPlayer;
use crate::model as play;

/// Prefix of the address of a bot of the run.
const RUN: &str = "bot:";
/// House bots other than the levels, with their descriptions.
const HOUSE: [(&str, &str); 3] = [
    ("house:random", "moves at random"),
    ("house:first", "always makes the first move of the list"),
    ("house:greedy", "takes the best of the next positions"),
];

/// The bots of a run.
#[derive(Default)]
pub struct RunBots {
    /// The name of the game that they play.
    pub game: String,
    /// Where it comes from.
    pub games: GameSource,
    /// The bots.
    pub bots: Vec<ConfiguredBot>,
    /// The process scope in which they are already built, if they are.
    pub scope: Option<ProcessScope>,
}

/// The bots that people can play against.
pub struct OfferedBots {
    field: RunBots,
    jail: JailRequest,
    /// True if the names of the run's bots are secret.
    secret: bool,
    /// The run's directory, if its ranks are final.
    run: Option<PathBuf>,
    /// The names of the run's bots, the first place first; read when somebody asks.
    ranks: OnceLock<Vec<String>>,
    /// Opened with the first bot.
    scope: Mutex<Option<ProcessScope>>,
    /// The bots that are built already, by address.
    ready: Mutex<BTreeMap<String, ConfiguredBot>>,
}

impl OfferedBots {
    /// Returns the bots of `field` and the house bots. `run` is the run's directory if the run is over;
    /// `secret` hides the names of its bots.
    pub fn new(
        field: RunBots,
        jail: JailRequest,
        run: Option<PathBuf>,
        secret: bool,
    ) -> OfferedBots {
        OfferedBots {
            scope: Mutex::new(field.scope.clone()),
            field,
            jail,
            secret,
            run,
            ranks: OnceLock::new(),
            ready: Mutex::default(),
        }
    }

    /// Returns true if the names of the run's bots may be shown only to people who hold the server's token.
    pub fn are_secret(&self) -> bool {
        self.secret
    }

    /// Returns the games that people can play.
    pub fn games(&self) -> &GameSource {
        &self.field.games
    }

    /// Returns the list: first the run's bots, ordered by rank where that is known.
    pub fn offer(&self) -> Vec<play::PlayableBot> {
        let ranks = self
            .ranks
            .get_or_init(|| self.run.as_deref().map_or_else(Vec::new, ranked));
        let place = |bot: &play::PlayableBot| {
            let name = bot.word.strip_prefix(RUN)?;
            ranks.iter().position(|ranked| ranked == name)
        };
        let mut list = self.list();
        list.sort_by_key(|bot| (!is_of_run(&bot.word), place(bot).unwrap_or(usize::MAX)));
        list
    }

    fn list(&self) -> Vec<play::PlayableBot> {
        let all = || self.games().all().map(GameKind::name);
        let of_run = self.field.bots.iter().map(|bot| play::PlayableBot {
            word: format!("{RUN}{}", bot.name),
            about: format!("{}, of this run", plain(&bot.name)),
            games: vec![self.field.game.clone()],
        });
        let levels = all().flat_map(|game| {
            let levels = described(game).into_iter().enumerate();
            levels.map(move |(i, about)| play::PlayableBot {
                word: format!("house:level={}", i + 1),
                about: format!("level {}: {about}", i + 1),
                games: vec![game.to_owned()],
            })
        });
        let others = HOUSE.iter().map(|(house_bot, about)| play::PlayableBot {
            word: (*house_bot).to_owned(),
            about: format!("{}: {about}", short(house_bot)),
            games: all()
                .filter(|game| plays(house_bot, game))
                .map(str::to_owned)
                .collect(),
        });
        // A house bot that takes part in the run is listed under its name in the run.
        let house_bots = levels.chain(others).map(|mut bot| {
            if self.takes_part(&bot.word) {
                bot.games.retain(|game| *game != self.field.game);
            }
            bot
        });
        of_run
            .chain(house_bots.filter(|bot| !bot.games.is_empty()))
            .collect()
    }

    /// Returns true if a house bot takes part in the run.
    fn takes_part(&self, address: &str) -> bool {
        let house_spec = address.strip_prefix("house:");
        self.field.bots.iter().any(|bot| {
            bot.source.files == Files::House
                && bot.source.run.last().map(String::as_str) == house_spec
        })
    }

    /// Returns true if a bot is on the list for a game.
    pub fn plays(&self, address: &str, game: &str) -> bool {
        let fits = |bot: &play::PlayableBot| bot.games.iter().any(|name| name == game);
        self.list()
            .iter()
            .any(|bot| bot.word == address && fits(bot))
    }

    /// Returns a bot, ready to be started, and its process scope. The first time this may take a build.
    pub fn bot(&self, address: &str) -> Result<(BotPlayer, ProcessScope), String> {
        let scope = self.scope()?;
        // The lock is held during a build, so that nothing is built twice.
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let entrant = match ready.get(address) {
            Some(entrant) => entrant.clone(),
            None => self.made(address, &scope).map_err(|why| why.to_string())?,
        };
        let limits = entrant.limits.over(&Limits::default());
        let bot = BotPlayer::new(entrant.program.clone(), limits);
        ready.insert(address.to_owned(), entrant);
        Ok((bot, scope))
    }

    fn scope(&self) -> Result<ProcessScope, String> {
        let mut scope = self.scope.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scope) = &*scope {
            return Ok(scope.clone());
        }
        let opened = open(&self.jail).map_err(|why| why.to_string())?;
        Ok(scope.insert(opened).clone())
    }

    fn made(&self, address: &str, scope: &ProcessScope) -> anyhow::Result<ConfiguredBot> {
        let places = ProgramLookup::at(self.jail.level());
        let bot_address = self
            .field
            .bots
            .iter()
            .find(|bot| address.strip_prefix(RUN) == Some(&bot.name));
        let entrant = match bot_address {
            Some(own) if self.field.scope.is_some() => return Ok(own.clone()),
            Some(of_run) => of_run.clone(),
            None => find_bot(address, places)?,
        };
        let mut bots = [entrant];
        let options = BuildOptions::new(Builds::of(places), &self.jail);
        runtime()?.block_on(ready(&mut bots, scope, &options))?;
        let [entrant] = bots;
        Ok(entrant)
    }
}

/// Returns the bots of a finished run in the order of its standings; empty if that isn't known.
fn ranked(run: &Path) -> Vec<String> {
    let report = results::open(run).and_then(|run| RunReport::of(&run, MAIN, 0));
    let rows = report.map_or(Vec::new(), |report| report.standings);
    rows.into_iter().map(|bot| bot.row.bot).collect()
}

/// Returns the address of the bot that moves for people who switch to automatic moves in this game.
pub(super) fn stand_in(game: &str) -> String {
    match described(game).len() {
        0 => "house:random".to_owned(),
        levels => format!("house:level={}", (levels - 1).max(1)),
    }
}

/// Returns true if a house bot plays a game.
fn plays(address: &str, game: &str) -> bool {
    let name = address.trim_start_matches("house:");
    let mut known = bots().iter().filter(|bot| bot.name == name);
    known.any(|bot| bot.games.is_empty() || bot.games.contains(&game))
}

/// Returns true if the address is that of a bot of the run.
pub(super) fn is_of_run(of_run: &str) -> bool {
    of_run.starts_with(RUN)
}

/// Returns the name in a bot's address, without its prefix.
pub(super) fn short(address: &str) -> String {
    let name = address.strip_prefix(RUN).map(str::to_owned);
    name.unwrap_or_else(|| {
        address
            .trim_start_matches("house:")
            .replace("level=", "level ")
    })
}
