//! Regression tests of a bot in a repository of its own: a good commit, a weaker and a crashing one, to
//! exit codes and what machines read.

mod outputs;
mod scripts;
mod verdicts;

use std::path::{Path, PathBuf};
use std::process::Command;

use referee_store::Run;
use serde_json::Value;

use crate::git::Repository;
use crate::kit;
use crate::kit::ended;

/// A bot for cublino-contra: it takes what `CHOICE` makes of the legal moves. Its chance is the game's
/// seed, so that the same games come each time.
const BOT: &str = r#"import random, sys
seat, chance, legal = "A", random.Random(0), []
def worth(word):
    before, after = int(word[1]), int(word[3])
    return (after - before, after) if seat == "A" else (before - after, -after)
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready fox games=cublino-contra", flush=True)
    elif words[0] == "game":
        told = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        seat, chance = told["seat"], random.Random(int(told["seed"]))
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("move " + CHOICE, flush=True)
    elif words[0] == "quit":
        break
"#;
const RANDOM: &str = "chance.choice(legal)";
const GOOD: &str = "max(legal, key=worth)";
const WEAKER: &str = "min(legal, key=worth)";
const CRASHING: &str = "legal[1000]";

/// A position with a die ahead: it can go on, or aside.
const STATE: &str = "CWb1Wc1Wd1We1Wf1Wg1La2ig6va7vb7vc7vd7ve7vf7 0";

const SUITE: &str = r#"
[[positions]]
name = "ahead"
least = 1
positions = [
  { name = "goes on", state = "STATE", required = ["a2a3"] },
  { name = "not aside", state = "STATE", forbidden = ["a2b2", "b1a1"], best = ["a2a3"] },
]
"#;
/// A difference that few games show.
const MATCH: &str = r#"
[[matches]]
name = "against the first"
base = "git:first:bot"
time = { move_ms = 5000 }
elo0 = -200
elo1 = 0
games = 100
concurrency = 1
"#;
const CONFORMANCE: &str = "
[[conformance]]
name = 'protocol'
move_ms = 2000
";

/// A repository with a bot in its folder `bot` and its tests beside that folder.
struct Sample(Repository);

impl Sample {
    /// Its branches are named after what the bot is in them; the tag `first` is a bot that plays at
    /// random.
    fn new(tests: &str) -> Sample {
        let sample = Sample(Repository::empty());
        let text = format!("bot = \"bot\"\ngame = \"cublino-contra\"\n{tests}");
        sample
            .0
            .write("REGRESS.toml", &text.replace("STATE", STATE));
        sample.0.write("bot/bot.toml", "run = 'python3 bot.py'\n");
        sample.commit("first", RANDOM);
        sample.commit("good", GOOD);
        sample.commit("weaker", WEAKER);
        sample.commit("crashing", CRASHING);
        sample
    }

    fn commit(&self, name: &str, choice: &str) {
        self.0.write("bot/bot.py", &BOT.replace("CHOICE", choice));
        self.0.commit(name);
        self.0.git(&["tag", name]);
    }

    /// The files of a commit, in the working copy.
    fn go(&self, commit: &str) {
        self.0.git(&["checkout", "--quiet", commit]);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.at(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self
            .0
            .command("", &[&["regress", "REGRESS.toml"], args].concat());
        command
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_STEP_SUMMARY");
        command
    }

    fn run(&self, args: &[&str]) -> kit::Run {
        ended(self.command(args))
    }

    /// The JSON of a run that ends with this code.
    fn json(&self, args: &[&str], code: i32) -> Value {
        let output = self.run(&[args, &["--json"]].concat());
        assert_eq!(
            output.code,
            Some(code),
            "{}{}",
            output.stdout,
            output.stderr
        );
        serde_json::from_str(&output.stdout).expect("JSON")
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect(name)
    }

    /// The games that are kept.
    fn games(&self) -> u64 {
        let past = |path: &PathBuf| Run::open(path).ok()?.past().ok()?;
        let past = self.databases().iter().find_map(past);
        past.map_or(0, |past| past.highest)
    }

    /// The files of games.
    fn databases(&self) -> Vec<PathBuf> {
        databases(&self.path(".referee"))
    }
}

/// The files of games in a folder.
fn databases(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "db"))
        .collect()
}

/// The cases of a run: test, case, end.
fn cases(report: &Value) -> Vec<(String, String, String)> {
    let owned_text = |value: &Value| value.as_str().expect("a string").to_owned();
    let tests = report["tests"].as_array().expect("tests");
    let each = tests.iter().flat_map(|test| {
        let title = format!(
            "{} {}",
            owned_text(&test["kind"]),
            owned_text(&test["name"])
        );
        let cases = test["cases"].as_array().expect("cases").iter();
        cases.map(move |case| {
            (
                title.clone(),
                owned_text(&case["name"]),
                owned_text(&case["end"]),
            )
        })
    });
    each.collect()
}
