//! What end-to-end tests stand on: the program, a folder to run it in, and what it left.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

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

/// Where tests keep the results of builds: not where the user does.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

/// The referee with these arguments, in the repository's top folder; nothing is typed.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command
        .args(args)
        .current_dir(top())
        .env("REFEREE_CORES", "shared")
        .env("XDG_CACHE_HOME", cache())
        // These tests may themselves run where annotations are wanted.
        .env_remove("GITHUB_ACTIONS")
        .env_remove("GITHUB_STEP_SUMMARY")
        .stdin(Stdio::null());
    command
}

/// Starts a command whose output is wanted when it ends.
pub fn start(mut command: Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the referee starts")
}

/// Runs a command to its end, beside others that may run here.
pub fn ended(command: Command) -> Run {
    let _machine = crate::locks::beside();
    let output = start(command).wait_with_output();
    output.expect("the referee ends").into()
}

pub fn referee(args: &[&str]) -> Run {
    ended(command(args))
}

/// Runs the referee with this standard input.
pub fn fed(args: &[&str], input: &[u8]) -> Run {
    let _machine = crate::locks::beside();
    let mut command = command(args);
    command.stdin(Stdio::piped());
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_vec();
    // The referee may end before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the referee ends");
    feeder.join().expect("nothing panics");
    output.into()
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Run {
    /// Expects success, and gives what was printed.
    pub fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
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

/// A folder to run the referee in; it goes with the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and the folders that it is in.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = command(args);
        command.current_dir(self.0.path());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        ended(self.command(args))
    }

    /// Runs a command that succeeds, and gives its JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        let text = self.run(&[args, &["--json"]].concat()).fine();
        serde_json::from_str(&text).expect("JSON")
    }
}
