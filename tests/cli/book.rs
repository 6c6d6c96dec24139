//! `referee book`: start positions that a tournament can use.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use referee_games::find;
use rustix::process::{Pid, Signal, kill_process};

use crate::kit::{command, referee};

/// Its lines without remarks.
fn lines(book: &str) -> Vec<&str> {
    let lines = book.lines().filter(|line| !line.starts_with('#'));
    lines.collect()
}

#[test]
fn a_seed_makes_one_book() {
    for game in ["onitama", "cublino-pur", "cublino-contra", "koolaamee"] {
        let book = |seed: &str| {
            let size = [
                "-n",
                "8",
                "--games",
                "2",
                "--plies",
                "5",
                "--move-ms",
                "60000",
            ];
            let words = [&["book", "--game", game, "--seed", seed], &size[..]].concat();
            referee(&words).fine()
        };
        let first = book("7");
        assert_eq!(book("7"), first);
        assert_ne!(lines(&book("8")), lines(&first));
        let lines = lines(&first);
        assert_eq!(lines.len(), 8, "{first}");
        let rules = find(game)
            .expect("a game")
            .rules(&BTreeMap::default())
            .expect("rules");
        for line in &lines {
            let position = rules.read(line).expect("a state line");
            assert_eq!(position.line(), **line);
            let equal = position
                .symmetries()
                .into_iter()
                .chain(position.exchanged());
            assert!(
                !equal
                    .into_iter()
                    .any(|image| lines.contains(&image.as_str())),
                "{line}"
            );
        }
    }
}

#[test]
fn it_says_how_it_was_made() {
    let book = referee(&["book", "-n", "10", "--games", "5", "--seed", "3"]).fine();
    for words in [
        "# start positions of onitama: 10 lines\n",
        "# referee book --game onitama -n 10 --plies 4 --bot 'house:level=3' --move-ms 1000 --games 5 --seed 3\n",
        "# tried: 20 positions after 4 random plies from a deal, 20 of them distinct",
        "#   kept: mean ",
        "# test games: 5 of level=3 against itself, each from another line:\n",
        " drawn (",
    ] {
        assert!(book.contains(words), "{words}: {book}");
    }
    for line in book.lines().filter(|line| line.starts_with('#')) {
        assert!(line.chars().count() <= 120, "{line}");
    }
}

#[test]
fn a_tournament_plays_from_it() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("book.txt").to_string_lossy().into_owned();
    let said = referee(&["book", "-n", "6", "--games", "0", "-o", &file]).fine();
    assert!(
        said.contains("start positions of onitama: 6 lines\n"),
        "{said}"
    );
    let text = fs::read_to_string(&file).expect("a book");
    assert_eq!(
        text.lines().filter(|line| line.starts_with("# ")).count(),
        said.lines().count()
    );
    let cup = dir.path().join("cup.toml");
    let tournament = "game = 'onitama'\nstart = 'book.txt'\ngames_per_pair = 12\nseed = 1\n\
                      bots = [{ bot = 'house:first' }, { bot = 'house:greedy' }]\n";
    fs::write(&cup, tournament).expect("a file");
    referee(&["run", &cup.to_string_lossy()]).fine();
    let run = referee_store::Run::open(&dir.path().join("cup.db")).expect("results");
    let starts = run
        .records()
        .expect("records")
        .map(|record| record.expect("one").played.start);
    let mut starts: Vec<String> = starts.collect();
    starts.sort();
    starts.dedup();
    let mut expected = lines(&text);
    expected.sort_unstable();
    assert_eq!(starts, expected);
}

#[test]
fn nothing_is_overwritten() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("book.txt");
    fs::write(&file, "mine").expect("a file");
    let refused = referee(&["book", "-n", "2", "-o", &file.to_string_lossy()]).refused();
    assert!(
        refused.contains("this is there already; give another name"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&file).expect("a file"), "mine");
    let nowhere = dir.path().join("no/book.txt");
    let refused = referee(&["book", "-n", "2", "-o", &nowhere.to_string_lossy()]).refused();
    assert!(refused.contains("isn't a folder; make it"), "{refused}");
}

#[test]
fn what_makes_no_book_is_refused() {
    for (words, why) in [
        (
            &["--game", "ludo"][..],
            "ludo is played with dice, which make every game another one",
        ),
        (&["--game", "go"], "there is no game \"go\""),
        (&["--plies", "50"], "a game has at most 50 plies"),
        (
            &["--bot", "house:random"],
            "the bot tells no score before its move",
        ),
        (
            &["--bot", "house:ludo-priority"],
            "plays ludo, but not onitama",
        ),
        (&["--balance=-1"], "expected a number from 0 up"),
        (&["--balance=nan"], "expected a number from 0 up"),
        (&["--option", "walls=2"], "walls"),
    ] {
        let words = [&["book", "--games", "0"], words].concat();
        let refused = referee(&words).refused();
        assert!(refused.contains(why), "{words:?}: {refused}");
    }
}

#[test]
fn too_few_lines_are_told() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("book.txt").to_string_lossy().into_owned();
    let words = [
        "book",
        "--game",
        "cublino-pur",
        "--plies",
        "1",
        "-n",
        "40",
        "--games",
        "0",
        "-o",
        &file,
    ];
    let run = referee(&words);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("of 40 lines were found among 2000 positions"),
        "{}",
        run.stderr
    );
    let text = fs::read_to_string(&file).expect("a book");
    let count = lines(&text).len();
    assert!(
        run.stderr
            .contains(&format!("referee: {count} of 40 lines")),
        "{}",
        run.stderr
    );
}

#[test]
fn a_bound_is_kept() {
    let book = referee(&["book", "-n", "8", "--balance", "12.5", "--games", "0"]).fine();
    let within = book.split_once("all within ±").expect("it is told").1;
    let within: f64 = within
        .lines()
        .next()
        .expect("a line")
        .parse()
        .expect("a number");
    assert!(within <= 12.5 && lines(&book).len() == 8, "{book}");
}

#[test]
fn an_interrupted_book_leaves_nothing() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("book.txt");
    let temp = dir.path().join("temp");
    fs::create_dir(&temp).expect("a folder");
    let mut command = command(&["book", "-n", "1000000", "-o", &file.to_string_lossy()]);
    command
        .env("TMPDIR", &temp)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("the referee starts");
    // Not before it is at work: its bot has a folder then.
    let at_work = || fs::read_dir(&temp).expect("a folder").count() > 0;
    while !at_work() {
        sleep(Duration::from_millis(20));
    }
    let pid = Pid::from_raw(child.id().cast_signed()).expect("a process");
    kill_process(pid, Signal::INT).expect("it lives");
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.contains("interrupted; no book was written"),
        "{stderr}"
    );
    assert!(output.stdout.is_empty() && !file.exists() && !at_work());
}
