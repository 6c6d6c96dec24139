//! Knows every key of `-engine` and `-each`, and makes bots of engines.

use std::collections::BTreeMap;

use referee_config::match_files::{apart, quoted};
use referee_config::{one_word, parse_time_control};
use referee_record::{TimeBudget, TimeControl};
use toml::Value;

use super::foreign_match::ForeignMatch;
use super::options::Takes::{Nothing, One};
use super::options::{ForeignOption, check_pair, one_of, pair, parsed, table, value_of};
use super::shell;
use crate::args::number::whole;

/// All keys of both tools.
pub const KEYS: &[ForeignOption] = table! {
    "cmd", "name", "dir", "args", "arg", "proto", "tc", "st", "nodes", "depth", "plies", "timemargin": One, "";
    "restart": One, "";
    "conf": One, "no configuration is read; only what stands beside it is known of the engine";
    "initstr": One, "no text is sent before the protocol begins; options of an engine are option.NAME=VALUE";
    "stderr": One, "stderr of engines is always in the results";
    "tscale": One, "the time that an engine has to start is start_ms of [limits] in a tournament file";
    "book", "bookdepth": One, "engines get no Polyglot book; starts are those of --book";
    "trust": Nothing, "engines claim nothing; the referee knows the rules";
    "whitepov": Nothing, "a score always counts as that of the side to move; for such an engine leave out --draw and \
                          --resign";
    "ponder": Nothing, "no move is predicted to an engine, and it doesn't think on the opponent's turn";
    "debug": Nothing, "stderr of engines is always in the results; their debug mode isn't turned on";
};

/// Refuses words behind `-engine` or `-each` that aren't such keys with their values.
pub fn check(words: &[String]) -> Result<(), String> {
    let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    for word in words {
        let (name, _) = pair(word);
        let is_flag = |key: &ForeignOption| key.name == name && matches!(key.takes, Nothing);
        let is_option = name.len() > "option.".len() && name.starts_with("option.");
        // The text of an option may be empty.
        if is_option && !word.contains('=') {
            check_pair(word, &[name])?;
        } else if !is_option && !KEYS.iter().any(is_flag) {
            check_pair(word, &names)?;
        }
    }
    Ok(())
}

/// An engine as a bot of the referee.
#[derive(Debug)]
pub struct EngineBot {
    /// Its name, one word.
    pub name: String,
    /// The protocol that it speaks, `uci` or `xboard`.
    pub protocol: &'static str,
    /// The bot in a command, as `uci:./new`; `None` if only a tournament file can say what it is.
    pub word: Option<String>,
    /// What a tournament file says of it, apart from its name and options.
    pub lines: String,
    /// The options of the engine, by name.
    pub options: BTreeMap<String, String>,
}

/// Returns the bots, and the time control of the first, if anything is said of it. Sentences about what differs are
/// added to the match, and settings that its engines share.
pub fn bots(wanted: &mut ForeignMatch) -> Result<(Vec<EngineBot>, Option<TimeControl>), String> {
    let mut engines = std::mem::take(&mut wanted.engines);
    let (mut bots, mut times) = (Vec::new(), Vec::new());
    for (place, words) in (1..).zip(&mut engines) {
        words.extend_from_slice(&wanted.each);
        for key in KEYS.iter().filter(|key| !key.told.is_empty()) {
            if words.iter().any(|word| pair(word).0 == key.name) {
                wanted.tell(format!("{}: {}", key.name, key.told));
            }
        }
        let refuse = |why: String| format!("-engine number {place}: {why}");
        bots.push(bot(words, wanted).map_err(refuse)?);
        times.push(time(words).map_err(refuse)?);
    }
    restart(&engines, wanted)?;
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    let numbers: Vec<String> = (1..=bots.len()).map(|n| n.to_string()).collect();
    for ((bot, words), name) in bots.iter_mut().zip(&engines).zip(apart(&names, &numbers)) {
        if let Some(given) = value_of(words, "name").filter(|given| *given != name) {
            wanted.tell(format!(
                "name={given}: a name is one word, and no two bots have the same; it is changed"
            ));
        }
        bot.name = name;
    }
    let time = times.first().copied().flatten();
    let first = time.unwrap_or_default();
    for (bot, other) in bots.iter_mut().zip(times) {
        let other = other.unwrap_or_default();
        if let Some(factor) = factor(&first, &other) {
            bot.lines += &format!("time_factor = {factor}\n");
            bot.word = None;
        } else if other != first {
            let name = &bot.name;
            wanted.tell(format!(
                "{name}: times of bots differ by a factor alone; it gets that of the first engine"
            ));
        }
    }
    Ok((bots, time))
}

