//! What is said of a folder that is no game, or of a tournament that asks for too much.

use std::fs;

use super::{arena, text};
use crate::kit::referee;

/// What a tournament with this game says, which is refused.
fn refused(description: &str, settings: &str) -> String {
    let arena = arena("sound", settings);
    fs::write(arena.path().join("six/game.toml"), description).expect("a file");
    let output = arena.run(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!arena.path().join("cup.db").exists());
    text(&output.stderr)
}

#[test]
fn a_wrong_description_is_named() {
    let run = "run = \"python3 six.py sound\"\nreasons = [\"six\"]\n";
    for (description, why) in [
        ("", "missing field `reasons`"),
        ("reasons = [\"six\"]", "missing field `run`"),
        (&*format!("{run}rnu = 1"), "did you mean `run`?"),
        (&format!("{run}name = \"Six!\""), "lower-case letters"),
        (&format!("{run}seats = \"A\""), "two to four of the letters"),
        (&format!("{run}seats = \"BA\""), "in order"),
        (&format!("{run}max_plies = 0"), "expected 1 to 1000000"),
        (&format!("{run}title = \"a\\nb\""), "in one line"),
        ("run = \"python3 six.py\"\nreasons = []", "1 to 64 words"),
        (
            "run = \"python3 six.py\"\nreasons = [\"timeout\"]",
            "a word of the referee's own",
        ),
        (
            "run = \"python3 six.py\"\nreasons = [\"a b\"]",
            "expected a word",
        ),
        (
            "run = \"no-such-program\"\nreasons = [\"six\"]",
            "no-such-program",
        ),
        (
            &format!("{run}[options]\nside = {{ min = 3, max = 9, default = 12 }}"),
            "expected a whole number from 3 to 9",
        ),
        (
            &format!("{run}[options]\nside = {{ min = 3, default = 4 }}"),
            "expected `choice`, or `min` and `max`, or `form`",
        ),
        (
            &format!("{run}[limits]\nrequest_ms = 0"),
            "expected 1 to 60000",
        ),
        (&format!("{run}[limits]\nmemory_mib = 1"), "memory_mib = 1"),
    ] {
        let said = refused(description, "");
        assert!(said.contains("six/game.toml: "), "{description}: {said}");
        assert!(said.contains(why), "{description}: {said}");
    }
}

#[test]
fn a_tournament_s_wrong_words_are_named_before_the_program_is_asked() {
    // A program that hangs would be waited for.
    let hangs = "run = \"sleep 100\"\nreasons = [\"six\"]\n[options]\nlong = { default = false }\n";
    for (settings, why) in [
        ("options = { lnog = true }", "did you mean `long`?"),
        ("options = { long = 3 }", "expected on or off"),
    ] {
        let said = refused(hangs, settings);
        assert!(said.contains("cup.toml: ") && said.contains(why), "{said}");
    }
    let said = refused(
        "run = \"python3 six.py 'no start'\"\nreasons = [\"six\"]\n",
        "",
    );
    assert!(said.contains("I don't feel like it"), "{said}");
    let said = refused(
        "run = \"python3 six.py sound\"\nreasons = [\"six\"]\n",
        "start = \"book\"",
    );
    assert!(said.contains("book: "), "{said}");
}

#[test]
fn a_folder_is_written_with_a_slash() {
    let arena = arena("sound", "");
    let folder = arena.path().join("six").to_string_lossy().into_owned();
    let said = referee(&["rules", &folder, "--json"]).fine();
    assert!(said.contains("\"name\": \"six\""), "{said}");
    let said = referee(&["rules", &format!("{folder}/none")]).refused();
    assert!(said.contains("none/game.toml: "), "{said}");
    let output = crate::kit::command(&["rules", "six"])
        .current_dir(arena.path())
        .output()
        .expect("the referee starts");
    let said = text(&output.stderr);
    assert!(said.contains("write \"./six\""), "{said}");
}

#[test]
fn other_rules_don_t_go_on() {
    let arena = arena("sound", "");
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    let program = arena.path().join("six/six.py");
    let changed = fs::read_to_string(&program).expect("a file") + "# changed\n";
    fs::write(&program, changed).expect("a file");
    let output = arena.run(&[]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the rules of six are others now"), "{said}");
}

#[test]
fn a_match_takes_a_folder() {
    let arena = arena("sound", "");
    let folder = arena.path().join("six").to_string_lossy().into_owned();
    let out = arena.path().join("duel.db").to_string_lossy().into_owned();
    let words = ["match", "house:random", "house:first", "--game", &folder];
    let more = ["-n", "2", "--out", &out, "--json"];
    let said = referee(&[&words[..], &more[..]].concat()).fine();
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(json["games"], 2, "{said}");
    referee(&["verify", &out]).fine();
    let few = [&words[..], &["-n", "20"]].concat();
    let said = referee(&few).refused();
    assert!(said.contains("there are only 1, for 2 games"), "{said}");
    // A bot of the house that knows other games is refused.
    let greedy = [
        "match",
        "house:greedy",
        "house:first",
        "--game",
        &folder,
        "-n",
        "2",
    ];
    let said = referee(&greedy).refused();
    assert!(said.contains("six"), "{said}");
}
