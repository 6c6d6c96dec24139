//! The points of the stages and their sum: in every form of the marks, as the tournament file gives them.

use std::fs;

use referee_record::Record;
use serde_json::Value;

use super::examiner::DEAL;
use super::refusals::STATE;
use super::shown;
use crate::engine::Arena;
use crate::kit::referee;

const RESTS: &str = "wait hello; say ready; rest";
const CRASHES: &str = "wait hello; say ready; wait go; exit 3";

/// An exam with three questions, of which whoever plays by the rules answers two rightly: one who does,
/// one who fails, and one who does too.
fn exam(marks: &str) -> Arena {
    exam_allowing(0, marks)
}

/// The same where so many errors are allowed.
pub(super) fn exam_allowing(errors: u32, marks: &str) -> Arena {
    let question =
        |name: &str, right: &str| format!("{{ name = '{name}', state = '{STATE}'{right} }}");
    let questions = [
        question("any", ""),
        question("any other", ""),
        question("the winning one", ", right = ['2c3d3s']"),
    ];
    let settings = format!(
        "game = 'onitama'\nformat = 'exam'\nseed = 5\n[exam.qualification]\nexaminer = 'teacher'\n\
         errors = {errors}\n[exam.main]\ndeals = 'deals'\n{marks}\n\
         [exam.basics]\nquestions = [{}]\n",
        questions.join(", ")
    );
    let arena = Arena::new(&settings)
        .bot("teacher", "house:first")
        .scripted("plays", RESTS)
        .scripted("falls", CRASHES)
        .bot("first", "house:first");
    fs::write(arena.path().join("deals"), DEAL).expect("a file");
    arena
}

pub(super) fn rows(run: &str) -> Value {
    let marks = referee(&["marks", run, "--json"]).fine();
    serde_json::from_str(&marks).expect("JSON")
}

fn row<'a>(marks: &'a Value, id: &str) -> &'a Value {
    let mut rows = marks["rows"].as_array().expect("rows").iter();
    rows.find(|row| row["id"] == id).expect("a row")
}

