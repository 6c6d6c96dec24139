//! The exam that comes with the referee: one bot is slow, one plays illegal moves, one is broken, one
//! is missing, one crashes now and then, and the others get their marks.

use serde_json::Value;

use super::{EXAM, shown, verified};
use crate::broken::outputs::printed_into_nothing;
use crate::engine::records;
use crate::kit::referee;

#[test]
fn the_run_is_complete_and_prints_the_marks() {
    for line in EXAM.printed.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let points = "At most: basics 5, games 20; 25 in all.";
    assert!(EXAM.printed.contains(points), "{}", EXAM.printed);
    assert!(EXAM.printed.contains("norm."), "{}", EXAM.printed);
    assert_eq!(EXAM.printed, EXAM.marks(&[]));
    let verified = verified(&EXAM.path("exam.db"));
    assert!(verified.contains("complete and sound"), "{verified}");
}

#[test]
fn the_slow_and_the_illegal_bot_are_not_eligible() {
    for (id, verdict, least) in [("s102", "timeout", 6), ("s103", "illegal-move", 3)] {
        let row = EXAM.row(id);
        assert_eq!(
            (&row["rank"], &row["mark"]),
            (&Value::Null, &Value::from(0.0))
        );
        assert!(row["errors"].as_u64() >= Some(least), "{row}");
        assert!(row["faults"][verdict].as_u64() >= Some(least), "{row}");
        let why = row["why"].as_str().expect("a reason");
        assert!(
            why.starts_with("not eligible: ") && why.ends_with("at most 2 allowed"),
            "{why}"
        );
        let report = EXAM.read(&format!("reports/{id}.txt"));
        assert!(report.contains("you weren't in the main stage"), "{report}");
        assert!(report.contains(&format!(
            ": {verdict}; qualification, deal 1, seat B, against greedy."
        )));
    }
    // As A it plays by the rules, as B it doesn't.
    let report = EXAM.read("reports/s103.md");
    assert!(report.contains("| 1 | any legal move, A | 1"), "{report}");
    assert!(
        report.contains("| 2 | any legal move, B | illegal-move | wrong |"),
        "{report}"
    );
}

#[test]
fn the_broken_bot_is_a_row_with_its_build_log() {
    let row = EXAM.row("s104");
    assert_eq!(
        (&row["rank"], &row["mark"]),
        (&Value::Null, &Value::from(0.0))
    );
    let why = row["why"].as_str().expect("a reason");
    assert!(
        why.starts_with("build `python3 -m py_compile bot.py`: exit status: 1"),
        "{why}"
    );
    assert!(
        row["log"]
            .as_str()
            .is_some_and(|log| log.contains("SyntaxError"))
    );
    for name in [
        "reports/s104.txt",
        "reports/s104.md",
        "gradescope/s104/results.json",
    ] {
        assert!(EXAM.read(name).contains("SyntaxError"), "{name}");
    }
    let games = records(&EXAM.path("exam.db"));
    let played = |id: &str| {
        games
            .iter()
            .any(|game| game.played.job.seats.iter().any(|c| c.bot == id))
    };
    assert!(played("s101") && !played("s104"));
}

#[test]
fn whoever_handed_in_nothing_is_on_the_list() {
    let row = EXAM.row("s105");
    assert_eq!(row["why"], "no submission");
    assert!(
        EXAM.marks(&[])
            .contains("Edsger Example: mark 0; no submission")
    );
    assert!(EXAM.read("reports/s105.txt").contains("no submission"));
    assert!(
        EXAM.marks(&[])
            .contains("9 on the list, 8 submitted, 5 eligible.")
    );
}

