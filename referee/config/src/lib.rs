//! Turns files into typed settings: tournaments, `bot.toml`, rosters, start positions, time controls.
//!
//! Begin at [`load`]. Parsing (`spec`, pure: text in, data out) and resolving (names and paths into rules
//! and programs) are separate. Errors are sentences; the caller that knows the file puts its name in front,
//! and [`load`] makes them errors of the input. A bot from a commit is checked out with git's low-level
//! commands, and is then a folder like any other.
//!
//! Of the modules, [`match_files`] is public: its words are those of a file that a command writes.
//!
//! This crate must not know the store or a run: `referee-tournament` compares a tournament with what was
//! played before.

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
mod named;
mod pattern;
mod place;
mod placeholders;
mod program;
mod rejected_bot;
mod resolve;
mod roster;
mod source;
mod source_limits;
mod spec;
mod starts;
mod strays;
mod submission_names;
mod suggestions;
#[cfg(test)]
mod tests;
mod time_control;
mod tune;
mod walk;
mod words;

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use referee_engine::{Program, read_text};
use referee_games::{GameKind, GameSource};
use referee_jail::Level;
use referee_output::failure::bad_input;
use referee_record::{Limits, Pondering, Restart, StartFrom, TimeControl};
use referee_schedule::Format;
use referee_schedule::head_to_head::Distinct;

pub use alike::look_alikes;
pub use bot::{Given, SourceCommit, check_name, entrant, is_seen, short};
pub use builds::{BuildLimits, BuildTask, Builds};
pub use default_starts::{deals, usual as usual_starts};
pub use entrants::check_games;
pub use exam::{Examination, Marking, marking};
pub use known::known;
pub use limits::{LimitsSpec, limits_table};
pub use named::{find_bot, find_bot_with};
pub use program::{ProgramLookup, USUAL, check_executable, of_system, plain};
pub use rejected_bot::RejectedBot;
pub use roster::{Person, Roster, parse_roster, read_roster};
pub use source::{BotSource, Files};
pub use source_limits::{FOLDER_DEPTH_MAX, SourceCount, SourceLimits};
pub use spec::{BotSpec, ChangedBots};
pub use suggestions::{closest, from_toml, plain_toml};
pub use time_control::{format_time_control, parse_time_control};
pub use walk::{FolderItem, VCS_FOLDERS, walk_folder};
pub use words::{CommandLine, OptionValue};

/// A tournament that is parsed and checked, with all bots found.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct Tournament {
    /// Text of the file, unchanged.
    pub text: String,
    /// Where its game comes from.
    pub games: GameSource,
    /// Name of the game.
    pub game: String,
    /// Options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Letters of the seats of every game, in order.
    pub seats: Vec<char>,
    /// Format, which decides the pairings.
    pub format: Format,
    /// Whether the file gives the number of rounds; otherwise a resumed run keeps its own.
    pub rounds_given: bool,
    /// Minutes after which no new game begins.
    pub minutes: Option<NonZeroU32>,
    /// Games in a row that a bot may lose by its own fault; after that it plays no more.
    pub park_after: Option<NonZeroU32>,
    /// What becomes of the games of bots that have changed since, if the file says it.
    pub changed_bots: Option<ChangedBots>,
    /// Whether a match goes on whatever share of its games is lost by faults.
    pub allow_faults: bool,
    /// Master seed of everything random, of 63 bits.
    pub seed: u64,
    /// Whether the file gives the seed; otherwise a resumed run keeps its own.
    pub seed_given: bool,
    /// Start positions, taken in turn; at least one.
    pub starts: Vec<StartFrom>,
    /// Random legal plies that are played from each start.
    pub openings: u32,
    /// Which deals begin alike, once this is known for a match of two; see
    /// `referee_tournament::look_at_starts`.
    pub distinct: Option<Distinct>,
    /// Number of concurrent games; `None` for as many as the machine can play.
    pub concurrency: Option<NonZeroU32>,
    /// True if more than four concurrent games for each physical core are allowed.
    pub oversubscribe: bool,
    /// Cores for each game.
    pub cores: NonZeroU32,
    /// Whether a game is pinned to its cores.
    pub pin: bool,
    /// Lifetime of a bot's process.
    pub restart: Restart,
    /// Limits that are enforced in addition to the time.
    pub limits: Limits,
    /// Treatment of a bot while it isn't its turn; `None` for what the jail can do.
    pub pondering: Option<Pondering>,
    /// Level of the jail, if the file sets one.
    pub jail: Option<Level>,
    /// Bots that can play so far; see [`Tournament::check_bots`].
    pub bots: Vec<ConfiguredBot>,
    /// Submissions and optional bots that can't play and were left out.
    pub refused: Vec<RejectedBot>,
    /// Paths of all submissions, including those that don't play.
    pub submissions: Vec<PathBuf>,
    /// Paths of what lies beside the submissions and isn't one, such as `__MACOSX`.
    pub strays: Vec<PathBuf>,
    /// Settings of an exam other than its format.
    pub exam: Option<Examination>,
    /// Settings for building bots.
    pub builds: Builds,
}

/// Context in which a bot is resolved.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext {
    /// Time of a bot without odds.
    pub time: TimeControl,
    /// Where programs are looked up.
    pub places: ProgramLookup,
    /// Whether the bot is built in the jail.
    pub build_jailed: bool,
    /// Size limits for the files that it plays from.
    pub bounds: SourceLimits,
}

