//! One sweep: bots of the zoo in one mode.

use std::path::Path;
use std::time::{Duration, Instant};

use super::ground::{self, Ground};
use super::header::{Bot, Off};
use super::judge::{Fate, Fates, judge};
use super::left::Before;
use super::mode::{Mode, Namespaces, Who};

/// Generous where the machine is busy, and short enough for bots that wait for ever.
const JAILED: &str = "time = { move_ms = 2500 }\n[limits]\nstart_ms = 20000\ngrace_ms = 300\n";
/// Where nothing holds an attack it goes the whole way, which takes time.
const FREE: &str = "time = { move_ms = 10000 }\n[limits]\nstart_ms = 20000\ngrace_ms = 300\n";

/// A fifth of the time: the opponent keeps all of it, as it has to answer also where the machine is busy.
const SHORT: &str = "time_factor = 0.2\n";

/// What came of a sweep.
pub struct Swept {
    pub fates: Fates,
    /// What was noticed outside, or is left, and can't be laid to one bot.
    pub outside: Vec<String>,
    /// Why nothing was played, where the referee refused as it should.
    pub refused: Option<String>,
    pub took: Duration,
}

/// Plays bots in a mode.
pub fn sweep(mode: Mode, bots: &[Bot]) -> Swept {
    let began = Instant::now();
    let mut swept = Swept {
        fates: Fates::new(),
        outside: Vec::new(),
        refused: None,
        took: Duration::ZERO,
    };
    let mut games: Vec<&str> = Vec::new();
    for bot in bots {
        match skipped(bot, mode) {
            Some(reason) => {
                swept.fates.insert(bot.name.clone(), Fate::Skipped(reason));
            }
            None if !games.contains(&bot.game.as_str()) => games.push(&bot.game),
            None => {}
        }
    }
    for game in games {
        let played: Vec<&Bot> = bots
            .iter()
            .filter(|b| b.game == game && skipped(b, mode).is_none())
            .collect();
        play(mode, game, &played, &mut swept);
        if swept.refused.is_some() {
            break;
        }
    }
    swept.took = began.elapsed();
    swept
}

/// Plays bots of a game. Those that only lacked time are played again; where they lack it again, and honest
/// bots among themselves do, too, the machine is too busy to judge them.
fn play(mode: Mode, game: &str, bots: &[&Bot], swept: &mut Swept) {
    let fates = attempt(mode, game, bots, swept);
    let late = |fates: &Fates, bots: &[&Bot]| -> Vec<String> {
        let names = bots.iter().map(|bot| bot.name.clone());
        names
            .filter(|name| fates.get(name).is_some_and(Fate::is_late))
            .collect()
    };
    let some = late(&fates, bots);
    swept.fates.extend(fates);
    if some.is_empty() || mode.level == "off" {
        return;
    }
    let some: Vec<&Bot> = bots
        .iter()
        .copied()
        .filter(|bot| some.contains(&bot.name))
        .collect();
    let again = attempt(mode, game, &some, swept);
    let still = late(&again, &some);
    swept.fates.extend(again);
    if still.is_empty() {
        return;
    }
    let all = super::header::bots();
    let honest: Vec<&Bot> = all.iter().filter(|bot| bot.name == "honest.c").collect();
    let control = attempt(mode, game, &honest, swept);
    if control.values().any(Fate::is_late) {
        for name in still {
            let why = "the machine is so busy that honest bots run out of time, too";
            crate::skip::skip(&format!("{name}, {mode}"), why);
            swept.fates.insert(name, Fate::Skipped(why.to_owned()));
        }
    }
}

/// Plays each of some bots against an honest one.
fn attempt(mode: Mode, game: &str, bots: &[&Bot], swept: &mut Swept) -> Fates {
    let all = super::header::bots();
    let honest = all
        .iter()
        .find(|bot| bot.name == "honest.c")
        .expect("an honest bot");
    let mut ground = Ground::new(mode);
    let before = Before::now();
    let settings = if mode.level == "off" { FREE } else { JAILED };
    let file = ground.tournament_with(game, settings, own_clock, bots, honest);
    let output = ground.run(&file).output().expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if mode.level == "strict" && output.status.code() == Some(3) && !can_be_strict(&ground) {
        swept.refused = Some(stderr.lines().next().unwrap_or_default().to_owned());
        return Fates::new();
    }
    if output.status.code() != Some(0) {
        swept.outside.push(format!(
            "the referee ended with {}: {stderr}",
            output.status
        ));
    }
    let mut fates = Fates::new();
    if Path::new(&file).with_extension("db").exists() {
        let root = mode.who == Who::Root;
        fates = judge(&file.with_extension("db"), bots, mode.level != "off", root);
    }
    let left = before.left(&ground, Duration::from_secs(5));
    let noticed = ground.noticed();
    if mode.level != "off" {
        swept
            .outside
            .extend(left.into_iter().map(|what| format!("left: {what}")));
        swept
            .outside
            .extend(noticed.into_iter().map(|what| format!("outside: {what}")));
        swept.outside.extend(cores(ground.path()));
    }
    fates
}

/// A bot's own part of the time, as a setting.
fn own_clock(bot: &Bot) -> &'static str {
    if bot.runs_out_its_clock() { SHORT } else { "" }
}

/// Whether `referee jail` says that strict can be kept.
fn can_be_strict(ground: &Ground) -> bool {
    let mut command = ground.referee(&["jail"]);
    command.output().is_ok_and(|output| output.status.success())
}

/// Files that a crash left.
fn cores(folder: &Path) -> Vec<String> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folders.extend(cores(&entry.path()));
        } else if name == "core" || name.starts_with("core.") && !name.contains(".c") {
            folders.push(format!("left: {}", entry.path().display()));
        }
    }
    folders
}

/// Why a bot isn't played in a mode.
pub fn skipped(bot: &Bot, mode: Mode) -> Option<String> {
    let off = mode.level == "off";
    let missing = |what: &str| Some(format!("{what} isn't installed"));
    if let (true, Off::Skip(reason)) = (off, &bot.off) {
        return Some(reason.clone());
    }
    if bot.is("js") && !ground::has("node") {
        return missing("node");
    }
    if bot.is("java") && !(ground::has("java") && ground::has("javac")) {
        return missing("a JDK");
    }
    if bot.needs("scratch") && !off && mode.namespaces != Namespaces::Allowed {
        return Some("without namespaces there is no scratch folder".to_owned());
    }
    if bot.needs("world") && !off && mode.namespaces != Namespaces::Allowed {
        return Some("without namespaces files can't be hidden, but only shut".to_owned());
    }
    if bot.needs("root") && !ground::is_root() {
        return Some("only root can make a set-uid program of root".to_owned());
    }
    if bot.needs("vsock") && !Path::new("/dev/vsock").exists() {
        return Some("the kernel has no vsock".to_owned());
    }
    if bot.needs("32-bit") && !Path::new("/proc/sys/abi/vsyscall32").exists() {
        return Some("the kernel runs no 32-bit programs".to_owned());
    }
    None
}

impl Swept {
    /// Held, failed, skipped.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count =
            |wanted: fn(&Fate) -> bool| self.fates.values().filter(|fate| wanted(fate)).count();
        (
            count(|fate| matches!(fate, Fate::Held)),
            count(|fate| matches!(fate, Fate::Failed(_))),
            count(|fate| matches!(fate, Fate::Skipped(_))),
        )
    }
}
