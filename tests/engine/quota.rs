//! A CPU quota on the group in which the referee runs, as a container has it: nobody loses by what it does.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use referee_record::{FaultKind, Lateness};

use super::{Arena, records};
use crate::skip::skip;

const SETTINGS: &str = "
game = \"onitama\"
options = { turns = 4 }
rounds = 1
concurrency = 1
tries = 2
time = { move_ms = 100 }
";

/// Computes for the greater part of its time. It goes by its own CPU time: on a busy machine it would else use
/// less of the quota, and be in time.
const THINKER: &str = "
import sys, time
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == 'hello':
        print('ready', flush=True)
    elif keyword == 'legal':
        legal = words
    elif keyword == 'go':
        end = time.process_time() + 0.06
        while time.process_time() < end:
            pass
        print('move', legal[0], flush=True)
    elif keyword == 'quit':
        break
";

/// A control group with a quarter of a core.
struct Group(PathBuf);

impl Group {
    /// Makes one; an error tells why that isn't possible here.
    fn new() -> std::io::Result<Group> {
        let name = format!("quota-{}", std::process::id());
        let old = PathBuf::from("/sys/fs/cgroup/cpu");
        if old.join("cpu.cfs_quota_us").exists() || old.join("cgroup.procs").exists() {
            let group = Group(old.join(name));
            fs::create_dir(&group.0)?;
            fs::write(group.0.join("cpu.cfs_period_us"), "200000")?;
            fs::write(group.0.join("cpu.cfs_quota_us"), "50000")?;
            return Ok(group);
        }
        let group = Group(PathBuf::from("/sys/fs/cgroup").join(name));
        fs::create_dir(&group.0)?;
        fs::write(group.0.join("cpu.max"), "50000 200000")?;
        Ok(group)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // What has just ended may still be in it.
        for _ in 0..100 {
            if fs::remove_dir(&self.0).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

#[test]
fn nobody_loses_by_a_quota() {
    let group = match Group::new() {
        Ok(group) => group,
        Err(error) => {
            let why = format!("no control group with a quota: {error}");
            return skip("nobody_loses_by_a_quota", &why);
        }
    };
    let arena = Arena::unjailed(SETTINGS)
        .python("one", THINKER, "")
        .python("two", THINKER, "");
    let usual = arena.command(&[]);
    let enter = format!(
        "echo $$ > {}/cgroup.procs && exec \"$@\"",
        group.0.display()
    );
    let mut inside = Command::new("sh");
    inside.args(["-c", &enter, "sh"]).arg(usual.get_program());
    // It has to look at what stops it.
    inside.args(usual.get_args()).env_remove("REFEREE_CORES");
    // Beside other tests a bot may wait for the disk, or the referee for its core, of which a quota knows nothing.
    let output = crate::locks::alone(|| inside.output());
    let output = output.expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("a CPU quota gives this run 50 ms of CPU time in each 200 ms"),
        "{stderr}"
    );
    let records = records(&arena.path().join("cup.db"));
    let seen = |late: Lateness| late.shares.seen_ns > 0 && late.is_explained();
    assert!(
        records
            .iter()
            .any(|record| record.measured.late.is_some_and(seen)),
        "the quota made nobody late"
    );
    for record in &records {
        for evidence in &record.measured.evidence {
            assert_ne!(
                evidence.reason,
                FaultKind::Timeout,
                "{evidence:?}\n{stderr}"
            );
        }
    }
    assert!(matches!(output.status.code(), Some(0 | 4)), "{stderr}");
}
