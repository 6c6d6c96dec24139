//! The bot's side of the referee's protocol, without dependencies, for Rust 1.63 or later.
//!
//! Write a function that chooses a move, and give it to [`play`].

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// The information that the bot has when it is to move.
pub struct Turn {
    /// The game's name, such as `onitama`.
    pub game: String,
    /// The bot's letter.
    pub seat: char,
    /// The letters of all players, such as `AB`.
    pub seats: String,
    /// The state line: the complete position.
    pub state: String,
    /// The legal moves.
    pub legal: Vec<String>,
    /// The `played`, `chance` and `out` lines since the last turn.
    pub happened: Vec<String>,
    /// The pairs of the game line.
    pub options: HashMap<String, String>,
    /// The pairs of the go line: the time for this move, such as `move_ms`.
    pub clock: HashMap<String, String>,
    /// Random numbers that are the same for the same seed of a game.
    pub random: Random,
    since: Instant,
    notes: BTreeMap<String, String>,
}

impl Turn {
    fn new(game: &str, options: HashMap<String, String>) -> Turn {
        let option = |key| options.get(key).cloned().unwrap_or_default();
        Turn {
            game: game.to_owned(),
            seat: option("seat").chars().next().unwrap_or('A'),
            seats: option("seats"),
            state: String::new(),
            legal: Vec::new(),
            happened: Vec::new(),
            random: Random(option("seed").parse().unwrap_or(0)),
            clock: HashMap::new(),
            since: Instant::now(),
            notes: BTreeMap::new(),
            options,
        }
    }

    /// The time since `go` was read.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// Sets what viewers show next to the move. The keys that they know are `depth`, `score`,
    /// `nodes`, `pv` and `text`; a later value replaces an earlier one.
    pub fn info(&mut self, key: &str, value: impl Display) {
        let value = value.to_string().replace('"', "'");
        let value = value.replace(char::is_whitespace, " ");
        *self.notes.entry(key.to_owned()).or_default() = if value.contains(' ') {
            format!("\"{value}\"")
        } else {
            value
        };
    }

    /// Marks a square, such as `e4`.
    pub fn mark(&mut self, square: &str) {
        self.add("mark", square);
    }

    /// Draws an arrow from one square to another.
    pub fn arrow(&mut self, from: &str, to: &str) {
        self.add("arrow", &format!("{from}{to}"));
    }

    fn add(&mut self, key: &str, item: &str) {
        let list = self.notes.entry(key.to_owned()).or_default();
        if !list.is_empty() {
            list.push(',');
        }
        list.push_str(item);
    }
}

/// A generator of random numbers: SplitMix64, by Steele, Lea and Flood.
pub struct Random(u64);

impl Random {
    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns one of several elements, each with the same probability; `None` if there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let count = things.len().max(1) as u64;
        things.get((self.number() % count) as usize)
    }
}

/// Talks to the referee until quit or the end of the input. No move means to resign. After the name
/// there may be pairs for the ready line, as in `fox author=kim`.
pub fn play(mut choose: impl FnMut(&mut Turn) -> Option<String>, name: &str) -> io::Result<()> {
    let mut turn = Turn::new("", HashMap::new());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let line = line.trim();
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            "hello" => say(&format!("ready {name}"))?,
            "game" => turn = Turn::new(rest.split(' ').next().unwrap_or(""), pairs(rest)),
            "state" => {
                turn.state = rest.to_owned();
                turn.legal.clear();
            }
            "legal" => turn.legal = rest.split_whitespace().map(str::to_owned).collect(),
            "played" | "chance" | "out" => turn.happened.push(line.to_owned()),
            "go" => {
                turn.since = Instant::now();
                turn.clock = pairs(rest);
                turn.notes.clear();
                let chosen = choose(&mut turn).filter(|word| !word.is_empty());
                if !turn.notes.is_empty() {
                    let notes = turn
                        .notes
                        .iter()
                        .map(|(key, value)| format!(" {key}={value}"));
                    say(&format!("info{}", notes.collect::<String>()))?;
                }
                say(&chosen.map_or("resign".to_owned(), |word| format!("move {word}")))?;
                turn.happened.clear();
            }
            // An error message; bots may write to stderr.
            "error" => eprintln!("{line}"),
            "quit" => break,
            // The result and unknown keywords need no answer.
            _ => {}
        }
    }
    Ok(())
}

/// Writes a line and flushes it: an answer that stays in the buffer loses on time.
fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

/// Picks the `key=value` pairs out of a line.
fn pairs(line: &str) -> HashMap<String, String> {
    line.split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}
