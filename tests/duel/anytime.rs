//! The interval that holds whenever somebody looks.

use std::process::Command;
use std::time::Duration;

use referee_stats::{ResultCounts, anytime};
use referee_store::Run;
use serde_json::Value;

use super::Folder;
use crate::kit::start;

const MATCH: [&str; 8] = [
    "match",
    "house:random",
    "house:greedy",
    "--game",
    "koolaamee",
    "--seed",
    "5",
    "-n",
];

#[test]
fn it_stands_beside_the_usual_one() {
    let folder = Folder::new();
    let args = [&MATCH[..], &["40"]].concat();
    let plain = folder.json(&args, 0);
    assert!(plain["anytime"].is_null());
    let with = [&args[..], &["--anytime"]].concat();
    let report = folder.json(&with, 0);
    let counts: [u64; 5] = serde_json::from_value(report["pentanomial"].clone()).expect("counts");
    let expected = anytime(&ResultCounts::Pairs(counts), 0.05).expect("results");
    let expected = serde_json::to_string(&expected).expect("JSON");
    // By the same reader, which is off by a last bit now and then.
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    assert_eq!(report["anytime"], expected);
    assert_eq!(report["strength"], plain["strength"]);
    let outputs = [&args, &with].map(|args| folder.run(args).stdout);
    assert!(!outputs[0].contains("\nany time"), "{}", outputs[0]);
    assert!(outputs[1].contains("\nany time     "), "{}", outputs[1]);
    assert!(
        outputs[1].contains("(95 % at every moment"),
        "{}",
        outputs[1]
    );
}

#[test]
fn without_it_a_look_is_warned_against() {
    let folder = Folder::new();
    let database = folder.0.at("random-vs-greedy-match.db");
    let mut before = 0;
    for (option, warned) in [(&[][..], true), (&["--anytime"][..], false)] {
        let args = [&MATCH[..], &["100000"], option].concat();
        let child = start(folder.command(&args));
        let settled = || Some(Run::open(&database).ok()?.past().ok()??.highest);
        while settled().is_none_or(|highest| highest < before + 8) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let stopped = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(stopped.expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert_eq!(text.contains("Looked at before its end"), warned, "{text}");
        assert_eq!(text.contains("\nany time"), !warned, "{text}");
        before = settled().expect("results");
    }
}
