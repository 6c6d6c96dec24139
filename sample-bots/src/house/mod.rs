//! The house bots: opponents that are always available, and tools for testing a referee.
//!
//! A spec names a bot: the bot's name, then `key=value` pairs, all joined by commas, such as
//! `minimax,depth=3`.

mod calibrate;
mod evaluate;
mod first;
mod greedy;
mod instant;
mod learned;
pub mod levels;
mod ludo_priority;
mod mind;
mod minimax;
mod random;
mod resign;
mod search;
mod sleeper;
mod spec;
mod thief;
mod tunable;

use std::io::{self, BufRead, ErrorKind, Write};

use referee_games::{ChosenOptions, OptionError, OptionSpec};
use referee_protocol::Ready;
use thiserror::Error;

use crate::sdk::{self, Answer, AnswerInfo, BotTurn, RulesError};

pub use spec::Spec;

/// An entry in the list of house bots.
#[derive(Clone, Copy, Debug)]
pub struct HouseBot {
    /// The bot's name.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The games that it plays; an empty list means any game.
    pub games: &'static [&'static str],
    /// The options that can be set.
    pub options: &'static [OptionSpec],
    /// Creates the bot from its handshake and its options.
    build: fn(Ready, &ChosenOptions) -> Result<HousePlayer, Error>,
}

/// A bot with its options chosen; runs once on an input and an output.
pub type HousePlayer = Box<dyn FnOnce(&mut dyn BufRead, &mut dyn Write) -> io::Result<()>>;

/// Why a house bot can't play.
#[derive(Debug, Error)]
pub enum Error {
    /// The spec has a word that is neither a name nor a pair, or it repeats a key.
    #[error("house bot `{spec}`: found `{found}`, expected NAME,key=value,…, each key once")]
    Spec {
        /// The whole spec.
        spec: String,
        /// The part that is wrong.
        found: String,
    },
    /// The spec has no name.
    #[error("a house bot needs a name: {}", names())]
    NoName,
    /// No bot has this name.
    #[error("no house bot is called `{0}`; there are {names}", names = names())]
    Unknown(String),
    /// The bot doesn't accept this option or value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The file of moves can't be used.
    #[error("file of moves {file}: {why}")]
    Moves {
        /// The file's path.
        file: String,
        /// The reason.
        why: String,
    },
    /// Reading or writing failed.
    #[error("talking to the referee: {0}")]
    Io(#[from] io::Error),
}

/// Returns all house bots.
pub fn bots() -> &'static [HouseBot] {
    &[
        random::BOT,
        first::BOT,
        greedy::BOT,
        learned::BOT,
        ludo_priority::BOT,
        minimax::BOT,
        levels::BOT,
        sleeper::BOT,
        calibrate::BOT,
        thief::BOT,
        tunable::BOT,
        instant::BOT,
        resign::BOT,
    ]
}

fn names() -> String {
    let names: Vec<&str> = bots().iter().map(|bot| bot.name).collect();
    names.join(", ")
}

/// Creates the bot that a spec names, ready to play.
pub fn start(spec: &str) -> Result<HousePlayer, Error> {
    let spec = Spec::parse(spec)?;
    let level = spec
        .options
        .contains_key("level")
        .then(|| "level".to_owned());
    let name = spec.name.or(level).ok_or(Error::NoName)?;
    let bot = bots().iter().find(|bot| bot.name == name);
    let bot = bot.ok_or(Error::Unknown(name))?;
    let options = ChosenOptions::choose(bot.name, bot.options, &spec.options)?;
    let ready = Ready {
        name: Some(bot.name.to_owned()),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        games: (!bot.games.is_empty())
            .then(|| bot.games.iter().map(|game| (*game).to_owned()).collect()),
        ..Ready::default()
    };
    (bot.build)(ready, &options)
}

/// Plays the bot that a spec names on standard input and output, until `quit` or the end of input.
/// A referee that closes its end early counts as a normal end.
pub fn main(spec: &str) -> Result<(), Error> {
    let play = start(spec)?;
    match play(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Error::Io(e)),
        _ => Ok(()),
    }
}

/// Builds a bot that answers turn by turn. It resigns and gives the reason if it can't understand a
/// turn.
fn by_turns(
    ready: Ready,
    mut choose: impl FnMut(&BotTurn) -> Result<Answer, RulesError> + 'static,
) -> HousePlayer {
    let answer = move |turn: &BotTurn| {
        choose(turn).unwrap_or_else(|why| Answer::resign().info(AnswerInfo::new().text(why)))
    };
    Box::new(move |input, output| sdk::talk(&ready, input, output, answer))
}
