//! A worker on which a bot fails: tables name it, and its games are taken back.

use std::fs;
use std::process::{Child, Command, Stdio};

use super::server::Server;
use super::{Worker, until_games, worker_command};
use crate::engine::{Arena, python_bot};
use crate::kit::referee;

/// Fails where the stack is smaller than usual, as on one of the machines.
const FAILS: &str = "if resource.getrlimit(resource.RLIMIT_STACK)[0] == 4 << 20:
            sys.exit(1)
        print(\"move\", legal[len(legal) // 2], flush=True)";

fn arena() -> Arena {
    let settings = "game = \"onitama\"\nseed = 11\nopenings = 3\ngames_per_pair = 160\nrestart = \"never\"\n\
                    time = { move_ms = 20000 }\nconcurrency = 1";
    Arena::new(settings)
        .python("third", &python_bot("import resource", FAILS), "")
        .bot("house", "house:random")
        .bot("leaves", "house:random")
}

#[test]
fn the_games_of_a_sick_worker_are_found_and_played_again() {
    let Some(server) = Server::start("a sick worker") else {
        return;
    };
    let alone = arena();
    alone.records();
    let shared = arena();
    let place = server.address();
    let usual = worker_command(&[&place, "--name", "sick", "--concurrency", "1"]);
    let mut sick = Command::new("sh");
    sick.args(["-c", "ulimit -s 4096 && exec \"$@\"", "sh"]);
    sick.arg(usual.get_program()).args(usual.get_args());
    for (name, value) in usual.get_envs() {
        sick.env(name, value.unwrap_or_default());
    }
    let sick = Worker(
        sick.stderr(Stdio::null())
            .spawn()
            .expect("the worker starts"),
    );
    let results = shared.path().join("cup.db");
    let begin = || {
        let run = shared.command(&["--fleet", &place]).spawn();
        run.expect("the coordinator starts")
    };
    let end = |run: Child| {
        let output = run.wait_with_output().expect("its end");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let run = begin();
    until_games(&results, 50);
    let sound = Worker::start(&server, "sound", &[]);
    let said = end(run);
    let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("sick: third failed in"), "{said}");
    drop(sick);
    let results = results.to_string_lossy();
    let by_sick = ["games", &*results, "--worker", "sick", "--json"];
    let games = referee(&by_sick).fine().lines().count();
    assert!(games > 10, "{games}");
    let annul = |worker: &str, more: &[&str]| {
        let because = ["--because", "its Python is broken"];
        referee(
            &[
                &["annul", &*results, "--worker", worker],
                &because[..],
                more,
            ]
            .concat(),
        )
    };
    // Whoever annuls first, and has the games played again on second thoughts.
    for more in [&[][..], &["--replay"]] {
        let ruled = annul("sick", more).fine();
        let counted = format!("{games} games of worker sick are annulled");
        assert!(ruled.contains(&counted), "{ruled}");
    }
    let said = end(begin());
    assert!(!said.contains("failed in"), "{said}");
    drop(sound);
    let all = referee(&[
        "games", &*results, "--worker", "sick", "--result", "void", "--json",
    ])
    .fine();
    assert_eq!(all.lines().count(), games);
    assert_eq!(counting(&shared), counting(&alone));
    leave(&shared, &place);
    // What was annulled for a reason of its own stays so.
    let sound = referee(&["games", &results, "--worker", "sound", "--json"]).fine();
    let one: serde_json::Value =
        serde_json::from_str(sound.lines().next().expect("a game")).expect("JSON");
    let one = one["game"].to_string();
    referee(&["annul", &results, &one, "--because", "another one"]).fine();
    let ruled = annul("sound", &["--replay"]).fine();
    let ruled = ruled.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(ruled.contains(" Not annulled: "), "{ruled}");
    assert!(ruled.contains("since leaves has left"), "{ruled}");
    assert!(ruled.contains("Not played again: 1 game"), "{ruled}");
}

/// The last bot leaves the tournament.
fn leave(arena: &Arena, place: &str) {
    let mut run = arena.command(&["--fleet", place, "--extend"]);
    let file = arena.path().join("cup.toml");
    let text = fs::read_to_string(&file).expect("the file");
    let (stay, _) = text.rsplit_once("[[bots]]").expect("bots");
    fs::write(&file, stay).expect("the file can be written");
    let output = run.output().expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
}

/// The games that count: number, bots and verdict.
fn counting(arena: &Arena) -> Vec<String> {
    let results = arena.path().join("cup.db");
    let games = referee(&["games", &results.to_string_lossy(), "--json"]).fine();
    let games = games.lines().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let ends = game["seats"].as_array().expect("seats").iter();
        let ends: Vec<String> = ends
            .map(|seat| format!("{} {}", seat["place"], seat["fault"]))
            .collect();
        let text = format!(
            "{} {} {} {} {ends:?}",
            game["game"], game["reason"], game["void"], game["steps"]
        );
        (game["status"] == "counts").then_some(text)
    });
    games.flatten().collect()
}
