//! Results that were cut off or damaged, and files that never were results: what is said of them, and what of
//! them is saved.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::doubts::changed;
use super::{Arena, contents, played, verify, write_chained};
use crate::kit::{Run, referee};

/// A sound run of six games, its export, and the lines of that: three, and one for each game.
fn results() -> (Arena, PathBuf, Vec<String>) {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 3\nseed = 9")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    played(&arena);
    let file = arena.path().join("cup.jsonl");
    let text = fs::read_to_string(&file).expect("results");
    let lines = text.split_inclusive('\n').map(str::to_owned).collect();
    (arena, file, lines)
}

/// What `verify` says of an export of these lines, which it leaves with this code.
fn verified(file: &Path, lines: &[String], code: i32) -> Run {
    fs::write(file, lines.concat()).expect("written");
    let run = verify(file);
    assert_eq!(run.code, Some(code), "{}{}", run.stdout, run.stderr);
    run
}

#[test]
fn the_chain_names_the_line() {
    let (_arena, file, sound) = results();
    let mut other = contents(&file);
    other[0]["format"] = json!(9);
    write_chained(&file, &other);
    let message = verify(&file).refused();
    for part in [
        "line 1 is damaged: it is of format 9",
        "use one of the version that wrote it",
    ] {
        assert!(message.contains(part), "{message}");
    }

    for (line, from, to, end) in [
        // A header with a hash that isn't its own is a forgery, not one of another format.
        (
            1,
            "\"format\":3",
            "\"format\":4",
            "DAMAGED, 1 fault found; sound: 0 games\n",
        ),
        (6, "\"attempt\":1", "\"attempt\":2", "sound: 2 games\n"),
    ] {
        let mut lines = sound.clone();
        lines[line - 1] = lines[line - 1].replacen(from, to, 1);
        let said = verified(&file, &lines, 1).stdout;
        let begin = format!("{}: line {line} is damaged: ", file.display());
        assert!(said.starts_with(&begin), "{said}");
        assert!(said.ends_with(end), "{said}");
        let trusted = said.contains("; only what is before it can be trusted\n");
        assert_eq!(trusted, line > 1, "{said}");
    }
}

#[test]
fn a_cut_export_is_sound_as_far_as_it_goes() {
    let (_arena, file, mut lines) = results();
    let whole = verify(&file).fine();
    let mut said = whole.lines();
    let published = said.find_map(|line| line.strip_prefix("fingerprint "));
    let published = published.expect("a fingerprint");

    let run = verified(&file, &lines[..6], 4);
    let words = ": unfinished; sound: 3 games, missing: 3\n";
    assert!(run.stdout.contains(words), "{}", run.stdout);
    assert_eq!(run.stderr, "");

    let last = lines.last_mut().expect("lines");
    last.truncate(last.len() / 2);
    let run = verified(&file, &lines, 4);
    assert!(run.stderr.contains("line 9 is torn"), "{}", run.stderr);
    let words = "unfinished, the last line is torn; sound: 5 games, missing: 1\n";
    assert!(run.stdout.ends_with(words), "{}", run.stdout);
    let path = file.to_string_lossy();
    let json = referee(&["verify", "--json", &path]);
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        json,
        json!({ "games": 5, "missing": 1, "torn": true, "wrong": [], "fingerprint": null })
    );
    // To who knows the fingerprint of the whole run it isn't just unfinished.
    let run = referee(&["verify", &path, "--fingerprint", published]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let words = "the fingerprint is ";
    assert!(run.stdout.starts_with(words), "{}", run.stdout);
}

#[test]
fn what_is_no_file_of_results() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("cup.text"), "game = \"onitama\"\n").expect("written");
    fs::write(at("empty"), "").expect("written");
    fs::create_dir(at("folder")).expect("a folder");
    for (name, words) in [
        ("cup.text", "isn't a file of results; give the .db"),
        ("empty", "nothing was recorded; start the run anew"),
        ("folder", "Is a directory"),
        ("missing", "No such file"),
    ] {
        for command in ["verify", "games"] {
            let path = at(name).to_string_lossy().into_owned();
            let message = referee(&[command, &path]).refused();
            assert!(message.contains(words), "{command} {name}: {message}");
            assert!(message.contains(&path), "{command}: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}

#[test]
fn what_holds_of_a_damaged_run_is_saved_and_goes_on() {
    let (arena, ..) = results();
    let whole = arena.path().join("cup.db");
    let saved = arena.path().join("saved.db").to_string_lossy().into_owned();
    let save = |run: &Path, code: i32| {
        let run = referee(&["verify", &run.to_string_lossy(), "--save-as", &saved]);
        assert_eq!(run.code, Some(code), "{}{}", run.stdout, run.stderr);
        run.stderr
    };
    let refusal = save(&whole, 2);
    assert!(
        refusal.ends_with("it isn't damaged; copy it\n"),
        "{refusal}"
    );
    let damaged = changed(&whole, "UPDATE records SET packed = x'00' WHERE number = 3");
    let run = verify(&damaged);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let offer = format!(
        "games 1 to 2 hold, and can be saved: referee verify {} --save-as NEW.db\n",
        damaged.display()
    );
    assert!(run.stdout.ends_with(&offer), "{}", run.stdout);
    let remark = save(&damaged, 1);
    let further =
        format!("games 1 to 2 are saved; to go on: referee run TOURNAMENT.toml --out {saved}\n");
    assert!(remark.contains(&further), "{remark}");
    let refusal = save(&damaged, 2);
    let taken = format!("--save-as {saved}: it is there already; give another name\n");
    assert!(refusal.ends_with(&taken), "{refusal}");

    let unfinished = verify(Path::new(&saved));
    assert_eq!(unfinished.code, Some(4), "{}", unfinished.stdout);
    let going_on = arena.run(&["--out", &saved]);
    let said = String::from_utf8_lossy(&going_on.stderr);
    assert_eq!(going_on.status.code(), Some(0), "{said}");
    verify(Path::new(&saved)).fine();
}

#[test]
fn where_nothing_holds_nothing_is_offered() {
    let (arena, ..) = results();
    let saved = arena.path().join("saved.db");
    for damage in ["DELETE FROM revisions", "DELETE FROM chain"] {
        let damaged = changed(&arena.path().join("cup.db"), damage);
        let run = verify(&damaged);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        let words = "no game of it can be saved; go back to a copy of it\n";
        assert!(run.stdout.ends_with(words), "{}", run.stdout);
        assert!(!run.stdout.contains("--save-as"), "{}", run.stdout);
        let (path, new) = (damaged.to_string_lossy(), saved.to_string_lossy());
        let run = referee(&["verify", &path, "--save-as", &new]);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
        assert!(!saved.exists(), "{damage}");
    }
}
