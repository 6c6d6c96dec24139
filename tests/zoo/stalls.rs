//! What the machine spoils is void and played again; who crowds itself out loses.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use referee_record::Record;
use referee_store::Run;

use super::ground::Ground;
use super::header::{self, Bot};
use super::left;
use super::mode::{Mode, Who};
use super::{alone, everybody};

/// The thinker needs 60 ms of its core each turn, a fifth of what it has.
const SETTINGS: &str = "time = { move_ms = 300 }\n[limits]\nstart_ms = 20000\n";
/// Longer than the time of a move.
const STALL: Duration = Duration::from_millis(1500);

/// Plays a thinker against a thinker, with a disturbance once they play, which is told where the results are; all
/// records, void ones too.
fn disturbed(mode: Mode, by: impl Fn(&Ground, &Path)) -> Vec<Record> {
    let all = header::bots();
    let thinker = bot(&all, "honest_thinker.c");
    let ground = Ground::new(mode);
    let file = ground.tournament("onitama", SETTINGS, &[thinker], thinker);
    let child = ground
        .run(&file)
        .arg("--concurrency")
        .arg("1")
        .spawn()
        .expect("the referee starts");
    let deadline = Instant::now() + Duration::from_mins(1);
    while thinking(&ground) < 2 {
        assert!(Instant::now() < deadline, "{mode}: no game is played");
        sleep(Duration::from_millis(5));
    }
    let results = file.with_extension("db");
    by(&ground, &results);
    let output = child.wait_with_output().expect("it ends");
    assert!(
        output.status.success(),
        "{mode}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    recorded(&results)
}

fn recorded(results: &Path) -> Vec<Record> {
    let run = Run::open(results).expect("results");
    let records = run.records().expect("records");
    records.map(|record| record.expect("a record")).collect()
}

fn bot<'a>(all: &'a [Bot], name: &str) -> &'a Bot {
    all.iter()
        .find(|bot| bot.name == name)
        .expect("it is in the zoo")
}

/// The process ids of the bots.
fn players(ground: &Ground) -> Vec<String> {
    let lines = left::processes(ground).into_iter();
    let bots = lines.filter(|line| line.contains("honest_thinker "));
    bots.filter_map(|line| {
        line.split(' ')
            .nth(1)?
            .strip_prefix("/proc/")
            .map(str::to_owned)
    })
    .collect()
}

/// Counts the bots that have used the time of two turns: their game is under way.
fn thinking(ground: &Ground) -> usize {
    let pids = players(ground).into_iter();
    pids.filter(|pid| ticks(pid) >= 12).count()
}

/// Returns the CPU time of a process in hundredths of a second.
fn ticks(pid: &str) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let (_, fields) = stat.rsplit_once(')').unwrap_or_default();
    let times = fields.split_whitespace().skip(11).take(2);
    times.filter_map(|time| time.parse::<u64>().ok()).sum()
}

/// The referee's own process.
fn referee(ground: &Ground) -> String {
    let program = ground.program().display().to_string();
    let lines = left::processes(ground).into_iter();
    let line = lines
        .map(|line| line.splitn(3, ' ').map(str::to_owned).collect::<Vec<_>>())
        .find(|words| words[2].starts_with(&format!("{program} run")));
    line.expect("it runs")[1]
        .trim_start_matches("/proc/")
        .to_owned()
}

fn signal(name: &str, pid: &str) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), pid])
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "kill -{name} {pid}"
    );
}

