//! The exam of old: submissions that are one function in its signature each, played as they were
//! handed in. One throws an error in its third move.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use referee_record::{Record, Step};
use serde_json::Value;

use super::{Ground, PATH, shell};
use crate::engine::records;
use crate::kit::top;
use crate::skip::skip;

/// A position of A in which no pawn can move.
const STUCK: &str = "...../B...a/...AW/...../..... A 10 ...../...x./..ox./...../..... \
                     ...../...x./..o../....x/..... ...../..x../..o../.x.x./..... \
                     ...../.x.x./..o../.x.x./..... ..x../.x.x./..o../...../.....";
/// The same without the wall: two moves of pawns.
const FREE: &str = "...../B...a/...A./...../..... A 10 ...../...x./..ox./...../..... \
                    ...../...x./..o../....x/..... ...../..x../..o../.x.x./..... \
                    ...../.x.x./..o../.x.x./..... ..x../.x.x./..o../...../.....";

/// The exam; `{kit}` is the folder of the kit.
const EXAM: &str = r#"game = "onitama"
format = "exam"
seed = 11
time = { move_ms = 5000 }
submissions = "submissions/*"
submission_defaults = { run = "octave-cli -q --no-history --path {kit} --eval exam_bot", read = ["{kit}"] }
[limits]
start_ms = 60000
[exam.basics]
questions = [
  { name = "no pawn can move", state = "{stuck}" },
]
[exam.qualification]
examiner = "greedy"
errors = 0
words = ["illegal-move", "timeout", "crash", "exit", "no-handshake"]
[exam.main]
deals = "deals.txt"
[[bots]]
bot = "house:greedy"
[[bots]]
name = "random"
bot = "house:random"
"#;

/// Whether Octave is there; says so if it isn't.
fn has_octave(test: &str) -> bool {
    let there = PATH
        .split(':')
        .any(|folder| fs::exists(format!("{folder}/octave-cli")).unwrap_or(false));
    if !there {
        skip(test, "octave-cli isn't installed");
    }
    there
}

/// The folder of the kit.
fn kit() -> PathBuf {
    top().join("sample-bots/octave")
}

/// What a program of the kit says that is run in a folder and told some lines, and its stderr.
fn run_octave(folder: &Path, program: &str, lines: &str) -> (String, String) {
    let mut octave = Command::new("octave-cli")
        .args(["--no-init-file", "--no-history", "-q", "--path"])
        .arg(kit())
        .args(["--eval", program])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Octave starts");
    let mut stdin = octave.stdin.take().expect("a pipe");
    // One that doesn't read to the end says why, and the test sees that.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = octave.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr))
}

/// Reading is cheap: as no test looks at a clock, the functions that it calls are counted.
#[test]
fn reading_a_line_calls_few_functions() {
    const LINES: usize = 500;
    if !has_octave("reading_a_line_calls_few_functions") {
        return;
    }
    let lines = "weather sunny temperature=21 wind=3\n".repeat(LINES);
    let count = "profile on; random_bot; profile off; table = profile('info').FunctionTable; \
                 fprintf(stderr, 'calls=%d\\n', sum([table.NumCalls]))";
    let (said, counted) = run_octave(&kit(), count, &format!("hello referee 1\n{lines}quit\n"));
    assert_eq!(said, "ready octave-random\n", "{counted}");
    let calls = counted.lines().find_map(|line| line.strip_prefix("calls="));
    let calls: usize = calls.and_then(|n| n.parse().ok()).expect("a count");
    assert!(calls >= LINES, "each line is read");
    assert!(calls < 15 * LINES, "{calls} calls for {LINES} lines");
}

/// Blanks around and between words, and lines without any, are no part of a message.
#[test]
fn blanks_are_no_part_of_a_message() {
    if !has_octave("blanks_are_no_part_of_a_message") {
        return;
    }
    let lines = "\n \r\n hello referee 1\r\ngame onitama seat=A seed=7\n\tstate  x  y \nlegal \t1e3e2s \r\ngo\nquit\n";
    let (said, why) = run_octave(&kit(), "random_bot", lines);
    assert_eq!(said, "ready octave-random\nmove 1e3e2s\n", "{why}");
}

/// What a function in the exam's signature plays whose four results are always the same.
fn plays(program: &str, results: &str, state: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let function =
        format!("function [c, f, t, w] = AIsame(varargin)\n[c, f, t, w] = {results};\nend\n");
    fs::write(folder.path().join("AIsame.m"), function).expect("written");
    let lines = format!("hello referee 1\ngame onitama seat=A\nstate {state}\ngo\nquit\n");
    let (said, why) = run_octave(folder.path(), program, &lines);
    let last = said.lines().last().unwrap_or_default().to_owned();
    (last, why)
}

