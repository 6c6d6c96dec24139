//! A ladder that is played while bots come in.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::kit::{Folder, referee};

/// Plays in any shell: the first legal move.
const FIRST: &str = "while read -r word rest; do
    case $word in
        legal) set -- $rest; move=$1 ;;
        go) echo \"move $move\" ;;
        quit) exit ;;
    esac
done
";

/// A ladder in a folder of its own, with two rungs.
struct Ladder {
    folder: Folder,
    played: Option<Child>,
}

impl Ladder {
    fn new() -> Ladder {
        let folder = Folder::new();
        folder.write(
            "club/ladder.toml",
            "game = 'onitama'\nformat = 'standing'\nstart = 'deal'\nconcurrency = 1\ntime = { move_ms = 20000 }\n\
             [standing]\nbatch = 2\nplacement = 2\n[ladder]\nkeep = 1\n\
             [[bots]]\nbot = 'house:random'\n[[bots]]\nbot = 'house:first'\n",
        );
        Ladder {
            folder,
            played: None,
        }
    }

    /// Writes the program of a bot.
    fn put(&self, bot: &str, program: &str) {
        self.folder.write(
            &format!("club/bots/{bot}/bot.toml"),
            "run = 'sh bot.sh'\ngames = ['onitama']\n",
        );
        self.folder
            .write(&format!("club/bots/{bot}/bot.sh"), program);
    }

    fn start(&mut self) {
        let mut command = self.folder.command(&["ladder", "club", "--listen", "0"]);
        let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
        self.played = Some(command.spawn().expect("the referee starts"));
    }

    /// Ends the process by a signal, and returns what it said.
    fn end(&mut self, signal: Signal) -> String {
        let child = self.played.take().expect("it is played");
        let pid = Pid::from_child(&child);
        kill_process(pid, signal).expect("it is there");
        let output = child.wait_with_output().expect("it is over");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn results(&self) -> String {
        self.folder
            .at("club/ladder.db")
            .to_string_lossy()
            .into_owned()
    }

    /// Returns the state of a version; null before it is there.
    fn state(&self, bot: &str, number: u32) -> Value {
        let description = format!("club/versions/{bot}/{number}/version.json");
        let Ok(text) = fs::read(self.folder.at(&description)) else {
            return Value::Null;
        };
        let version: Value = serde_json::from_slice(&text).expect("JSON");
        version["state"].clone()
    }

    /// Returns the number of games of a bot.
    fn games(&self, bot: &str) -> u64 {
        let standings = referee(&["standings", &self.results(), "--json"]);
        let Ok(standings) = serde_json::from_str::<Value>(&standings.stdout) else {
            return 0;
        };
        let rows = standings["standings"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["bot"] == bot);
        row.and_then(|row| row["games"].as_u64()).unwrap_or(0)
    }
}

impl Drop for Ladder {
    fn drop(&mut self) {
        if let Some(mut child) = self.played.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits for something that is sure to come, after checks that may be tried again on a busy machine.
fn until(mut come: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_mins(5);
    while !come() {
        assert!(Instant::now() < end, "it never came");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn versions_come_in_play_and_retire_whatever_is_killed() {
    let mut ladder = Ladder::new();
    ladder.put("fox", &format!("echo ready\n{FIRST}"));
    ladder.put("mute", "sleep 1000\n");
    ladder.start();
    until(|| ladder.state("fox", 1) == "accepted" && ladder.state("mute", 1).is_object());
    until(|| ladder.games("fox.1") > 0);
    let why = ladder.state("mute", 1)["refused"].to_string();
    assert!(why.contains("ready"), "{why}");
    let checked = ladder.folder.at("club/versions/mute/1/check.txt");
    let checked = fs::read_to_string(checked).expect("what was checked");
    assert!(checked.contains("expected"), "{checked}");
    ladder.end(Signal::KILL);

    ladder.put("fox", &format!("echo ready\n# better\n{FIRST}"));
    ladder.start();
    until(|| ladder.games("fox.2") > 0);
    assert_eq!(ladder.state("fox", 1), "retired");
    assert_eq!(ladder.state("fox", 2), "accepted");
    assert!(ladder.state("mute", 1).is_object() && ladder.state("mute", 2).is_null());
    let said = ladder.end(Signal::INT);
    assert!(said.contains("to go on: referee ladder club"), "{said}");

    let verified = referee(&["verify", &ladder.results()]);
    assert_eq!(verified.code, Some(4), "{}", verified.stdout);
    assert!(
        verified.stdout.contains("unfinished; sound:"),
        "{}",
        verified.stdout
    );
    assert_eq!(ladder.games("mute.1"), 0);
}

#[test]
fn what_is_no_ladder_is_refused() {
    let folder = Folder::new();
    folder.write(
        "cup/ladder.toml",
        "game = 'onitama'\n[[bots]]\nbot = 'house:random'\n[[bots]]\nbot = 'house:first'\n",
    );
    fs::create_dir(folder.at("empty")).expect("room");
    for (name, part) in [
        ("cup", "expected format = \"standing\""),
        ("empty", "`referee new ladder` makes one"),
        ("none", "expected the folder of a ladder"),
    ] {
        let refused = folder.run(&["ladder", name, "--listen", "0"]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }
}