/// Nobody lost, and what was spoilt was played again.
fn void_and_replayed(mode: Mode, records: &[Record]) {
    let faults: Vec<&Record> = records
        .iter()
        .filter(|r| r.played.verdict.seats.iter().any(|s| s.fault.is_some()))
        .collect();
    let lost_by: Vec<&str> = faults
        .iter()
        .filter_map(|r| Some(r.measured.evidence.first()?.sentence.as_str()))
        .collect();
    assert!(faults.is_empty(), "{mode}: {lost_by:?}");
    let reasons: Vec<(&str, u32)> = records
        .iter()
        .map(|r| (r.played.verdict.reason.as_str(), r.attempt))
        .collect();
    assert!(
        reasons.iter().any(|(reason, _)| *reason == "void")
            || reasons.iter().any(|(_, attempt)| *attempt > 1),
        "{mode}: {reasons:?}"
    );
    assert!(
        reasons
            .iter()
            .filter(|(reason, _)| *reason != "void")
            .count()
            == 2,
        "{mode}: {reasons:?}"
    );
}

/// The cores on which a process may run, as `taskset` takes them.
fn cores_of(pid: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let mut lines = status.lines();
    let cores = lines.find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    cores.expect("it lives").trim().to_owned()
}

/// Crowds cores for longer than a move may take. Each of the crowd is a session of its own, as the
/// scheduler may deal in sessions.
fn crowd(cores: &str) {
    let spin = "while :; do :; done";
    let words = [
        "--wait", "taskset", "-c", cores, "timeout", "1.5", "sh", "-c", spin,
    ];
    let mut setsid = Command::new("setsid");
    setsid.args(words).stdin(Stdio::null());
    let crowd: Vec<Child> = (0..40)
        .map(|_| setsid.spawn().expect("setsid starts"))
        .collect();
    for mut one in crowd {
        let _ = one.wait();
    }
}

/// Waits a while for a void game.
fn spoilt(results: &Path) -> bool {
    let until = Instant::now() + STALL;
    loop {
        let is_void = |record: &Record| record.played.verdict.void.is_some();
        if recorded(results).iter().any(is_void) {
            return true;
        }
        if Instant::now() >= until {
            return false;
        }
        sleep(Duration::from_millis(50));
    }
}

fn a_stop_is_nobodys_fault(who: Who) {
    let mode = Mode::new(who, "auto");
    let records = disturbed(mode, |ground, _| {
        let pid = referee(ground);
        signal("STOP", &pid);
        sleep(STALL);
        signal("CONT", &pid);
    });
    void_and_replayed(mode, &records);
}

/// The referee sees by its own clock that it stood still, whoever called it.
#[test]
fn a_stopped_referee_makes_a_game_void() {
    let _turn = alone();
    a_stop_is_nobodys_fault(everybody()[0]);
}

#[test]
#[ignore = "long: as everybody"]
fn a_stopped_referee_makes_anybodys_game_void() {
    let _turn = alone();
    everybody().into_iter().for_each(a_stop_is_nobodys_fault);
}

#[test]
fn a_crowded_core_makes_a_game_void() {
    let _turn = alone();
    for who in everybody() {
        let mode = Mode::new(who, "auto");
        let records = disturbed(mode, |ground, results| {
            // A crowd whose time passes while the whole machine stands still has crowded nobody.
            for _ in 0..3 {
                let Some(player) = players(ground).pop() else {
                    break;
                };
                crowd(&cores_of(&player));
                if spoilt(results) {
                    break;
                }
            }
        });
        void_and_replayed(mode, &records);
    }
}

#[test]
fn who_crowds_itself_out_loses() {
    let _turn = alone();
    let all = header::bots();
    for who in everybody() {
        let mode = Mode::new(who, "auto");
        let ground = Ground::new(mode);
        let file = ground.tournament(
            "onitama",
            SETTINGS,
            &[bot(&all, "crowds_itself.c")],
            bot(&all, "honest.c"),
        );
        let output = ground.run(&file).output().expect("the referee starts");
        assert!(
            output.status.success(),
            "{mode}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let run = Run::open(&file.with_extension("db")).expect("results");
        for record in run
            .records()
            .expect("records")
            .map(|record| record.expect("a record"))
        {
            assert_eq!(
                (record.played.verdict.reason.as_str(), record.attempt),
                ("timeout", 1),
                "{mode}"
            );
        }
    }
}
