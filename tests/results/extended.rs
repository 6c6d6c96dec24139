//! Tournaments that change in mid-run: newcomers, withdrawn bots, comments; and tables that others
//! ask for meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use referee_record::{Played, Record};

use super::verify;
use crate::engine::{Arena, records};
use crate::kit::referee;

const SETTINGS: &str = "game = \"onitama\"\nstart = \"deal\"\nseed = 5\nrounds = 8\n\
                        concurrency = 2\noptions = { turns = 20 }";

fn arena(bots: &[&str]) -> Arena {
    arena_of(SETTINGS, bots)
}

/// A tournament of random bots; one is slow, and one that is late plays better.
pub(super) fn arena_of(settings: &str, bots: &[&str]) -> Arena {
    let add = |arena: Arena, bot: &&str| match *bot {
        "late" => arena.bot("late", "house:greedy"),
        "slow" => arena.bot("slow", "house:sleeper,ms=12"),
        other => arena.bot(other, "house:random"),
    };
    bots.iter().fold(Arena::unjailed(settings), add)
}

pub(super) fn database(arena: &Arena) -> PathBuf {
    arena.path().join("cup.db")
}

/// How many games are recorded so far.
fn recorded(file: &Path) -> usize {
    let run = referee_store::Run::open(file);
    run.map_or(0, |run| run.records().map_or(0, Iterator::count))
}

fn wait_for(file: &Path, games: usize) {
    let end = Instant::now() + Duration::from_mins(1);
    while recorded(file) < games {
        assert!(Instant::now() < end, "no {games} games so far");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Begins or goes on, is killed when so many games are recorded, and gives what is recorded then.
pub(super) fn killed(arena: &Arena, arguments: &[&str], games: usize) -> Vec<Record> {
    let mut child: Child = arena.command(arguments).spawn().expect("it starts");
    wait_for(&database(arena), games);
    child.kill().expect("it is ours");
    let status = child.wait().expect("it ends");
    assert!(status.code().is_none(), "it ended before it was killed");
    records(&database(arena))
}

/// Another tournament file for the database of an arena.
fn changed(from: &Arena, bots: &[&str]) -> Arena {
    moved(from, arena(bots))
}

/// Another arena with the database of the first.
pub(super) fn moved(from: &Arena, arena: Arena) -> Arena {
    std::fs::copy(database(from), database(&arena)).expect("a database");
    for ending in ["db-wal", "db-shm"] {
        let file = from.path().join(format!("cup.{ending}"));
        if file.exists() {
            std::fs::copy(file, arena.path().join(format!("cup.{ending}"))).expect("copied");
        }
    }
    arena
}

/// Lets a run end: all that was kept before is there as it was, no number is used twice, and
/// everything is sound.
pub(super) fn ended(arena: &Arena, arguments: &[&str], before: &[Record]) -> BTreeMap<u64, Played> {
    let output = arena.run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let after = records(&database(arena));
    for record in before {
        assert!(after.contains(record), "game {}", record.played.job.number);
    }
    let ids: BTreeSet<_> = after.iter().map(|record| record.played.job.id).collect();
    assert_eq!(ids.len(), after.len(), "a job is recorded twice");
    let games = after.len();
    let after = after
        .into_iter()
        .map(|it| (it.played.job.number, it.played));
    let after: BTreeMap<u64, Played> = after.collect();
    assert_eq!(after.len(), games, "a number is used twice");
    let verified = verify(&database(arena));
    assert_eq!(
        verified.code,
        Some(0),
        "{}{}",
        verified.stdout,
        verified.stderr
    );
    after
}

pub(super) fn of(games: &BTreeMap<u64, Played>, bot: &str) -> Vec<u64> {
    let plays = |played: &Played| played.job.seats.iter().any(|seated| seated.bot == bot);
    let games = games.iter().filter(|(_, played)| plays(played));
    games.map(|(number, _)| *number).collect()
}

#[test]
fn a_late_submission_plays_behind_all_others() {
    let first = arena(&["one", "slow", "two"]);
    let before = killed(&first, &[], 10);
    let second = changed(&first, &["one", "slow", "two", "late"]);
    let refused = second.run(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.contains("joined: late") && refused.contains("--extend  goes on"));
    // It is stopped once more behind the change.
    let before = [before, killed(&second, &["--extend"], 55)].concat();
    let games = ended(&second, &[], &before);
    assert_eq!(games.len(), 96);
    assert_eq!(of(&games, "late"), (49..=96).collect::<Vec<_>>());
}

#[test]
fn the_games_of_a_withdrawn_bot_stay_and_no_more_are_played() {
    let first = arena(&["one", "slow", "two"]);
    let before = killed(&first, &[], 12);
    let kept: BTreeMap<u64, Played> = before
        .iter()
        .map(|record| (record.played.job.number, record.played.clone()))
        .collect();
    let second = changed(&first, &["one", "slow"]);
    let games = ended(&second, &["--extend"], &before);
    assert_eq!(of(&games, "two"), of(&kept, "two"));
    let rest: BTreeSet<u64> = of(&games, "one").into_iter().collect();
    let both = of(&games, "slow")
        .into_iter()
        .filter(|number| rest.contains(number));
    assert_eq!(both.count(), 16);
    // Its replay can't be had any more.
    let (file, gone) = (database(&second), of(&games, "two")[0].to_string());
    let annul = |more: &[&str]| {
        let file = file.to_string_lossy();
        let words = [&["annul", &*file, &*gone, "--because", "x"], more].concat();
        referee(&words)
    };
    let refused = annul(&["--replay"]).refused();
    assert!(refused.contains("since two has left"), "{refused}");
    annul(&[]).fine();
    assert_eq!(verify(&file).code, Some(0));
}

#[test]
fn one_comes_and_one_goes() {
    let first = arena(&["one", "slow", "two"]);
    let before = killed(&first, &[], 12);
    let second = changed(&first, &["late", "slow", "one"]);
    let games = ended(&second, &["--extend"], &before);
    assert_eq!(of(&games, "late").len(), 32);
    let last = of(&games, "late")[0];
    assert!(before.iter().all(|record| record.played.job.number < last));
}

#[test]
fn a_comment_changes_nothing() {
    let mut arena = arena(&["one", "slow", "two"]);
    let before = killed(&arena, &[], 10);
    arena.settings = format!("# The spring cup\n{}", arena.settings);
    let games = ended(&arena, &[], &before);
    assert_eq!(games.len(), 48);
    let undisturbed = self::arena(&["one", "slow", "two"]);
    assert_eq!(ended(&undisturbed, &[], &[]), games);
}

#[test]
fn others_see_the_standings_while_it_is_played() {
    let arena = arena(&["one", "slow", "two"]);
    let file = database(&arena);
    let child = arena.command(&[]).spawn().expect("it starts");
    wait_for(&file, 1);
    let mut asked = 0;
    while recorded(&file) < 48 {
        referee(&["standings", &file.to_string_lossy()]).fine();
        asked += 1;
    }
    assert!(asked > 0, "it was over at once");
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    let others = referee(&["standings", &file.to_string_lossy()]).fine();
    assert!(stdout.starts_with("#  bot"), "{stdout}");
    assert_eq!(stdout, others);
}
