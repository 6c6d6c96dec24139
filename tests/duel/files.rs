//! The files for machines: what they say is what `--json` and the tables of the run say.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::ends::STRONGER;
use super::{Folder, golden};

/// The options that write all of them.
const FILES: [&str; 6] = [
    "--junit",
    "x.xml",
    "--markdown",
    "x.md",
    "--metrics",
    "x.txt",
];

/// What stands in a file.
fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).expect("it was written")
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
    python.args(["-c", program]).current_dir(folder.path("."));
    let output = python.output().expect("python3");
    serde_json::from_slice(&output.stdout).expect("well-formed XML")
}

/// The numbers: by their names without what all share, and by the values of their other labels.
fn numbers(folder: &Folder, command: &str) -> BTreeMap<String, f64> {
    let text = read(folder, "x.txt");
    assert!(text.ends_with("\n# EOF\n"), "{text}");
    let prefix = format!("referee_{command}_");
    let mut contents = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').expect("a sample");
        let (name, labels) = name.split_once('{').expect("labels");
        let name = name.strip_prefix(&prefix).expect("the command's");
        let others = labels.trim_end_matches('}').split(',').skip(1);
        let values = others.filter_map(|label| Some(label.split_once('=')?.1.trim_matches('"')));
        let key = [name].into_iter().chain(values).collect::<Vec<_>>();
        contents.insert(
            key.join(" "),
            serde_json::from_str(value).expect("a number"),
        );
    }
    contents
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
fn numbers_are_those_of_json() {
    let folder = Folder::new();
    let report = played(&folder, &STRONGER, 0);
    let numbers = numbers(&folder, "sprt");
    let (test, strength) = (&report["test"], &report["strength"]);
    let mut expected = vec![
        ("exit_code", json!(0)),
        ("games_total win", report["wins"].clone()),
        ("games_total draw", report["draws"].clone()),
        ("games_total loss", report["losses"].clone()),
        ("copies_total", report["identical"].clone()),
        ("replayed_total", report["replayed"].clone()),
        ("pairs_left_out_total", json!(0)),
        ("llr", test["llr"].clone()),
        ("llr_bound h0", test["lower"].clone()),
        ("llr_bound h1", test["upper"].clone()),
        ("elo at least", strength["elo"].clone()),
        ("score", strength["score"].clone()),
    ];
    let points = ["0", "0.5", "1", "1.5", "2"].map(|n| format!("pairs_total {n}"));
    for (index, key) in points.iter().enumerate() {
        expected.push((key, report["pentanomial"][index].clone()));
    }
    for (key, value) in &expected {
        assert_eq!(
            numbers.get(*key).copied(),
            value.as_f64(),
            "{key}: {numbers:?}"
        );
    }
    // What isn't defined isn't there, and nothing else is.
    assert_eq!(
        numbers.len(),
        expected.len() + 1,
        "the duration: {numbers:?}"
    );
    let course = report["course"].as_array().expect("a course");
    let last = course.last().expect("a point");
    assert_eq!(
        (&last["pairs"], &last["llr"]),
        (&report["pairs"], &test["llr"])
    );
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
    assert!(numbers(&folder, "sprt")["exit_code"].to_bits() == 4.0_f64.to_bits());
}

#[test]
fn faults_are_those_of_the_run() {
    let folder = Folder::new();
    folder.write(
        "bad.toml",
        "run = [\"sh\", \"-c\", \"echo so sad >&2; exit 3\"]\n",
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
    assert_eq!(
        numbers(&folder, "match")
            .get(&format!("faults_total bad {fault_name}"))
            .copied(),
        games.as_f64()
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
    let numbers = numbers(&folder, "match");
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
        let elo = numbers.get(&format!("elo {bot} at least")).copied();
        assert_eq!(elo, opponent["strength"]["elo"].as_f64(), "{numbers:?}");
        let pairs = numbers.get(&format!("pairs_total {bot} 2")).copied();
        assert_eq!(pairs, opponent["pairs"][4].as_f64());
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
    assert!(!folder.path("random-vs-first-match.db").exists());
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
    let files = [
        "--junit",
        "own/x.xml",
        "--markdown",
        "own/x.md",
        "--metrics",
        "own/x.txt",
    ];
    for more in [&files[..], &files, &[]] {
        let output = folder.run(&[&args[..], more].concat());
        assert_eq!(output.code, Some(0), "{}", output.stderr);
    }
    folder.write("own/x.md", "# Its own words\n");
    let changed = folder.run(&args).refused();
    assert!(changed.contains("own has changed"), "{changed}");
}
