//! Turns files into typed settings: tournaments, `bot.toml`, rosters, start positions, time controls.
//!
//! Begin at [`TournamentFile`]. Parsing (`spec`, pure: text in, data out) and resolving (names and paths into rules
//! and programs) are separate. Errors are sentences. A bot from a commit is checked out with git's low-level
//! commands, and is then a folder like any other.
//!
//! Of the modules, [`match_files`] is public: its words are those of a file that a command writes.
//!
//! This crate must not know the store or a run: `referee-tournament` compares a tournament with what was
//! played before.

mod alike;
mod book;
mod bot;
mod builds;
mod default_starts;
mod engine_needs;
mod entrants;
mod exam;
mod format;
mod game;
mod known;
mod ladder;
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
mod state_lines;
mod strays;
mod submission_names;
mod suggestions;
#[cfg(test)]
mod tests;
mod time_control;
mod tournament_file;
mod tune;
mod walk;
mod words;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use referee_engine::Program;
use referee_games::GameSource;
use referee_jail::Level;
use referee_record::{Adjudication, Limits, Pondering, Restart, TimeControl};
use referee_schedule::Format;
use referee_schedule::head_to_head::Distinct;

pub use alike::{look_alikes, resemblance};
pub use book::Book;
pub use bot::{Given, SourceCommit, check_name, entrant, is_seen, one_word, short};
pub use builds::{BuildLimits, BuildTask, Builds};
pub use default_starts::{deals, usual as usual_starts};
pub use entrants::check_games;
pub use exam::{Examination, Marking, marking};
pub use game::{ConfiguredGame, GameChoice, find_game};
pub use known::known;
pub use ladder::LadderSettings;
pub use limits::{LimitsSpec, limits_table};
pub use named::{find_bot, find_bot_with};
pub use program::{ProgramLookup, USUAL, check_executable, of_system, plain};
pub use rejected_bot::RejectedBot;
pub use roster::{Person, Roster, parse_roster, read_roster};
pub use source::{BotSource, Files};
pub use source_limits::{FOLDER_DEPTH_MAX, SourceCount, SourceLimits};
pub use spec::{
    BotProtocol, BotSpec, ChangedBots, EngineDialect, EngineSettings, EngineValue, GameSpec,
};
pub use starts::StartSource;
pub use suggestions::{closest, from_toml, plain_toml};
pub use time_control::{format_time_control, parse_time_control};
pub use tournament_file::TournamentFile;
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
    /// The title on pages and in PGN, if the file gives one.
    pub title: Option<String>,
    /// Name of the game.
    pub game: String,
    /// The program that holds its rules; `None` if it is built in.
    pub program: Option<ConfiguredGame>,
    /// Hash of that program.
    pub rules: Option<String>,
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
    /// Where the games start from.
    pub starts: StartSource,
    /// The state lines that were drawn from a book, in the order in which they are used; see
    /// [`Tournament::draw_lines`].
    pub lines: Vec<String>,
    /// The seed by which they were drawn, and how many at most.
    drawn: Option<(u64, u64)>,
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
    /// When games end before their rules end them.
    pub adjudicate: Adjudication,
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

/// What a program is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProgramRole {
    /// It plays.
    #[default]
    Bot,
    /// It holds the rules of a game.
    Game,
}

impl ProgramRole {
    /// Returns what such a program is called.
    pub fn word(self) -> &'static str {
        match self {
            ProgramRole::Bot => "bot",
            ProgramRole::Game => "game",
        }
    }
}

/// A bot that takes part, or the program of a game, which is made ready like one.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfiguredBot {
    /// Whether it plays.
    pub role: ProgramRole,
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
    state_lines::read(text, rules)
}
