//! What commands make of their arguments, and what they refuse.

use std::fmt::Write;

use referee_store::Run;

use super::Folder;

#[test]
fn a_command_is_a_tournament_file() {
    let folder = Folder::new();
    let args = [
        "match",
        "house:random",
        "house:random",
        "-n",
        "4",
        "--game",
        "ludo",
        "--tc",
        "8+0.08,nodes=9",
        "--seed",
        "2",
        "--openings",
        "3",
        "--out",
        "own.db",
    ];
    let output = folder.run(&args);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let block = &output.stdout;
    for line in [
        "match        random-1 against random-2\n",
        "game         ludo, seats AC, seed 2\n",
        "time         8+0.08,nodes=9\n",
        "verdict      played to its end\n",
    ] {
        assert!(block.contains(line), "{line}{block}");
    }
    let run = Run::open(&folder.0.at("own.db")).expect("results");
    let text = &run.header().revision.config;
    folder.0.write("own.toml", text);
    let dry = folder.run(&["run", "own.toml", "--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.stderr);
    assert!(
        dry.stdout.contains("games           at most 4;"),
        "{}",
        dry.stdout
    );
}

#[test]
fn a_book_that_is_used_up_is_said_beforehand() {
    let folder = Folder::new();
    let mut book = "# starts\n".to_owned();
    for seed in [1, 2, 2, 3] {
        let input = format!("new seed={seed}\nstate\n");
        let state = crate::kit::fed(&["rules", "onitama"], input.as_bytes()).fine();
        let line = state.lines().last().expect("a state");
        let line = line.strip_prefix("state ").expect("a state");
        let _ = writeln!(book, "{line}");
    }
    folder.0.write("book.txt", &book);
    let args = |n| {
        [
            "match",
            "house:random",
            "house:greedy",
            "-n",
            n,
            "--book",
            "book.txt",
            "--out",
            "b.db",
        ]
    };
    let why = folder.run(&args("8")).refused();
    assert!(why.contains("only 3, for 6 games"), "{why}");
    let report = folder.json(&args("6"), 0);
    assert_eq!(
        (&report["games"], &report["starts"]["lines"]),
        (&6.into(), &4.into())
    );
}

#[test]
fn a_gauntlet_measures_a_newcomer() {
    let folder = Folder::new();
    let args = [
        "match",
        "house:greedy",
        "vs",
        "house:random",
        "house:first",
        "--game",
        "koolaamee",
        "-n",
        "4",
        "--seed",
        "3",
    ];
    let output = folder.run(&args);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(output.stdout.starts_with("greedy\n"), "{}", output.stdout);
    assert!(
        output.stdout.contains("against all, each rated 0: "),
        "{}",
        output.stdout
    );
    let json = folder.json(&args, 0);
    assert_eq!(
        (&json["games"], &json["newcomer"]),
        (&8.into(), &"greedy".into())
    );
    folder.verifies("greedy-gauntlet.db");
}

#[test]
fn another_test_in_the_same_file_is_refused() {
    let folder = Folder::new();
    let args = |games| {
        [
            "match",
            "house:random",
            "house:first",
            "-n",
            games,
            "--game",
            "koolaamee",
            "--seed",
            "1",
        ]
    };
    assert_eq!(folder.run(&args("2")).code, Some(0));
    let why = folder.run(&args("4")).refused();
    assert!(
        why.contains("games: 2, now 4") && !why.contains("--extend"),
        "{why}"
    );
    let mut new = args("4").to_vec();
    new.push("--new");
    assert_eq!(folder.run(&new).code, Some(0));
    assert!(folder.0.at("random-vs-first-match-2.db").exists());
}

#[test]
fn nonsense_gets_one_clear_message() {
    let folder = Folder::new();
    let two = ["house:random", "house:first"];
    for (command, rest, why) in [
        ("match", &[][..], "--until"),
        ("match", &["-n", "3"][..], "an even number"),
        ("match", &["--until", "-3"][..], "Elo above 0"),
        ("match", &["-n", "2", "--book", "none"][..], "--book none: "),
        ("sprt", &["-n", "5"][..], "the next is 6"),
        ("match", &["-n", "2", "--tc", "fast"][..], "expected 8+0.08"),
        (
            "match",
            &["-n", "2", "--game", "go"][..],
            "there is no game",
        ),
        (
            "match",
            &["-n", "2", "--game", "ludo", "--option", "seats=ABC"][..],
            "3 seats",
        ),
        (
            "match",
            &["-n", "4", "--game", "cublino-pur", "--openings", "0"][..],
            "different starts",
        ),
        (
            "sprt",
            &["--elo0", "5", "--elo1", "0"][..],
            "elo1 above elo0",
        ),
        ("sprt", &["--alpha", "1"][..], "alpha"),
        ("sprt", &["--model", "linear"][..], "normalized"),
        (
            "match",
            &["house:first", "house:random", "house:greedy"][..],
            "expected two bots, or the word vs",
        ),
    ] {
        let args = [&[command][..], &two, rest, &["--jail", "off"]].concat();
        let message = folder.run(&args).refused();
        assert!(message.contains(why), "{args:?}: {message}");
    }
}

#[test]
fn a_run_of_the_same_games_gives_the_same_document() {
    let folder = Folder::new();
    folder.0.write(
        "weak.toml",
        "game = \"koolaamee\"\nformat = \"sprt\"\nseed = 4\npark_after = 10\njail = \"off\"\n\
         time = { move_ms = 60000 }\nsprt = { elo1 = 50.0 }\n\
         bots = [{ bot = \"house:random\" }, { bot = \"house:greedy\" }]\n",
    );
    let run = folder.json(&["run", "weak.toml"], 1);
    let args = [
        "match",
        "house:random",
        "house:greedy",
        "--sprt",
        "--elo1",
        "50",
    ];
    let order = [&args[..], &["--game", "koolaamee", "--seed", "4"]].concat();
    let matched = folder.json(&order, 1);
    assert_eq!(run["verdict"], "h0");
    let keys = |document: &serde_json::Value| -> Vec<String> {
        document
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    assert_eq!(keys(&run), keys(&matched));
    for key in [
        "verdict", "games", "pairs", "bots", "test", "starts", "strength",
    ] {
        assert_eq!(run[key], matched[key], "{key}");
    }
}

#[test]
fn options_of_a_test_ask_for_one() {
    let folder = Folder::new();
    let args = [
        "match",
        "house:random",
        "house:greedy",
        "-n",
        "2",
        "--elo1",
        "3",
    ];
    let said = folder.run(&args).refused();
    assert!(
        said.contains("--elo1 is about a test; add --sprt"),
        "{said}"
    );
    let args = ["match", "house:random", "vs", "house:greedy", "--sprt"];
    let said = folder.run(&args).refused();
    assert!(said.contains("--sprt is for two bots"), "{said}");
}
