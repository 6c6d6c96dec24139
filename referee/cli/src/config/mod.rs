//! Tournament files.
//!
//! Parsing ([`spec`], pure: text in, data out) and resolving (names and paths into rules and
//! programs) are kept apart. Refusals are sentences; whoever knows the file puts its name before
//! them, and [`load`] makes them errors of the input.

mod bot;
mod exam;
mod hint;
mod layer;
mod program;
mod resolve;
mod spec;
mod starts;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::{fs, io};

use referee_arena::Program;
use referee_games::Kind;
use referee_record::{Limits, Restart, StartFrom, TimeControl};
pub use referee_store::Refused;

use crate::exit::bad_input;
pub use bot::{check_name, entrant};
pub use exam::{Examination, marking};
pub use hint::closest;
pub use program::check_executable;
pub use resolve::check_games;
pub use spec::{BotSpec, Format};

/// A tournament: everything parsed and checked, and every bot found.
#[derive(Debug)]
pub struct Tournament {
    /// The file, word for word.
    pub text: String,
    /// The game's name.
    pub game: String,
    /// The options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The letters of the seats of every game, in order.
    pub seats: Vec<char>,
    /// Who meets whom.
    pub format: Format,
    /// How often everybody meets.
    pub rounds: NonZeroU32,
    /// The games of each pair (or block, with more than two seats) in a round.
    pub games_per_pair: NonZeroU32,
    /// What everything random is drawn from, of 63 bits.
    pub seed: u64,
    /// The start positions, taken in turn; at least one.
    pub starts: Vec<StartFrom>,
    /// Random legal plies that are played from a start.
    pub openings: u32,
    /// Games at the same time; without, as many as the machine carries.
    pub concurrency: Option<NonZeroU32>,
    /// Cores of each game.
    pub cores: NonZeroU32,
    /// Whether a game is pinned to its cores.
    pub pin: bool,
    /// How long a process lives.
    pub restart: Restart,
    /// What is enforced beside the time.
    pub limits: Limits,
    /// The bots, as many as a game has seats at least.
    pub bots: Vec<Entrant>,
    /// In an exam, the submissions that can't play.
    pub refused: Vec<Refused>,
    /// The exam, if it is one.
    pub exam: Option<Examination>,
}

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its name, unique in the tournament.
    pub name: String,
    /// What is started.
    pub program: Program,
    /// What is run first, in a copy of the folder; see [`crate::build`].
    pub build: Option<Vec<String>>,
    /// Its time, odds included.
    pub time: TimeControl,
}

impl Tournament {
    /// Whether a bot is a submission to an exam: if it can't play, the others do.
    pub fn is_submission(&self, name: &str) -> bool {
        let exam = self.exam.as_ref();
        exam.is_some_and(|exam| exam.submitted.contains(name))
    }

    /// Takes out bots that can't play, by their numbers: submissions to an exam are refused, with the
    /// reason; where another bot is among them, the message says so of each.
    pub fn refuse(&mut self, failed: Vec<(usize, String)>) -> Result<(), String> {
        let mut sentences = Vec::new();
        let mut refused = Vec::new();
        for (number, why) in failed {
            let Some(bot) = self.bots.get(number) else {
                continue;
            };
            if self.is_submission(&bot.name) {
                let why = exam::without(&why, &bot.program.folder);
                refused.push((number, Refused::new(bot.name.clone(), &why)));
            } else {
                sentences.push(format!("bot {}: {why}", bot.name));
            }
        }
        if !sentences.is_empty() {
            return Err(sentences.join("\n"));
        }
        // From the last, so that numbers stay what they are.
        refused.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        for (number, why) in refused {
            self.bots.remove(number);
            self.refused.push(why);
        }
        Ok(())
    }
}

/// Reads a tournament file and finds its bots.
pub fn load(path: &Path) -> anyhow::Result<Tournament> {
    let shown = path.display();
    let refuse = |why: String| bad_input(format!("{shown}: {why}"));
    let text = read(path).map_err(refuse)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let spec = spec::parse(&text).map_err(refuse)?;
    resolve::resolve(spec, text, folder).map_err(refuse)
}

/// The text of a file, or what to give instead.
fn read(path: &Path) -> Result<String, String> {
    let expected = "expected a tournament file such as tournaments/quickstart.toml";
    let bytes = fs::read(path).map_err(|e| match e.kind() {
        io::ErrorKind::IsADirectory => format!("this is a folder; {expected}"),
        _ => format!("{e}; {expected}"),
    })?;
    String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n');
        let byte = line.clone().next_back().map_or(0, <[u8]>::len) + 1;
        let line = line.count();
        format!("line {line}, byte {byte}: this isn't UTF-8; save the file as UTF-8")
    })
}

/// The game of this name, or a sentence with the name that was meant.
pub fn find_game(name: &str) -> Result<&'static dyn Kind, String> {
    referee_games::find(name).ok_or_else(|| {
        let known: Vec<&str> = referee_games::games().iter().map(|g| g.name()).collect();
        let meant = closest(name, &known);
        let meant = meant.map_or(String::new(), |m| format!("did you mean {m}? "));
        let known = known.join(", ");
        format!("there is no game {name:?}; {meant}the games are {known}")
    })
}

/// The JSON schema of tournament files.
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft07();
    settings
        .into_generator()
        .into_root_schema_for::<spec::Spec>()
}