impl ResolveContext {
    /// Returns the context for a single game.
    pub fn new(time: TimeControl, places: ProgramLookup) -> ResolveContext {
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
    /// The name that it would have if no other submission were called so, if that is another one.
    pub wanted: Option<String>,
    /// Program that is started.
    pub program: Program,
    /// Source that it is made of.
    pub source: BotSource,
    /// The part of its reach that the user who runs it has named.
    pub given: Given,
    /// Commit that it is from, if a commit was named.
    pub commit: Option<SourceCommit>,
    /// Command that is run first, in a copy of the folder; see the crate `referee-build`.
    pub build: Option<BuildTask>,
    /// Command that is run before that, with network.
    pub fetch: Option<BuildTask>,
    /// Remarks from finding the bot, to be shown once in a run.
    pub remarks: Vec<String>,
    /// Programs that mean others to the user than to the bot, in a sentence each; for commands that try a bot.
    pub advice: Vec<String>,
    /// Its time, including odds.
    pub time: TimeControl,
    /// Whether the tournament continues without it if it can't be built or started.
    pub optional: bool,
    /// Whether it is a submission, rather than named by the tournament file.
    pub submitted: bool,
    /// Size limits for the files that it plays from.
    pub bounds: SourceLimits,
    /// Its own limits, if the tournament gives it any.
    pub limits: LimitsSpec,
}

impl ConfiguredBot {
    /// Returns its limits if all bots have the `usual` ones; `None` if its limits are the same.
    pub fn limits_under(&self, usual: &Limits) -> Option<Limits> {
        Some(self.limits.over(usual)).filter(|limits| limits != usual)
    }

    /// Returns whether a command is run before it plays.
    pub fn is_built(&self) -> bool {
        self.build.is_some() || self.fetch.is_some()
    }
}

/// Reads a tournament file and finds its bots, for a jail of this level, or of the file's own if `level` is
/// `None`. Returns an error that names the file and what is wrong.
pub fn load(path: &Path, level: Option<Level>) -> anyhow::Result<Tournament> {
    let tournament = of_file(path, |text, folder| of_text(text, folder, level));
    tournament.map_err(bad_input)
}

/// Reads a tournament file as [`load`] does, also if too few of its bots can play
/// ([`Tournament::check_bots`]).
pub fn load_any(path: &Path, level: Option<Level>) -> anyhow::Result<Tournament> {
    let tournament = of_file(path, |text, folder| resolved(text, folder, level));
    tournament.map_err(bad_input)
}

/// Reads a file and the tournament that its text describes; an error begins with its path.
fn of_file(
    path: &Path,
    resolve: impl FnOnce(&str, &Path) -> Result<Tournament, String>,
) -> Result<Tournament, String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let tournament = read(path).and_then(|text| resolve(&text, folder));
    tournament.map_err(|why| format!("{}: {why}", path.display()))
}

/// Resolves the tournament that a text describes; its paths are relative to `folder`. Returns an error also
/// if too few of its bots can play.
pub fn of_text(text: &str, folder: &Path, level: Option<Level>) -> Result<Tournament, String> {
    let tournament = resolved(text, folder, level)?;
    tournament.check_bots().map_err(|why| {
        let left_out = tournament.refused.iter().map(ToString::to_string);
        let lines: Vec<String> = std::iter::once(why).chain(left_out).collect();
        lines.join("\n")
    })?;
    Ok(tournament)
}

fn resolved(text: &str, folder: &Path, level: Option<Level>) -> Result<Tournament, String> {
    let spec = spec::parse(text)?;
    let level = level.or(spec.jail.map(Level::from)).unwrap_or_default();
    let places = ProgramLookup::at(level);
    resolve::resolve(spec, text, folder, places).map_err(|refusal| refusal.shown(text))
}

/// Reads the text of a file; the error says what was expected.
fn read(path: &Path) -> Result<String, String> {
    let expected = "expected a tournament file such as tournaments/quickstart.toml";
    read_text(path).map_err(|e| match e.kind() {
        io::ErrorKind::IsADirectory => format!("this is a folder; {expected}"),
        io::ErrorKind::InvalidData => e.to_string(),
        _ => format!("{e}; {expected}"),
    })
}

/// Finds the game of this name; the error suggests the name that was meant.
pub fn find_game(name: &str) -> Result<&'static dyn GameKind, String> {
    referee_games::find(name).ok_or_else(|| {
        let known: Vec<&str> = referee_games::games().iter().map(|g| g.name()).collect();
        let meant = closest(name, &known);
        let meant = meant.map_or(String::new(), |m| format!("did you mean {m}? "));
        let known = known.join(", ");
        format!("there is no game {name:?}; {meant}the games are {known}")
    })
}

/// Returns the JSON schema of tournament files.
pub fn schema() -> schemars::Schema {
    schema_of::<spec::TournamentSpec>()
}

/// Returns the JSON schema of a file type, in draft 7, which editors support.
pub fn schema_of<File: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft07();
    settings.into_generator().into_root_schema_for::<File>()
}

/// Parses the text of a `bot.toml`, for fuzz targets.
#[cfg(fuzzing)]
pub fn parse_bot(text: &str) -> Result<(), String> {
    spec::parse_bot(text).map(drop)
}

/// Parses a file of start positions, for fuzz targets.
#[cfg(fuzzing)]
pub fn parse_starts(text: &str, rules: &dyn referee_games::Rules) -> Result<Vec<String>, String> {
    starts::read(text, rules)
}
