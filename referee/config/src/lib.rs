//! Files to typed settings: tournaments, `bot.toml`, rosters, start positions, time controls.
//!
//! Begin at [`load`]. Parsing (`spec`, pure: text in, data out) and resolving (names and paths into rules and programs)
//! are kept apart. Refusals are sentences; whoever knows the file puts its name before them, and [`load`] makes
//! them errors of the input. A bot out of a commit is checked out by git's plumbing, and is then a folder like any other.
//!
//! It must never know the store or a run: what was played before is compared by `referee-tournament`.

mod alike;
mod bot;
mod builds;
mod default_starts;
mod entrants;
mod exam;
mod format;
mod known;
mod limits;
pub mod match_files;
pub mod named;
mod place;
mod program;
mod rejected_bot;
mod resolve;
pub mod roster;
mod source;
pub mod source_limits;
mod spec;
mod starts;
mod suggestions;
#[cfg(test)]
mod tests;
pub mod time_control;
mod tune;
pub mod walk;
mod words;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::{fs, io};

use referee_engine::Program;
use referee_games::GameKind;
use referee_jail::Level;
use referee_output::failure::bad_input;
use referee_record::{Limits, Pondering, Restart, StartFrom, TimeControl};
use referee_schedule::Format;
use referee_schedule::head_to_head::Distinct;

use crate::source_limits::SourceLimits;
pub use bot::{Given, SourceCommit, check_name, entrant, is_seen, short};
pub use builds::{BuildLimits, BuildTask, Builds};
pub use default_starts::{deals, usual as usual_starts};
pub use entrants::check_games;
pub use exam::{Examination, Marking, marking};
pub use known::known;
pub use limits::{OwnLimits, whole};
pub use program::{USUAL, VisiblePaths, check_executable, of_system, plain};
pub use rejected_bot::RejectedBot;
pub use source::{BotSource, Files};
pub use spec::BotSpec;
pub use suggestions::{closest, from_toml, plain_toml};
pub use words::{CommandLine, OptionValue};
#[cfg(fuzzing)]
pub use {spec::parse_bot, starts::read as read_starts};

/// A tournament: everything parsed and checked, and every bot found.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
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
    /// Whether the file gives the number of rounds; a resumed run keeps its own otherwise.
    pub rounds_given: bool,
    /// No game is begun later than after so many minutes.
    pub minutes: Option<NonZeroU32>,
    /// A bot that loses so many games in a row by its own fault plays no more.
    pub park_after: Option<NonZeroU32>,
    /// What everything random is drawn from, of 63 bits.
    pub seed: u64,
    /// Whether somebody chose the seed; a resumed run keeps its own otherwise.
    pub seed_given: bool,
    /// The start positions, taken in turn; at least one.
    pub starts: Vec<StartFrom>,
    /// Random legal plies that are played from a start.
    pub openings: u32,
    /// Which deals begin alike, once a match of two has looked at that; see `referee_tournament::look_at_starts`.
    pub distinct: Option<Distinct>,
    /// Games at the same time; without, as many as the machine carries.
    pub concurrency: Option<NonZeroU32>,
    /// Whether there may be more than the machine should be asked for.
    pub oversubscribe: bool,
    /// Cores of each game.
    pub cores: NonZeroU32,
    /// Whether a game is pinned to its cores.
    pub pin: bool,
    /// How long a process lives.
    pub restart: Restart,
    /// What is enforced beside the time.
    pub limits: Limits,
    /// What becomes of a bot while it isn't its turn; without, what the jail can do.
    pub pondering: Option<Pondering>,
    /// How much of a jail there has to be, where the file says so.
    pub jail: Option<Level>,
    /// The bots, as many as a game has seats at least.
    pub bots: Vec<ConfiguredBot>,
    /// Submissions that can't be played and were left out.
    pub refused: Vec<RejectedBot>,
    /// Where submissions lie, also of those that don't play.
    pub submissions: Vec<PathBuf>,
    /// What an exam has beside its format.
    pub exam: Option<Examination>,
    /// How bots are built.
    pub builds: Builds,
}

/// What a bot is found under.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext {
    /// The time that it has without odds.
    pub time: TimeControl,
    /// Where programs are looked up.
    pub places: VisiblePaths,
    /// Whether it is built in the jail.
    pub build_jailed: bool,
    /// How large what it plays from may be.
    pub bounds: SourceLimits,
}

impl ResolveContext {
    /// Those of a single game.
    pub fn new(time: TimeControl, places: VisiblePaths) -> ResolveContext {
        ResolveContext {
            time,
            places,
            build_jailed: places.jailed,
            bounds: SourceLimits::default(),
        }
    }
}

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfiguredBot {
    /// Its name, unique in the tournament.
    pub name: String,
    /// What is started.
    pub program: Program,
    /// What it is made of.
    pub source: BotSource,
    /// What of its reach whoever runs it has named.
    pub given: Given,
    /// The commit that it is from, if it is named by one.
    pub commit: Option<SourceCommit>,
    /// What is run first, in a copy of the folder; see [`crate::build`].
    pub build: Option<BuildTask>,
    /// What is run before that, with network.
    pub fetch: Option<BuildTask>,
    /// What somebody may wonder about when the bot was found; to be said once a run.
    pub remarks: Vec<String>,
    /// Its time, odds included.
    pub time: TimeControl,
    /// Whether the tournament goes on without it if it can't be built or started.
    pub optional: bool,
    /// Whether it was handed in, rather than named by the tournament file.
    pub submitted: bool,
    /// How large what it plays from may be.
    pub bounds: SourceLimits,
    /// Limits of its own, as far as the tournament gives it any.
    pub limits: OwnLimits,
}

impl ConfiguredBot {
    /// Its limits where everybody has the `usual` ones; nothing where it has these too.
    pub fn limits_under(&self, usual: &Limits) -> Option<Limits> {
        Some(self.limits.over(usual)).filter(|limits| limits != usual)
    }

    /// Whether something is run before it plays.
    pub fn is_built(&self) -> bool {
        self.build.is_some() || self.fetch.is_some()
    }
}

/// Reads a tournament file and finds its bots, for a jail of this level where one is asked for, else
/// of the file's own.
pub fn load(path: &Path, level: Option<Level>) -> anyhow::Result<Tournament> {
    let shown = path.display();
    let refuse = |why: String| bad_input(format!("{shown}: {why}"));
    let text = read(path).map_err(refuse)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    of_text(&text, folder, level).map_err(refuse)
}

/// The tournament that a text describes, whose paths are relative to `folder`.
pub fn of_text(text: &str, folder: &Path, level: Option<Level>) -> Result<Tournament, String> {
    let spec = spec::parse(text)?;
    let level = level.or(spec.jail.map(Level::from)).unwrap_or_default();
    let places = VisiblePaths::at(level);
    resolve::resolve(spec, text, folder, places).map_err(|refusal| refusal.shown(text))
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
pub fn find_game(name: &str) -> Result<&'static dyn GameKind, String> {
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
    schema_of::<spec::TournamentSpec>()
}

/// The JSON schema of a file, in the draft that editors know.
pub fn schema_of<File: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft07();
    settings.into_generator().into_root_schema_for::<File>()
}
