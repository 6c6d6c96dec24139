//! A game in a file, to go on with another day.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use referee_config::find_game;
use referee_games::{Rules, Turn};
use referee_record::Step;
use serde::{Deserialize, Serialize};

use super::clock::RemainingTime;
use super::game_session::GameSession;

/// The version of the files that are written.
const VERSION: u32 = 1;
/// The longest file that is read, in bytes.
const LENGTH_MAX: u64 = 16 << 20;

/// All that is kept of a game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTerminalGame {
    /// What reads such a file.
    version: u32,
    /// The game.
    pub game: String,
    /// Its options.
    options: BTreeMap<String, String>,
    /// The state line before the first step.
    start: String,
    /// What dice and the bots' own seeds are drawn from.
    pub seed: u64,
    /// Milliseconds that a bot has for each move.
    pub move_ms: u64,
    /// Who plays, by seats, as on the command line.
    pub players: BTreeMap<char, String>,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<RemainingTime>,
    /// What has happened.
    steps: Vec<Step>,
}

/// The version alone, to be read before the rest.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl SavedTerminalGame {
    /// What is to be kept of this game.
    pub fn of(
        sitting: &GameSession,
        players: BTreeMap<char, String>,
        clock: Option<RemainingTime>,
        move_ms: u64,
    ) -> SavedTerminalGame {
        let owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        SavedTerminalGame {
            version: VERSION,
            game: sitting.rules.name().to_owned(),
            options: sitting.rules.options().iter().map(owned_pair).collect(),
            start: sitting.start().line(),
            seed: sitting.seed,
            move_ms,
            players,
            clock,
            steps: sitting.steps().to_vec(),
        }
    }

    /// Writes the file, whole or not at all.
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
            // Of a failed attempt nothing is left, as far as that can be helped.
            let _ = fs::remove_file(&draft);
        }
        written
    }

    /// Reads a file; what is wrong with it comes as a sentence.
    pub fn read(path: &Path) -> Result<SavedTerminalGame, String> {
        let refuse = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let length = fs::metadata(path).map_err(|error| refuse(&error))?.len();
        if length > LENGTH_MAX {
            return Err(refuse(&"too long for a saved game"));
        }
        let text = fs::read_to_string(path).map_err(|error| refuse(&error))?;
        let broken = |error| refuse(&format!("no saved game: {error}"));
        let Version { version } = serde_json::from_str(&text).map_err(broken)?;
        if version != VERSION {
            let known = format!("version {version} of a saved game, but only {VERSION} is known");
            return Err(refuse(&known));
        }
        serde_json::from_str(&text).map_err(broken)
    }

    /// The game where it stopped; what the rules say against it comes as a sentence.
    pub fn sitting(&self) -> Result<GameSession, String> {
        let kind = find_game(&self.game)?;
        let rules: Box<dyn Rules> = kind
            .rules(&self.options)
            .map_err(|error| error.to_string())?;
        let start = rules
            .read(&self.start)
            .map_err(|error| format!("start: {error}"))?;
        if let Turn::Over(_) = start.turn() {
            return Err("start: the game is over there".to_owned());
        }
        let mut sitting = GameSession::new(rules, start, self.seed);
        for (i, step) in self.steps.iter().enumerate() {
            let played = sitting.again(step.clone());
            played.map_err(|why| format!("step {}: {why}", i + 1))?;
        }
        let seats: Vec<char> = sitting.seats().chars().collect();
        let players: Vec<char> = self.players.keys().copied().collect();
        if seats != players {
            let listed: String = players.iter().collect();
            let wanted = sitting.seats();
            return Err(format!("players: found seats {listed}, expected {wanted}"));
        }
        Ok(sitting)
    }
}
