//! Bots that are parked: from the next pair on, the same ones in every run of a tournament.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use referee_store::Run;
use serde_json::Value;
use tempfile::TempDir;

use crate::kit::{command, referee};

/// A command that ends when it is to move.
const CRASHES: &str = "['sh', '-c', 'while read word rest; do case $word in hello) echo ready;; \
                       go) exit 3;; esac; done']";

/// A tournament of 120 games with a bot that crashes in its first one.
fn cup(folder: &Path, concurrency: u32) -> String {
    let file = folder.join("cup.toml");
    let text = format!(
        "game = 'onitama'\nseed = 1\nrounds = 20\npark_after = 1\njail = 'off'\n\
         concurrency = {concurrency}\noversubscribe = true\n\
         [[bots]]\nname = 'broken'\nrun = {CRASHES}\n\
         [[bots]]\nname = 'x'\nbot = 'house:random'\n[[bots]]\nname = 'y'\nbot = 'house:random'\n"
    );
    fs::write(&file, text).expect("a file");
    file.to_string_lossy().into_owned()
}

fn run(cup: &str, out: &str) -> Vec<String> {
    ["run", cup, "--out", out].map(str::to_owned).to_vec()
}

/// Returns the hash of the games of a sound run.
fn games_hash(out: &str) -> String {
    let verified = referee(&["verify", out, "--json"]).fine();
    let verified: Value = serde_json::from_str(&verified).expect("JSON");
    verified["games_hash"].as_str().expect("a hash").to_owned()
}

#[test]
fn a_bot_is_parked_after_its_pair_at_any_concurrency_and_over_a_kill() {
    let mut hashes = Vec::new();
    for (concurrency, kill) in [(1, false), (8, false), (8, true)] {
        let folder = TempDir::new().expect("a folder");
        let out = folder.path().join("cup.db").to_string_lossy().into_owned();
        let args = run(&cup(folder.path(), concurrency), &out);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        if kill {
            let silent = || Stdio::null();
            let mut child = command(&args);
            let child = child.stdout(silent()).stderr(silent()).spawn();
            let mut child = child.expect("it starts");
            let few = || Some(Run::open(Path::new(&out)).ok()?.past().ok()??.highest < 9);
            while few() != Some(false) && child.try_wait().expect("it is ours").is_none() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            child.kill().expect("it is ours");
            child.wait().expect("it ends");
        }
        let told = referee(&args).fine();
        assert!(told.contains("broken is parked"), "{told}");
        let lost = referee(&["games", &out, "--bot", "broken", "--csv"]).fine();
        assert_eq!(lost.lines().count(), 1 + 2, "{lost}");
        hashes.push(games_hash(&out));
    }
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}
