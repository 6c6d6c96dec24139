//! Measures whole tournaments, played by `referee run` with everything that belongs to it: schedule, rules, records
//! and store. Beside them stands what the same bots reach without a referee, over the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use referee_engine::{Cores, stay_on};
use referee_store::Run;
use serde::{Deserialize, Serialize};

use crate::median;
use crate::resend::Sent;

/// Measurements of each setting, interleaved with those of the others.
const ROUNDS: usize = 3;
/// Time that a measurement takes, about.
const SLICE: Duration = Duration::from_secs(2);
/// Games of a run whose time is taken off, since it is that of the start.
const SHORT: u32 = 2;
/// Games of the first run, which tells how many games fill a slice, and whose bytes the bare loops send.
const SAMPLE: u32 = 60;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunSetting {
    /// Processes that play all games, in a loop that only writes and reads.
    BareLoop,
    /// A run with processes that play all games, without a jail.
    Kept,
    /// The same with two games at a time.
    KeptTwice,
    /// The same in the jail, with bots that may think at any time.
    KeptJailed,
    /// The same in the jail, with bots that stand still until they are asked.
    KeptFrozen,
    /// New processes for each game, in a loop that only starts, writes and reads.
    BareSpawns,
    /// A run with new processes for each game, without a jail.
    Fresh,
    /// A run as it is if nothing is said: new processes for each game, in the jail.
    FreshJailed,
}

/// The settings in the order in which they are measured.
const SETTINGS: [RunSetting; 8] = [
    RunSetting::BareLoop,
    RunSetting::Kept,
    RunSetting::KeptTwice,
    RunSetting::KeptJailed,
    RunSetting::KeptFrozen,
    RunSetting::BareSpawns,
    RunSetting::Fresh,
    RunSetting::FreshJailed,
];

/// The speed of a setting in a game.
#[derive(Debug, Serialize)]
pub struct RunSpeed {
    /// Name of the game.
    pub game: &'static str,
    /// The setting.
    pub setting: RunSetting,
    /// Median of its rounds, in plies per second.
    pub plies: f64,
    /// Slowest and fastest round.
    pub range: [f64; 2],
    /// Games per second, by the median.
    pub games: f64,
    /// The setting that it is compared with.
    pub of: Option<RunSetting>,
    /// Median of the ratios to that setting in the same round.
    pub ratio: Option<f64>,
}

impl RunSetting {
    /// Returns the words for a table.
    pub fn label(self) -> &'static str {
        match self {
            RunSetting::BareLoop => "bare loop",
            RunSetting::Kept => "run, restart = never, jail off",
            RunSetting::KeptTwice => "  two games at a time",
            RunSetting::KeptJailed => "  in the jail, pondering = ignore",
            RunSetting::KeptFrozen => "  in the jail, frozen",
            RunSetting::BareSpawns => "bare spawns",
            RunSetting::Fresh => "run, new processes, jail off",
            RunSetting::FreshJailed => "  in the jail (the default)",
        }
    }

    fn compared_with(self) -> Option<RunSetting> {
        match self {
            RunSetting::BareLoop | RunSetting::BareSpawns => None,
            RunSetting::Kept => Some(RunSetting::BareLoop),
            RunSetting::KeptTwice | RunSetting::KeptJailed => Some(RunSetting::Kept),
            RunSetting::KeptFrozen => Some(RunSetting::KeptJailed),
            RunSetting::Fresh => Some(RunSetting::BareSpawns),
            RunSetting::FreshJailed => Some(RunSetting::Fresh),
        }
    }

    /// Returns the keys of the tournament file; `None` for a bare loop.
    fn keys(self) -> Option<&'static str> {
        match self {
            RunSetting::BareLoop | RunSetting::BareSpawns => None,
            RunSetting::Kept => Some("restart = \"never\"\njail = \"off\"\nconcurrency = 1\n"),
            RunSetting::KeptTwice => Some("restart = \"never\"\njail = \"off\"\nconcurrency = 2\n"),
            RunSetting::KeptJailed => {
                Some("restart = \"never\"\npondering = \"ignore\"\nconcurrency = 1\n")
            }
            RunSetting::KeptFrozen => {
                Some("restart = \"never\"\npondering = \"off\"\nconcurrency = 1\n")
            }
            RunSetting::Fresh => Some("jail = \"off\"\nconcurrency = 1\n"),
            RunSetting::FreshJailed => Some("concurrency = 1\n"),
        }
    }
}

/// A bot that is built, and the folder in which everything is played.
pub struct RunBench<'a> {
    referee: &'a Path,
    folder: &'a Path,
    bot: &'a Path,
    program: PathBuf,
}

/// What the description of the bot says of its build and its start.
#[derive(Deserialize)]
struct Commands {
    build: Vec<String>,
    run: Vec<String>,
}

