//! `run`: its arguments, its tables, and what it leaves.

use std::fs;

use serde_json::Value;

use super::{Arena, fit_for_a_terminal};
use crate::engine::{counted, records};

fn two(settings: &str) -> Arena {
    Arena::new(&format!("game = \"onitama\"\n{settings}"))
        .bot("one", "house:random")
        .bot("two", "house:greedy")
}

/// Runs it to its end: stdout and stderr.
fn run(arena: &Arena, arguments: &[&str]) -> (String, String) {
    let output = arena.run(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    (stdout, stderr)
}

#[test]
fn tables_go_to_stdout_and_progress_to_stderr() {
    let (tables, progress) = run(&two("seed = 3"), &[]);
    let head = "#  bot  points  games  W  D  L";
    assert!(tables.starts_with(head), "{tables}");
    assert!(tables.contains("\n\n#  bot    1    2\n"), "{tables}");
    assert!(tables.contains("\n2 games; points by seat: A "), "{tables}");
    let lines: Vec<&str> = progress.lines().collect();
    assert!(lines[0].ends_with("cup.toml with seed 3"), "{progress}");
    assert!(lines[1].starts_with("jail: "), "{progress}");
    let rest = lines.iter().skip_while(|line| !line.starts_with("played "));
    let rest: Vec<&&str> = rest.collect();
    assert!(rest[0].starts_with("played 2 of 2 games in "), "{progress}");
    assert!(rest[1].starts_with("results: "), "{progress}");
    assert_eq!(rest.len(), 2, "{progress}");
    fit_for_a_terminal(&tables);
}

#[test]
fn long_runs_tell_how_they_go() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 3\noptions = { turns = 10 }")
        .bot("slow", "house:sleeper,ms=100")
        .bot("quick", "house:first");
    let (_, progress) = run(&arena, &["--concurrency", "1"]);
    let line = progress.lines().find(|line| line.contains(" games/s, "));
    let line = line.expect("a line");
    assert!(
        line.contains(" of 6 games, ") && line.ends_with(" left"),
        "{line}"
    );
    assert!(!progress.contains(|c: char| c.is_control() && c != '\n'));
}

