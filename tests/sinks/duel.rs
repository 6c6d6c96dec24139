//! A match against it, as on a runner of GitHub: files, annotations, the job's summary.

use std::fs;

use super::check::{bot, orders};
use super::{NAME, json, markdown, printable};
use crate::kit::command;

#[test]
fn a_match_is_text_in_every_form() {
    let folder = bot();
    let here = folder.path();
    let path = here.to_str().expect("UTF-8");
    let results = tempfile::TempDir::new().expect("a temporary folder");
    // Of other seeds, some let the bot win before it fails, again and again: it isn't parked.
    let played = |more: &[&str]| {
        let usual = [
            "match",
            "house:random",
            path,
            "-n",
            "40",
            "--game",
            "onitama",
        ];
        let rest = ["--tc", "st=0.4", "--out", "r.db", "--markdown", "x.md"];
        let files = ["--junit", "x.xml", "--seed", "1"];
        let mut command = command(&[&usual[..], &rest, &files, more].concat());
        command
            .current_dir(results.path())
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_STEP_SUMMARY", "summary.md");
        let output = command.output().expect("the referee starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(5), "{stderr}");
        printable(&stdout);
        printable(&stderr);
        (stdout, stderr)
    };
    let (stdout, stderr) = played(&[]);
    assert!(stdout.starts_with("::stop-commands::"), "{stdout}");
    let commands = orders(&stdout);
    assert_eq!(commands.len(), 10, "the verdict and nine faults: {stdout}");
    let is_ours = |line: &&str| line.starts_with("::error title=referee match");
    assert!(commands.iter().all(is_ours), "{commands:#?}");
    assert_eq!(orders(&stderr), Vec::<&str>::new());
    let read = |name: &str| fs::read_to_string(results.path().join(name)).expect("it was written");
    markdown(&read("x.md"));
    markdown(&read("summary.md"));
    printable(&read("x.xml"));
    assert!(
        read("x.xml").contains("::add-mask::a"),
        "stderr is told as text"
    );

    let (stdout, stderr) = played(&["--json"]);
    assert_eq!(json(&stdout)[0]["bots"][1], NAME);
    assert!(
        orders(&stderr).iter().all(is_ours) && !orders(&stderr).is_empty(),
        "{stderr}"
    );
}
