//! Matches of two from the command line, from two bots to a verdict.

mod anytime;
mod books;
mod ends;
mod files;
mod orders;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::Run;

/// A folder in which commands are given.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.env("REFEREE_CORES", "shared");
        command.args(args).current_dir(self.0.path());
        // No bot here is slow: time enough that a busy machine makes no game void.
        let plays = ["sprt", "match"].contains(&args[0]);
        if plays && !args.contains(&"--tc") {
            command.args(["--tc", "st=60"]);
        }
        // Gauntlets play in a jail, as all of them do; whole tests of hundreds of games needn't.
        if plays && !args.contains(&"vs") && !args.contains(&"--jail") {
            command.args(["--jail", "off"]);
        }
        command.env("XDG_CACHE_HOME", crate::cli::cache());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        let output = self.command(args).output().expect("the referee starts");
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// The JSON of a command that ends with this code.
    fn json(&self, args: &[&str], code: i32) -> Value {
        let output = self.run(&[args, &["--json"]].concat());
        assert_eq!(output.code, Some(code), "{}", output.stderr);
        serde_json::from_str(&output.stdout).expect("JSON")
    }

    fn verifies(&self, file: &str) {
        let output = self.run(&["verify", file]);
        assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    }
}

/// A golden file of these tests.
fn golden(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/duel/golden");
    fs::read_to_string(folder.join(name)).expect("a golden file")
}
