//! Makes bots of engines.

use std::path::Path;

use referee_config::is_seen;
use referee_config::match_files::{apart, quoted};
use referee_record::TimeControl;

use super::engine_keys::EnginePairs;
use super::engine_time::factor;
use super::foreign_match::{ForeignMatch, Setting};
use super::shell;

/// Maximum length of a bot's name, in characters.
const NAME_MAX: usize = 40;

/// An engine as a bot of the referee.
#[derive(Debug)]
pub struct EngineBot {
    /// Its name, one word.
    pub name: String,
    /// The protocol that it speaks, `uci` or `xboard`.
    pub protocol: String,
    /// The bot, as `uci:./new`.
    pub bot: String,
    /// The program in the bot's folder, if it has one of its own.
    pub run: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// The options of the engine.
    pub options: Vec<(String, String)>,
    /// The factor of its time, beside that of the first bot.
    pub time_factor: Option<f64>,
    /// True if only a tournament file can give it this name.
    pub is_named: bool,
}

impl EnginePairs {
    /// Returns the bot. Sentences about what differs are added to the match.
    fn bot(&self, wanted: &mut ForeignMatch) -> Result<EngineBot, String> {
        let Some(cmd) = self.last("cmd") else {
            return Err(self.last("conf").map_or_else(
                || "found no cmd=, expected cmd=FILE".to_owned(),
                |name| {
                    format!(
                        "conf={name} names an engine of a file that isn't read; expected cmd=FILE"
                    )
                },
            ));
        };
        let proto = self.last("proto").unwrap_or("uci");
        if !["uci", "xboard"].contains(&proto) {
            return Err(format!("proto={proto}: expected uci or xboard"));
        }
        let file = cmd.rsplit('/').next().unwrap_or(cmd);
        let name = one_word(self.last("name").unwrap_or(file));
        let dir = self.last("dir").map(|dir| dir.trim_end_matches('/'));
        let dir = dir.map(|dir| if dir.is_empty() { "/" } else { dir });
        let run = dir.map(|_| match cmd.strip_prefix("./") {
            None if Path::new(cmd).is_absolute() => cmd.to_owned(),
            within => format!("./{}", within.unwrap_or(cmd)),
        });
        if let Some(dir) = dir {
            wanted.tell(format!(
                "dir={dir}: an engine plays from a read-only copy of all files in that folder"
            ));
        }
        let mut args: Vec<String> = self.all(&["arg"]).map(str::to_owned).collect();
        if let Some(line) = self.last("args") {
            args.extend(shell::split(line).map_err(|why| format!("args={line}: {why}"))?);
        }
        let options = self.options();
        for (name, value) in options.iter().filter(|(_, value)| value.contains('/')) {
            let path = quoted(value);
            wanted.tell(format!(
                "option.{name}={value}: an engine may read its own files alone; add `read = [{path}]` to its [[bots]] \
                 in a tournament file"
            ));
        }
        Ok(EngineBot {
            is_named: name != one_word(file),
            name,
            protocol: proto.to_owned(),
            bot: format!("{proto}:{}", dir.unwrap_or(cmd)),
            run,
            args,
            options,
            time_factor: None,
        })
    }
}

/// Returns the bots, and their common time control, if anything is said of it. Sentences about what differs are added to
/// the match, and settings that its engines share.
pub fn bots(wanted: &mut ForeignMatch) -> Result<(Vec<EngineBot>, Option<TimeControl>), String> {
    let mut engines = std::mem::take(&mut wanted.engines);
    let mut bots = Vec::new();
    let mut times = Vec::new();
    for (place, engine) in (1..).zip(&mut engines) {
        engine.extend(&wanted.each);
        engine.notes().for_each(|note| wanted.tell(note));
        let refuse = |why: String| format!("-engine number {place}: {why}");
        bots.push(engine.bot(wanted).map_err(refuse)?);
        times.push(engine.time().map_err(refuse)?);
    }
    restart(&engines, wanted)?;
    name_apart(&mut bots, &engines, wanted);
    let time = times.first().copied().flatten();
    let own = time.unwrap_or_default();
    for (bot, other) in bots.iter_mut().zip(&times) {
        let other = other.unwrap_or_default();
        if other != own {
            bot.time_factor = factor(&own, &other);
            if bot.time_factor.is_none() {
                let name = &bot.name;
                wanted.tell(format!(
                    "{name}: times of bots differ by a factor alone; it gets that of the first engine"
                ));
            }
        }
    }
    Ok((bots, time))
}

/// Adds how long processes of engines live, which is the same for all.
fn restart(engines: &[EnginePairs], wanted: &mut ForeignMatch) -> Result<(), String> {
    let modes: Vec<&str> = engines
        .iter()
        .filter_map(|engine| engine.last("restart"))
        .collect();
    for mode in &modes {
        match *mode {
            "on" => {}
            "off" => wanted.set(Setting::new(None, ("", "restart"), "\"never\"")),
            "auto" => {
                wanted.tell("restart=auto: each game has a new process of the engine".to_owned());
            }
            _ => return Err(format!("restart={mode}: expected on, off or auto")),
        }
    }
    let is_off = |mode: &&str| *mode == "off";
    if modes.iter().any(is_off) && !(modes.len() == engines.len() && modes.iter().all(is_off)) {
        wanted.tell("restart=off: processes of all engines live as long as they can".to_owned());
    }
    Ok(())
}

/// Makes the names of bots differ, and tells which names have changed.
fn name_apart(bots: &mut [EngineBot], engines: &[EnginePairs], wanted: &mut ForeignMatch) {
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    let numbers: Vec<String> = (1..=bots.len()).map(|n| n.to_string()).collect();
    for ((bot, engine), name) in bots.iter_mut().zip(engines).zip(apart(&names, &numbers)) {
        if let Some(given) = engine.last("name").filter(|given| *given != name) {
            wanted.tell(format!(
                "name={given}: a name is one word, and no two bots have the same; it is changed"
            ));
        }
        bot.name = name;
    }
}

/// Turns a name into one printable word.
fn one_word(name: &str) -> String {
    let plain = |c: char| {
        if c.is_whitespace() || !is_seen(c) {
            '-'
        } else {
            c
        }
    };
    name.chars().map(plain).take(NAME_MAX).collect()
}
