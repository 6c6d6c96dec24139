//! A tournament with it: tables, lists, exports, pages, explanations.

use serde_json::json;

use super::{NAME, csv, json, markdown, printable, script};
use crate::engine::{Arena, scripted};
use crate::kit::referee;

#[test]
fn a_hostile_bot_is_text_in_every_form() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 1")
        .scripted(NAME, &script())
        .bot("##[error]www.evil.example", "house:first");
    let output = arena.run(&[]);
    let (stdout, stderr) = (
        String::from_utf8(output.stdout),
        String::from_utf8(output.stderr),
    );
    let stderr = stderr.expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    printable(&stdout.expect("UTF-8"));
    printable(&stderr);
    let file = arena.path().join("cup.db");
    let file = file.to_str().expect("UTF-8");
    let shown = |given: &str| {
        let mut words: Vec<&str> = given.split(' ').collect();
        words.insert(1, file);
        referee(&words).fine()
    };
    for given in [
        "standings",
        "standings --wide",
        "standings --crosstable",
        "games",
        "games 1",
        "games 2",
        "why 1",
    ] {
        printable(&shown(given));
    }
    for given in [
        "standings --json",
        "standings --crosstable --json",
        "games --json",
        "games 1 --json",
        "why 1 --json",
        "export --format json",
        "export --format jsonl",
        &format!("export --format jsonl --bot {NAME}"),
    ] {
        assert!(!json(&shown(given)).is_empty(), "{given}");
    }
    for given in [
        "standings --csv",
        "standings --csv --wide",
        "standings --crosstable --csv",
        "games --csv",
        "export --format csv",
    ] {
        csv(&shown(given));
    }
    for given in [
        "standings --md",
        "standings --crosstable --md",
        "games --md",
        "export --format md",
    ] {
        markdown(&shown(given));
    }
    // As it came, where a program reads it.
    let why = json(&shown("why 1 --json"));
    assert_eq!(why[0]["faults"][0]["bot"], NAME);
    assert!(
        why[0]["faults"][0]["stderr"]
            .to_string()
            .contains("::add-mask::a"),
        "{why:?}"
    );
}

#[test]
fn what_is_run_is_text_before_anything_is_played() {
    let arena = Arena::new(
        "game = \"onitama\"\nrounds = 1\nsubmissions = \"subs/*\"\nbroken = \"skip\"\nbuild_jail = false",
    );
    let bad = "\u{1b}[2J\u{1b}]0,title\u{7}\u{202e}txet\u{9b}1m\n  forged";
    // A list of strings with escapes is the same in JSON and TOML.
    let words = |first: &str| json!(["python3", "scripted.py", first, bad]);
    let build = json!(["sh", "-c", ":", bad]);
    for (folder, text) in [
        (
            "one",
            format!("run = {}\n", words("wait hello; say ready; rest")),
        ),
        (
            "two",
            format!(
                "run = {}\nbuild = {build}\nfetch = {build}\n",
                words("wait hello; say ready; rest")
            ),
        ),
        ("three", format!("run = {}\n", words("complain x; exit 1"))),
        ("four", "rnu = 'x'\n".to_owned()),
    ] {
        let folder = arena.path().join("subs").join(folder.to_owned() + bad);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::copy(scripted(), folder.join("scripted.py")).expect("a copy");
        std::fs::write(folder.join("bot.toml"), text).expect("a file");
    }
    let dry = arena.run(&["--dry-run", "--allow-fetch"]);
    let (stdout, stderr) = (
        String::from_utf8(dry.stdout).expect("UTF-8"),
        String::from_utf8(dry.stderr).expect("UTF-8"),
    );
    assert_eq!(dry.status.code(), Some(0), "{stderr}");
    printable(&stdout);
    printable(&stderr);
    for shown in [&stdout, &stderr] {
        assert!(!shown.contains("\n  forged"), "{shown}");
    }
    for key in [
        "\n    run     ",
        "\n    folder  ",
        "\n    fetch   ",
        "\n    build   ",
        "would not play  2\n",
    ] {
        assert!(stdout.contains(key), "{key}: {stdout}");
    }
    let dry = arena.run(&["--dry-run", "--allow-fetch", "--json"]);
    json(&String::from_utf8(dry.stdout).expect("UTF-8"));
}
