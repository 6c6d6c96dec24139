//! Files that were cut, changed, or never were results.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Arena, contents, played, verify, write_chained};
use crate::cli::referee;

/// The lines of a sound run of six games, and a file to change them in.
fn results() -> (Arena, Vec<String>, PathBuf) {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 3")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    played(&arena);
    let file = arena.path().join("cup.jsonl");
    let text = fs::read_to_string(&file).expect("results");
    let lines = text.split_inclusive('\n').map(str::to_owned).collect();
    (arena, lines, file)
}

/// The line of the first game: those before it are of the header, the configuration and the session.
const FIRST: usize = 4;

/// Expects that the chain breaks at this line.
fn broken(file: &Path, lines: &[String], at: usize) {
    fs::write(file, lines.concat()).expect("written");
    let run = verify(file);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let words = format!("{}: line {at} is damaged: ", file.display());
    assert!(run.stdout.starts_with(&words), "{}", run.stdout);
    let sound = match at - FIRST {
        1 => "1 game\n".to_owned(),
        n => format!("{n} games\n"),
    };
    assert!(
        run.stdout.ends_with(&format!("sound: {sound}")),
        "{}",
        run.stdout
    );
}

#[test]
fn the_chain_names_the_line() {
    let (_arena, sound, file) = results();
    let mut lines = sound.clone();
    lines[5] = lines[5].replacen("\"attempt\":1", "\"attempt\":2", 1);
    broken(&file, &lines, 6);
    let mut lines = sound.clone();
    lines.remove(5);
    broken(&file, &lines, 6);
    let mut lines = sound.clone();
    lines.swap(4, 6);
    broken(&file, &lines, 5);
    let mut lines = sound;
    lines[4] = "\n".to_owned();
    broken(&file, &lines, 5);
}

#[test]
fn whole_lines_of_others_are_damage_even_at_the_end() {
    let (_arena, sound, file) = results();
    for line in ["hello\n", "\n", "{\"record\":\n"] {
        let lines = [&sound[..], &[line.to_owned()]].concat();
        broken(&file, &lines, 10);
    }
}

#[test]
fn a_changed_header() {
    let (_arena, mut lines, file) = results();
    lines[0] = lines[0].replacen("\"format\":2", "\"format\":3", 1);
    fs::write(&file, lines.concat()).expect("written");
    let run = verify(&file);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains(": line 1 is damaged: "),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("can be trusted"), "{}", run.stdout);
    assert!(
        run.stdout.contains(": DAMAGED, 1 fault found"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_torn_last_line() {
    let (_arena, mut lines, file) = results();
    let last = lines.last_mut().expect("lines");
    last.truncate(last.len() / 2);
    fs::write(&file, lines.concat()).expect("written");
    let run = verify(&file);
    assert_eq!(run.code, Some(4), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("line 9 is torn"), "{}", run.stderr);
    let words = "unfinished, the last line is torn; sound: 5 games, missing: 1\n";
    assert!(run.stdout.ends_with(words), "{}", run.stdout);
    let json = referee(&["verify", "--json", &file.to_string_lossy()]);
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        json,
        json!({ "games": 5, "missing": 1, "torn": true, "wrong": [], "fingerprint": null })
    );
}

#[test]
fn a_published_fingerprint_is_compared_whatever_holds_the_run() {
    let (arena, mut lines, file) = results();
    let fingerprint = |said: &str| {
        let mut said = said.lines();
        let found = said.find_map(|line| line.strip_prefix("fingerprint "));
        found.expect("a fingerprint").to_owned()
    };
    let published = fingerprint(&verify(&file).fine());
    let database = arena.path().join("cup.db");
    assert_eq!(fingerprint(&verify(&database).fine()), published);
    let check = || {
        let path = file.to_string_lossy();
        referee(&["verify", &path, "--fingerprint", &published])
    };
    check().fine();
    let last = lines.last_mut().expect("lines");
    last.truncate(last.len() / 2);
    fs::write(&file, lines.concat()).expect("written");
    let run = check();
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.starts_with("the fingerprint is "),
        "{}",
        run.stdout
    );
}

#[test]
fn an_unfinished_run() {
    let (_arena, lines, file) = results();
    for left in [8, 6, 3] {
        fs::write(&file, lines[..left].concat()).expect("written");
        let run = verify(&file);
        assert_eq!(run.code, Some(4), "{}{}", run.stdout, run.stderr);
        let missing = format!("missing: {}\n", 9 - left);
        assert!(
            run.stdout.contains(": unfinished; sound: "),
            "{}",
            run.stdout
        );
        assert!(run.stdout.contains(&missing), "{}", run.stdout);
        assert_eq!(run.stderr, "");
    }
}

#[test]
fn what_is_no_file_of_results() {
    let folder = TempDir::new().expect("a folder");
    let noise: Vec<u8> = (0..1_u32 << 20)
        .map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[n as usize % 3])
        .collect();
    let foreign: [(&str, &[u8], &str); 7] = [
        (
            "cup.text",
            b"game = \"onitama\"\n[[bots]]\n",
            "isn't a file of results; give the .db",
        ),
        (
            "other.jsonl",
            b"{\"game\":1}\n{\"game\":2}\n",
            "isn't a file of results; give the .db",
        ),
        (
            "one-line",
            b"hello\n",
            "isn't a file of results; give the .db",
        ),
        (
            "no-newline",
            b"hello",
            "isn't a file of results; give the .db",
        ),
        ("empty", b"", "no complete header"),
        ("torn-header", b"{\"header\":{\"form", "no complete header"),
        ("noise", &noise, "isn't a file of results; give the .db"),
    ];
    for (name, bytes, words) in foreign {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("written");
        for command in ["verify", "games"] {
            let message = referee(&[command, &file.to_string_lossy()]).refused();
            assert!(message.contains(words), "{name}: {message}");
            assert!(message.contains(name), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
    for (path, words) in [
        (folder.path().to_owned(), "Is a directory"),
        (folder.path().join("missing"), "No such file"),
    ] {
        let message = verify(&path).refused();
        assert!(message.contains(words), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn a_header_of_another_format() {
    let (_arena, _, file) = results();
    let mut lines = contents(&file);
    lines[0]["format"] = json!(9);
    write_chained(&file, &lines);
    let message = verify(&file).refused();
    assert!(message.contains("it is of format 9"), "{message}");
    lines[0] = json!({ "format": 9, "everything": "else" });
    write_chained(&file, &lines);
    let message = verify(&file).refused();
    assert!(message.contains("it is of format 9"), "{message}");
    lines[0] = json!({ "format": 2 });
    write_chained(&file, &lines);
    let message = verify(&file).refused();
    assert!(message.contains("line 1 is damaged"), "{message}");
}
