//! How matches end: by a test, by their most games, by copies, by a bot that fails, by a kill.

use std::time::Duration;

use referee_store::Run;
use serde_json::Value;

use super::{Folder, golden};
use crate::kit::start;

/// A test that greedy passes against random within seconds.
pub const STRONGER: [&str; 11] = [
    "sprt",
    "house:greedy",
    "house:random",
    "--game",
    "koolaamee",
    "--elo1",
    "50",
    "--seed",
    "3",
    "--concurrency",
    "2",
];

/// The lines before the one that begins so.
fn before<'a>(text: &'a str, line: &str) -> &'a str {
    let end = text.find(line).expect("the line is there");
    &text[..=end]
}

#[test]
fn a_stronger_bot_is_accepted_and_the_block_says_all_of_it() {
    let folder = Folder::new();
    let output = folder.run(&STRONGER);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let block: Vec<&str> = output.stdout.lines().collect();
    // Games in play may finish or be given up; the machine is another one everywhere.
    let steady = before(&output.stdout, "\ncopies ");
    assert_eq!(steady, golden("stronger.txt"));
    for name in ["copies ", "jail ", "machine ", "results "] {
        assert!(block.iter().any(|line| line.starts_with(name)), "{name}");
    }
    assert!(block.iter().all(|line| line.chars().count() <= 80));
    let pasted = &block[block.len() - 5..];
    for (line, begins) in pasted.iter().zip([
        "Elo   | at least ",
        "SPRT  | st=60, koolaamee",
        "LLR   | 3.09 (-2.94, 2.94) [0.00, 50.00]",
        "Games | N: ",
        "Penta | [0, ",
    ]) {
        assert!(line.starts_with(begins), "{line}");
    }
    folder.verifies("greedy-vs-random-sprt.db");
    // The same command has nothing left to do, and says the same.
    let again = folder.run(&STRONGER);
    assert_eq!((again.code, again.stdout), (Some(0), output.stdout));
}

#[test]
fn a_weaker_bot_is_refused() {
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
    let report = folder.json(&args, 1);
    assert_eq!(report["verdict"], "h0");
    assert!(report["test"]["llr"].as_f64() <= report["test"]["lower"].as_f64());
    assert_eq!(report["test"]["model"], "normalized");
}

#[test]
fn a_bot_against_itself_is_undecided_at_its_most_games() {
    let folder = Folder::new();
    let args = [
        "sprt",
        "house:random",
        "house:random",
        "--game",
        "onitama",
        "--option",
        "turns=10",
        "-n",
        "20",
        "--seed",
        "4",
    ];
    let report = folder.json(&args, 4);
    assert_eq!(
        (&report["verdict"], &report["games"]),
        (&"undecided".into(), &20.into())
    );
    assert_eq!(
        report["bots"],
        serde_json::json!(["random-new", "random-base"])
    );
    assert_eq!(report["starts"]["distinct"], 10);
    let block = folder.run(&args).stdout;
    let steady = before(&block, "\njail ");
    assert_eq!(steady, golden("undecided.txt"));
    // No two pairs begin alike.
    let run = Run::open(&folder.0.at("random-new-vs-random-base-sprt.db")).expect("results");
    let records = run.records().expect("records");
    let mut starts: Vec<String> = records.map(|r| r.expect("sound").played.start).collect();
    starts.sort();
    starts.dedup();
    assert_eq!(starts.len(), 10);
}

#[test]
fn an_undecided_test_goes_on_with_a_higher_cap() {
    let folder = Folder::new();
    let with = |cap: &'static str| {
        let bots = ["sprt", "house:random", "house:random", "--game", "onitama"];
        let how = ["--option", "turns=10", "--seed", "4", "-n", cap];
        [&bots[..], &how[..]].concat()
    };
    let database = folder.0.at("random-new-vs-random-base-sprt.db");
    let games = || -> Vec<String> {
        let run = Run::open(&database).expect("results");
        let records = run.records().expect("records");
        let mut games: Vec<_> = records.map(|r| r.expect("sound").played.job).collect();
        games.sort_by_key(|job| job.number);
        games.iter().map(|job| format!("{job:?}")).collect()
    };
    let report = folder.json(&with("40"), 4);
    assert_eq!(report["games"], 40);
    let first = games();
    let report = folder.json(&with("80"), 4);
    assert_eq!(
        (&report["games"], &report["starts"]["distinct"]),
        (&80.into(), &40.into())
    );
    assert_eq!(games()[..40], first);
    folder.verifies("random-new-vs-random-base-sprt.db");
    // A match of fixed length is as long as it was meant to be.
    let args = |games| ["match", "house:random", "house:first", "-n", games];
    assert_eq!(folder.run(&args("2")).code, Some(0));
    let refused = folder.run(&args("4"));
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("games: 2, now 4"),
        "{}",
        refused.stderr
    );
}

