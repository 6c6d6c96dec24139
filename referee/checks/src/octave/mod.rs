//! Finds functions that bots in Octave call but that don't exist. MATLAB is not Octave, and no greeting
//! finds a function that a submission calls for the first time in its tenth move.

mod ask;
mod calls;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use referee_engine::{ProcessScope, careful_open};
use serde::Serialize;
use tokio::task::spawn_blocking;

use calls::{Calls, JOINED};
use referee_build::{BuildOptions, bot_files};
use referee_config::ConfiguredBot;
use referee_output::sanitize::plain;
use referee_output::text_layout::{count, wrap};

/// Maximum number of bytes read of a file.
const MOST: u64 = 1 << 20;
/// Maximum number of bytes read of a bot.
const MOST_OF_BOT: u64 = 8 << 20;
/// Column at which the texts of the dry run begin.
const INDENT: usize = 16;

/// Functions that bots in Octave call but that neither Octave nor the bot defines.
#[derive(Debug, Default, Serialize)]
pub struct MissingFunctions {
    /// Number of bots whose files were read.
    bots: u64,
    /// Each function with the bots that call it.
    callers: BTreeMap<String, Vec<String>>,
    /// Reasons why Octave couldn't be asked what it has.
    failures: BTreeSet<String>,
}

/// Finds functions that bots in Octave call but neither Octave nor the bot defines. Returns `None` if no bot
/// is an Octave bot with its own files.
pub async fn lacks(
    bots: &[ConfiguredBot],
    scope: &ProcessScope,
    options: &BuildOptions,
) -> Option<MissingFunctions> {
    let mut missing = MissingFunctions::default();
    for group in groups(bots).await {
        let names = group.bots.iter().flat_map(|(_, called)| called);
        let names: BTreeSet<String> = names.cloned().collect();
        let (first, _) = group.bots.first()?;
        let asked = ask::lacking(first, &group.options, &names, scope, options).await;
        let lacking = match asked {
            Ok(lacking) => lacking,
            Err(why) => {
                missing.failures.insert(why);
                continue;
            }
        };
        missing.bots += group.bots.len() as u64;
        for (bot, called) in group.bots {
            for name in called {
                if name == JOINED || lacking.contains(&name) {
                    let callers = missing.callers.entry(name).or_default();
                    callers.push(bot.name.clone());
                }
            }
        }
    }
    (missing.bots > 0 || !missing.failures.is_empty()).then_some(missing)
}

/// Bots for which the same Octave answers.
struct Group<'a> {
    options: Vec<String>,
    /// Each bot with the functions that it calls.
    bots: Vec<(&'a ConfiguredBot, BTreeSet<String>)>,
}

async fn groups(bots: &[ConfiguredBot]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for bot in bots {
        let Some(options) = ask::options(bot) else {
            continue;
        };
        let read = bot.clone();
        // The build reports files that can't be read.
        let called = spawn_blocking(move || called(&bot_files(&read).ok()?.files)).await;
        let Some(called) = called.ok().flatten() else {
            continue;
        };
        let same = |group: &&mut Group<'_>| {
            let other = group.bots.first().map(|(other, _)| &other.program);
            group.options == options
                && other.is_some_and(|other| {
                    let own_program = &bot.program;
                    (&own_program.executable, &own_program.read, &own_program.env)
                        == (&other.executable, &other.read, &other.env)
                })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.bots.push((bot, called)),
            None => groups.push(Group {
                options,
                bots: vec![(bot, called)],
            }),
        }
    }
    groups
}

/// Returns the functions that files call and don't define, or `None` if none of them is an Octave program.
fn called(files: &BTreeMap<PathBuf, PathBuf>) -> Option<BTreeSet<String>> {
    let (mut called, mut own) = (BTreeSet::new(), BTreeSet::new());
    let mut left = MOST_OF_BOT;
    for (name, path) in files.iter().filter(|(name, _)| is_program(name)) {
        own.extend(names(name));
        // The target of a link isn't the bot's, or is listed as its own file.
        let Ok(text) = read(path, left.min(MOST)) else {
            continue;
        };
        left -= text.len() as u64;
        let calls = Calls::of(&String::from_utf8_lossy(&text));
        called.extend(calls.called);
        own.extend(calls.defined);
    }
    called.retain(|name| !own.contains(name));
    (!own.is_empty()).then_some(called)
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "m")
}

/// Returns the names of a file: its own, and those of the classes and packages that contain it.
fn names(path: &Path) -> impl Iterator<Item = String> {
    let stem = path.with_extension("");
    let parts: Vec<String> = stem
        .iter()
        .map(|part| {
            part.to_string_lossy()
                .trim_start_matches(['@', '+'])
                .to_owned()
        })
        .collect();
    parts.into_iter()
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    careful_open::open(path)?
        .take(most)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl MissingFunctions {
    /// Returns a table of the functions, with the bots that call each.
    pub fn text(&self) -> String {
        let failed = self.failures.iter().map(|why| {
            let why = format!(
                "not known: Octave can't be asked what it has: {}",
                plain(why)
            );
            line("missing", &why)
        });
        let mut text: String = failed.collect();
        if self.bots > 0 {
            text += &self.table();
        }
        text
    }

    /// Builds the table, sorted by the number of bots that call a function, largest first.
    fn table(&self) -> String {
        let bots = count(self.bots, "bot");
        if self.callers.is_empty() {
            let message = format!("nothing: Octave has every function that {bots} may call");
            return line("missing", &message);
        }
        let functions = count(self.callers.len() as u64, "function");
        let without: BTreeSet<&String> = self.callers.values().flatten().collect();
        let without = without.len();
        let heading = format!("{functions} that Octave lacks, in {without} of {bots}:");
        let mut rows: Vec<_> = self.callers.iter().collect();
        rows.sort_by_key(|(name, bots)| (usize::MAX - bots.len(), *name));
        let widest = rows.iter().map(|(name, _)| name.chars().count()).max();
        let widest = widest.unwrap_or(0).max("function".len());
        let row = |name: &str, bots: &str, which: &str| {
            let start = format!("  {name:widest$}  {bots:>4}  ");
            let indent = start.chars().count();
            format!("{}\n", wrap(&(start + which), indent))
        };
        let rows = rows.iter().map(|(name, bots)| {
            let which: Vec<String> = bots.iter().map(|bot| plain(bot)).collect();
            row(name, &bots.len().to_string(), &which.join(", "))
        });
        line("missing", &heading) + &row("function", "bots", "which") + &rows.collect::<String>()
    }
}

fn line(label: &str, text: &str) -> String {
    format!("{}\n", wrap(&format!("{label:INDENT$}{text}"), INDENT))
}