impl<'a> RunBench<'a> {
    /// Builds the bot of a folder by its `bot.toml`, for runs of this program in another folder.
    pub fn build(referee: &'a Path, folder: &'a Path, bot: &'a Path) -> Result<RunBench<'a>> {
        let file = bot.join("bot.toml");
        let commands: Commands = toml::from_str(&fs::read_to_string(&file)?)?;
        let ([compiler, words @ ..], [program]) = (&commands.build[..], &commands.run[..]) else {
            bail!(
                "{}: expected a build, and a program without arguments",
                file.display()
            );
        };
        let built = Command::new(compiler).args(words).current_dir(bot).output();
        let built = built.with_context(|| format!("{compiler} builds the bot that is measured"))?;
        if !built.status.success() {
            bail!(
                "{compiler}: {}",
                String::from_utf8_lossy(&built.stderr).trim()
            );
        }
        // No build is a part of what is measured.
        fs::write(&file, format!("run = [{program:?}]\n"))?;
        Ok(RunBench {
            referee,
            folder,
            bot,
            program: bot.join(program),
        })
    }

    /// Measures all settings of a game. Calls `tell` with the name of each measurement before it begins.
    pub fn measure(&self, game: &'static str, tell: &mut dyn FnMut(&str)) -> Result<Vec<RunSpeed>> {
        let sample = self.run(game, RunSetting::Kept, SAMPLE)?;
        let sent = Sent::of(&sample.results)?;
        let mut counts = [SAMPLE; SETTINGS.len()];
        let mut speeds = vec![[0.0; SETTINGS.len()]; ROUNDS];
        for (number, round) in speeds.iter_mut().enumerate() {
            for (index, setting) in SETTINGS.into_iter().enumerate() {
                tell(&format!(
                    "{game}, round {} of {ROUNDS}: {}",
                    number + 1,
                    setting.label().trim()
                ));
                let games = &mut counts[index];
                if number == 0 && setting.keys().is_some() {
                    let rate = self.rate(game, setting, *games)?.games;
                    *games = fill(rate);
                }
                round[index] = match setting {
                    RunSetting::BareLoop => self.bare(&sent, false)?,
                    RunSetting::BareSpawns => self.bare(&sent, true)?,
                    _ => self.rate(game, setting, *games)?.plies,
                };
            }
        }
        let plies_a_game = sent.plies() / f64::from(SAMPLE);
        Ok(summary(game, &speeds, plies_a_game))
    }

    /// Returns the speed of a run beyond its start.
    fn rate(&self, game: &str, setting: RunSetting, games: u32) -> Result<Speed> {
        let short = self.run(game, setting, SHORT)?;
        let long = self.run(game, setting, games.max(2 * SHORT))?;
        let seconds = (long.took.as_secs_f64() - short.took.as_secs_f64()).max(1e-3);
        Ok(Speed {
            plies: (long.plies - short.plies) / seconds,
            games: f64::from(games.max(2 * SHORT) - SHORT) / seconds,
        })
    }

    fn run(&self, game: &str, setting: RunSetting, games: u32) -> Result<PlayedRun> {
        let text = format!(
            "game = \"{game}\"\nseed = 7\nopenings = 2\ngames_per_pair = {games}\ntime = {{ move_ms = 10000 }}\n\
             {}[[bots]]\nname = \"left\"\nbot = {bot:?}\n[[bots]]\nname = \"right\"\nbot = {bot:?}\n",
            setting.keys().unwrap_or_default(),
            bot = self.bot.display().to_string(),
        );
        let file = self.folder.join("bench.toml");
        let results = self.folder.join("bench.db");
        for old in ["bench.db", "bench.db-wal", "bench.db-shm"] {
            let _ = fs::remove_file(self.folder.join(old));
        }
        fs::write(&file, text).with_context(|| file.display().to_string())?;
        let began = Instant::now();
        let output = Command::new(self.referee)
            .args(["run", "--json"])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output()?;
        let took = began.elapsed();
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let plies = plies(&results)?;
        Ok(PlayedRun {
            took,
            results,
            plies,
        })
    }

    /// Returns the plies per second of the bare loop, with processes of its own for each game or for all.
    fn bare(&self, sent: &Sent, fresh: bool) -> Result<f64> {
        let program = &self.program;
        let play = || -> Result<f64> {
            let (cores, _claim) = Cores::claim(Some(1), 1, true);
            stay_on(cores.sets.first().map_or(&[], Vec::as_slice));
            sent.play(program, fresh, SLICE)
        };
        // A thread of its own, since it stays on one core from now on.
        let played = std::thread::scope(|scope| scope.spawn(play).join());
        played.unwrap_or_else(|_| bail!("the bare loop failed"))
    }
}

/// The speed of a run.
struct Speed {
    plies: f64,
    games: f64,
}

/// A run that has ended.
struct PlayedRun {
    took: Duration,
    results: PathBuf,
    plies: f64,
}

/// Returns the number of plies of a run.
#[expect(clippy::cast_precision_loss, reason = "millions at most")]
fn plies(results: &Path) -> Result<f64> {
    let mut plies = 0;
    for record in Run::open(results)?.records()? {
        plies += record?.played.steps.len();
    }
    Ok(plies as f64)
}

/// Returns the even number of games that fill a slice.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
fn fill(games_per_second: f64) -> u32 {
    let games = (games_per_second * SLICE.as_secs_f64()).clamp(10.0, 1e6);
    games as u32 / 2 * 2
}

/// Returns the figures of all settings from the speeds of the rounds.
fn summary(
    game: &'static str,
    rounds: &[[f64; SETTINGS.len()]],
    plies_a_game: f64,
) -> Vec<RunSpeed> {
    let figures = SETTINGS.into_iter().enumerate().map(|(index, setting)| {
        let speeds: Vec<f64> = rounds.iter().map(|round| round[index]).collect();
        let of = setting.compared_with();
        let other = of.and_then(|of| SETTINGS.iter().position(|one| *one == of));
        let ratios = other.map(|other| {
            rounds
                .iter()
                .map(|round| round[index] / round[other])
                .collect()
        });
        let plies = median(speeds.clone());
        RunSpeed {
            game,
            setting,
            plies,
            range: [
                speeds.iter().copied().fold(f64::INFINITY, f64::min),
                speeds.iter().copied().fold(0.0, f64::max),
            ],
            games: plies / plies_a_game,
            of,
            ratio: ratios.map(median),
        }
    });
    figures.collect()
}