#[test]
fn every_game_lost_by_an_error_is_told_with_its_evidence() {
    let row = EXAM.row("s106");
    assert!(row["rank"].is_u64(), "one error is allowed: {row}");
    assert_eq!(row["errors"], 1);
    // The deal that it falls over: once in the qualification, once against each of four opponents.
    assert_eq!(row["faults"]["crash"], 5);
    let report = EXAM.read("reports/s106.txt");
    assert_eq!(report.matches(": crash; ").count(), 5, "{report}");
    assert_eq!(
        report
            .matches("stderr: s106: no plan for this board")
            .count(),
        5
    );
    assert_eq!(
        report
            .matches("what happened: the bot ended with status 4")
            .count(),
        5
    );
    let command = report
        .lines()
        .find_map(|line| line.trim().strip_prefix("$ referee why "));
    let (run, game) = command
        .and_then(|words| words.split_once(' '))
        .expect("a command");
    assert_eq!(run, "exam.db");
    let (game, seat) = game.split_once(' ').expect("a seat");
    let page = referee(&["why", &shown(&EXAM.path(run)), game, seat]).fine();
    assert!(
        page.contains("lost by crash") && page.contains("s106"),
        "{page}"
    );
    let shown = report
        .lines()
        .find(|line| line.contains("$ referee play YOUR-BOT house:first"));
    assert!(
        shown.is_some_and(|line| line.contains("--tc st=1 --state 'b.B.b/.b.b./")),
        "{report}"
    );
}

#[test]
fn marks_follow_from_the_games() {
    let marks: Value = serde_json::from_str(&EXAM.marks(&["--json"])).expect("JSON");
    assert_eq!(marks["complete"], true);
    let rows = marks["rows"].as_array().expect("rows");
    let ranked: Vec<&Value> = rows.iter().filter(|row| row["rank"].is_u64()).collect();
    assert_eq!(ranked.len(), 5);
    let number = |row: &Value, key: &str| row[key].as_u64().expect(key);
    for row in &ranked {
        assert_eq!(number(row, "games"), 4 * 6);
        assert_eq!(
            number(row, "points"),
            2 * number(row, "wins") + number(row, "draws")
        );
        let normalized = row["normalized"].as_f64().expect("it has games");
        let expected = f64::from(u32::try_from(number(row, "points")).expect("few")) / 24.0 * 50.0;
        assert!((normalized - expected).abs() < 1e-9);
    }
    assert_eq!(
        ranked.iter().map(|row| number(row, "points")).sum::<u64>(),
        10 * 6 * 2
    );
    assert!(
        ranked
            .windows(2)
            .all(|two| number(two[0], "points") >= number(two[1], "points"))
    );
    // Looking ahead finds the win in one, and wins most games.
    let best = ranked[0];
    assert_eq!(
        (&best["id"], &best["basics"]),
        (&Value::from("bot-minimax"), &Value::from(5))
    );
}