#[test]
fn every_stage_gives_its_points_and_there_is_one_total() {
    let arena =
        exam("[exam.marks]\nbasics = 4.5\nqualification = 2\nbands = [{ from = 0, mark = 7.5 }]");
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    let marks = rows(&run);
    let most = serde_json::json!({
        "basics": 4.5, "qualification": 2.0, "games": 7.5, "total": 14.0
    });
    assert_eq!(marks["most"], most);
    for (id, basics, qualification, mark, total) in [
        ("plays", 3.0, 2.0, 7.5, 12.5),
        ("falls", 0.0, 0.0, 0.0, 0.0),
    ] {
        let row = row(&marks, id);
        let keys = ["basics_points", "qualification_points", "mark", "total"];
        let numbers = keys.map(|key| row[key].clone());
        let expected = [basics, qualification, mark, total].map(serde_json::Value::from);
        assert_eq!(numbers, expected, "{row}");
    }
    let table = referee(&["marks", &run]).fine();
    assert!(
        table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
    let line = table.lines().find(|line| line.ends_with(" total"));
    assert!(
        line.is_some_and(|line| line.split_whitespace().eq([
            "#",
            "name",
            "basics",
            "qualification",
            "games",
            "total"
        ])),
        "{table}"
    );
    let line = table.lines().find(|line| line.ends_with(" 12.5"));
    assert!(
        line.is_some_and(|line| line.contains("plays") || line.contains("first")),
        "{table}"
    );
    let legend = "At most: basics 4.5, qualification 2, games 7.5; 14 in all.";
    assert!(table.contains(legend), "{table}");
    let markdown = referee(&["marks", &run, "--md"]).fine();
    assert!(
        markdown.contains("| plays | 3 | 2 | 7.5 | 12.5 |"),
        "{markdown}"
    );
    let csv = referee(&["marks", &run, "--csv"]).fine();
    let line = csv.lines().find(|line| line.contains(",plays,"));
    assert!(
        line.is_some_and(|line| line.ends_with(",3,2,12.5")),
        "{csv}"
    );
    let export = referee(&["export", &run, "--marks", "csv"]).fine();
    assert!(export.contains("plays,7.5,3,2,12.5\n"), "{export}");
    assert!(export.contains("falls,0,0,0,0\n"), "{export}");
    let public = referee(&["marks", &run, "--public", "--json"]).fine();
    assert!(
        !public.contains("total") && !public.contains("_points"),
        "{public}"
    );
    assert!(
        !referee(&["marks", &run, "--public"])
            .fine()
            .contains("total")
    );
}

/// The points and their sums are as they were entered: as floating-point numbers they would be
/// 0.7999999999999999 + 0.3 + 0.1 = 1.2.
#[test]
fn points_are_decimal_numbers_in_every_export() {
    let arena =
        exam("[exam.marks]\nbasics = 1.1\nqualification = 0.3\nbands = [{ from = 0, mark = 0.1 }]");
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    let results = shown(&arena.path().join("results"));
    referee(&["marks", &run, "--gradescope", &results]).fine();
    let gradescope = fs::read_to_string(format!("{results}/plays/results.json")).expect("a file");
    let json = referee(&["marks", &run, "--json"]).fine();
    // Two of three answers are right: 0.733 points of 1.1.
    for (text, key, value) in [
        (&gradescope, "score", "1.133"),
        (&gradescope, "score", "0.367"),
        (&gradescope, "max_score", "0.3"),
        (&json, "basics_points", "0.733"),
        (&json, "total", "1.133"),
        (&json, "total", "1.5"),
    ] {
        let line = format!("\"{key}\": {value}");
        let lines = text.lines().map(|line| line.trim().trim_end_matches(','));
        assert!(lines.clone().any(|other| other == line), "{line}: {text}");
    }
    let csv = referee(&["marks", &run, "--csv"]).fine();
    let line = csv.lines().find(|line| line.contains(",plays,"));
    let cells = ",0.733,0.3,1.133";
    assert!(line.is_some_and(|line| line.ends_with(cells)), "{csv}");
    let moodle = referee(&["export", &run, "--marks", "csv"]).fine();
    assert!(moodle.contains("plays,0.1,0.733,0.3,1.133\n"), "{moodle}");
}

#[test]
fn students_and_pages_are_told_their_points() {
    let arena =
        exam("[exam.marks]\nbasics = 4.5\nqualification = 2\nbands = [{ from = 0, mark = 7.5 }]");
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    let folder = shown(&arena.path().join("reports"));
    let results = shown(&arena.path().join("results"));
    referee(&[
        "marks",
        &run,
        "--reports",
        &folder,
        "--gradescope",
        &results,
    ])
    .fine();
    let report = fs::read_to_string(format!("{folder}/plays.txt")).expect("a report");
    let said = "Total 12.5 of 14 points: basics 3 of 4.5, qualification 2 of 2, games 7.5 of 7.5.";
    assert!(report.replace('\n', " ").contains(said), "{report}");
    let results = fs::read_to_string(format!("{results}/plays/results.json")).expect("a file");
    let results: Value = serde_json::from_str(&results).expect("JSON");
    assert_eq!(results["score"], 12.5);
    let tests = results["tests"].as_array().expect("tests");
    let sum = |key: &str| -> f64 { tests.iter().filter_map(|test| test[key].as_f64()).sum() };
    assert_eq!((sum("score"), sum("max_score")), (12.5, 14.0));

    let page = shown(&arena.path().join("page.html"));
    referee(&["report", &run, "-o", &page]).fine();
    let whole = fs::read_to_string(&page).expect("a page");
    let legend = "At most: basics 4.5, qualification 2, games 7.5; 14 in all.";
    assert!(whole.contains(legend));
    let pages = shown(&arena.path().join("pages"));
    referee(&["report", &run, "--per-bot", &pages]).fine();
    let bot_page = fs::read_to_string(format!("{pages}/falls.html")).expect("a page");
    let (_, marks) = bot_page.split_once("id=\"marks\"").expect("a section");
    let (marks, _) = marks.split_once("</section>").expect("its end");
    assert!(
        marks.contains("falls") && !marks.contains("12.5"),
        "{marks}"
    );
    assert!(!bot_page.contains("plays"), "others go by aliases");
}

#[test]
fn without_points_for_other_stages_the_mark_is_the_total() {
    let arena = exam("");
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    let marks = rows(&run);
    for row in marks["rows"].as_array().expect("rows") {
        assert_eq!(row["total"], row["mark"], "{row}");
        assert_eq!(row["basics_points"], 0.0);
    }
    assert_eq!(row(&marks, "plays")["basics"], 2);
    let table = referee(&["marks", &run]).fine();
    assert!(!table.contains("total"), "{table}");
}

#[test]
fn a_question_that_stays_void_costs_nobody_a_point() {
    let arena = exam("[exam.marks]\nbasics = 4.5");
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    // The third of the first student's three questions.
    referee(&["annul", &run, "3", "--because", "the question was unclear"]).fine();
    let marks = rows(&run);
    let row = row(&marks, "plays");
    assert_eq!((&row["basics"], &row["questions"]), (&2.into(), &2.into()));
    assert_eq!(row["basics_points"], 4.5);
}

/// The numbers of a bot's games in the qualification.
fn examined(records: &[Record], bot: &str) -> Vec<String> {
    let played = records.iter().map(|record| &record.played.job);
    let own_jobs = played.filter(|job| {
        job.place.stage == "qualification" && job.seats.iter().any(|seated| seated.bot == bot)
    });
    own_jobs.map(|job| job.number.to_string()).collect()
}

/// Points for the qualification and status of its test, as Gradescope has them.
fn qualified(arena: &Arena, id: &str) -> (Value, Option<String>) {
    let run = shown(&arena.path().join("cup.db"));
    // Each time into a folder of its own: old files are never taken for new ones.
    let folder = tempfile::tempdir_in(arena.path()).expect("a temporary folder");
    let results = shown(&folder.path().join("results"));
    referee(&["marks", &run, "--gradescope", &results]).fine();
    let file = fs::read_to_string(format!("{results}/{id}/results.json")).expect("a file");
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let mut tests = file["tests"].as_array().expect("tests").iter();
    let test = tests.find(|test| test["name"] == "Qualification");
    let points = row(&rows(&run), id)["qualification_points"].clone();
    if let Some(test) = test {
        assert_eq!(test["score"], points, "{test}");
    }
    let status = test.and_then(|test| test["status"].as_str());
    (points, status.map(str::to_owned))
}

#[test]
fn the_qualification_gives_points_for_games_that_count() {
    let arena = exam_allowing(1, "[exam.marks]\nqualification = 2");
    let records = arena.records();
    let (plays, falls) = (examined(&records, "plays"), examined(&records, "falls"));
    assert_eq!((plays.len(), falls.len()), (2, 2));
    let run = shown(&arena.path().join("cup.db"));
    let annul = |game: &str| referee(&["annul", &run, game, "--because", "a power cut"]).fine();
    let of = |id: &str| {
        let (points, status) = qualified(&arena, id);
        (points.as_f64(), status)
    };
    let passed = (Some(2.0), Some("passed".to_owned()));
    assert_eq!(of("plays"), passed);
    assert_eq!(of("falls"), (Some(0.0), Some("failed".to_owned())));
    // An error fewer, though too late for the main stage.
    annul(&falls[0]);
    assert_eq!(of("falls"), passed);
    assert!(row(&rows(&run), "falls")["rank"].is_null());
    annul(&plays[0]);
    assert_eq!(of("plays"), passed);
    // Nothing is left that says how they did.
    annul(&plays[1]);
    annul(&falls[1]);
    assert_eq!(of("plays"), (Some(0.0), None));
    assert_eq!(of("falls"), (Some(0.0), None));
}
