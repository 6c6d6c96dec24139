//! The referee is killed without a chance to do anything: no bot outlives it.

use super::endings::until;
use super::{Arena, processes_with};

#[test]
fn no_bot_outlives_a_killed_referee() {
    for _ in 0..10 {
        let arena = Arena::new("game = \"koolaamee\"\ntime = { move_ms = 60000 }")
            .scripted(
                "deaf",
                "ignore; orphan; wait hello; say ready; wait go; deaf",
            )
            .scripted(
                "busy",
                "ignore; wait hello; say ready; orphan; wait go; spin",
            );
        let mut child = arena
            .command(&["--concurrency", "2"])
            .spawn()
            .expect("it starts");
        let entry = format!("ZOO={}", arena.tag);
        // Both bots and an orphan at least are there.
        until(|| processes_with(&entry).len() >= 3);
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        until(|| processes_with(&entry).is_empty());
    }
}

#[test]
fn a_hidden_process_ends_with_its_game() {
    // It is a session of its own and has no environment: only its parents tell where it came from.
    let hidden = || {
        let all = std::fs::read_dir("/proc").expect("Linux").flatten();
        let lines = all.filter_map(|p| std::fs::read(p.path().join("cmdline")).ok());
        lines
            .filter(|line| line.as_slice() == b"hidden\x00600\x00")
            .count()
    };
    let arena = Arena::new("game = \"onitama\"")
        .scripted("sly", "wait hello; say ready; hide; rest")
        .bot("quick", "house:first");
    assert_eq!(arena.records().len(), 2);
    assert_eq!(hidden(), 0);
}
