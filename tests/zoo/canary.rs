//! A canary: a process outside of the jail at which attacks aim, and which tells what reached it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::account::Account;
use super::ground::{PATH, is_root};

/// A process that listens in every way.
pub struct Canary {
    child: Child,
    /// Where it listens, and what it keeps, a line each.
    pub targets: String,
}

impl Canary {
    pub fn start(who: Option<&Account>, tag: &str, secret: &str, folder: &Path) -> Canary {
        let program = super::header::folder().join("common/canary.py");
        let copy = folder.join("zoo-canary.py");
        let _ = fs::copy(program, &copy);
        let mut words: Vec<String> = who.map(Account::become_it).unwrap_or_default();
        // Root's beside a user's has names and files of its own.
        let beside = who.is_none() && folder.metadata().is_ok_and(|m| m.uid() != 0) && is_root();
        let path = if beside {
            folder.join("root")
        } else {
            folder.to_owned()
        };
        let name = if beside {
            format!("{tag}f")
        } else {
            tag.to_owned()
        };
        words.extend(
            [
                "python3",
                "-I",
                &copy.to_string_lossy(),
                "zoo-canary",
                &name,
                secret,
            ]
            .map(str::to_owned),
        );
        words.extend([path.display().to_string(), format!("zoo-left-{tag}")]);
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .env("ZOO_SECRET", secret)
            .env("PATH", PATH)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (mut targets, mut line) = (String::new(), String::new());
        while output.read_line(&mut line).is_ok_and(|n| n > 0) && line != ".\n" {
            targets += &line;
            line.clear();
        }
        child.stdout = Some(output.into_inner());
        Canary { child, targets }
    }

    pub fn end(mut self) -> Vec<String> {
        if let Some(mut input) = self.child.stdin.take() {
            let _ = input.write_all(b"\n");
        }
        match self.child.wait_with_output() {
            Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout)
                .lines()
                .map(str::to_owned)
                .collect(),
            Ok(output) => vec![format!("a canary ended by {}", output.status)],
            Err(error) => vec![format!("a canary: {error}")],
        }
    }
}
