//! The saved form of a game: its state, written to and read from a file to continue the game another day.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use referee_engine::read_text;
use referee_games::{GameSource, Rules, Turn};
use referee_record::{Evidence, Step};
use serde::{Deserialize, Serialize};

use super::clock::RemainingTime;
use super::game_session::GameSession;

/// Version of the file format that is written.
const VERSION: u32 = 1;
/// Maximum length of a file that is read, in bytes.
const LENGTH_MAX: u64 = 16 << 20;

/// A saved game, as it is in the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTerminalGame {
    /// Version of the file format.
    version: u32,
    /// The name of the game.
    pub game: String,
    /// Hash of the program that holds its rules; `None` if they are built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The folder of that program, where the game doesn't belong to a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Its options.
    options: BTreeMap<String, String>,
    /// The state line before the first step.
    start: String,
    /// The seed from which the dice and the seeds of the bots are derived.
    pub seed: u64,
    /// Milliseconds that a bot has for each move.
    pub move_ms: u64,
    /// The players, by seats, as on the command line.
    pub players: BTreeMap<char, String>,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<RemainingTime>,
    /// The steps so far.
    steps: Vec<Step>,
    /// Evidence for the forfeits of bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<Evidence>,
}

/// The version alone, which is read before the rest.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl SavedTerminalGame {
    /// Returns the saved form of a game; `folder` is that of its program, where it doesn't belong to a run.
    pub fn of(
        (session, folder): (&GameSession, Option<&Path>),
        players: BTreeMap<char, String>,
        clock: Option<RemainingTime>,
        move_ms: u64,
    ) -> SavedTerminalGame {
        let owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        SavedTerminalGame {
            version: VERSION,
            game: session.rules.name().to_owned(),
            rules: session.hash.clone(),
            folder: folder.map(|folder| folder.to_string_lossy().into_owned()),
            options: session.rules.options().iter().map(owned_pair).collect(),
            start: session.start().line(),
            seed: session.seed,
            move_ms,
            players,
            clock,
            steps: session.steps().to_vec(),
            evidence: session.evidence().to_vec(),
        }
    }

    /// Writes the file, whole or not at all: first under another name, which it then renames.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(".part");
        let written = fs::File::create(&draft).and_then(|mut file| {
            serde_json::to_writer_pretty(&mut file, self)?;
            file.write_all(b"\n")?;
            file.sync_all()
        });
        let written = written.and_then(|()| fs::rename(&draft, path));
        if written.is_err() {
            // Best effort: the failed attempt should leave no file.
            let _ = fs::remove_file(&draft);
        }
        written
    }

    /// Reads a file of at most 16 MiB; returns an error in words if that fails or the content is invalid.
    pub fn read(path: &Path) -> Result<SavedTerminalGame, String> {
        let refuse = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let length = fs::metadata(path).map_err(|error| refuse(&error))?.len();
        if length > LENGTH_MAX {
            return Err(refuse(&"too long for a saved game"));
        }
        let text = read_text(path).map_err(|error| refuse(&error))?;
        let broken = |error| refuse(&format!("no saved game: {error}"));
        let Version { version } = serde_json::from_str(&text).map_err(broken)?;
        if version != VERSION {
            let known = format!("version {version} of a saved game, but only {VERSION} is known");
            return Err(refuse(&known));
        }
        serde_json::from_str(&text).map_err(broken)
    }

    /// Returns the game at the point where it stopped, by a game of this source; returns an error in words if its
    /// steps break the rules.
    pub fn session(&self, games: &GameSource) -> Result<GameSession, String> {
        let kind = games.find_exactly(&self.game, self.rules.as_deref());
        let kind = kind.ok_or_else(|| match &self.rules {
            Some(_) => format!(
                "the rules of {} aren't those that it was played by",
                self.game
            ),
            None => format!("there is no game {:?}", self.game),
        })?;
        let rules: Box<dyn Rules> = kind
            .rules(&self.options)
            .map_err(|error| error.to_string())?;
        let start = rules
            .read(&self.start)
            .map_err(|error| format!("start: {error}"))?;
        match start.turn() {
            Turn::Over(_) => return Err("start: the game is over there".to_owned()),
            Turn::Failed(why) => return Err(format!("start: {why}")),
            _ => {}
        }
        let mut session = GameSession::new(kind, rules, start, self.seed);
        for (i, step) in self.steps.iter().enumerate() {
            let played = session.again(step.clone());
            played.map_err(|why| format!("step {}: {why}", i + 1))?;
        }
        session.add_evidence(self.evidence.iter().cloned());
        let seats: Vec<char> = session.seats().chars().collect();
        let players: Vec<char> = self.players.keys().copied().collect();
        if seats != players {
            let listed: String = players.iter().collect();
            let wanted = session.seats();
            return Err(format!("players: found seats {listed}, expected {wanted}"));
        }
        Ok(session)
    }
}
