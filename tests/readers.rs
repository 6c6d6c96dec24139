//! Programs of others that read what is written for machines, where they are installed.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use super::skip::skip;

/// A Python that has a module, if there is one; else a test is skipped.
pub(super) fn python(test: &str, module: &str) -> Option<&'static str> {
    let has = |python: &&str| {
        let tried = command(python)
            .args(["-c", &format!("import {module}")])
            .output();
        tried.is_ok_and(|output| output.status.success())
    };
    let interpreter = ["python3", "/usr/bin/python3"].into_iter().find(has);
    if interpreter.is_none() {
        skip(test, &format!("no python3 with {module}"));
    }
    interpreter
}

/// What a program says of an output, as JSON.
pub(super) fn read(python: &str, program: &str, output: &str) -> serde_json::Value {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), output).expect("written");
    let run = command(python)
        .args(["-c", program])
        .arg(file.path())
        .output();
    let run = run.expect("it starts");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    serde_json::from_slice(&run.stdout).expect("JSON")
}

/// A Python that also finds the modules which `tests/run` has installed for the tests.
pub(super) fn command(python: &str) -> Command {
    let mut command = Command::new(python);
    let modules: Option<OsString> = std::env::var_os("REFEREE_TEST_PYTHON");
    command.envs(modules.map(|folder| ("PYTHONPATH", folder)));
    command
}
