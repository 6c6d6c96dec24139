//! Tests the errors for specs that name no bot or set invalid options.

use std::fs;

use referee_bots::house;

fn refusal(spec: &str) -> String {
    match house::start(spec) {
        Ok(_) => panic!("{spec} was accepted"),
        Err(why) => why.to_string(),
    }
}

#[test]
fn a_refusal_says_what_there_is() {
    for (spec, expected) in [
        ("minmax", vec!["`minmax`", "minimax", "ludo-priority"]),
        ("", vec!["needs a name", "minimax"]),
        ("depth=3", vec!["needs a name", "random"]),
        ("minimax,deep=3", vec!["`deep`", "depth"]),
        ("minimax,depth=0", vec!["depth=\"0\"", "from 1 to 64"]),
        ("minimax,depth=x", vec!["depth=\"x\"", "from 1 to 64"]),
        ("random,seed=3", vec!["`seed`", "none"]),
        ("minimax,3", vec!["found `3`", "key=value"]),
        ("instant,moves=/no/file", vec!["/no/file"]),
    ] {
        let why = refusal(spec);
        for part in expected {
            assert!(why.contains(part), "{spec}: {why}");
        }
    }
}

#[test]
fn a_file_of_moves_is_looked_at() {
    for (name, text, expected) in [
        ("no-seat", "A: e4\ne5\n", "found \"e5\""),
        ("long-seat", "AB: e4\n", "found \"AB: e4\""),
        ("empty", "\n", "empty"),
    ] {
        let file = format!("{}/{name}.txt", env!("CARGO_TARGET_TMPDIR"));
        fs::write(&file, text).expect("a file");
        let why = refusal(&format!("instant,moves={file}"));
        assert!(why.contains(expected) && why.contains(&file), "{why}");
    }
}

#[test]
fn every_bot_starts_as_it_is() {
    for bot in house::bots() {
        assert!(house::start(bot.name).is_ok(), "{}", bot.name);
        assert!(bot.about.ends_with('.'), "{}", bot.about);
    }
}