#[test]
fn other_systems_get_the_same_marks() {
    let moodle = EXAM.read("moodle.csv");
    let mut lines = moodle.lines();
    assert_eq!(lines.next(), Some("id,mark,basics,qualification,total"));
    let mut count = 0;
    for line in lines {
        let (id, numbers) = line.split_once(',').expect("cells");
        let numbers = numbers.split(',').map(|n| n.parse().expect("a number"));
        let [mark, basics, qualification, total] = numbers.collect::<Vec<f64>>()[..] else {
            panic!("{line}");
        };
        let row = EXAM.row(id);
        assert_eq!(row["mark"], Value::from(mark));
        // A point for each of five questions; an answer is right or it isn't.
        assert_eq!(row["basics"].as_f64(), Some(basics));
        assert_eq!(row["basics_points"], Value::from(basics));
        assert_eq!((qualification, total), (0.0, mark + basics));
        assert_eq!(row["total"], Value::from(total));
        let results = EXAM.read(&format!("gradescope/{id}/results.json"));
        let results: Value = serde_json::from_str(&results).expect("JSON");
        assert_eq!(results["score"], Value::from(total));
        assert_eq!(results["stdout_visibility"], "hidden");
        assert_eq!(results["output"], EXAM.read(&format!("reports/{id}.txt")));
        let tests = results["tests"].as_array().expect("tests");
        let sum = |key: &str| -> f64 { tests.iter().filter_map(|test| test[key].as_f64()).sum() };
        let asked = tests.iter().any(|test| {
            let name = test["name"].as_str().expect("a name");
            name.starts_with("Basics")
        });
        let most = if asked { 25.0 } else { 20.0 };
        assert!((sum("score") - total).abs() < 1e-9, "{results}");
        assert!((sum("max_score") - most).abs() < 1e-9, "{results}");
        let passed = tests.iter().filter(|test| {
            let name = test["name"].as_str().expect("a name");
            name.starts_with("Basics") && test["status"] == "passed"
        });
        assert_eq!(EXAM.row(id)["basics"], passed.count());
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn export_writes_them_too() {
    let run = shown(&EXAM.path("exam.db"));
    let head = ["export", &run, "--roster", "tournaments/exam/roster.csv"];
    let export = |more: &[&str]| referee(&[&head[..], more].concat());
    let moodle = EXAM.read("moodle.csv");
    assert_eq!(export(&["--marks", "csv"]).fine(), moodle);
    let message = export(&["--marks", "gradescope"]).refused();
    assert!(message.contains("-o FOLDER"), "{message}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = shown(&folder.path().join("new"));
    export(&["--marks", "gradescope", "-o", &out]).fine();
    let results = folder.path().join("new/s101/results.json");
    let results = std::fs::read_to_string(results).expect("written");
    assert_eq!(results, EXAM.read("gradescope/s101/results.json"));
    let file = shown(&folder.path().join("marks.csv"));
    export(&["--marks", "csv", "-o", &file]).fine();
    assert_eq!(std::fs::read_to_string(&file).expect("written"), moodle);
    let message = export(&["--marks", "csv", "-o", &file]).refused();
    assert!(message.contains("it is there already"), "{message}");
}

#[test]
fn the_examiners_bots_are_in_no_table_of_the_main_stage() {
    let run = shown(&EXAM.path("exam.db"));
    let report = referee(&["standings", &run, "--json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let standings = report["standings"].as_array().expect("rows");
    assert_eq!(standings.len(), 7, "all that were played, eligible or not");
    let names = report["crosstable"]["names"].as_array().expect("names");
    assert_eq!(names.len(), 7);
    let cells = report["crosstable"]["cells"].as_array().expect("rows");
    assert!(
        cells.len() == 7
            && cells
                .iter()
                .all(|row| row.as_array().map(Vec::len) == Some(7))
    );
    for more in [&[][..], &["--crosstable"]] {
        let table = referee(&[&["standings", &run], more].concat()).fine();
        assert!(
            table.contains("s101") && !table.contains("house:resign"),
            "{table}"
        );
        assert!(!table.contains("greedy"), "{table}");
    }
    let examined = referee(&["standings", &run, "--stage", "qualification"]).fine();
    assert!(examined.contains("greedy"), "{examined}");
}

#[test]
fn every_form_of_the_table_says_the_same() {
    let text = EXAM.marks(&["--md"]);
    assert!(text.starts_with("| \\# | name | points |"), "{text}");
    assert!(
        text.contains("- Edsger Example: mark 0; no submission"),
        "{text}"
    );
    let csv = EXAM.marks(&["--csv"]);
    assert_eq!(csv.lines().count(), 10);
    assert!(csv.starts_with("rank,id,name,alias,points,games,wins,draws,losses,normalized,mark,"));
    assert!(csv.contains(
        "\n,s105,Edsger Example,badger,0,0,0,0,0,,0,0,5,0,0,no submission,0,0,0,0,0,0\n"
    ));
}

#[test]
fn old_reports_are_not_mixed_with_new_ones() {
    let run = shown(&EXAM.path("exam.db"));
    let reports = shown(&EXAM.path("reports"));
    let roster = ["--roster", "tournaments/exam/roster.csv"];
    let again = [&["marks", &run, "--reports", &reports][..], &roster].concat();
    assert!(referee(&again).refused().contains("isn't empty"));
    // The roster doesn't lie beside this run.
    let message = referee(&["marks", &run]).refused();
    assert!(message.contains("`--roster FILE` names one"), "{message}");
}

#[test]
fn marks_that_nobody_takes_are_told() {
    let run = shown(&EXAM.path("exam.db"));
    let marks = ["marks", &run, "--roster", "tournaments/exam/roster.csv"];
    for form in [&[][..], &["--json"], &["--csv"], &["--md"], &["--public"]] {
        printed_into_nothing(&[&marks[..], form].concat());
    }
}
