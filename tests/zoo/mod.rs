//! The zoo: bots that do what they shouldn't, and honest ones beside them, each played in every way
//! in which the referee may run.
//!
//! A bot's file says in its head what it tries and what must happen. An attack that gets through is
//! told by the bot itself (`ESCAPED` on stderr) or noticed from outside, by canaries.

pub mod account;
mod cages;
mod canary;
pub mod ground;
mod header;
mod judge;
mod killed;
mod left;
mod mode;
mod self_test;
mod shares;
mod stalls;
mod sweep;
mod table;

use std::sync::{Mutex, MutexGuard, PoisonError};

use header::{Bot, Off};
use mode::{Mode, Namespaces, Who};
use sweep::sweep;
use table::Table;

/// The zoo's runs take turns: two at a time would disturb each other's clocks.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whoever can call the referee here.
fn everybody() -> Vec<Who> {
    if ground::is_root() {
        vec![Who::Root, Who::User]
    } else {
        vec![Who::User]
    }
}

/// Plays the zoo in some modes, prints the counts, and fails if anything got through.
fn holds(modes: impl IntoIterator<Item = Mode>, wanted: fn(&Bot) -> bool) {
    let _turn = alone();
    let mut bots = header::bots();
    bots.retain(wanted);
    let mut table = Table::default();
    for mode in modes {
        let swept = sweep(mode, &bots);
        let refused = swept.refused.is_some();
        table.add(mode, swept);
        if refused {
            // Strict can't be kept here, and the referee said so; what it can do instead holds.
            let mode = Mode::new(mode.who, "auto");
            table.add(mode, sweep(mode, &bots));
        }
    }
    println!("{table}");
    assert!(table.held(), "{}", table.failures());
}

/// What a sweep leaves out whose callers are bounded by other means than those of the default.
const LEFT_OUT: [&str; 13] = [
    // The referee's dice; no layer of a jail is concerned.
    "dice.py",
    // Clocks: `hides_work.c`, `orphans_work.c` and `stop_group.c` run them out, too.
    "close_stdin.py",
    "honest_slow.py",
    "stop_itself.c",
    "trickle.c",
    "unflushed.c",
    // `stalls` plays it as everybody.
    "honest_thinker.c",
    // Processes: `fork_bomb.c`, `vfork_bomb.c` and `thread_bomb.c`.
    "fork_bomb.py",
    "fork_tree.c",
    // Memory: `memory.c`, `memory_children.c`, `memory_pipes.c` and `honest_memory.c`.
    "honest_memory.py",
    "memory.py",
    "memory_tables.c",
    "memory_threads.c",
];

/// Whether a bot is played again where other layers bound it: each promise is tried, by the quickest bots.
/// Attacks from Java and JavaScript end in the same system calls as those in C.
fn is_quick(bot: &Bot) -> bool {
    let is_small = bot.is("c") || bot.is("py");
    (is_small || is_honest(bot)) && !LEFT_OUT.contains(&bot.name.as_str())
}

fn is_honest(bot: &Bot) -> bool {
    bot.stem().to_lowercase().starts_with("honest")
}

#[test]
fn every_bot_holds_by_default() {
    holds([Mode::new(everybody()[0], "auto")], |_| true);
}

#[test]
fn quick_bots_hold_as_a_user() {
    let all = header::bots();
    for name in LEFT_OUT {
        assert!(all.iter().any(|bot| bot.name == name), "no bot is {name}");
    }
    holds([Mode::new(Who::User, "auto")], is_quick);
}

/// Strict has the layers of the default, or refuses: a bot of each language shows that it can play.
#[test]
fn each_language_plays_strictly() {
    holds([Mode::new(everybody()[0], "strict")], |bot| {
        bot.stem().eq_ignore_ascii_case("honest")
    });
}

#[test]
#[ignore = "long: every bot, as everybody, at either level"]
fn holds_as_everybody_at_either_level() {
    let levels = |who| ["auto", "strict"].map(|level| Mode::new(who, level));
    // The first way is the default, which is played anyway.
    let modes = everybody().into_iter().flat_map(levels).skip(1);
    holds(modes, |_| true);
}

#[test]
#[ignore = "long: fewer layers"]
fn holds_where_namespaces_are_denied() {
    let ways = [Namespaces::Unused, Namespaces::Denied];
    let modes = everybody()
        .into_iter()
        .flat_map(|who| ways.map(|way| Mode::without(who, way)));
    holds(modes, |_| true);
}

#[test]
#[ignore = "long: shows that the attacks are real"]
fn gets_through_without_a_jail() {
    holds(
        everybody().into_iter().map(|who| Mode::new(who, "off")),
        |bot| matches!(bot.off, Off::Escapes { .. }),
    );
}

/// What `tests/zoo/run` calls: modes and bots come from the environment.
#[test]
#[ignore = "for tests/zoo/run"]
fn as_asked() {
    let _turn = alone();
    let asked = |name: &str| std::env::var(name).unwrap_or_default();
    let who = if asked("ZOO_AS") == "user" || !ground::is_root() {
        Who::User
    } else {
        Who::Root
    };
    let level = ["auto", "strict", "off"]
        .into_iter()
        .find(|l| *l == asked("ZOO_JAIL"))
        .unwrap_or("auto");
    let namespaces = match asked("ZOO_NAMESPACES").as_str() {
        "unused" => Namespaces::Unused,
        "denied" => Namespaces::Denied,
        _ => Namespaces::Allowed,
    };
    let wanted = asked("ZOO_BOTS");
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let mut bots = header::bots();
    bots.retain(|bot| wanted.is_empty() || wanted.contains(&bot.name.as_str()));
    let mode = Mode {
        who,
        level,
        namespaces,
    };
    let mut table = Table::default();
    table.add(mode, sweep(mode, &bots));
    println!("{}{table}", table.lines());
    assert!(table.held(), "{} failed", table.count_failed());
}
