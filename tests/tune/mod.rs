//! Tunings, from a file to settings and their test.

mod refusals;
mod slow;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::kit::{Folder, start};

/// A tuning of a house bot whose best values are 0.1.
const TUNABLE: &str = r#"game = "cublino-pur"
format = "tune"
restart = "never"
seed = 5
[tune]
iterations = 4
pairs = 2
parameters = [
  { name = "a", start = 0.3, min = 0, max = 1, step = 0.05 },
  { name = "b", start = 0.3, min = 0, max = 1, step = 0.05 },
]
[[bots]]
bot = "house:tunable,a={a},b={b}"
"#;

/// A bot that plays its first move, and says on stderr what it is set to.
const SHELL: &str = r#"echo "set to $1 and $W" >&2
while read -r word first rest; do
  case $word in
    hello) echo ready ;;
    legal) move=$first ;;
    go) echo "move $move" ;;
    quit) exit ;;
  esac
done
"#;

#[test]
fn a_tuning_ends_with_settings_and_a_test_of_them() {
    let folder = Folder::new();
    folder.write("t.toml", TUNABLE);
    let output = folder.run(&["run", "t.toml"]);
    let block = output.stdout.clone();
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    for line in [
        "tuning       tunable\n",
        "SPSA         4 iterations of 2 pairs, rate 25, A 0, alpha 0.602, gamma 0.101\n",
        "verdict      all 4 iterations are finished\n",
        "games        16 that count; none lost by a fault\n",
        "  bot = \"house:tunable,a=0.",
        "  referee run t-sprt.toml\n",
    ] {
        assert!(block.contains(line), "{line}{block}");
    }
    assert!(
        block.lines().all(|line| line.chars().count() <= 80),
        "{block}"
    );
    let json = folder.json(&["run", "t.toml"]);
    assert_eq!(
        json["parameters"][0]["course"].as_array().map(Vec::len),
        Some(5)
    );
    folder.run(&["verify", "t.db"]).fine();
    let dry = folder.run(&["run", "t-sprt.toml", "--dry-run"]).fine();
    assert!(dry.contains("tuned") && dry.contains("start"), "{dry}");
    // Nobody's file is overwritten.
    folder.write("t-sprt.toml", "mine = true\n");
    let again = folder.run(&["run", "t.toml"]).fine();
    assert!(again.contains("is there already"), "{again}");
    assert_eq!(
        fs::read_to_string(folder.at("t-sprt.toml")).expect("it"),
        "mine = true\n"
    );
}

#[test]
fn a_value_at_its_bound_is_warned_of() {
    let folder = Folder::new();
    let bounded = TUNABLE
        .replace(
            "\"a\", start = 0.3, min = 0,",
            "\"a\", start = 0.3, min = 0.3,",
        )
        .replace("iterations = 4", "iterations = 1\nrate = 0.001");
    folder.write("t.toml", &bounded);
    let json = folder.json(&["run", "t.toml"]);
    let warnings = json["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let warning = warnings[0].as_str().expect("a sentence");
    assert!(warning.starts_with("a = 0.3"), "{warning}");
    assert!(warning.contains(" is at its min (0.3"), "{warning}");
}

#[test]
fn a_killed_tuning_has_the_course_of_an_undisturbed_one() {
    let folder = Folder::new();
    let text = TUNABLE.replace("iterations = 4", "iterations = 8");
    let text = format!("jail = \"off\"\n{text}");
    folder.write("whole.toml", &text);
    folder.write("killed.toml", &text);
    let whole = folder.json(&["run", "whole.toml", "--concurrency", "2"]);
    let mut child = start(folder.command(&["run", "killed.toml"]));
    let kept = || {
        let run = referee_store::Run::open(&folder.at("killed.db")).ok()?;
        Some(run.past().ok()??.highest)
    };
    while kept().is_none_or(|highest| highest < 8) {
        let ended = child.try_wait().expect("it is ours");
        assert!(ended.is_none(), "it ended before 8 games");
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
    let killed = folder.json(&["run", "killed.toml"]);
    assert_eq!(whole["parameters"], killed["parameters"]);
    assert_eq!(whole["settings"], killed["settings"]);
    folder.run(&["verify", "killed.db"]).fine();
}

#[test]
fn an_interrupted_tuning_says_how_to_go_on() {
    let folder = Folder::new();
    folder.write(
        "t.toml",
        &TUNABLE.replace("iterations = 4", "iterations = 10000"),
    );
    let child = start(folder.command(&["run", "t.toml", "--out", "own.db"]));
    while !folder.at("own.db").exists() {
        sleep(Duration::from_millis(5));
    }
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.contains("to go on: referee run t.toml --out own.db"),
        "{stderr}"
    );
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(stdout.contains("interrupted after iteration"), "{stdout}");
    assert!(!folder.at("t-sprt.toml").exists());
}

#[test]
fn a_bot_of_ones_own_gets_arguments_and_environment() {
    let folder = Folder::new();
    folder.write("mine/bot.sh", SHELL);
    folder.write("mine/bot.toml", "run = \"sh bot.sh\"\n");
    folder.write(
        "t.toml",
        "game = \"onitama\"\nformat = \"tune\"\nseed = 1\n[tune]\niterations = 3\npairs = 2\n\
         constraints = [\"low <= high\"]\nparameters = [\n\
         { name = \"low\", start = 10, min = 0, max = 20, step = 2, integer = true },\n\
         { name = \"high\", start = 10, min = 0, max = 20, step = 2 },\n]\n\
         [[bots]]\nbot = \"mine\"\nargs = [\"{low}\"]\nenv = { W = \"{high}\" }\n",
    );
    let json = folder.json(&["run", "t.toml"]);
    assert_eq!(json["games"], 12);
    for number in ["1", "12"] {
        let game = folder.json(&["games", "t.db", number]);
        for seat in 0..2 {
            let seated = &game["played"]["job"]["seats"][seat]["settings"];
            let (low, high) = (&seated["low"], &seated["high"]);
            let said = &game["measured"]["bots"][seat]["stderr_head"];
            let set = |value: &Value| value.as_str().expect("text").to_owned();
            assert_eq!(
                set(said),
                format!("set to {} and {}\n", set(low), set(high))
            );
            let number = |value| set(value).parse::<f64>().expect("a number");
            assert!(number(low) <= number(high), "{seated}");
        }
    }
    let test = fs::read_to_string(folder.at("t-sprt.toml")).expect("a test");
    assert!(
        test.contains("args = [\"10\"]") && test.contains("W = \"10\""),
        "{test}"
    );
}

#[test]
fn a_bot_that_always_fails_ends_it() {
    let folder = Folder::new();
    folder.write(
        "mine/bot.sh",
        "read -r hello; echo ready; read -r game; exit 3\n",
    );
    folder.write("mine/bot.toml", "run = \"sh bot.sh {w}\"\n");
    folder.write(
        "t.toml",
        "game = \"onitama\"\nformat = \"tune\"\nseed = 1\n[tune]\niterations = 9\npairs = 2\n\
         parameters = [{ name = \"w\", start = 1, min = 0, max = 2 }]\n[[bots]]\nbot = \"mine\"\n",
    );
    let output = folder.run(&["run", "t.toml"]);
    assert_eq!(output.code, Some(5), "{}{}", output.stdout, output.stderr);
    assert!(
        output.stdout.contains("Faults first: 4 games"),
        "{}",
        output.stdout
    );
}
