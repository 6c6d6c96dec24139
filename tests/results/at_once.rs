//! Two at one file: a second start while the first still builds, and other programs that write.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use referee_store::Run;
use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process};

use super::verify;
use crate::engine::Arena;

/// Waits for something that a referee does.
fn until(child: &mut Child, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while !holds() {
        let ended = child.try_wait().expect("it can be asked");
        assert_eq!(ended, None, "the referee has ended before");
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("it hasn't come in a minute");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a referee left that ends by itself.
fn ended(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), stderr)
}

/// A bot whose build says that it has begun, and waits for a word.
fn slowly_built() -> Arena {
    let arena = Arena::new("game = \"onitama\"\noptions = { turns = 4 }\nbuild_jail = false");
    let (begun, go) = (arena.path().join("begun"), arena.path().join("go"));
    let build = format!(
        "touch '{}'; while ! test -e '{}'; do sleep 0.05; done",
        begun.display(),
        go.display()
    );
    let build = serde_json::to_string(&["sh", "-c", &build]).expect("JSON");
    let arena = arena.python("slow", BOT, "").bot("quick", "house:first");
    let description = format!("run = ['python3', 'bot.py']\nbuild = {build}\n");
    fs::write(arena.path().join("slow/bot.toml"), description).expect("a file");
    arena
}

const BOT: &str = r#"import sys
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("move " + legal[0], flush=True)
"#;

/// The files of results, and what stands beside them.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.contains(".db")).collect();
    names.sort();
    names
}

#[test]
fn a_second_start_is_refused_while_the_first_builds() {
    let arena = slowly_built();
    let mut first = arena.command(&[]).spawn().expect("it starts");
    let id = first.id();
    until(&mut first, || arena.path().join("begun").exists());
    assert_eq!(files(arena.path()), ["cup.db.lock"]);
    let second = arena.run(&[]);
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("process {id} on ")), "{said}");
    fs::write(arena.path().join("go"), "").expect("a file");
    let (code, said) = ended(first);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(files(arena.path()), ["cup.db"]);
    assert_eq!(verify(&arena.path().join("cup.db")).code, Some(0));
}

#[test]
fn other_commands_refuse_a_second_start_as_well() {
    for words in [
        &["match", "slow", "house:first", "-n", "2"][..],
        &["sprt", "slow", "house:first", "-n", "2"],
        &["match", "slow", "vs", "house:first", "-n", "2"],
    ] {
        let arena = slowly_built();
        let command = || {
            let mut command = crate::kit::command(words);
            command.args(["--game", "onitama", "--out", "cup.db", "--jail", "off"]);
            command.current_dir(arena.path());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        };
        let mut first = command().spawn().expect("it starts");
        let id = first.id();
        until(&mut first, || arena.path().join("begun").exists());
        assert_eq!(files(arena.path()), ["cup.db.lock"], "{words:?}");
        let second = command().output().expect("it starts");
        let said = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(2), "{words:?}: {said}");
        assert!(
            said.contains(&format!("process {id} on ")),
            "{words:?}: {said}"
        );
        fs::write(arena.path().join("go"), "").expect("a file");
        let (_, said) = ended(first);
        assert_eq!(files(arena.path()), ["cup.db"], "{words:?}: {said}");
    }
}

#[test]
fn a_start_that_fails_leaves_nothing_behind() {
    let arena = slowly_built();
    let mut child = arena.command(&[]).spawn().expect("it starts");
    until(&mut child, || arena.path().join("begun").exists());
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("it runs");
    assert_eq!(ended(child).0, Some(130));
    assert_eq!(files(arena.path()), [""; 0]);
}

/// A run of many games, as soon as one of them is kept.
fn running() -> (Arena, Child) {
    let arena = Arena::new("game = \"onitama\"\nrounds = 500\nstart = \"deal\"")
        .bot("one", "house:sleeper,ms=20")
        .bot("two", "house:first");
    let child = arena.command(&["--concurrency", "1"]).spawn();
    let mut child = child.expect("it starts");
    let file = arena.path().join("cup.db");
    until(&mut child, || {
        let run = file.exists().then(|| Run::open(&file).ok()).flatten();
        run.is_some_and(|run| run.records().is_ok_and(|mut games| games.next().is_some()))
    });
    (arena, child)
}

#[test]
fn a_run_into_which_another_program_writes_ends_and_says_so() {
    let (arena, child) = running();
    let connection = Connection::open(arena.path().join("cup.db")).expect("a database");
    let patience = connection.busy_timeout(Duration::from_mins(1));
    patience.expect("it can wait");
    let ahead = "WITH RECURSIVE more(n) AS (SELECT max(number) + 1 FROM games \
                 UNION ALL SELECT n + 1 FROM more WHERE n < 400) \
                 INSERT INTO games SELECT n, 1, id, stage, round, block, deal, rotation, rotations, \
                 reason, void, again, revision, worker, steps, print FROM games, more WHERE number = 1 AND attempt = 1";
    connection
        .execute_batch(ahead)
        .expect("nobody holds it for long");
    drop(connection);
    let (code, said) = ended(child);
    assert_eq!(code, Some(3), "{said}");
    assert!(
        said.contains("another program has changed the file"),
        "{said}"
    );
}
