//! Matches of two from the command line, from two bots to a verdict.

mod anytime;
mod books;
mod ends;
mod files;
mod orders;
mod starts;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::kit::{self, Run, ended};

/// A folder in which commands are given.
struct Folder(kit::Folder);

impl Folder {
    fn new() -> Folder {
        Folder(kit::Folder::new())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        // No bot here is slow: time enough that a busy machine makes no game void.
        let plays = ["sprt", "match"].contains(&args[0]);
        if plays && !args.contains(&"--tc") {
            command.args(["--tc", "st=60"]);
        }
        // Gauntlets play in a jail, as all of them do; whole tests of hundreds of games needn't.
        if plays && !args.contains(&"vs") && !args.contains(&"--jail") {
            command.args(["--jail", "off"]);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        ended(self.command(args))
    }

    /// The JSON of a command that ends with this code.
    fn json(&self, args: &[&str], code: i32) -> Value {
        let output = self.run(&[args, &["--json"]].concat());
        assert_eq!(output.code, Some(code), "{}", output.stderr);
        serde_json::from_str(&output.stdout).expect("JSON")
    }

    fn verifies(&self, file: &str) {
        self.run(&["verify", file]).fine();
    }
}

/// A golden file of these tests.
fn golden(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/duel/golden");
    fs::read_to_string(folder.join(name)).expect("a golden file")
}
