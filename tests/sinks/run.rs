//! A tournament with it: tables, lists, exports, pages, explanations.

use super::{NAME, csv, json, markdown, printable, script};
use crate::cli::referee;
use crate::engine::Arena;

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
