//! The command line: what goes in, what comes out, and the exit code.

mod book;
mod bots;
mod coming_from;
mod fields;
mod files;
mod games;
mod load;
mod ludo_script;
mod new;
mod plan;
mod play;
mod rules;
mod stats;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the referee left.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The repository's top folder.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.env("REFEREE_CORES", "shared");
    command.args(args).current_dir(top());
    command.env("XDG_CACHE_HOME", cache());
    // These tests may themselves run where annotations are wanted.
    command
        .env_remove("GITHUB_ACTIONS")
        .env_remove("GITHUB_STEP_SUMMARY");
    command
}

/// Where tests keep the results of builds: not where the user does.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

pub fn referee(args: &[&str]) -> Run {
    fed(args, b"")
}

/// Runs the referee with this standard input.
pub fn fed(args: &[&str], input: &[u8]) -> Run {
    let _machine = crate::locks::beside();
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the referee starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_vec();
    // The referee may end before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the referee ends");
    feeder.join().expect("nothing panics");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Run {
    /// Expects success, and gives what was printed.
    pub fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// Expects a refusal of the input, and gives its message; with `--json` programs are told it, too.
    pub fn refused(self) -> String {
        assert_eq!(self.code, Some(2), "{}", self.stderr);
        let is_silent = self.stdout.is_empty() || self.stdout.starts_with(r#"{"error":"#);
        assert!(is_silent, "{}", self.stdout);
        assert!(!self.stderr.contains("backtrace"), "{}", self.stderr);
        self.stderr
    }
}
