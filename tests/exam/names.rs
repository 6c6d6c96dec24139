//! No student has a mark taken away by what others named their submissions.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use serde_json::Value;

use super::refusals::STATE;
use super::shown;
use crate::engine::scripted;
use crate::kit::referee;

#[test]
fn names_that_could_be_the_same_leave_everybody_in_the_exam() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let common = b"\xce\xe2\xe0\xed\xee\xe2\xe0\xce\xe2\xe0";
    let long = |end: &[u8]| [&common[..], end].concat();
    let folders = [
        b"2026 101".to_vec(),
        b"2026-101".to_vec(),
        b"M\xfcller".to_vec(),
        b"M\\xfcller".to_vec(),
        b"first".to_vec(),
        b"random".to_vec(),
        b"house:resign".to_vec(),
        long(b"A"),
        long(b"B"),
    ];
    for folder in &folders {
        let folder = dir.path().join("subs").join(OsStr::from_bytes(folder));
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(scripted(), folder.join("scripted.py")).expect("a copy");
    }
    std::os::unix::fs::symlink("2026-101", dir.path().join("subs/first~")).expect("a link");
    let text = format!(
        "game = 'onitama'\nformat = 'exam'\nseed = 5\nsubmissions = 'subs/*'\n\
         submission_defaults = {{ run = ['python3', 'scripted.py', 'wait hello; say ready; rest'] }}\n\
         [exam.basics]\nquestions = [{{ name = 'q', state = '{STATE}' }}]\n\
         [exam.qualification]\nexaminer = 'first'\nerrors = 9\n[exam.main]\ndeals = 'deals'\n\
         [[bots]]\nbot = 'house:first'\n[[bots]]\nbot = 'house:random'\n"
    );
    fs::write(dir.path().join("exam.toml"), text).expect("a file");
    fs::write(dir.path().join("deals"), STATE).expect("a file");
    let run = referee(&["run", &shown(&dir.path().join("exam.toml"))]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let remark = "subs/first plays as first~";
    assert!(run.stderr.contains(remark), "{}", run.stderr);
    let marks = referee(&["marks", &shown(&dir.path().join("exam.db")), "--json"]).fine();
    let marks: Value = serde_json::from_str(&marks).expect("JSON");
    let rows = marks["rows"].as_array().expect("rows");
    let (played, others): (Vec<&Value>, Vec<&Value>) =
        rows.iter().partition(|row| !row["rank"].is_null());
    // And `random` of the tournament file, which takes the exam, too.
    assert_eq!(played.len(), folders.len() + 1, "{marks}");
    let names: Vec<&Value> = others.iter().map(|row| &row["id"]).collect();
    assert_eq!(names, ["first~"], "the link");
}

#[test]
fn who_comes_later_takes_over_no_name_that_has_played() {
    for (pattern, first, later) in [
        ("subs/*", "ann", "star"),
        ("subs/*/*", "g1/star", "g2/star"),
    ] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let hand_in = |folder: &str, script: &str| {
            let folder = dir.path().join("subs").join(folder);
            fs::create_dir_all(&folder).expect("a folder");
            fs::copy(scripted(), folder.join("scripted.py")).expect("a copy");
            let name = if folder.ends_with("ann") {
                "name = 'star'\n"
            } else {
                ""
            };
            let text = format!("{name}run = ['python3', 'scripted.py', '{script}']\n");
            fs::write(folder.join("bot.toml"), text).expect("a file");
        };
        let run = |more: &[&str]| {
            let file = shown(&dir.path().join("cup.toml"));
            referee(&[&["run", &file], more].concat())
        };
        let text = format!(
            "game = 'onitama'\nformat = 'round-robin'\nrounds = 1\nseed = 5\n\
             options = {{ turns = 2 }}\nsubmissions = '{pattern}'\nchanged_bots = 'keep'\n\
             [[bots]]\nbot = 'house:random'\n"
        );
        fs::write(dir.path().join("cup.toml"), text).expect("a file");
        hand_in(first, "wait hello; say ready; rest");
        let begun = run(&[]);
        assert!(matches!(begun.code, Some(0 | 4)), "{}", begun.stderr);
        hand_in(later, "wait hello; say ready ; rest");
        let refused = run(&["--extend"]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        let why = "two submissions would be called star";
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
}
