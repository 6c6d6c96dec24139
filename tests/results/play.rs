//! `play`: one game, drawn as it goes.

use std::fs;

use tempfile::TempDir;

use crate::engine::scripted;
use crate::kit::referee;

#[test]
fn a_bot_a_seat() {
    let shown = referee(&["play", "house:random", "house:greedy"]).fine();
    assert!(
        shown.starts_with("onitama\nA is random\nB is greedy\n\n"),
        "{shown}"
    );
    assert!(shown.contains("Number of turns left: 50\n"), "{shown}");
    assert!(shown.contains("\n  A played "), "{shown}");
    let mut lines = shown.lines().rev();
    let last = lines.next().expect("a result");
    let farewell = lines.next().expect("the log's own last line");
    assert_eq!(farewell, format!("Player {} win.", &last[..1]));
    assert!(last.ends_with(").") && last.contains(" wins ("), "{last}");
}

#[test]
fn seats_without_bots_and_bots_without_seats() {
    for bots in [&["house:first"][..], &["house:first"; 3]] {
        let message = referee(&[&["play"], bots].concat()).refused();
        let words = format!("{} bot", bots.len());
        assert!(
            message.contains(&words) && message.contains("2 seats (AB)"),
            "{message}"
        );
    }
    let ludo = [
        "play",
        "--game",
        "ludo",
        "--option",
        "seats=ABD",
        "house:first",
        "house:first",
    ];
    assert!(referee(&ludo).refused().contains("3 seats (ABD)"));
    assert_eq!(referee(&["play"]).code, Some(2));
}

#[test]
fn bots_that_cannot_play() {
    let message = referee(&["play", "house:nobody", "house:first"]).refused();
    for part in [
        "house:nobody",
        "no house bot is called `nobody`",
        "random, first, greedy",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let message = referee(&["play", "house:minimax,depth=0", "house:first"]).refused();
    assert!(message.contains("from 1 to 64"), "{message}");
    let message = referee(&["play", "house:ludo-priority", "house:first"]).refused();
    assert!(
        message.contains("ludo-priority plays ludo, but not onitama"),
        "{message}"
    );
    let message = referee(&["play", "no/such/bot", "house:first"]).refused();
    assert!(message.contains("no/such/bot doesn't exist"), "{message}");
}

#[test]
fn positions_that_are_given_or_dealt() {
    let state = "A:-1,28/C:57,3 C 6 0 - 1930";
    let ludo = [
        "play",
        "--game",
        "ludo",
        "house:first",
        "house:random",
        "--state",
        state,
    ];
    let shown = referee(&ludo).fine();
    assert!(shown.contains("A is first\nC is random\n"), "{shown}");
    let message = referee(&["play", "house:first", "house:first", "--state", "x"]).refused();
    assert!(message.contains("state of onitama"), "{message}");

    let onitama = |more: &[&str]| {
        let shown = referee(&[&["play", "house:first", "house:first"], more].concat()).fine();
        shown.lines().take(20).collect::<Vec<_>>().join("\n")
    };
    let dealt = onitama(&["--deal", "--seed", "4"]);
    assert_eq!(dealt, onitama(&["--deal", "--seed", "4"]));
    assert_ne!(dealt, onitama(&["--deal", "--seed", "5"]));
    assert_ne!(dealt, onitama(&[]));
}

#[test]
fn what_bots_write_is_shown_and_cannot_paint() {
    let folder = TempDir::new().expect("a folder");
    let bot = folder.path().join("painter");
    let script = "wait hello; say ready; wait go; raw info text=\\x1b[31mred\\n; \
                  complain \\x1b[2Joops; legal; wait go; exit 3";
    let text = format!("run = ['python3', 'scripted.py', '{script}']\n");
    fs::create_dir(&bot).expect("a folder");
    fs::copy(scripted(), bot.join("scripted.py")).expect("it is there");
    fs::write(bot.join("bot.toml"), text).expect("written");
    let shown = referee(&["play", &bot.to_string_lossy(), "house:first"]).fine();
    for part in [
        "A is painter\n",
        "  A info: text=\u{fffd}[31mred\n",
        "  A stderr: \u{fffd}[2Joops\n",
        "A forfeits, crash: ",
        "B (first) wins (crash).\n",
    ] {
        assert!(shown.contains(part), "{part:?}: {shown}");
    }
    assert!(
        !shown.contains(|c: char| c.is_control() && c != '\n'),
        "{shown:?}"
    );
}
