//! Runs that end otherwise than by their last game.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use referee_record::FaultKind;
use rustix::process::{Pid, Signal, kill_process};

use super::{Arena, records, toml};

const SLOW: &str = "
game = \"koolaamee\"
rounds = 50
time = { move_ms = 60000 }
";

/// A run whose first game lasts until somebody ends it.
fn endless() -> Arena {
    Arena::new(SLOW)
        .scripted(
            "slow",
            "wait hello; say ready; wait go; legal; wait go; deaf",
        )
        .bot("quick", "house:first")
}

/// Starts a run, presses Ctrl-C when `when` says so, and sees it end as it should.
fn interrupt(arena: &Arena, when: impl Fn() -> bool) {
    let mut child = arena.command(&[]).spawn().expect("the referee starts");
    until(when);
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    arena.nothing_is_left();
}

#[test]
fn an_interrupted_run_keeps_what_was_played() {
    let arena = endless();
    let results = arena.path().join("cup.db");
    interrupt(&arena, || results.exists());
    assert!(records(&results).is_empty());
}

#[test]
fn a_second_interrupt_ends_a_run_at_once() {
    let arena = Arena::new(SLOW)
        .scripted(
            "slow",
            "ignore; wait hello; say ready; wait go; legal; wait go; deaf",
        )
        .bot("quick", "house:first");
    let results = arena.path().join("cup.db");
    let child = arena.command(&[]).spawn().expect("the referee starts");
    let entry = format!("ZOO={}", arena.tag);
    until(|| results.exists() && !super::processes_with(&entry).is_empty());
    let id = Pid::from_child(&child);
    // Both are there before it can act on the first.
    kill_process(id, Signal::STOP).expect("it runs");
    kill_process(id, Signal::INT).expect("it is there");
    kill_process(id, Signal::TERM).expect("it is there");
    kill_process(id, Signal::CONT).expect("it is there");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted twice: "), "{said}");
    until(|| super::processes_with(&entry).is_empty());
}

#[test]
fn a_run_can_be_interrupted_before_its_first_game() {
    let arena = Arena::new(SLOW)
        .scripted("deaf", "ignore; deaf")
        .bot("quick", "house:first");
    let entry = format!("ZOO={}", arena.tag);
    interrupt(&arena, || !super::processes_with(&entry).is_empty());
    assert!(!arena.path().join("cup.db").exists());
}

/// The command of a run that is started with SIGHUP as this option of `env` says, whatever the tests were started
/// with.
fn started_with(arena: &Arena, option: &str) -> Command {
    let plain = arena.command(&[]);
    let mut command = Command::new("env");
    command.arg(option).arg(plain.get_program());
    command.args(plain.get_args());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn the_command_that_goes_on_leads_to_the_results() {
    let arena = endless();
    let results = arena.path().join("cup-2.db");
    fs::write(arena.path().join("cup.db"), "").expect("a file of another run");
    let mut run = started_with(&arena, "--default-signal=INT");
    let child = run.arg("--new").spawn().expect("env starts");
    until(|| results.exists());
    kill_process(Pid::from_child(&child), Signal::INT).expect("it isn't waited for");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    let command = format!("cup.toml --out {}", results.display());
    assert!(said.contains(&command), "{said}");
}

#[test]
fn a_closed_terminal_ends_a_run_as_ctrl_c_does() {
    // A system that shuts down may send both.
    for sent in [
        &[Signal::HUP][..],
        &[Signal::TERM, Signal::HUP],
        &[Signal::HUP, Signal::TERM, Signal::HUP],
    ] {
        let arena = endless();
        let results = arena.path().join("cup.db");
        let child = started_with(&arena, "--default-signal=HUP")
            .spawn()
            .expect("env starts");
        until(|| results.exists());
        for signal in sent {
            kill_process(Pid::from_child(&child), *signal).expect("it isn't waited for");
        }
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("to go on: referee run "), "{said}");
        assert!(!said.contains("--out"), "{said}");
        assert!(!arena.path().join("cup.db-wal").exists());
        arena.nothing_is_left();
    }
}

#[test]
fn a_run_under_nohup_ignores_a_closed_terminal() {
    let arena = endless();
    let results = arena.path().join("cup.db");
    let mut child = started_with(&arena, "--ignore-signal=HUP")
        .spawn()
        .expect("env starts");
    until(|| results.exists());
    let ignored = signals(child.id(), "SigIgn:");
    let caught = signals(child.id(), "SigCgt:");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(ignored & 1, 1, "SIGHUP, signal 1, is ignored: {ignored:x}");
    assert_eq!(caught & 3, 2, "SIGINT, signal 2, is caught: {caught:x}");
}

/// The signals of a process, as a bit for each, in this line of its status.
fn signals(pid: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let mut lines = status.lines();
    let bits = lines.find_map(|text| text.strip_prefix(line));
    u64::from_str_radix(bits.expect("Linux").trim(), 16).expect("a number")
}

/// Whether a process below this one calibrates the clock.
fn calibrates(referee: u32) -> bool {
    let all = std::fs::read_dir("/proc").expect("Linux").flatten();
    let all = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let calibrating = |pid: &u32| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.contains("\0calibrate,")
    };
    let descends =
        |pid| std::iter::successors(Some(pid), |pid| parent(*pid)).any(|pid| pid == referee);
    all.filter(calibrating).any(descends)
}