#[test]
fn json_holds_everything() {
    let (json, _) = run(&two("seed = 3"), &["--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["games"], &json["void"]), (&2.into(), &0.into()));
    let row = &json["standings"][0];
    for key in [
        "rank", "bot", "points", "games", "wins", "draws", "losses", "percent", "faults",
    ] {
        assert!(row.get(key).is_some(), "{key}: {row}");
    }
    let points = |row: &Value| row["points"].as_f64().expect("a number");
    assert!((points(row) + points(&json["standings"][1]) - 2.0).abs() < 1e-9);
    assert_eq!(
        json["crosstable"]["names"],
        serde_json::json!(["one", "two"])
    );
    assert_eq!(json["crosstable"]["cells"][0][1]["games"], 2);
    assert_eq!(json["seats"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_dry_run_plays_nothing() {
    let arena = two("seed = 3\nrounds = 5").bot("three", "house:first");
    let (summary, _) = run(&arena, &["--dry-run"]);
    assert!(summary.contains("\ngames           30\n"), "{summary}");
    assert!(summary.contains("\ntime            at most "), "{summary}");
    for line in summary.lines().filter(|line| !line.starts_with("    ")) {
        fit_for_a_terminal(line);
    }
    assert!(!arena.path().join("cup.db").exists());
}

#[test]
fn a_dry_run_s_bound_holds_for_the_longest_games() {
    // Ten games of fifty moves of a second, beside starts and ends of 10 s and 0.5 s for each bot.
    let arena = two("seed = 3\nrounds = 5\nconcurrency = 1");
    let (summary, _) = run(&arena, &["--dry-run"]);
    let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    let bound = "time at most 11 min 50 s: 8 min 20 s if every game takes all the moves that its \
                 start allows (50 moves) and every bot all of its time, 3 min 30 s if every bot starts";
    assert!(summary.contains(bound), "{summary}");
    assert!(summary.contains(" estimate about "), "{summary}");
    assert!(
        summary.contains("(tries: mostly up to 3 times each)"),
        "{summary}"
    );
    let options = "options = { turns = 20 }\ntries = 1\nlimits = { start_ms = 1000, grace_ms = 0 }";
    let (summary, _) = run(
        &two(&format!("seed = 3\nrounds = 5\n{options}")),
        &["--dry-run"],
    );
    let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(summary.contains("(20 moves)"), "{summary}");
    assert!(!summary.contains("(tries:"), "{summary}");
}

#[test]
fn a_dry_run_knows_the_most_games_of_formats_that_go_by_results() {
    for (settings, games) in [
        ("format = \"swiss\"\nrounds = 2", 4),
        ("format = \"swiss\"\nrounds = 9", 6),
        ("format = \"ladder\"\nrounds = 5\ngames_per_pair = 4", 20),
        ("format = \"knockout\"\n[knockout]\ntries = 3", 12),
        (
            "format = \"double-knockout\"\n[knockout]\ntries = 1\nreset = true",
            10,
        ),
        (
            "format = \"double-knockout\"\n[knockout]\ntries = 1\nreset = false",
            8,
        ),
        ("format = \"adaptive\"\n[adaptive]\ngames = 70", 70),
    ] {
        let (head, table) = settings.split_once("\n[").unwrap_or((settings, ""));
        let table = if table.is_empty() {
            String::new()
        } else {
            format!("\n[{table}")
        };
        let settings = format!("{head}\nstart = \"deal\"{table}");
        let arena = two(&settings).bot("three", "house:first");
        let (summary, _) = run(&arena, &["--dry-run"]);
        let line = format!("\ngames           at most {games}; results decide how many\n");
        assert!(summary.contains(&line), "{settings}: {summary}");
        assert!(!summary.contains("at most 0 ms"), "{summary}");
    }
}

#[test]
fn a_dry_run_of_a_run_without_an_end_tells_the_time_of_a_game() {
    let (summary, _) = run(&two("format = \"standing\""), &["--dry-run"]);
    assert!(summary.contains("\nplacement       8\n"), "{summary}");
    let games = "\ngames           as many as it takes; results decide\n";
    assert!(summary.contains(games), "{summary}");
    assert!(summary.contains(" a game: "), "{summary}");
    let repeats = "\nrepeats         all games start alike,";
    assert!(summary.contains(repeats), "{summary}");
}

#[test]
fn a_dry_run_warns_of_games_that_are_likely_to_repeat() {
    for (settings, warning) in [
        ("rounds = 5", "repeats         8 of the 10 games have bots,"),
        (
            "format = \"ladder\"\nrounds = 4",
            "repeats         all games start alike,",
        ),
        ("rounds = 5\nstart = \"deal\"", ""),
        ("rounds = 1", ""),
    ] {
        let (summary, _) = run(&two(settings), &["--dry-run"]);
        assert_eq!(
            summary.contains("\nrepeats "),
            !warning.is_empty(),
            "{summary}"
        );
        assert!(summary.contains(warning), "{summary}");
    }
}

#[test]
fn the_command_line_has_the_last_word() {
    let arena = two("seed = 3");
    let out = arena.path().join("elsewhere.db");
    let (_, progress) = run(&arena, &["--seed", "5", "--out", &out.to_string_lossy()]);
    assert!(progress.contains("with seed 5\n"), "{progress}");
    let run = referee_store::Run::open(&out).expect("results");
    assert_eq!(run.header().master, 5);
    assert!(!arena.path().join("cup.db").exists());
    let output = arena.run(&["--seed", "9223372036854775808"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn places_that_cannot_be_are_refused_before_anything_is_played() {
    let arena = two("seed = 3");
    let file = arena.path().join("file");
    fs::write(&file, "").expect("written");
    let file = file.to_string_lossy();
    let below = format!("{file}/x.jsonl");
    let slash = format!("{}/", arena.path().join("new").display());
    for arguments in [
        ["--out", "/no/such/folder/x.jsonl"],
        ["--out", "."],
        ["--out", ".."],
        ["--out", "/"],
        ["--out", &slash],
        ["--out", &below],
        ["--log", &file],
        ["--log", &below],
    ] {
        let output = arena.run(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(arguments[1]), "{stderr}");
        assert!(!stderr.contains("results: "), "{stderr}");
    }
    assert!(!arena.path().join("cup.db").exists());
}

#[test]
fn what_is_wrong_with_a_schedule_begins_with_the_file() {
    let arena = two("games_per_pair = 3");
    for arguments in [&["--dry-run"][..], &[]] {
        let output = arena.run(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("cup.toml: games_per_pair"), "{stderr}");
    }
}

#[test]
fn results_are_never_overwritten() {
    let arena = two("seed = 3");
    run(&arena, &[]);
    let first = fs::read(arena.path().join("cup.db")).expect("results");
    for name in ["cup-2.db", "cup-3.db"] {
        let (_, progress) = run(&arena, &["--new"]);
        assert!(progress.contains(name), "{progress}");
        assert_eq!(counted(records(&arena.path().join(name))).len(), 2);
    }
    assert_eq!(
        fs::read(arena.path().join("cup.db")).expect("results"),
        first
    );
}

#[test]
fn many_bots_with_long_names_fit() {
    let mut arena = Arena::new("game = \"koolaamee\"\nseed = 2\nrestart = \"never\"");
    for number in 1..=30 {
        arena = arena.bot(&format!("{}-{number}", "x".repeat(37)), "house:first");
    }
    let (tables, _) = run(&arena, &["--jail", "off"]);
    fit_for_a_terminal(&tables);
    assert!(
        tables.contains("…xxxx-17") || tables.contains("-17  "),
        "{tables}"
    );
    assert!(
        tables.contains("The crosstable of 30 bots is wider"),
        "{tables}"
    );
}

#[test]
fn faults_are_listed_below_the_table() {
    let arena = Arena::new("game = \"onitama\"")
        .scripted("crasher", "wait hello; say ready; wait go; exit 7")
        .scripted("absent", "exit 1")
        .bot("good", "house:first");
    let (tables, _) = run(&arena, &[]);
    assert!(
        tables.contains("\nFaults\n  crasher: 2 crash\n  absent: 4 no-handshake\n"),
        "{tables}"
    );
    fit_for_a_terminal(&tables);
}

#[test]
fn unknown_house_bots_are_refused_before_anything_starts() {
    let arena = two("").bot("typo", "house:minmax");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("bot typo: no house bot is called `minmax`; there are random, first"));
    assert!(!arena.path().join("cup.db").exists());
}

#[test]
fn starts_with_other_seats_are_refused() {
    let arena = Arena::new("game = \"ludo\"\nstart = \"starts.txt\"")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    let line = "A:0,28/C:57,3 C 6 0 - 1930\n";
    fs::write(arena.path().join("starts.txt"), line).expect("written");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("starts.txt:1: found seats AC, expected AB"),
        "{stderr}"
    );
}

#[test]
fn submissions_are_folders_of_one_kind() {
    let arena = Arena::new(
        "game = \"koolaamee\"\nsubmissions = \"handed-in/*\"\n[submission_defaults]\n\
         run = \"python3 bot.py 'wait hello; say ready; rest'\"",
    );
    let program = crate::engine::scripted();
    for name in ["ann", "bob", "two-in-one"] {
        let folder = arena.path().join("handed-in").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(&program, folder.join("bot.py")).expect("copied");
    }
    let description = "name = \"Cleo\"\nrun = \"python3 bot.py 'wait hello; say ready; rest'\"\n";
    fs::write(
        arena.path().join("handed-in/two-in-one/bot.toml"),
        description,
    )
    .expect("written");
    // Another bot in the same folder.
    let run_it = "wait hello; say ready; wait go; say resign; rest";
    let folder = "handed-in/two-in-one";
    let bots = format!(
        "[[bots]]\nname = \"quits\"\nbot = {folder:?}\nrun = [\"python3\", \"bot.py\", {run_it:?}]\n"
    );
    let arena = arena.text(&bots);
    let (json, _) = run(&arena, &["--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let names = &json["crosstable"]["names"];
    assert_eq!(*names, serde_json::json!(["quits", "ann", "bob", "Cleo"]));
    assert_eq!(json["games"], 12);
    let standings = json["standings"].as_array().expect("rows");
    for row in standings {
        let all = row["bot"] == "quits";
        assert_eq!(row["losses"].as_u64() == Some(6), all, "{row}");
    }
}

#[test]
fn who_gives_up_has_no_fault_anywhere() {
    let arena = Arena::new("game = \"onitama\"\nseed = 3")
        .bot("good", "house:first")
        .scripted(
            "yields",
            "wait hello; say ready; wait go; say resign; wait quit",
        )
        .text("[[bots]]\nname = \"mute\"\nrun = \"true\"\n");
    let (tables, progress) = run(&arena, &[]);
    assert!(progress.contains("mute: 4 no-handshake"), "{progress}");
    assert!(!progress.contains("yields: "), "{progress}");
    let file = arena.path().join("cup.db");
    let file = file.to_string_lossy();
    let asked = |arguments: &[&str]| crate::kit::referee(arguments).fine();
    let standings = asked(&["standings", &file]);
    for table in [&tables, &standings] {
        assert!(table.contains("mute: 4 no-handshake"), "{table}");
        assert!(!table.contains("resigned"), "{table}");
    }
    let json = asked(&["standings", &file, "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    for row in json["standings"].as_array().expect("rows") {
        let bot = row["bot"].as_str().expect("a name");
        let list = ["games", &file, "--bot", bot, "--result", "fault", "--json"];
        let games = asked(&list).lines().count();
        let faults = row["faults"].as_object().expect("faults").values();
        let faults: u64 = faults.filter_map(Value::as_u64).sum();
        assert_eq!(faults, games as u64, "{row}");
        assert_eq!(games, if bot == "mute" { 4 } else { 0 }, "{row}");
    }
    asked(&["verify", &file]);
}

#[test]
fn faults_are_told_with_the_command_that_shows_them() {
    let arena = Arena::new("game = \"onitama\"\nseed = 3")
        .bot("good", "house:first")
        .text("[[bots]]\nname = \"mute\"\nrun = \"true\"\n");
    let (_, progress) = run(&arena, &[]);
    let mut lines = progress
        .lines()
        .skip_while(|line| !line.starts_with("mute: 2 "));
    let line = lines.next().expect("a line about the bot");
    assert!(line.contains("; first in game 1: "), "{line}");
    let command = lines.find_map(|line| line.strip_prefix("  referee "));
    let command = command.expect("a command on a line of its own");
    let wide = |line: &&str| line.chars().count() > 80 && !line.starts_with("  referee ");
    assert_eq!(progress.lines().find(wide), None, "80 columns");
    let words: Vec<&str> = command.split(' ').collect();
    let shown = crate::kit::referee(&words).fine();
    assert!(shown.starts_with("Game 1: "), "{shown}");
    assert!(shown.contains("lost by no-handshake"), "{shown}");
    assert!(!progress.contains("good: "), "{progress}");
}
