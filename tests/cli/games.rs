//! `rules`: games, positions, counts; and what is common to all commands.

use std::process::Stdio;

use serde_json::Value;

use crate::kit::{command, fed, referee};

#[test]
fn the_list_of_games_fits_a_terminal() {
    let list = referee(&["rules"]).fine();
    for game in [
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
    ] {
        assert!(list.lines().any(|line| line == game), "{game}");
    }
    for line in list.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert_eq!(line, line.trim_end());
    }
}

#[test]
fn programs_read_the_list_as_json() {
    let list: Value = serde_json::from_str(&referee(&["rules", "--json"]).fine()).expect("JSON");
    let onitama = &list.as_array().expect("a list")[0];
    assert_eq!(onitama["name"], "onitama");
    let options = onitama["options"].as_array().expect("a list");
    let turns = options.iter().find(|option| option["name"] == "turns");
    let turns = turns.expect("onitama counts turns");
    assert_eq!(
        (&turns["type"], &turns["default"]),
        (&"int".into(), &"50".into())
    );
    assert_eq!((&turns["min"], &turns["max"]), (&1.into(), &9999.into()));
}

#[test]
fn a_question_needs_its_game() {
    let said = referee(&["rules", "show"]).refused();
    assert!(said.contains("name the game first"), "{said}");
}

#[test]
fn positions_are_drawn() {
    let drawn = referee(&["rules", "onitama", "show", "--option", "turns=20"]).fine();
    assert!(drawn.starts_with("Number of turns left: 20\n"), "{drawn}");
    assert!(drawn.contains("\ne | a | a | A | a | a | "), "{drawn}");
    let state = "A:-1,28/C:57,3 C 6 0 - 1930";
    assert!(!referee(&["rules", "ludo", "show", state]).fine().is_empty());
}

#[test]
fn sequences_are_counted() {
    let run = referee(&["rules", "cublino-pur", "perft", "3"]);
    assert!(run.stderr.contains(" million a second\n"), "{}", run.stderr);
    assert_eq!(run.fine(), "perft 3 805\n");
    let state = "Pva5vb5vc5vd5ve5vf6Wg6Wa7Wb7Wc7Wd7We7Wf7vg7 3";
    assert_eq!(
        referee(&["rules", "cublino-pur", "perft", "2", state]).fine(),
        "perft 2 12\n"
    );
}

#[test]
fn counts_can_be_divided_by_first_moves() {
    let divided = referee(&["rules", "ludo", "perft", "2", "--divide"]).fine();
    let (parts, total) = divided.trim_end().rsplit_once('\n').expect("several lines");
    let count = |line: &str| -> u64 {
        let (_, count) = line.rsplit_once(' ').expect("a count");
        count.parse().expect("a number")
    };
    assert_eq!(parts.lines().count(), 6);
    assert_eq!(total, "perft 2 37");
    assert_eq!(parts.lines().map(count).sum::<u64>(), 37);
    let divided = referee(&["rules", "onitama", "perft", "2", "--divide"]).fine();
    assert_eq!(divided.lines().count(), 37);
    assert!(divided.ends_with("perft 2 1691\n"));
}

#[test]
fn bad_input_is_told_in_one_line() {
    for (args, why) in [
        (
            &["rules", "onitma", "show"][..],
            "referee: there is no game \"onitma\"; did you mean onitama?",
        ),
        (
            &["rules", "go", "show"],
            "referee: there is no game \"go\"; the games are ",
        ),
        (
            &["rules", "onitama", "show", "x"],
            "referee: state of onitama: state: found 1 field,",
        ),
        (
            &["rules", "onitama", "show", "--option", "x=1"],
            "referee: onitama has no option `x`",
        ),
        (
            &["rules", "onitama", "show", "--option", "turns=0"],
            "referee: option turns=\"0\" of onitama",
        ),
        (
            &[
                "rules", "onitama", "perft", "1", "--option", "turns=1", "--option", "turns=2",
            ],
            "is given twice",
        ),
    ] {
        let message = referee(args).refused();
        assert!(message.contains(why), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn wrong_usage_is_bad_input_too() {
    for args in [
        &["shwo"][..],
        &[],
        &["rules", "ludo", "perft", "21"],
        &["rules", "ludo", "show", "--option", "x"],
    ] {
        let message = referee(args).refused();
        assert!(
            message.contains("--help") || message.contains("Usage"),
            "{message}"
        );
    }
}

#[test]
fn every_command_explains_itself() {
    let help = referee(&["--help"]).fine();
    assert!(help.contains("Exit codes:\n  0    fine\n  1  "), "{help}");
    let listed = help.lines().filter(|line| line.starts_with("  "));
    let listed = listed.take_while(|line| !line.contains("--help"));
    let names: Vec<&str> = listed
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let help = referee(&[name, "--help"]).fine();
        assert!(help.contains("\nExample"), "{name}: {help}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [&["rules"][..], &["schema"], &["completions", "bash"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the referee starts");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn shells_and_manuals_are_served() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            referee(&["completions", shell])
                .fine()
                .contains("crosstable")
        );
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let pages = dir.path().join("man1");
    referee(&["man", &pages.to_string_lossy()]).fine();
    assert!(pages.join("referee.1").exists() && pages.join("referee-rules.1").exists());
    let file = dir.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let run = fed(&["man", &file.to_string_lossy()], b"");
    assert_eq!(run.code, Some(3), "the machine's fault: {}", run.stderr);
}

#[test]
fn the_benchmark_measures_moves() {
    let figures = referee(&["bench", "move", "--json"]).fine();
    let figures: Value = serde_json::from_str(&figures).expect("JSON");
    let measures = figures.as_object().expect("an object");
    assert!(!measures.is_empty(), "{figures}");
    for (name, measure) in measures {
        assert!(measure["count"].as_u64() > Some(0), "{name}: {measure}");
        assert!(measure["median_ns"].as_u64() > Some(0), "{name}: {measure}");
    }
}

#[test]
#[ignore = "long: seven pairs of duels in each of two games"]
fn the_benchmark_measures() {
    let figures = referee(&["bench", "--json"]).fine();
    let figures: serde_json::Value = serde_json::from_str(&figures).expect("JSON");
    for duel in figures["duels"].as_array().expect("a list") {
        let ratio = duel["ratio"].as_f64().expect("a number");
        assert!(ratio > 0.0 && ratio.is_finite(), "{duel}");
    }
    assert_eq!(figures["perft"].as_array().map(Vec::len), Some(5));
}
