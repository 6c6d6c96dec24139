//! The engine: what bots may do wrong, and what must become of it.

mod crowded;
mod endings;
mod fair;
mod faults;
mod forgiven;
mod killed;
mod quota;
mod repeat;
mod restart;
mod runs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use referee_record::{Record, SeatResult};
use referee_store::Run;
use tempfile::TempDir;

use crate::kit::command;

pub use faults::FAULTS;

/// Looks that go on at the same time.
const AT_ONCE: usize = 4;

/// A tournament in a folder of its own.
pub struct Arena {
    folder: TempDir,
    /// A word in the environment of every scripted bot, by which the test finds what is left.
    tag: String,
    bots: String,
    pub settings: String,
}

/// The scripted bot of the tests.
pub fn scripted() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bots/scripted.py")
}

impl Arena {
    pub fn new(settings: &str) -> Arena {
        let folder = TempDir::new().expect("a temporary folder");
        let tag = format!("ZOO_{}_{}", std::process::id(), folder.path().display());
        Arena {
            folder,
            tag: tag.replace('/', "_"),
            bots: String::new(),
            settings: settings.to_owned(),
        }
    }

    /// One without a jail, where that isn't what is tested: bots start in less time.
    pub fn unjailed(settings: &str) -> Arena {
        Arena::new(&format!("jail = \"off\"\n{settings}"))
    }

    /// Adds a bot that follows a script.
    pub fn scripted(mut self, name: &str, script: &str) -> Arena {
        let program = scripted();
        let run = toml(&["python3", &program.to_string_lossy(), script]);
        let (tag, program) = (&self.tag, program.to_string_lossy());
        self.bots += &format!(
            "[[bots]]\nname = {name:?}\nrun = {run}\nread = [{program:?}]\nenv = {{ ZOO = {tag:?} }}\n"
        );
        self
    }

    /// Adds a folder with a bot in Python.
    pub fn python(self, name: &str, source: &str, argument: &str) -> Arena {
        let folder = self.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("bot.py"), source).expect("a file");
        let run = format!("run = {}\n", toml(&["python3", "bot.py", argument]));
        fs::write(folder.join("bot.toml"), run).expect("a file");
        self.bot(name, name)
    }

    /// Adds a bot by what `bot =` says.
    pub fn bot(mut self, name: &str, bot: &str) -> Arena {
        self.bots += &format!("[[bots]]\nname = {name:?}\nbot = {bot:?}\n");
        self
    }

    /// Adds a part of the file as it stands, behind the bots so far.
    pub fn text(mut self, text: &str) -> Arena {
        self.bots += text;
        self
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The command that runs it, not started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let file = self.path().join("cup.toml");
        let text = format!("{}\n{}", self.settings, self.bots);
        fs::write(&file, text).expect("the file can be written");
        let mut command = command(&["run"]);
        command.arg(&file).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        let _machine = crate::locks::beside();
        self.command(arguments)
            .output()
            .expect("the referee starts")
    }

    /// Runs it to its end, and gives the records by game number.
    pub fn records(&self) -> Vec<Record> {
        let output = self.run(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        let records = records(&self.path().join("cup.db"));
        self.nothing_is_left();
        records
    }

    /// No process of the scripted bots lives.
    pub fn nothing_is_left(&self) {
        assert_eq!(processes_with(&format!("ZOO={}", self.tag)), [""; 0]);
    }
}

/// Looks at each, several at a time; what comes back is wrong.
pub fn wrong<T: Sync>(all: &[T], look: impl Fn(&T) -> Option<String> + Sync) -> String {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::<String>::new()));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = look(one);
                    wrong.lock().expect("nobody panics with it").extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("nobody panics with it");
    wrong.join("\n")
}

/// A bot in Python: runs `start` first, and `go`, indented, at each question; `legal` has the legal moves.
pub fn python_bot(start: &str, go: &str) -> String {
    format!(
        r#"
import sys, threading, time
{start}
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        {go}
    elif words[0] == "quit":
        break
"#
    )
}

/// A list of strings as TOML writes it.
pub fn toml(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|w| format!("'''{w}'''")).collect();
    format!("[{}]", words.join(", "))
}

/// The records of a database by game number.
pub fn records(path: &Path) -> Vec<Record> {
    let run = Run::open(path).expect("results");
    let records = run.records().expect("records");
    records.map(|record| record.expect("a record")).collect()
}

/// Those that count: an attempt that the machine spoilt is played again.
pub fn counted(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| record.played.verdict.void.is_none());
    records
}

/// How a bot fared in a game.
pub fn of<'a>(record: &'a Record, bot: &str) -> &'a SeatResult {
    let seated = record
        .played
        .job
        .seats
        .iter()
        .find(|seated| seated.bot == bot)
        .expect("plays");
    record
        .played
        .verdict
        .seat(seated.seat)
        .expect("has a result")
}

/// The ids and command lines of the processes whose environment holds an entry.
pub fn processes_with(entry: &str) -> Vec<String> {
    let mut found = Vec::new();
    for process in fs::read_dir("/proc").expect("Linux").flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if environment
            .split(|b| *b == 0)
            .any(|e| e == entry.as_bytes())
        {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let pid = process.file_name();
            found.push(format!(
                "{} {}",
                pid.display(),
                String::from_utf8_lossy(&line).replace('\0', " ")
            ));
        }
    }
    found
}
