//! Names that people confuse: said when a run begins, and beside its tables.

use std::fs;

use serde_json::Value;

use crate::engine::Arena;
use crate::kit::referee;

const CASE: &str = "Two bots are named Fox and fox, which differ only in case.";
const LOOKS: &str = "Two bots are named fox and f\u{43e}x (f\\u{43e}x), which look alike.";

/// The words of a text, however its lines are broken.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn fine(arena: &Arena, arguments: &[&str]) -> (String, String) {
    let output = arena.run(arguments);
    let texts = [output.stdout, output.stderr];
    let [stdout, stderr] = texts.map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    (stdout, flat(&stderr))
}

#[test]
fn names_that_look_alike_are_told_wherever_the_bots_are_compared() {
    let arena = Arena::unjailed("game = \"onitama\"\nseed = 3\noptions = { turns = 4 }")
        .bot("fox", "house:first")
        .bot("Fox", "house:first")
        .bot("f\u{43e}x", "house:first");
    let (json, stderr) = fine(&arena, &["--dry-run", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["look_alikes"].as_array().map(Vec::len), Some(3));
    assert!(stderr.contains(&format!("referee: warning: {LOOKS}")));
    let (shown, stderr) = fine(&arena, &[]);
    let run = arena.path().join("cup.db");
    let run = run.to_str().expect("UTF-8");
    let page = arena.path().join("page.html");
    referee(&["report", run, "-o", page.to_str().expect("UTF-8")]).fine();
    let page = fs::read_to_string(page).expect("a page");
    let markdown = referee(&["standings", run, "--md"]).fine();
    let json = referee(&["standings", run, "--json"]).fine();
    for sentence in [CASE, LOOKS] {
        assert!(stderr.contains(&format!("referee: warning: {sentence}")));
        assert!(flat(&shown).contains(sentence), "{shown}");
        assert!(page.contains(sentence));
        let escaped = sentence.replace('\\', "\\\\");
        assert!(json.contains(&escaped), "{json}");
    }
    assert!(markdown.contains(CASE), "{markdown}");
}

#[test]
fn a_match_of_two_that_look_alike_says_so() {
    let arena = Arena::unjailed(
        "game = \"onitama\"\nseed = 3\nformat = \"match\"\noptions = { turns = 4 }\n[match]\ngames = 2",
    )
    .bot("Fox", "house:first")
    .bot("fox", "house:random");
    let (shown, stderr) = fine(&arena, &[]);
    assert!(stderr.contains(&format!("referee: warning: {CASE}")));
    assert!(flat(&shown).contains(&format!("names {CASE}")), "{shown}");
}
