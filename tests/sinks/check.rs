//! A check of it, as on a runner of GitHub: files, annotations, the job's summary.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use super::{NAME, json, markdown, printable, script};
use crate::engine::{scripted, toml};
use crate::kit::command;

/// A folder with the bot.
pub fn bot() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::copy(scripted(), folder.path().join("scripted.py")).expect("it is there");
    let run = toml(&["python3", "scripted.py", &script()]);
    let text = format!("name = '''{NAME}'''\nrun = {run}\n");
    fs::write(folder.path().join("bot.toml"), text).expect("a file");
    folder
}

/// A check with short limits, on a runner or not.
fn check(folder: &TempDir, runner: bool, more: &[&str]) -> (Option<i32>, String, String) {
    let path = folder.path().to_str().expect("UTF-8");
    let usual = ["check", path, "--game", "onitama", "--move-ms", "400"];
    let mut command: Command = command(&[&usual[..], more].concat());
    command.current_dir(folder.path());
    if runner {
        command
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_STEP_SUMMARY", "summary.md");
    }
    let output = command.output().expect("the referee starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The lines that a runner takes as orders: those outside of its hushed stretches.
pub fn orders(log: &str) -> Vec<&str> {
    let mut orders = Vec::new();
    let mut end: Option<String> = None;
    for line in log.lines() {
        if end.as_deref() == Some(line) {
            end = None;
        } else if end.is_none() {
            let token = line.strip_prefix("::stop-commands::");
            end = token.map(|token| format!("::{token}::"));
            let order = line.trim_start().starts_with("::") || line.contains("##[");
            orders.extend(Some(line).filter(|_| order && token.is_none()));
        }
    }
    assert_eq!(end, None, "the stretch ends");
    orders
}

#[test]
fn files_hold_text_alone() {
    let folder = bot();
    let files = ["--junit", "x.xml", "--markdown", "x.md"];
    let (code, stdout, stderr) = check(&folder, false, &files);
    assert_eq!(code, Some(1), "{stderr}");
    printable(&stdout);
    printable(&stderr);
    assert!(!stdout.contains("::stop-commands::"), "{stdout}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    markdown(&read("x.md"));
    printable(&read("x.xml"));
    let program = "import sys, xml.etree.ElementTree as E\n\
                   root = E.parse(sys.argv[1]).getroot()\n\
                   print(root.get('name'), len(root.findall('.//failure')) > 0)";
    let mut python = Command::new("python3");
    python.args(["-c", program, "x.xml"]);
    let output = python.current_dir(folder.path()).output().expect("python3");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("{NAME} True\n")
    );
}

#[test]
fn a_runner_hears_the_referee_alone() {
    let folder = bot();
    let (code, stdout, stderr) = check(&folder, true, &[]);
    assert_eq!(code, Some(1), "{stderr}");
    printable(&stdout);
    assert!(stdout.starts_with("::stop-commands::"), "{stdout}");
    let commands = orders(&stdout);
    assert!(commands.len() > 1, "{stdout}");
    let is_ours = |line: &&str| line.starts_with("::error title=referee check");
    assert!(commands.iter().all(is_ours), "{commands:#?}");
    assert_eq!(orders(&stderr), Vec::<&str>::new());
    markdown(&fs::read_to_string(folder.path().join("summary.md")).expect("a summary"));
}

#[test]
fn with_json_the_runner_is_told_on_stderr() {
    let folder = bot();
    let (code, stdout, stderr) = check(&folder, true, &["--json"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(json(&stdout).len(), 1);
    assert!(
        orders(&stderr)
            .iter()
            .all(|line| line.starts_with("::error title=referee check"))
    );
    assert!(!orders(&stderr).is_empty(), "{stderr}");
}

#[test]
fn builds_that_fail_give_no_orders_either() {
    let folder = TempDir::new().expect("a temporary folder");
    let build = "run = \"./bot\"\nbuild = [\"sh\", \"-c\", \"echo ::error::x; exit 1\"]\n";
    fs::write(folder.path().join("bot.toml"), build).expect("written");
    let (code, stdout, stderr) = check(&folder, true, &[]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.contains("::error::x"),
        "its output is shown: {stderr}"
    );
    assert_eq!(orders(&stderr), Vec::<&str>::new());
    assert_eq!(orders(&stdout), Vec::<&str>::new());
}
