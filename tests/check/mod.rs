//! `referee check`: every misbehaving bot gets the right diagnosis, and honest ones get none.

mod busy;
mod diagnoses;
mod output;

pub use busy::on_a_busy_machine;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::engine::{scripted, toml};
use crate::kit::{Run, referee};

/// The bot of the tests that is honest but for one habit.
fn wayward() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bots/wayward.py")
}

/// A flaw that was found.
#[derive(Debug)]
struct Flaw {
    case: String,
    /// A fault or a hint.
    finding: String,
    /// The word of the verdicts, if there is one.
    verdict: Option<String>,
    mistake: String,
    /// Its last lines.
    stderr: String,
}

/// A folder with a bot: a program in Python and its arguments.
struct Bot {
    folder: TempDir,
}

impl Bot {
    fn new(program: &Path, argument: &str) -> Bot {
        Bot::with_arguments(program, &[argument])
    }

    fn with_arguments(program: &Path, arguments: &[&str]) -> Bot {
        let folder = TempDir::new().expect("a temporary folder");
        fs::copy(program, folder.path().join("bot.py")).expect("it is there");
        // Without what is installed for the site it starts in less time.
        let run = toml(&[&["python3", "-S", "bot.py"], arguments].concat());
        let text = format!("name = \"bot\"\nrun = {run}\n");
        fs::write(folder.path().join("bot.toml"), text).expect("a file");
        Bot { folder }
    }

    /// One that follows a script.
    fn scripted(script: &str) -> Bot {
        Bot::new(&scripted(), script)
    }

    /// One with a habit.
    fn with(habit: &str) -> Bot {
        Bot::new(&wayward(), habit)
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().expect("UTF-8")
    }

    /// Checks it with short limits, so that bots that don't answer are soon known.
    fn check(&self, game: &str, arguments: &[&str]) -> Run {
        let short = ["--move-ms", "400", "--start-ms", "2500"];
        self.check_within(&short, game, arguments)
    }

    fn check_within(&self, limits: &[&str], game: &str, arguments: &[&str]) -> Run {
        let usual = ["check", self.path(), "--game", game];
        referee(&[&usual, limits, arguments].concat())
    }

    /// The flaws that were found.
    fn flaws(&self, game: &str, arguments: &[&str]) -> Vec<Flaw> {
        flaws(&self.check(game, &[&["--json"], arguments].concat()))
    }

    /// The flaws of a bot that answers, with limits that it keeps on a busy machine too.
    fn flaws_besides_time(&self, game: &str, arguments: &[&str]) -> Vec<Flaw> {
        let long = ["--move-ms", "10000", "--start-ms", "30000"];
        flaws(&self.check_within(&long, game, &[&["--json"], arguments].concat()))
    }
}

/// The flaws in what a check has printed as JSON.
fn flaws(run: &Run) -> Vec<Flaw> {
    let sheet: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}{}", run.stdout, run.stderr);
    });
    let cases = sheet["cases"].as_array().expect("cases");
    let stderr = |case: &Value| {
        let lines = case["stderr"].as_array().into_iter().flatten();
        let lines: Vec<&str> = lines.filter_map(Value::as_str).collect();
        lines.join("\n")
    };
    let text = |case: &Value, key: &str| case[key].as_str().unwrap_or_default().to_owned();
    let bad = |case: &&Value| ["fault", "hint"].contains(&text(case, "finding").as_str());
    let faults = cases.iter().any(|case| case["finding"] == "fault");
    assert_eq!(run.code, Some(i32::from(faults)), "{}", run.stderr);
    let flaw = |case| Flaw {
        case: text(case, "name"),
        finding: text(case, "finding"),
        verdict: case["verdict"].as_str().map(str::to_owned),
        mistake: text(case, "mistake"),
        stderr: stderr(case),
    };
    cases.iter().filter(bad).map(flaw).collect()
}
