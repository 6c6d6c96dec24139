//! The house bots: opponents that are always there, and tools to try a referee on.
//!
//! A bot is named by a spec: its name, then `key=value` pairs, all joined by commas, such as
//! `minimax,depth=3`.

mod calibrate;
mod evaluate;
mod first;
mod greedy;
mod instant;
mod learned;
pub mod levels;
pub(crate) mod limits;
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

/// A house bot as it stands in the list.
#[derive(Clone, Copy, Debug)]
pub struct HouseBot {
    /// What it is called.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The games that it plays; none stands for any.
    pub games: &'static [&'static str],
    /// What can be set.
    pub options: &'static [OptionSpec],
    /// Makes it of its handshake and its options.
    build: fn(Ready, &ChosenOptions) -> Result<HousePlayer, Error>,
}

/// A bot with its options chosen, to be run once on an input and an output.
pub type HousePlayer = Box<dyn FnOnce(&mut dyn BufRead, &mut dyn Write) -> io::Result<()>>;

/// Why a house bot doesn't play.
#[derive(Debug, Error)]
pub enum Error {
    /// The spec has a word that is neither a name nor a pair, or a key twice.
    #[error("house bot `{spec}`: found `{found}`, expected NAME,key=value,…, each key once")]
    Spec {
        /// The whole spec.
        spec: String,
        /// The part that doesn't fit.
        found: String,
    },
    /// The spec has no name.
    #[error("a house bot needs a name: {}", names())]
    NoName,
    /// No bot is called so.
    #[error("no house bot is called `{0}`; there are {names}", names = names())]
    Unknown(String),
    /// The bot can't be set so.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The file of moves can't be used.
    #[error("file of moves {file}: {why}")]
    Moves {
        /// Its path.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// Reading or writing failed.
    #[error("talking to the referee: {0}")]
    Io(#[from] io::Error),
}

/// All house bots.
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

/// The bot that a spec asks for, ready to play.
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

/// Plays the bot that a spec asks for on standard input and output, until `quit` or the end of
/// input. A referee that has hung up is an end like any other.
pub fn main(spec: &str) -> Result<(), Error> {
    let play = start(spec)?;
    match play(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Error::Io(e)),
        _ => Ok(()),
    }
}

/// A bot that answers turn by turn. Where it can't understand one it resigns and says why.
fn by_turns(
    ready: Ready,
    mut choose: impl FnMut(&BotTurn) -> Result<Answer, RulesError> + 'static,
) -> HousePlayer {
    let answer = move |turn: &BotTurn| {
        choose(turn).unwrap_or_else(|why| Answer::resign().info(AnswerInfo::new().text(why)))
    };
    Box::new(move |input, output| sdk::talk(&ready, input, output, answer))
}

/// The answer that plays a word; without a word to play, the bot gives up.
pub(crate) fn play(notation: Option<&String>) -> Answer {
    notation.map_or_else(Answer::resign, Answer::play)
}