/// Where no pawn can move, and of which type the card is, a course says what counts.
#[test]
fn results_count_as_in_the_exam_or_by_the_rules() {
    if !has_octave("results_count_as_in_the_exam_or_by_the_rules") {
        return;
    }
    let odd = "deal(1, 'c3', 7, 'u')";
    let text = "deal('1', 'XX', 'XX', 's')";
    let cases = [
        ("exam_bot", odd, STUCK, "move 1XXXXu"),
        ("exam_bot exam", odd, STUCK, "move 1XXXXu"),
        ("exam_bot rules", odd, STUCK, "move 1c37u"),
        ("exam_bot", odd, FREE, "move 1c37u"),
        ("exam_bot", text, STUCK, "move ?XXXXs"),
        ("exam_bot rules", text, STUCK, "move 1XXXXs"),
    ];
    for (program, results, state, expected) in cases {
        let (said, why) = plays(program, results, state);
        assert_eq!(said, expected, "{program}, {results}: {why}");
    }
    let (_, why) = plays("exam_bot", text, FREE);
    assert!(why.contains("cardPicked is the text '1'"), "{why}");
    let (said, why) = plays("exam_bot both", odd, FREE);
    assert_eq!(said, "");
    assert!(
        why.contains("exam_bot both: expected exam_bot exam, or exam_bot rules"),
        "{why}"
    );
}

/// What MATLAB has and Octave lacks is in the kit, as far as submissions may use it.
#[test]
fn functions_of_matlab_do_as_there() {
    if !has_octave("functions_of_matlab_do_as_there") {
        return;
    }
    let (said, why) = run_octave(&top().join("tests/kits/shims"), "shims", "");
    assert_eq!(said, "fine\n", "{why}");
    let (said, why) = plays(
        "exam_bot",
        "deal(2, string('e') + 4, \"d\" + string(3), string('s'))",
        FREE,
    );
    assert_eq!(said, "move 2e4d3s", "{why}");
}

/// A tournament of submissions in Octave.
const SUBMISSIONS: &str = r#"game = "onitama"
seed = 3
submissions = "submissions/*"
submission_defaults = { run = "octave-cli -q --no-history --path {kit} --eval exam_bot", read = ["{kit}"] }
[limits]
start_ms = 60000
"#;

/// Functions that there are not are found before the first game, over all submissions at once.
#[test]
fn a_dry_run_lists_missing_functions() {
    if !has_octave("a_dry_run_lists_missing_functions") {
        return;
    }
    let ground = Ground::new(false);
    let made = ground.referee(&["new", "octave", "kit"]);
    assert!(made.status.success());
    let kit = ground.path().join("kit");
    let text = SUBMISSIONS.replace("{kit}", &kit.display().to_string());
    fs::write(ground.path().join("cup.toml"), text).expect("written");
    let of_matlab = "g = digraph(1, 2); x = containers.Map(); y = strlength('a') + nextprime(4);";
    let script = "d = datetime(1); datetime = helper(2); MException('a:b', 'c');\n%{\ngraph(3)\n%}";
    let more = "r = shortestpath(digraph(1), 2); m = \"e\" + 4; obj.timetable(3) = 1; hold on";
    for (name, body) in [("ann", of_matlab), ("bob", script), ("eve", more)] {
        let folder = ground.path().join("submissions").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let program = format!(
            "function [c, f, t, w] = AI{name}(varargin)\n{body}\n[c, f, t, w] = local(1);\nend\n\
             function varargout = local(n)\nvarargout = {{n, 'XX', 'XX', 's'}};\nend\n"
        );
        fs::write(folder.join(format!("AI{name}.m")), program).expect("written");
        fs::write(
            folder.join("helper.m"),
            "function r = helper(x)\nr = x;\nend\n",
        )
        .expect("written");
    }
    // What a link points to is nothing that the submission calls.
    fs::write(ground.path().join("words"), "secret(1)").expect("written");
    let link = ground.path().join("submissions/bob/words.m");
    std::os::unix::fs::symlink("../../words", link).expect("a link");
    let dry = ground.referee(&["run", "cup.toml", "--dry-run"]);
    let stdout = String::from_utf8_lossy(&dry.stdout);
    let why = String::from_utf8_lossy(&dry.stderr);
    assert!(dry.status.success(), "{stdout}{why}");
    let table = "missing         3 functions that Octave lacks, in 2 of 3 bots:\n\
                 \x20 function      bots  which\n\
                 \x20 digraph          2  ann, eve\n\
                 \x20 \"text\" + …       1  eve\n\
                 \x20 shortestpath     1  eve\n";
    assert!(stdout.contains(table), "{stdout}{why}");

    fs::remove_dir_all(ground.path().join("submissions/ann")).expect("removed");
    fs::copy(
        top().join("tests/kits/submissions/plain/AIplain.m"),
        ground.path().join("submissions/eve/AIeve.m"),
    )
    .expect("copied");
    let dry = ground.referee(&["run", "cup.toml", "--dry-run"]);
    let stdout = String::from_utf8_lossy(&dry.stdout);
    let fine = "missing         nothing: Octave has every function that 2 bots may call\n";
    assert!(stdout.contains(fine), "{stdout}");
}