#[test]
fn copies_decide_nothing() {
    let folder = Folder::new();
    let args = [
        "sprt",
        "house:first",
        "house:first",
        "--game",
        "koolaamee",
        "--elo1",
        "50",
    ];
    let report = folder.json(&args, 4);
    assert_eq!(report["verdict"], "copies");
    let same = "first-new and first-base are the same bot";
    let said = folder.run(&args).stderr;
    assert!(said.contains(same), "{said}");
    let (copies, games) = (report["identical"].as_u64(), report["games"].as_u64());
    assert_eq!(copies.map(|n| 2 * n), games);
    let output = folder.run(&args);
    assert!(
        output.stdout.contains("undecided: copies"),
        "{}",
        output.stdout
    );
    assert!(output.stdout.contains("\nCopies: "), "{}", output.stdout);
}

#[test]
fn a_bot_that_fails_all_the_time_is_parked() {
    let folder = Folder::new();
    let crashes = "run = [\"sh\", \"-c\", \"read hello; echo ready; read game; exit 3\"]\n";
    folder.0.write("bad.toml", crashes);
    let args = [
        "match",
        "house:random",
        "bad.toml",
        "-n",
        "40",
        "--game",
        "koolaamee",
    ];
    let output = folder.run(&args);
    assert_eq!(output.code, Some(5), "{}", output.stderr);
    assert!(
        output.stdout.contains("ended: bad lost 10 of 10 games"),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains("\nFaults first: "),
        "{}",
        output.stdout
    );
    let (warned, elo) = (
        output.stdout.find("Faults first"),
        output.stdout.find("\nElo "),
    );
    assert!(warned < elo, "{}", output.stdout);
    assert!(
        output.stdout.contains("at least +"),
        "a bound: {}",
        output.stdout
    );
}

#[test]
fn a_match_of_a_bot_that_never_gets_ready_plays_nothing() {
    let folder = Folder::new();
    folder.0.write(
        "bad.toml",
        "run = [\"sh\", \"-c\", \"echo so sad >&2; exit 3\"]\n",
    );
    let args = [
        "match",
        "house:random",
        "bad.toml",
        "-n",
        "40",
        "--out",
        "no.db",
    ];
    let why = folder.run(&args).refused();
    assert!(
        why.contains("bot bad: it isn't ready: the bot ended with status 3"),
        "{why}"
    );
    assert!(why.contains("its last words: so sad"), "{why}");
    assert!(!folder.0.at("no.db").exists());
}

#[test]
fn two_versions_that_both_fail_are_parked() {
    let folder = Folder::new();
    let crashes = "run = [\"sh\", \"-c\", \"while read word rest; do case $word in \
                   hello) echo ready;; go) exit 3;; esac; done\"]\n";
    for name in ["new.toml", "old.toml"] {
        folder.0.write(name, crashes);
    }
    let bots = ["new.toml", "old.toml", "--jail", "off", "--seed", "1"];
    let test = [&["sprt"], &bots[..], &["--no-worse", "--elo0", "-60"]].concat();
    let report = folder.json(&test, 5);
    assert_eq!(report["verdict"], "parked");
    assert_eq!(
        (&report["games"], &report["pairs"]),
        (&12.into(), &6.into())
    );
    let says = report["says"].as_str().expect("a sentence");
    let first = says.strip_prefix("ended: new lost 6 of 12 games by its own fault; first ");
    assert!(
        first.is_some_and(|first| first.ends_with(" lost game 1 by crash")),
        "{says}"
    );
    let of_games = [&["match"], &bots[..], &["-n", "60"]].concat();
    assert_eq!(folder.json(&of_games, 5)["games"], 12);
    let meant = [&of_games[..], &["--allow-faults", "-o", "meant.db"]].concat();
    let report = folder.json(&meant, 0);
    assert_eq!(
        (&report["verdict"], &report["games"]),
        (&"finished".into(), &60.into())
    );
    folder.verifies("meant.db");
    let gauntlet = ["match", "new.toml", "vs"];
    let gauntlet = [&gauntlet[..], &bots[1..], &["-n", "12", "-o", "g.db"]].concat();
    let report = folder.json(&gauntlet, 5);
    assert_eq!(report["failing"], serde_json::json!(["new", "old"]));
}

#[test]
fn a_killed_test_ends_with_the_same_verdict_at_the_same_pair() {
    // Slow enough to be killed in the middle.
    let args = [
        "sprt",
        "house:greedy",
        "house:random",
        "--game",
        "koolaamee",
        "--elo1",
        "20",
        "--seed",
        "8",
        "--concurrency",
        "2",
    ];
    let figures = |report: &Value| {
        let keys = [
            "verdict",
            "pairs",
            "pentanomial",
            "games",
            "test",
            "faults",
            "identical",
        ];
        keys.map(|key| report[key].clone())
    };
    let whole = Folder::new();
    let expected = whole.json(&args, 0);
    let folder = Folder::new();
    let database = folder.0.at("greedy-vs-random-sprt.db");
    let kept = || {
        let run = Run::open(&database).ok()?;
        Some(run.past().ok()??.highest)
    };
    for games in [6, 20] {
        let mut child = start(folder.command(&args));
        while kept().is_none_or(|highest| highest < games) {
            let ended = child.try_wait().expect("it is ours");
            assert!(ended.is_none(), "it ended before {games} games");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
    }
    let report = folder.json(&args, 0);
    assert_eq!(figures(&report), figures(&expected));
    folder.verifies("greedy-vs-random-sprt.db");
}
