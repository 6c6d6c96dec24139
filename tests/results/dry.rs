//! How a dry run ends where it isn't at its end: by a signal, or by a bot without which nothing is played.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::Duration;

use super::submissions::{READY, commands, handed_in, run_by};

fn interrupt(run: &Child) {
    let pid = run.id().to_string();
    let status = Command::new("kill").args(["-INT", &pid]).status();
    assert!(status.expect("kill is there").success());
}

fn interrupted(output: &Output) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("interrupted before the first"), "{stderr}");
}

#[test]
fn an_interrupt_ends_the_question_which_functions_are_missing() {
    // Nothing of it is seen outside but its command line.
    let seconds = (2_000_000 + std::process::id()).to_string();
    let tools = tempfile::tempdir().expect("a temporary folder");
    let octave = tools.path().join("octave-slow");
    let program = format!(
        "#!/bin/sh\ncase \"$*\" in *--eval*) exec sleep {seconds};; esac\n\
         read -r hello; echo ready; read -r rest\n"
    );
    fs::write(&octave, program).expect("written");
    for path in [tools.path(), &octave] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    let toml = format!("run = {octave:?}\nread = [{octave:?}]\n");
    let arena = handed_in("", &[("slow", toml)]);
    fs::write(arena.path().join("handed-in/slow/x.m"), "f(1)").expect("written");
    let args = ["--dry-run", "--allow-read"];
    let mut run = arena.command(&args).spawn().expect("it starts");
    let asks = || commands().any(|line| line.ends_with(&*seconds));
    while !asks() && run.try_wait().expect("a child").is_none() {
        sleep(Duration::from_millis(10));
    }
    interrupt(&run);
    interrupted(&run.wait_with_output().expect("it ends"));
    assert!(!asks());
}

#[test]
fn an_interrupt_ends_a_text_that_nobody_reads() {
    // More than a pipe holds.
    let names: Vec<String> = (0..300).map(|n| format!("typo-{n}")).collect();
    let toml = format!("{} = 1\n", "x".repeat(300));
    let all: Vec<(&str, String)> = names.iter().map(|n| (n.as_str(), toml.clone())).collect();
    let arena = handed_in("broken = \"skip\"\n", &all).bot("other", "house:random");
    let mut run = arena.command(&["--dry-run"]).spawn().expect("it starts");
    let mut stdout = run.stdout.take().expect("a pipe");
    stdout.read_exact(&mut [0]).expect("it begins to write");
    interrupt(&run);
    interrupted(&run.wait_with_output().expect("it ends"));
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).expect("what it wrote");
    assert!(!rest.ends_with(b"\n"), "it was interrupted");
}

#[test]
fn who_else_would_not_play_is_told_all_the_same() {
    let submissions = [
        ("ann", run_by(READY)),
        (
            "broken",
            format!("{}build = 'sh -c \"exit 3\"'", run_by(READY)),
        ),
        ("ludo", run_by("wait hello; say ready games=ludo; rest")),
        ("typo", "rnu = 'x'".to_owned()),
    ];
    let unbuilt = format!("{}build = 'sh -c \"exit 4\"'\n", run_by(READY));
    let refuses = run_by("wait hello; say ready games=ludo; rest");
    let cases = [
        (vec![("own", &unbuilt)], vec!["bot own: build `"]),
        (vec![("own", &refuses)], vec!["own doesn't play onitama"]),
        (
            vec![("own", &unbuilt), ("second", &refuses)],
            vec!["bot own: build `", "second doesn't play onitama"],
        ),
    ];
    for (names, sentences) in cases {
        let mut arena = handed_in("broken = \"skip\"\n", &submissions);
        for (name, toml) in names {
            let folder = arena.path().join(name);
            fs::create_dir(&folder).expect("a folder");
            let script = arena.path().join("handed-in/ann/bot.py");
            fs::copy(script, folder.join("bot.py")).expect("copied");
            fs::write(folder.join("bot.toml"), toml).expect("written");
            arena = arena.text(&format!("[[bots]]\nname = \"{name}\"\nbot = \"{name}\"\n"));
        }
        let dry = arena.run(&["--dry-run"]);
        let shown = String::from_utf8_lossy(&dry.stdout);
        let why = String::from_utf8_lossy(&dry.stderr);
        assert_eq!(dry.status.code(), Some(2), "{shown}{why}");
        assert!(
            shown.starts_with("would not play  3\n  broken\n"),
            "{shown}{why}"
        );
        for name in ["ludo", "typo"] {
            assert!(shown.contains(&format!("\n  {name}\n")), "{shown}");
        }
        for sentence in sentences {
            assert!(why.contains(sentence), "{why}");
        }
        // The run itself is over at the first of them.
        let run = arena.run(&[]);
        assert_eq!(run.status.code(), Some(2));
    }
}