/// Returns the bot of an engine. Sentences about what differs are added to the match.
fn bot(words: &[String], wanted: &mut ForeignMatch) -> Result<EngineBot, String> {
    let cmd = value_of(words, "cmd").ok_or_else(|| match value_of(words, "conf") {
        None => "found no cmd=, expected cmd=FILE".to_owned(),
        Some(conf) => {
            format!("conf={conf} names an engine of a file that isn't read; expected cmd=FILE")
        }
    })?;
    let protocol = value_of(words, "proto").unwrap_or("uci");
    let refuse = |why: String| format!("proto={protocol}: {why}");
    let protocol = one_of("uci or xboard")(protocol).map_err(refuse)?;
    let dir = value_of(words, "dir").map(|dir| match dir.trim_end_matches('/') {
        "" => "/",
        dir => dir,
    });
    let word = format!("{protocol}:{}", dir.unwrap_or(cmd));
    let mut lines = format!("bot = {}\n", quoted(&word));
    if let Some(dir) = dir {
        let run = match cmd.strip_prefix("./") {
            None if cmd.starts_with('/') => cmd.to_owned(),
            within => format!("./{}", within.unwrap_or(cmd)),
        };
        lines += &format!("run = {}\n", quoted(&shell::quote(&run)));
        wanted.tell(format!(
            "dir={dir}: an engine plays from a read-only copy of all files in that folder"
        ));
    }
    let args = words.iter().filter_map(|word| word.strip_prefix("arg="));
    let mut args: Vec<String> = args.map(str::to_owned).collect();
    if let Some(line) = value_of(words, "args") {
        args.extend(shell::split(line).map_err(|why| format!("args={line}: {why}"))?);
    }
    let file = cmd.rsplit('/').next().unwrap_or(cmd);
    let name = one_word(value_of(words, "name").unwrap_or(file));
    let is_plain = dir.is_none() && args.is_empty() && name == one_word(file);
    if !args.is_empty() {
        lines += &format!("args = {}\n", Value::from(args));
    }
    let mut options = BTreeMap::new();
    for (key, value) in words.iter().map(|word| pair(word)) {
        if let Some(name) = key.strip_prefix("option.") {
            options.insert(name.to_owned(), value.to_owned());
        }
    }
    for (name, value) in options.iter().filter(|(_, value)| value.contains('/')) {
        let path = quoted(value);
        wanted.tell(format!(
            "option.{name}={value}: an engine may read its own files alone; add `read = [{path}]` to its [[bots]] \
             in a tournament file"
        ));
    }
    Ok(EngineBot {
        name,
        protocol,
        word: is_plain.then_some(word),
        lines,
        options,
    })
}

/// Adds how long processes of engines live, which is the same for all.
fn restart(engines: &[Vec<String>], wanted: &mut ForeignMatch) -> Result<(), String> {
    let mut off = 0;
    for words in engines {
        let mode = value_of(words, "restart").unwrap_or("on");
        let refuse = |why: String| format!("restart={mode}: {why}");
        match one_of("on, off or auto")(mode).map_err(refuse)? {
            "off" => off += 1,
            "auto" => wanted.tell("restart=auto: each game has a new process of the engine"),
            _ => {}
        }
    }
    if off > 0 {
        wanted.set("restart", quoted("never"), None);
    }
    if (1..engines.len()).contains(&off) {
        wanted.tell("restart=off: processes of all engines live as long as they can");
    }
    Ok(())
}

/// Returns the time control of an engine; `None` if nothing is said of it.
fn time(words: &[String]) -> Result<Option<TimeControl>, String> {
    let mut pairs = words.iter().rev().map(|word| pair(word));
    let depth = pairs.find(|(key, _)| ["depth", "plies"].contains(key));
    let parts = [
        value_of(words, "tc").map(tidied),
        value_of(words, "st").map(|seconds| format!("st={}", tidied(seconds))),
        value_of(words, "nodes").map(|nodes| format!("nodes={nodes}")),
        depth.map(|(_, depth)| format!("depth={depth}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let margin = parsed(words, "timemargin", whole::<u64, 0, 86_400_000>)?;
    let mut time = TimeControl::default();
    if !parts.is_empty() {
        time = parse_time_control(&parts.join(","))?;
    }
    time.margin_ms = margin.unwrap_or(0);
    Ok((!parts.is_empty() || time.margin_ms > 0).then_some(time))
}

/// Returns the number by which the times of one time control are multiplied to give another, if they differ.
fn factor(time: &TimeControl, other: &TimeControl) -> Option<f64> {
    let main = |time: &TimeControl| match time.budget {
        TimeBudget::Move { ms } | TimeBudget::Clock { ms, .. } => u32::try_from(ms).ok(),
        TimeBudget::Untimed { .. } => None,
    };
    let factor = f64::from(main(other)?) / f64::from(main(time)?);
    (time != other && time.scaled(factor) == *other).then_some(factor)
}

/// Writes a time in the forms that the referee reads: seconds with at most three decimals and no unit.
fn tidied(tc: &str) -> String {
    let mut endless = ["inf/", "infinite/", "0/"].into_iter();
    let tc = endless
        .find_map(|moves| tc.strip_prefix(moves))
        .unwrap_or(tc);
    if tc == "infinite" {
        return "inf".to_owned();
    }
    let mut text = String::new();
    for part in tc.split_inclusive(['/', ':', '+']) {
        let number = part.trim_end_matches(['/', ':', '+']);
        let seconds = number.strip_suffix('s').unwrap_or(number);
        let decimals = seconds.find('.').map_or(0, |dot| seconds.len() - dot - 1);
        match seconds.parse::<f64>() {
            Ok(exact) if decimals > 3 => {
                let rounded = format!("{exact:.3}");
                text += rounded.trim_end_matches('0').trim_end_matches('.');
            }
            _ => text += seconds,
        }
        text += &part[number.len()..];
    }
    text
}
