//! The files for machines: what they say is what `--json` and the tables of the run say.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::ends::STRONGER;
use super::{Folder, golden};

/// The options that write all of them.
const FILES: [&str; 4] = ["--junit", "x.xml", "--markdown", "x.md"];

/// What stands in a file.
fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.0.at(name)).expect("it was written")
}

/// A command with all files, that ends with this code; its JSON, of the same command again.
fn played(folder: &Folder, args: &[&str], code: i32) -> Value {
    let output = folder.run(&[args, &FILES].concat());
    assert_eq!(
        output.code,
        Some(code),
        "{}{}",
        output.stdout,
        output.stderr
    );
    folder.json(args, code)
}

/// The cases: name, what came of it, of which type, with which message, and the text.
fn cases(folder: &Folder) -> Vec<[String; 5]> {
    let program = "
import json, sys, xml.etree.ElementTree as E
found = []
for case in E.parse('x.xml').getroot().iter('testcase'):
    own = list(case)
    bad = [e for e in own if e.tag != 'system-out']
    e = bad[0] if bad else None
    found.append([case.get('name'), e.tag if bad else 'passed', e.get('type', '') if bad else '',
        e.get('message', '') if bad else '', ''.join(x.text or '' for x in own)])
print(json.dumps(found))";
    let mut python = Command::new("python3");
    python.args(["-c", program]).current_dir(folder.0.at("."));
    let output = python.output().expect("python3");
    serde_json::from_slice(&output.stdout).expect("well-formed XML")
}

#[test]
fn a_page_and_a_test_say_what_the_block_says() {
    let folder = Folder::new();
    let output = folder.run(&[&STRONGER[..], &FILES].concat());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let page = read(&folder, "x.md");
    // What the machine is, and what its timing makes of games behind the end.
    let shaky = ["| jail", "| machine", "| crowded", "| left out"];
    let steady = page
        .lines()
        .filter(|line| !shaky.iter().any(|beginning| line.starts_with(beginning)));
    let steady: Vec<&str> = steady.collect();
    assert_eq!(steady.join("\n") + "\n", golden("stronger.md"));
    let cases = cases(&folder);
    let [question, ..] = &cases[..] else {
        panic!("no case")
    };
    assert_eq!(question[..2], ["greedy is stronger than random", "passed"]);
    assert!(question[4].starts_with(&output.stdout), "{}", question[4]);
    let bots =
        ["greedy", "random"].map(|bot| format!("{bot} loses at most 1 % of its games by faults"));
    let rest: Vec<[&str; 2]> = cases[1..]
        .iter()
        .map(|pair| [&*pair[0], &*pair[1]])
        .collect();
    assert_eq!(rest, bots.each_ref().map(|name| [&**name, "passed"]));
}

#[test]
fn a_refused_hypothesis_is_a_failure_and_an_open_one_an_error() {
    let folder = Folder::new();
    let args = [
        "sprt",
        "house:random",
        "house:greedy",
        "--game",
        "koolaamee",
        "--elo1",
        "50",
    ];
    let report = played(&folder, &args, 1);
    let says = report["says"].as_str().expect("words");
    let question = &cases(&folder)[0];
    assert_eq!(question[1..4], ["failure", "h0", says]);
    assert!(says.starts_with("H0 accepted: "), "{says}");

    let few = [&args[..], &["-n", "2", "--out", "few.db"]].concat();
    let report = played(&folder, &few, 4);
    let question = &cases(&folder)[0];
    let says = report["says"].as_str().expect("words");
    assert_eq!(question[1..4], ["error", "undecided", says]);
}

#[test]
fn faults_are_those_of_the_run() {
    let folder = Folder::new();
    folder.0.write(
        "bad.toml",
        "run = [\"sh\", \"-c\", \"read hello; echo ready; read game; echo so sad >&2; exit 3\"]\n",
    );
    let args = [
        "match",
        "house:random",
        "bad.toml",
        "-n",
        "40",
        "--game",
        "koolaamee",
    ];
    let args = [&args[..], &["--out", "r.db", "--jail", "off"]].concat();
    let report = played(&folder, &args, 5);
    let fault = &report["faults"][0];
    let (fault_name, games) = (fault["fault"].as_str().expect("a word"), &fault["games"]);
    assert_eq!(
        (&report["parked"], &fault["bot"]),
        (&json!("bad"), &json!("bad"))
    );
    let cases = cases(&folder);
    assert_eq!(cases[0][1..3], ["error", "parked"]);
    assert_eq!(cases[1][1], "passed");
    assert_eq!(cases[2][1..3], ["failure", fault_name]);
    assert!(
        cases[2][3].contains(&format!("{games} of {} games", report["games"])),
        "{cases:?}"
    );
    let page = read(&folder, "x.md");
    let commands = page
        .lines()
        .filter(|line| line.starts_with("referee why r.db "));
    let commands: Vec<&str> = commands.collect();
    assert_eq!(Some(commands.len() as u64), games.as_u64(), "{page}");
    for command in commands {
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let why = folder.run(&words);
        assert!(
            why.code == Some(0) && why.stdout.contains(fault_name),
            "{}",
            why.stderr
        );
    }
    assert!(page.contains("stderr: so sad"), "{page}");
}

#[test]
fn a_gauntlet_has_a_case_for_each_opponent() {
    let folder = Folder::new();
    let args = [
        "match",
        "house:greedy",
        "vs",
        "house:random",
        "house:first",
        "-n",
        "4",
    ];
    let args = [&args[..], &["--game", "koolaamee", "--seed", "3"]].concat();
    let report = played(&folder, &args, 0);
    let cases = cases(&folder);
    assert_eq!(cases.len(), 5);
    for (opponent, case) in report["opponents"]
        .as_array()
        .expect("opponents")
        .iter()
        .zip(&cases)
    {
        let bot = opponent["bot"].as_str().expect("a name");
        assert_eq!(
            case[..2],
            [&*format!("greedy is measured against {bot}"), "passed"]
        );
    }
    let page = read(&folder, "x.md");
    assert!(
        page.contains("\n| 1 | random | bound ") && page.contains("### Standings"),
        "{page}"
    );
}

#[test]
fn places_are_looked_at_beforehand() {
    let folder = Folder::new();
    let args = ["match", "house:random", "house:first", "-n", "2"];
    for (file, why) in [("no/x.xml", "no such folder"), (".", "this is a folder")] {
        let refused = folder
            .run(&[&args[..], &["--junit", file]].concat())
            .refused();
        assert!(refused.contains(why), "{refused}");
    }
    assert!(!folder.0.at("random-vs-first-match.db").exists());
}

#[test]
fn files_in_a_bot_s_folder_are_no_change_of_it() {
    let folder = Folder::new();
    let kit = folder.run(&["new", "python", "own"]);
    assert_eq!(kit.code, Some(0), "{}", kit.stderr);
    let args = [
        "match",
        "own",
        "house:first",
        "-n",
        "2",
        "--game",
        "onitama",
    ];
    let files = ["--junit", "own/x.xml", "--markdown", "own/x.md"];
    for more in [&files[..], &files, &[]] {
        let output = folder.run(&[&args[..], more].concat());
        assert_eq!(output.code, Some(0), "{}", output.stderr);
    }
    folder.0.write("own/x.md", "# Its own words\n");
    let changed = folder.run(&args).refused();
    assert!(changed.contains("own has changed"), "{changed}");
}
