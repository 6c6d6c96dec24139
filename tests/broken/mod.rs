//! What breaks around the referee: disks, pipes, helpers, limits of the system. A run ends with a
//! message or goes on, loses no committed game, and blames no bot.

mod disk;
mod exhausted;
mod helpers;
mod memory;
pub mod outputs;
mod room;
mod temporary;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use referee_record::{JobId, Played, Record};
use referee_store::Run;

use crate::engine::{Arena, records};
use crate::skip::skip;

/// Longer than this nothing here takes, also on a busy machine; what does hangs.
const PATIENCE: Duration = Duration::from_mins(2);
/// No room left on the device.
const ENOSPC: i32 = 28;
/// The device fails.
const EIO: i32 = 5;

/// A disk that fails: the operation from which on files with `word` in their paths can't be changed.
struct Failing<'a> {
    path_part: &'a str,
    at: usize,
    errno: i32,
    once: bool,
}

impl Failing<'_> {
    /// Has it fail below a command.
    fn below(&self, command: &mut Command, library: &Path) {
        command
            .env("LD_PRELOAD", library)
            .env("FAILING_PATH", self.path_part)
            .env("FAILING_AT", self.at.to_string())
            .env("FAILING_ERRNO", self.errno.to_string());
        if self.once {
            command.env("FAILING_ONCE", "1");
        }
    }
}

/// The library that makes disks fail; none where there is no compiler, which is said.
fn library(test: &str) -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken/failing.c");
        let library = folder.join(format!("failing-{}.so", std::process::id()));
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .status();
        made.is_ok_and(|status| status.success()).then_some(library)
    });
    if library.is_none() || !cfg!(target_os = "linux") {
        skip(test, "it wants Linux and a C compiler");
        return None;
    }
    library.as_deref()
}

/// How many operations on files with `word` in their paths a command takes; it must succeed.
fn operations(mut command: Command, path_part: &str, library: &Path) -> usize {
    let count = tempfile::NamedTempFile::new().expect("a file");
    command
        .env("LD_PRELOAD", library)
        .env("FAILING_PATH", path_part)
        .env("FAILING_COUNT", count.path());
    let output = ended(command);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let count = fs::read_to_string(count.path()).expect("a count");
    count.parse().expect("a number")
}

/// Runs a command to its end, which must come.
fn ended(mut command: Command) -> Output {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    ends(child)
}

/// Waits for the end of a child, which must come.
fn ends(child: Child) -> Output {
    let pid = child.id();
    let waiting = std::thread::spawn(move || child.wait_with_output());
    let deadline = Instant::now() + PATIENCE;
    while !waiting.is_finished() {
        if Instant::now() > deadline {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
            panic!("process {pid} hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = waiting.join().expect("nothing panics");
    output.expect("its output can be read")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Expects a failure of the machine that is told: these words, and nothing of the program's inside.
fn check_message(output: &Output, words: &[&str]) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    for phrase in words {
        assert!(said.contains(phrase), "{phrase:?} is missing in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert!(!said.contains("a bug"), "{said}");
}

/// What was played in the attempts that count, by job; the file must hold together.
fn played(arena: &Arena) -> BTreeMap<JobId, Played> {
    let path = arena.path().join("cup.db");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.check_chain().expect("readable"), None);
    assert_eq!(run.check_tallies().expect("readable"), None);
    let counts = |record: &Record| record.played.verdict.void.is_none();
    let counted = records(&path).into_iter().filter(counts);
    counted
        .map(|record| (record.played.job.id, record.played))
        .collect()
}

/// No bot has a fault in any record.
fn nobody_is_blamed(records: &[Record]) {
    for record in records {
        for seat in &record.played.verdict.seats {
            assert_eq!(seat.fault, None, "{record:?}");
        }
    }
}

/// The names of the files in a folder, in order.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A run in which several bots are at work for a while.
fn busy(rounds: u32) -> Arena {
    busy_in("auto", rounds)
}

/// The same in a jail of this level.
fn busy_in(jail: &str, rounds: u32) -> Arena {
    let settings = format!(
        "jail = {jail:?}\ngame = \"onitama\"\nstart = \"deal\"\nseed = 5\nrounds = {rounds}\nconcurrency = 4\n\
         options = {{ turns = 8 }}"
    );
    Arena::new(&settings)
        .bot("one", "house:random")
        .bot("two", "house:sleeper,ms=3")
        .bot("three", "house:sleeper,ms=2")
}

/// Runs a tournament to its end, which must be a good one, and gives what was played.
fn completed(arena: &Arena) -> BTreeMap<JobId, Played> {
    let output = ended(arena.command(&[]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    played(arena)
}

/// The same command, started by a shell that says before what its limits are.
fn below_shell(shell: &str, command: &Command) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("{shell}; exec \"$@\""), "sh"]);
    limited.arg(command.get_program()).args(command.get_args());
    limited.env("REFEREE_CORES", "shared");
    limited
}

/// Waits until something is so, which it must be at some time.
fn until(mut so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !so() {
        assert!(Instant::now() < deadline, "it never is");
        std::thread::sleep(Duration::from_millis(2));
    }
}
