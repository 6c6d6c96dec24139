//! What comes after an exam was played: late submissions and rulings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use referee_record::Record;
use serde_json::Value;
use tempfile::TempDir;

use super::{shown, verified};
use crate::engine::{records, scripted};
use crate::kit::referee;

/// A deal whose games are over after four moves.
const DEAL: &str = "bbBbb/...../..W../...../aaAaa A 4 ...../.x.../.xo.x/...../..... \
    ...../..x../..ox./...../..... ...../..x../..o../.x.../..... \
    ...../.x.x./..o../.x.../..... ..x../...x./..o../...../.....";
const TOURNAMENT: &str = "game = 'onitama'\nformat = 'exam'\nseed = 5\n\
    submissions = 'submissions/*'\n[exam.qualification]\nexaminer = 'teacher'\nerrors = 0\n\
    [exam.main]\ndeals = 'deals'\n[exam.privacy]\nroster = 'roster.csv'\n\
    [[bots]]\nname = 'teacher'\nbot = 'house:first'\n";
pub(super) const GOOD: &str = "wait hello; say ready; rest";
pub(super) const CRASHES: &str = "wait hello; say ready; wait go; exit 3";

/// An exam of three on the list; who handed in what is said by [`hand_in`].
pub(super) fn exam() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).expect("a file");
    write("exam.toml", TOURNAMENT);
    write("deals", DEAL);
    write(
        "roster.csv",
        "id,name,alias\ns1,Ann,owl\ns2,Bob,fox\ns3,Cleo,elk\n",
    );
    dir
}

pub(super) fn hand_in(dir: &Path, id: &str, script: &str) {
    let folder = dir.join("submissions").join(id);
    fs::create_dir_all(&folder).expect("a folder");
    let words = ["python3", "scripted.py", script];
    let text = format!("run = {words:?}\n");
    fs::copy(scripted(), folder.join("scripted.py")).expect("it is there");
    fs::write(folder.join("bot.toml"), text).expect("a file");
}

/// The rows of the table by id.
pub(super) fn rows(dir: &Path) -> BTreeMap<String, Value> {
    // A tournament file stands for the latest results beside it.
    let marks = referee(&["marks", &shown(&dir.join("exam.toml")), "--json"]).fine();
    let marks: Value = serde_json::from_str(&marks).expect("JSON");
    let rows = marks["rows"].as_array().expect("rows").iter();
    let id = |row: &Value| row["id"].as_str().expect("an id").to_owned();
    rows.map(|row| (id(row), row.clone())).collect()
}

pub(super) fn has(record: &Record, id: &str) -> bool {
    let mut seats = record.played.job.seats.iter();
    seats.any(|seated| seated.bot == id)
}

#[test]
fn who_comes_late_plays_everybody_behind_all_earlier_games() {
    let dir = exam();
    let (file, database) = (dir.path().join("exam.toml"), dir.path().join("exam.db"));
    hand_in(dir.path(), "s1", GOOD);
    hand_in(dir.path(), "s2", GOOD);
    referee(&["run", &shown(&file)]).fine();
    assert_eq!(rows(dir.path())["s3"]["why"], "no submission");
    let before = records(&database);
    assert_eq!(before.len(), 2 * 2 + 2);

    hand_in(dir.path(), "s3", GOOD);
    let message = referee(&["run", &shown(&file)]).refused();
    assert!(message.contains("joined: s3"), "{message}");
    assert!(message.contains("--extend"), "{message}");
    referee(&["run", &shown(&file), "--extend"]).fine();

    let after = records(&database);
    assert_eq!(
        after[..before.len()],
        before[..],
        "games that were played stay"
    );
    let new = &after[before.len()..];
    let stages: Vec<&str> = new
        .iter()
        .map(|record| record.played.job.place.stage.as_str())
        .collect();
    assert_eq!(
        stages,
        [
            "qualification",
            "qualification",
            "main",
            "main",
            "main",
            "main"
        ]
    );
    let numbers = new.iter().map(|record| record.played.job.number);
    assert_eq!(numbers.min(), Some(before.len() as u64 + 1));
    assert!(new.iter().all(|record| has(record, "s3")));
    for (id, row) in rows(dir.path()) {
        assert_eq!(
            (&row["games"], row["rank"].is_u64()),
            (&Value::from(4), true),
            "{id}"
        );
    }
    let verified = verified(&database);
    assert!(verified.contains("complete and sound"), "{verified}");
}

/// What a submission has instead that can't be built.
fn spoil(dir: &Path, id: &str) {
    hand_in(dir, id, GOOD);
    let file = dir.join("submissions").join(id).join("bot.toml");
    let text = fs::read_to_string(&file).expect("it is there");
    let build = "build = ['sh', '-c', 'echo semicolon missing; exit 3']\n";
    fs::write(file, text + build).expect("a file");
}