/// The games that a bot played.
fn of<'a>(games: &'a [Record], bot: &'a str) -> impl Iterator<Item = &'a Record> {
    let plays = move |game: &&Record| game.played.job.seats.iter().any(|seated| seated.bot == bot);
    games.iter().filter(plays)
}

fn faults(game: &Record, bot: &str) -> Vec<String> {
    let evidence = game.measured.evidence.iter();
    let seat = |letter: char| game.played.job.seats.iter().find(move |c| c.seat == letter);
    let own_faults = evidence.filter(|one| seat(one.seat).is_some_and(|seated| seated.bot == bot));
    own_faults
        .map(|one| format!("{}: {}", one.reason, one.stderr))
        .collect()
}

/// How many moves a bot made.
fn moves(game: &Record, bot: &str) -> usize {
    let seats = &game.played.job.seats;
    let is_own = |letter: char| {
        seats
            .iter()
            .any(|seated| seated.seat == letter && seated.bot == bot)
    };
    let steps = game.played.steps.iter();
    steps
        .filter(|step| matches!(step, Step::Move { seat, .. } if is_own(*seat)))
        .count()
}

#[test]
#[ignore = "long: needs Octave"]
fn old_submissions_sit_the_exam() {
    if !has_octave("old_submissions_sit_the_exam") {
        return;
    }
    let ground = Ground::new(true);
    let (folder, top) = (ground.path().display(), top());
    let made = ground.referee(&["new", "octave", "kit"]);
    assert!(made.status.success());
    let exam = EXAM
        .replace("{stuck}", STUCK)
        .replace("{kit}", &format!("{folder}/kit"));
    let file = ground.path().join("exam.toml");
    fs::write(&file, exam).expect("written");
    let submissions = top.join("tests/kits/submissions");
    let deals = top.join("tournaments/exam/deals.txt");
    let copied = format!(
        "cp -r '{}' '{}' '{folder}' && chmod -R a+rX '{folder}'",
        submissions.display(),
        deals.display()
    );
    assert!(shell(&copied).status.success());
    let played = ground.referee(&["run", "exam.toml", "--out", "exam.db"]);
    let stderr = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{stderr}");

    let games = records(&ground.path().join("exam.db"));
    for game in of(&games, "plain") {
        assert_eq!(faults(game, "plain"), [""; 0]);
    }
    let thrown = of(&games, "throws").filter(|game| {
        let faults = faults(game, "throws");
        let third = moves(game, "throws") == 2 && faults.len() == 1;
        assert!(
            third || faults.is_empty() && moves(game, "throws") < 3,
            "{faults:?}"
        );
        let is_shown = |fault: &String| {
            fault.starts_with("crash: ") && fault.contains("error: no idea for turn")
        };
        assert!(faults.iter().all(is_shown), "{faults:?}");
        third
    });
    assert!(
        thrown.count() >= 2,
        "a game or two may be lost before the third move"
    );

    let marks = ground.referee(&["marks", "exam.db", "--json"]);
    let marks: Value = serde_json::from_slice(&marks.stdout).expect("JSON");
    let row = |id: &str| marks["rows"].as_array()?.iter().find(|row| row["id"] == id);
    let (plain, throws) = (row("plain").expect("a row"), row("throws").expect("a row"));
    assert!(plain["rank"].is_u64() && plain["errors"] == 0, "{plain}");
    assert!(throws["rank"].is_null(), "{throws}");
    assert!(
        throws["why"]
            .as_str()
            .is_some_and(|why| why.starts_with("not eligible")),
        "{throws}"
    );
}
