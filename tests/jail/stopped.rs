//! Where the first process of a bot's world stops it by a signal, another signal doesn't undo that.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

use super::killed::{processes, until};
use crate::engine::Arena;

fn is_stopped(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.contains(") T ")
}

#[test]
fn a_stopped_bot_that_is_let_go_on_is_stopped_again() {
    let tag = format!("JAIL_TEST=stopped-{}", std::process::id());
    let (name, value) = tag.split_once('=').expect("both");
    let bot = |bot: &str| {
        format!(
            "[[bots]]\nname = \"{bot}\"\nrun = ['sh', '-c', 'echo ready; exec sleep 600']\n\
                 env = {{ {name} = \"{value}-{bot}\" }}\n"
        )
    };
    let arena = Arena::new("game = \"onitama\"\ntime = { move_ms = 600000 }")
        .text(&bot("ann"))
        .text(&bot("bob"));
    let mut command = arena.command(&["--jail-without", "cgroups"]);
    let mut referee = command.spawn().expect("it starts");
    // Both stand still when they are ready; then the first one is to move.
    let stopped = |bot: &str| -> Vec<bool> {
        let pids = processes(&format!("{tag}-{bot}")).into_iter();
        pids.map(is_stopped).collect()
    };
    let stands = until(|| stopped("ann") == [false] && stopped("bob") == [true]);
    let still = processes(&format!("{tag}-bob"));
    for pid in still.iter().filter_map(|pid| Pid::from_raw(*pid)) {
        let _ = kill_process(pid, Signal::CONT);
    }
    let again = until(|| still.iter().all(|&pid| is_stopped(pid)));
    referee.kill().expect("it is ours");
    referee.wait().expect("it ends");
    assert!(stands && again, "stopped: {stands}, again: {again}");
}