fn parent(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Ends a run that was seen to calibrate; whether it was ended before it opened its results.
fn ends_in_calibration(signal: Signal) -> bool {
    let arena = Arena::new("game = \"koolaamee\"\nrounds = 1000")
        .bot("quick", "house:first")
        .bot("other", "house:first");
    let mut child = arena
        .command(&["--concurrency", "32", "--oversubscribe"])
        .spawn()
        .expect("the referee starts");
    let id = Pid::from_child(&child);
    let results = arena.path().join("cup.db");
    until(|| calibrates(child.id()) || results.exists());
    // It stands still while it is looked at, so that it calibrates when the signal comes.
    kill_process(id, Signal::STOP).expect("it runs");
    kill_process(id, signal).expect("it is there");
    let calibrating = calibrates(child.id());
    kill_process(id, Signal::CONT).expect("it is there");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    arena.nothing_is_left();
    calibrating && !results.exists()
}

#[test]
fn a_run_can_be_ended_while_it_calibrates() {
    for signal in [Signal::INT, Signal::TERM] {
        // It may have calibrated before this test gets its turn, but not each time.
        let ended = (0..20).any(|_| ends_in_calibration(signal));
        assert!(ended, "{signal:?}: each run opened its results");
    }
}

#[test]
fn a_bot_for_another_game_is_refused() {
    let arena = Arena::new("game = \"koolaamee\"")
        .scripted("chess", "wait hello; say ready games=chess; rest")
        .bot("quick", "house:first");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("chess doesn't play koolaamee"), "{stderr}");
    assert!(!arena.path().join("cup.db").exists());
    arena.nothing_is_left();
}

#[test]
fn a_program_that_is_no_program_loses() {
    let arena = Arena::new("game = \"koolaamee\"").bot("quick", "house:first");
    let file = arena.path().join("broken");
    std::fs::write(&file, "#!/no/such/interpreter\n").expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&file, mode).expect("set");
    let arena = arena.bot("broken", "broken");
    for record in arena.records() {
        let evidence = &record.measured.evidence[0];
        assert_eq!(evidence.reason, FaultKind::NoHandshake);
        assert!(
            evidence.sentence.contains("could not be started"),
            "{evidence:?}"
        );
    }
}

#[test]
fn a_command_that_the_jail_s_helper_can_t_be_told_loses() {
    let run = toml(&["python3", &"x".repeat(200_000)]);
    let arena = Arena::new("game = \"koolaamee\"")
        .bot("quick", "house:first")
        .text(&format!("[[bots]]\nname = \"long\"\nrun = {run}\n"));
    for record in arena.records() {
        let evidence = &record.measured.evidence[0];
        assert_eq!(evidence.reason, FaultKind::NoHandshake);
        for part in ["telling the jail's helper", "Argument list too long"] {
            assert!(evidence.sentence.contains(part), "{evidence:?}");
        }
    }
}

/// Plays the first legal move; counts in a folder how often it was started, and notes that it was
/// told to quit. That takes a state between two games, which there is only without a jail.
const COUNTING: &str = r#"
import sys
count = open("FOLDER/count", "a+")
count.write("x")
count.flush()
count.seek(0)
starts = len(count.read())
legal = []
for line in sys.stdin:
    word, *words = line.split()
    if word == "hello":
        print("ready", "games=chess" if starts > int(sys.argv[1]) else "", flush=True)
    elif word == "legal":
        legal = words
    elif word == "go":
        print("move", legal[0], flush=True)
    elif word == "quit":
        open("FOLDER/quit", "a").write("x")
        break
"#;

/// The counting bot and another, without a jail.
fn counting(settings: &str, name: &str, starts: &str) -> Arena {
    let settings = format!("game = \"onitama\"\njail = \"off\"\n{settings}");
    let arena = Arena::new(&settings).bot("quick", "house:first");
    let folder = arena.path().display().to_string();
    arena.python(name, &COUNTING.replace("FOLDER", &folder), starts)
}

#[test]
fn a_bot_that_refuses_the_game_in_mid_run_loses_alone() {
    // It greets three times as it should: before the run, and for the games of the first pair.
    let arena = counting("rounds = 2\nconcurrency = 1", "sneaky", "3");
    let records = arena.records();
    let faults: Vec<_> = records
        .iter()
        .map(|r| super::of(r, "sneaky").fault.map(FaultKind::text))
        .collect();
    assert_eq!(
        faults,
        [None, None, Some("no-handshake"), Some("no-handshake")]
    );
}

#[test]
fn kept_processes_are_told_to_quit() {
    let arena = counting("rounds = 3\nrestart = \"never\"", "kept", "9");
    assert_eq!(arena.records().len(), 6);
    let marks = |file: &str| std::fs::read_to_string(arena.path().join(file));
    // Once before the run, and once for each place in a pair.
    assert_eq!(marks("count").expect("it was started"), "xxx");
    assert_eq!(marks("quit").expect("it was told to quit"), "xxx");
}

/// Waits for something that is sure to come.
pub fn until(mut come: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !come() {
        assert!(Instant::now() < end, "it never came");
        std::thread::yield_now();
    }
}
