//! Runs that end otherwise than by their last game.

use std::process::Command;
use std::time::{Duration, Instant};

use super::{Arena, records};

const SLOW: &str = "
game = \"koolaamee\"
rounds = 50
time = { move_ms = 60000 }
";

#[test]
fn an_interrupted_run_keeps_what_was_played() {
    let arena = Arena::new(SLOW)
        .scripted(
            "slow",
            "wait hello; say ready; wait go; legal; wait go; deaf",
        )
        .bot("quick", "house:first");
    let mut child = arena.command(&[]).spawn().expect("the referee starts");
    until(|| !super::processes_with(&format!("ZOO={}", arena.tag)).is_empty());
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill")
            .success()
    );
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    arena.nothing_is_left();
    assert!(records(&arena.path().join("cup.jsonl")).is_empty());
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
        assert_eq!(evidence.reason, "no-handshake");
        assert!(
            evidence.sentence.contains("could not be started"),
            "{evidence:?}"
        );
    }
}

/// Waits for something that is sure to come.
pub fn until(mut come: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !come() {
        assert!(Instant::now() < end, "it never came");
        std::thread::yield_now();
    }
}
