//! `referee jail`.

use super::{ALL, jail_report};
use crate::kit::referee;

const WORDS: [&str; 15] = [
    "network",
    "files",
    "scratch",
    "outside",
    "memory",
    "processes",
    "descriptors",
    "cpu",
    "output",
    "privileges",
    "terminal",
    "environment",
    "remains",
    "sharing",
    "idle",
];

#[test]
fn the_table_without_any_layer_is_the_same_everywhere() {
    let run = referee(&["jail", "--jail-without", ALL]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(run.stdout, include_str!("golden/nothing.txt"));
}

#[test]
fn the_table_fits_and_has_every_promise() {
    let run = referee(&["jail"]);
    let table = jail_report(&[]);
    let strict = table["strict"].as_bool().expect("a word");
    assert_eq!(run.code, Some(i32::from(!strict)), "{}", run.stderr);
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for entry in table["promises"].as_array().expect("a list") {
        let says = entry["says"].as_str().expect("a text");
        let line = run.stdout.lines().find(|line| line.starts_with(says));
        let line = line.unwrap_or_else(|| panic!("{says} in {}", run.stdout));
        let kept = entry["kept"].as_bool().expect("a word");
        assert_eq!(line.contains(" yes "), kept, "{line}");
    }
    assert_eq!(run.stdout.contains("plays."), strict, "{}", run.stdout);
}

#[test]
fn json_has_every_promise_in_order() {
    for arguments in [
        &[][..],
        &["--jail-without", "namespaces"],
        &["--jail", "off"],
    ] {
        let table = jail_report(arguments);
        let promises = table["promises"].as_array().expect("a list");
        let words: Vec<&str> = promises
            .iter()
            .filter_map(|p| p["promise"].as_str())
            .collect();
        assert_eq!(words, WORDS);
        for entry in promises {
            let kept = entry["kept"].as_bool().expect("a word");
            let ways = entry["get"].as_array().expect("a list");
            assert_eq!(kept, ways.is_empty(), "{entry}");
            assert!(ways.iter().all(|way| way["how"].is_string()), "{entry}");
        }
        let all = promises.iter().all(|entry| entry["kept"] == true);
        assert_eq!(table["strict"], all);
    }
}

#[test]
fn layers_are_left_out() {
    let table = jail_report(&["--jail-without", "namespaces,uids"]);
    let by = table["by"].as_str().expect("words");
    assert!(
        !by.contains("namespaces") && !by.contains("own users"),
        "{by}"
    );
    assert_eq!(table["left_out"], "namespaces, uids");
    assert_eq!(table["strict"], false);
}

#[test]
fn levels_and_layers_are_checked() {
    for (arguments, expected) in [
        (["--jail", "strikt"], "expected strict, auto or off"),
        (["--jail-without", "walls"], "expected some of namespaces"),
    ] {
        let refused = referee(&[&["jail"][..], &arguments].concat()).refused();
        assert!(refused.contains(expected), "{refused}");
    }
}
