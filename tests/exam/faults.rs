//! One count of faults: the end of the run, marks, reports, lists, tables and pages agree on it.

use std::fs;

use serde_json::Value;

use super::examiner::DEAL;
use super::refusals::STATE;
use super::shown;
use crate::engine::Arena;
use crate::kit::referee;

const CRASHES: &str = "wait hello; say ready; wait go; exit 3";
const RESIGNS: &str = "wait hello; say ready; wait go; say resign; wait quit";

/// An exam of a question and a deal, with one who crashes, one who resigns, and one who plays.
fn exam(errors: u32) -> Arena {
    let settings = format!(
        "game = 'onitama'\nformat = 'exam'\nseed = 5\n[exam.qualification]\nexaminer = 'teacher'\n\
         errors = {errors}\n[exam.main]\ndeals = 'deals'\n\
         [exam.basics]\nquestions = [{{ name = 'q', state = '{STATE}' }}]\n"
    );
    let arena = Arena::new(&settings)
        .bot("teacher", "house:first")
        .scripted("falls", CRASHES)
        .scripted("yields", RESIGNS)
        .bot("plays", "house:random");
    fs::write(arena.path().join("deals"), DEAL).expect("a file");
    arena
}

/// The row of a bot in a list.
fn find<'a>(rows: &'a Value, key: &str, bot: &str) -> &'a Value {
    let mut rows = rows.as_array().expect("rows").iter();
    rows.find(|row| row[key] == bot).expect("a row")
}

#[test]
fn all_that_tell_of_faults_tell_the_same() {
    for (errors, total, stages, said) in [
        (
            0,
            3,
            [1, 2, 0],
            "falls: 3 crash (basics 1, qualification 2); first in game 1 (basics):",
        ),
        // The main stage: twice against the one who plays, and once before the other resigns.
        (
            2,
            6,
            [1, 2, 3],
            "falls: 6 crash (basics 1, qualification 2, main 3); first in game 1 (basics):",
        ),
    ] {
        let arena = exam(errors);
        let output = arena.run(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert!(stderr.contains(said), "{stderr}");
        // Neither who gives up nor the partner of the questions has a fault.
        assert!(
            !stderr.contains("yields: ") && !stderr.contains("house:resign: "),
            "{stderr}"
        );
        let run = shown(&arena.path().join("cup.db"));
        let json = |arguments: &[&str]| -> Value {
            serde_json::from_str(&referee(arguments).fine()).expect("JSON")
        };
        let marks = json(&["marks", &run, "--json"]);
        let row = find(&marks["rows"], "id", "falls");
        assert_eq!(row["faults"], serde_json::json!({ "crash": total }));
        for (stage, n) in ["basics", "qualification", "main"].iter().zip(stages) {
            let counted = row["faults_by_stage"][stage]["crash"].as_u64();
            assert_eq!(counted.unwrap_or(0), n, "{stage}: {row}");
        }
        let row = find(&marks["rows"], "id", "yields");
        assert_eq!(row["faults"], serde_json::json!({}), "{row}");

        let games = |more: &[&str]| {
            let list = ["games", &run, "--result", "fault"];
            referee(&[&list[..], more].concat()).fine().lines().count()
        };
        assert_eq!(games(&["--json"]), total, "of everybody");
        assert_eq!(games(&["--json", "--bot", "falls"]), total);
        assert_eq!(games(&["--json", "--bot", "yields"]), 0);

        let standings = json(&["standings", &run, "--json"]);
        let row = find(&standings["standings"], "bot", "falls");
        assert_eq!(row["faults"], serde_json::json!({ "crash": total }));
        let table = referee(&["standings", &run]).fine();
        let (counts, _) = said.split_once(';').expect("it has two parts");
        assert!(table.contains(counts), "{table}");
        let qualification = ["standings", &run, "--stage", "qualification"];
        let table = referee(&qualification).fine();
        assert!(
            table.contains("falls: 2 crash (qualification 2)"),
            "{table}"
        );
        assert!(!table.contains("yields: "), "{table}");

        let pages = shown(&arena.path().join("page.html"));
        let choice = ["--games", "faults", "-o", &pages];
        referee(&[&["report", &run][..], &choice].concat()).fine();
        let page = fs::read_to_string(&pages).expect("a page");
        assert!(page.contains(counts), "the page counts them too");
        let explained = page.matches("lost by crash").count();
        assert!(explained >= total, "{explained} are explained");
        assert!(!page.contains("lost by resigned"));

        let reports = shown(&arena.path().join("reports"));
        referee(&["marks", &run, "--reports", &reports]).fine();
        let report = fs::read_to_string(format!("{reports}/falls.txt")).expect("a report");
        assert_eq!(report.matches(": crash; ").count(), total, "{report}");
        let (_, counts) = counts.split_once(": ").expect("a name");
        assert!(report.contains(&format!("{counts}.")), "{report}");
        arena.nothing_is_left();
    }
}

#[test]
fn an_annulled_fault_is_none_anywhere() {
    let arena = exam(2);
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    referee(&["annul", &run, "1", "--because", "a power cut"]).fine();
    let again = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&again.stderr).into_owned();
    let counts = "falls: 5 crash (qualification 2, main 3)";
    assert!(stderr.contains(counts), "{stderr}");
    assert!(referee(&["standings", &run]).fine().contains(counts));
    let marks = referee(&["marks", &run, "--csv"]).fine();
    let row = marks.lines().find(|line| line.contains("falls"));
    assert!(row.is_some_and(|row| row.contains(",5,,0,2,3,")), "{marks}");
    let games = [
        "games", &run, "--bot", "falls", "--result", "fault", "--json",
    ];
    assert_eq!(referee(&games).fine().lines().count(), 5);
}