#[test]
fn who_comes_late_and_cant_be_built_is_left_out_until_that_is_mended() {
    let dir = exam();
    let (file, database) = (
        shown(&dir.path().join("exam.toml")),
        dir.path().join("exam.db"),
    );
    hand_in(dir.path(), "s1", GOOD);
    spoil(dir.path(), "s2");
    referee(&["run", &file]).fine();
    assert_eq!(records(&database).len(), 2);

    // One who can play and two who can't: one by its build, one by its file.
    hand_in(dir.path(), "s3", GOOD);
    spoil(dir.path(), "s4");
    let odd = dir.path().join("submissions/s5");
    fs::create_dir(&odd).expect("a folder");
    fs::write(odd.join("bot.toml"), "rnu = 'x'\n").expect("a file");
    let roster = "id,name,alias\ns1,Ann,owl\ns2,Bob,fox\ns3,Cleo,elk\ns4,Dan,yak\ns5,Eve,emu\n";
    fs::write(dir.path().join("roster.csv"), roster).expect("a file");
    let output = referee(&["run", &file, "--extend"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(
        output.stderr.contains("s4 is left out: "),
        "{}",
        output.stderr
    );
    // The questions of s3, and its two games against s1.
    assert_eq!(records(&database).len(), 2 + 2 + 2);
    let marks = rows(dir.path());
    for (id, why) in [
        ("s2", "exit status: 3"),
        ("s4", "exit status: 3"),
        ("s5", "rnu"),
    ] {
        assert_eq!(marks[id]["rank"], Value::Null, "{id}");
        assert!(marks[id]["why"].to_string().contains(why), "{}", marks[id]);
    }
    assert_eq!(
        (&marks["s1"]["games"], &marks["s3"]["games"]),
        (&Value::from(2), &Value::from(2))
    );
    // Nobody asks for anything as long as nothing is mended.
    referee(&["run", &file]).fine();
    referee(&["run", &file, "--extend"]).fine();
    assert_eq!(records(&database).len(), 6);

    hand_in(dir.path(), "s4", GOOD);
    let message = referee(&["run", &file]).refused();
    assert!(message.contains("joined: s4"), "{message}");
    referee(&["run", &file, "--extend"]).fine();
    let marks = rows(dir.path());
    for id in ["s1", "s3", "s4"] {
        assert_eq!(marks[id]["games"], 4, "{id}");
    }
    assert!(marks["s2"]["why"].to_string().contains("exit status: 3"));
    let verified = verified(&database);
    assert!(verified.contains("complete and sound"), "{verified}");
}

#[test]
fn nothing_is_stored_where_who_comes_late_is_refused() {
    let dir = exam();
    let file = dir.path().join("exam.toml");
    let settings = format!("broken = 'refuse'\n{TOURNAMENT}");
    fs::write(&file, settings).expect("a file");
    let file = shown(&file);
    hand_in(dir.path(), "s1", GOOD);
    hand_in(dir.path(), "s2", GOOD);
    referee(&["run", &file]).fine();
    let export = || referee(&["export", &file, "--format", "jsonl"]);
    let before = export().fine();

    spoil(dir.path(), "s3");
    let message = referee(&["run", &file, "--extend"]).refused();
    assert!(message.contains("bot s3: "), "{message}");
    assert!(message.contains("exit status: 3"), "{message}");
    assert_eq!(export().fine(), before);

    hand_in(dir.path(), "s3", GOOD);
    referee(&["run", &file, "--extend"]).fine();
    assert_eq!(rows(dir.path())["s3"]["games"], 4);
}

#[test]
fn rulings_leave_the_pairs_of_the_main_stage_as_they_are() {
    let dir = exam();
    let (file, database) = (
        shown(&dir.path().join("exam.toml")),
        dir.path().join("exam.db"),
    );
    hand_in(dir.path(), "s1", GOOD);
    hand_in(dir.path(), "s2", CRASHES);
    hand_in(dir.path(), "s3", GOOD);
    referee(&["run", &file]).fine();
    let games = records(&database);
    let find = |stage: &str, id: &str| {
        let mut of_stage = games.iter().map(|record| (record, &record.played.job));
        let late_game = of_stage.find(|(record, job)| job.place.stage == stage && has(record, id));
        late_game.expect("a game").1.number.to_string()
    };
    let (error, main) = (find("qualification", "s2"), find("main", "s1"));
    let annul = |game: &str, more: &[&str]| {
        referee(
            &[
                &["annul", &file, game, "--because", "a power cut"][..],
                more,
            ]
            .concat(),
        )
    };

    let message = annul(&error, &["--replay"]).refused();
    assert!(
        message.contains("who meets whom in the main stage rests on it")
            && message.contains("--extend plays it again under a new number"),
        "{message}"
    );
    annul(&error, &[]).fine();
    annul(&main, &["--replay"]).fine();
    let table = referee(&["marks", &file]).fine();
    assert!(
        table.contains(&format!("Game {error}: annulled: a power cut.")),
        "{table}"
    );
    assert!(table.contains("The run isn't finished"), "{table}");
    referee(&["run", &file]).fine();
    for public in [&[][..], &["--public"]] {
        let table = referee(&[&["marks", &file][..], public].concat()).fine();
        let note = format!("Game {main}: annulled and played again: a power cut.");
        assert!(table.contains(&note), "{table}");
    }

    let rows = rows(dir.path());
    assert_eq!(rows["s1"]["games"], 2, "the replay counts");
    assert_eq!(rows["s2"]["rank"], Value::Null);
    assert_eq!(rows["s2"]["errors"], 1, "of two crashes one was annulled");
    let again = records(&database);
    assert_eq!(again.len(), games.len() + 1);
    assert_eq!(
        again.iter().filter(|record| has(record, "s2")).count(),
        2,
        "it isn't in the main stage"
    );
    let verified = verified(&database);
    assert!(verified.contains("complete and sound"), "{verified}");
}
