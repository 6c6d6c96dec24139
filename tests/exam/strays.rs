//! What lies beside submissions is no student, and one with a folder around it is told where its files lie.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::refusals::STATE;
use super::shown;
use crate::engine::scripted;
use crate::kit::referee;

const TOURNAMENT: &str = "game = 'onitama'\nformat = 'exam'\nseed = 5\nsubmissions = 'subs/*'\n\
    submission_defaults = { run = ['python3', 'scripted.py', 'wait hello; say ready; rest'] }\n\
    [exam.main]\ndeals = 'deals'\n";

fn write(dir: &Path, name: &str, text: &str) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
    fs::write(&path, text).expect("a file");
    // As on a drive of Windows, where every file is executable.
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
}

#[test]
fn strays_have_no_mark_and_a_folder_in_a_folder_is_named() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let program = fs::read_to_string(scripted()).expect("it is there");
    for (name, text) in [
        ("exam.toml", TOURNAMENT),
        ("deals", STATE),
        ("subs/s1/scripted.py", &*program),
        ("subs/s2/scripted.py", &*program),
        ("subs/s3/s3/scripted.py", &*program),
        ("subs/s4.zip", "PK"),
        ("subs/s5.txt", "hello"),
        ("subs/__MACOSX/s1/._bot.py", "x"),
        ("subs/Thumbs.db", "x"),
        ("subs/readme.txt", "late until Friday"),
    ] {
        write(dir.path(), name, text);
    }
    let file = shown(&dir.path().join("exam.toml"));
    let strays = "referee: left out, as no submissions: Thumbs.db, __MACOSX, readme.txt\n";
    let dry = referee(&["run", "--dry-run", &file]);
    let output = referee(&["run", &file]);
    for told in [&dry, &output] {
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        assert!(told.stderr.contains(strays), "{}", told.stderr);
    }
    let list = dry.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "would not play 3 s3 it isn't ready: ",
        "; s3/scripted.py lies one folder too deep: ",
        "s4.zip is an archive: unpack it",
        "s5.txt isn't a program: ",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    let moodle = dir.path().join("moodle.csv");
    referee(&["marks", &file, "--moodle", &shown(&moodle)]).fine();
    let moodle = fs::read_to_string(moodle).expect("it is written");
    let mut ids: Vec<&str> = moodle
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, ["s1", "s2", "s3", "s4.zip", "s5.txt"]);
}

#[test]
fn a_folder_with_the_bot_in_a_folder_is_told_to_whoever_checks_it() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    write(dir.path(), "nest/mybot/bot.toml", "run = 'sh'\n");
    let nest = shown(&dir.path().join("nest"));
    let message = referee(&["check", &nest, "--game", "onitama"]).refused();
    assert!(
        message.contains("nest/mybot/bot.toml lies one folder too deep"),
        "{message}"
    );
}
