//! A fresh user for a test: made by `useradd` where that is allowed, else a number that nobody has.

use std::process::{Command, Output, Stdio};

use super::ground::has;

/// An account made for a test.
pub struct Account {
    name: String,
    pub uid: u32,
    made: bool,
}

impl Account {
    pub fn open(tag: &str) -> Account {
        let name = format!("zoo{tag}");
        let made = output("useradd", &["-M", "-N", "-U", "-s", "/bin/sh", &name])
            .is_some_and(|o| o.status.success());
        let id = output("id", &["-u", &name]).filter(|_| made);
        let id = id.and_then(|id| String::from_utf8(id.stdout).ok()?.trim().parse().ok());
        let number = 40_000 + std::process::id() % 20_000;
        Account {
            name,
            uid: id.unwrap_or(number),
            made: made && id.is_some(),
        }
    }

    /// The words before a command by which this account runs it.
    pub fn become_it(&self) -> Vec<String> {
        let words: &[&str] = &[
            "su",
            &self.name,
            "-s",
            "/bin/sh",
            "-c",
            "exec \"$@\"",
            "--",
            "sh",
        ];
        let id = self.uid.to_string();
        let ids = [
            "setpriv",
            "--reuid",
            &id,
            "--regid",
            &id,
            "--clear-groups",
            "--",
        ];
        let words = if self.made && has("su") { words } else { &ids };
        words
            .iter()
            .map(|argument| (*argument).to_owned())
            .collect()
    }

    pub fn close(&self) {
        if self.made {
            output("userdel", &["-f", &self.name]);
        }
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<Output> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .ok()
}
