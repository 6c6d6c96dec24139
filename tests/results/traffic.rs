//! What bots are sent and say: the log of a run, and what of it may come to a terminal.

use std::fs;

use super::{Arena, fit_for_a_terminal};
use crate::engine::records;
use crate::kit::referee;

/// A bot that tries to paint the terminal red, by each way that it has.
const PAINTER: &str = "wait hello; raw ready name=\\x1b[31mred\\n; wait go; \
     raw info text=\\x1b[31mred\\x07\\n; complain \\x1b[2Jred; legal; \
     wait go; raw move \\x1b[31m\\n; rest";

fn painted() -> Arena {
    Arena::new("game = \"onitama\"\nrounds = 1")
        .scripted("painter", PAINTER)
        .bot("good", "house:first")
}

#[test]
fn nothing_that_bots_write_reaches_the_terminal_as_it_is() {
    let arena = painted();
    let output = arena.run(&[]);
    fit_for_a_terminal(&String::from_utf8(output.stdout).expect("UTF-8"));
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        !stderr.contains(|c: char| c.is_control() && c != '\n'),
        "{stderr:?}"
    );
    let file = arena.path().join("cup.db");
    let kept = records(&file);
    assert!(
        kept[0].measured.plies[0].info[0].contains("\u{1b}[31m"),
        "as it came"
    );
    for arguments in [&["1"][..], &["2"], &[], &["1", "--json"], &["--json"]] {
        let mut all = vec!["games"];
        let path = file.to_string_lossy();
        all.push(&path);
        all.extend(arguments);
        let shown = referee(&all).fine();
        assert!(
            !shown.contains(|c: char| c.is_control() && c != '\n'),
            "{shown:?}"
        );
    }
}

#[test]
fn names_that_paint_are_refused() {
    let arena = Arena::new("game = \"onitama\"")
        .text("[[bots]]\nname = \"\\u001b[31mred\"\nbot = \"house:first\"\n")
        .bot("good", "house:first");
    let output = arena.run(&[]);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("expected one printable word"), "{stderr}");
    assert!(!stderr.contains('\u{1b}'), "{stderr:?}");
}

#[test]
fn failing_builds_do_not_paint_either() {
    let arena = Arena::new("game = \"onitama\"").bot("good", "house:first");
    let folder = arena.path().join("painter");
    fs::create_dir(&folder).expect("a folder");
    let build = "run = \"./bot\"\nbuild = [\"printf\", '\\033[31mred\\n']\n";
    fs::write(folder.join("bot.toml"), build).expect("written");
    let output = arena.bot("painter", "painter").run(&[]);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(!stderr.contains('\u{1b}'), "{stderr:?}");
}

#[test]
fn the_log_has_both_directions_with_times_and_stderr() {
    let arena = painted();
    let logs = arena.path().join("traffic");
    let output = arena.run(&["--log", &logs.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0));
    let mut names: Vec<String> = fs::read_dir(&logs)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != ".gitignore")
        .collect();
    names.sort();
    assert_eq!(names.len(), 8, "{names:?}");
    let read = |end: &str| -> String {
        let log_name = names.iter().find(|name| name.ends_with(end));
        fs::read_to_string(logs.join(log_name.expect(end))).expect("a text")
    };
    let log = read("A-painter.log");
    let mut last = 0.0;
    for line in log.lines() {
        let mut parts = line.trim_start().splitn(3, ' ');
        let time: f64 = parts.next().and_then(|t| t.parse().ok()).expect("seconds");
        assert!(time >= last, "{line}");
        last = time;
        let ending = match parts.next() {
            Some("<" | ">") => "\\n",
            Some("#") => "",
            other => panic!("{other:?}: {line}"),
        };
        let text = parts.next().unwrap_or_default();
        assert!(text.ends_with(ending), "{line}");
        assert!(!line.contains(char::is_control), "{line:?}");
    }
    for part in [
        "> hello ",
        "< ready name=\\x1b[31mred\\n",
        "> go",
        "< move ",
        "> result ",
        "# illegal-move: ",
        " # referee why ",
        "cup.db 1 A\n",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert_eq!(read("A-painter.stderr"), "\u{fffd}[2Jred\n");
    assert_eq!(read("B-good.stderr"), "");
}

#[test]
fn odds_are_told_to_the_bots() {
    let arena = Arena::new("game = \"onitama\"\ntime = { move_ms = 400 }")
        .text("[[bots]]\nname = \"half\"\nbot = \"house:first\"\ntime_factor = 0.5\n")
        .bot("whole", "house:first");
    let logs = arena.path().join("traffic");
    let output = arena.run(&["--log", &logs.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0));
    for (bot, time) in [("half", "move_ms=200"), ("whole", "move_ms=400")] {
        let of_bot = |entry: &fs::DirEntry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.ends_with(&format!("-{bot}.log"))
        };
        let files: Vec<_> = fs::read_dir(&logs)
            .expect("logs")
            .flatten()
            .filter(of_bot)
            .collect();
        assert_eq!(files.len(), 2);
        for file in files {
            let log = fs::read_to_string(file.path()).expect("a text");
            let line = log.lines().find(|line| line.contains("> game "));
            let line = line.expect("a game line");
            assert!(line.contains(time), "{line}");
        }
    }
}
