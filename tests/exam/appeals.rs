//! Appeals: errors of the qualification that are annulled after the main stage was played.

use std::fs;
use std::path::Path;

use referee_record::Record;
use serde_json::Value;
use tempfile::TempDir;

use super::late::{CRASHES, GOOD, exam, hand_in, has, rows};
use super::{shown, verified};
use crate::engine::records;
use crate::kit::{Run, referee};

/// An exam that is played: s2 made two, since it crashes as long as there is a storm.
struct Played {
    folder: TempDir,
    file: String,
}

impl Played {
    /// Plays an exam that allows so many errors.
    fn allowing(errors: u32) -> Played {
        let folder = exam();
        let file = folder.path().join("exam.toml");
        let text = fs::read_to_string(&file).expect("it is there");
        fs::write(
            &file,
            text.replace("errors = 0", &format!("errors = {errors}")),
        )
        .expect("a file");
        let played = Played {
            file: shown(&file),
            folder,
        };
        played.weather("storm");
        for id in ["s1", "s2", "s3"] {
            hand_in(played.path(), id, GOOD);
        }
        let weather = shown(&played.path().join("weather"));
        let script = format!(
            "if grep -q storm {weather:?}; then exec python3 scripted.py '{CRASHES}'; fi; \
             exec python3 scripted.py '{GOOD}'"
        );
        let text = format!("run = {:?}\nread = [{weather:?}]\n", ["sh", "-c", &script]);
        fs::write(played.path().join("submissions/s2/bot.toml"), text).expect("a file");
        played.run(&[]).fine();
        played
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn weather(&self, weather: &str) {
        fs::write(self.path().join("weather"), weather).expect("a file");
    }

    fn run(&self, more: &[&str]) -> Run {
        referee(&[&["run", &self.file, "--allow-read"], more].concat())
    }

    fn annul(&self, game: u64) -> String {
        let because = ["--because", "there was a storm"];
        referee(&[&["annul", &self.file, &game.to_string()][..], &because].concat()).fine()
    }

    fn records(&self) -> Vec<Record> {
        records(&self.path().join("exam.db"))
    }

    /// The number of the last game of s2 in a stage.
    fn last(&self, stage: &str) -> u64 {
        let records = self.records();
        let own = records.iter().filter(|record| has(record, "s2"));
        let jobs = own.map(|record| &record.played.job);
        let numbers = jobs
            .filter(|job| job.place.stage == stage)
            .map(|job| job.number);
        numbers.max().expect("a game")
    }

    fn row(&self, id: &str) -> Value {
        rows(self.path())[id].clone()
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_annulled_error_is_played_again_and_then_the_main_stage() {
    let exam = Played::allowing(1);
    let before = exam.records();
    assert_eq!(before.len(), 3 * 2 + 2);
    assert_eq!(
        exam.row("s2")["why"],
        "not eligible: 2 errors, at most 1 allowed"
    );

    let error = exam.last("qualification");
    let said = one_line(&exam.annul(error));
    let again = format!("game {error} is played again under a new number");
    assert!(said.contains("--extend") && said.contains(&again), "{said}");
    // s1 and s3 have half of the points in two games: two more make a quarter to three quarters of four.
    let moves = "Marks of others that can move by it: s1 10 (2 to 15), s3 10 (2 to 15).";
    assert!(said.contains(moves), "{said}");
    // Nothing is played as long as nobody asks for it.
    exam.weather("calm");
    exam.run(&[]).fine();
    assert_eq!(exam.records().len(), before.len());
    let why = exam.row("s2")["why"].to_string();
    assert!(why.contains("not played again yet"), "{why}");

    // Marks go by the rules with which the run began.
    let text = fs::read_to_string(&exam.file).expect("it is there");
    fs::write(&exam.file, text + "[exam.marks]\nwin = 9\n").expect("a file");
    let output = exam.run(&["--extend"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(
        one_line(&output.stderr).contains(moves),
        "{}",
        output.stderr
    );
    let after = exam.records();
    assert_eq!(
        after[..before.len()],
        before[..],
        "games that were played stay"
    );
    let new = &after[before.len()..];
    let stages = new
        .iter()
        .map(|record| record.played.job.place.stage.as_str());
    assert_eq!(
        stages.collect::<Vec<_>>(),
        ["qualification", "main", "main", "main", "main"]
    );
    assert!(new.iter().all(|record| has(record, "s2")));
    for id in ["s1", "s2", "s3"] {
        let row = exam.row(id);
        assert!(row["rank"].is_u64(), "{row}");
        let [games, wins, draws, points] =
            ["games", "wins", "draws", "points"].map(|key| row[key].as_u64().expect("a number"));
        assert_eq!((games, points), (4, 2 * wins + draws), "{row}");
    }
    assert_eq!(exam.row("s2")["errors"], 1);
    let remark = format!(
        "Game {error}: annulled: there was a storm; played again as game {}.",
        before.len() + 1
    );
    let table = referee(&["marks", &exam.file]).fine();
    assert!(one_line(&table).contains(&remark), "{table}");
    // Nothing is left to play, and nobody is left to ask.
    let output = exam.run(&["--extend"]);
    assert!(!output.stderr.contains("played again"), "{}", output.stderr);
    assert_eq!(exam.records().len(), after.len());
    let verified = verified(&exam.path().join("exam.db"));
    assert!(verified.contains("complete and sound"), "{verified}");
}

#[test]
fn an_error_in_the_game_played_again_counts() {
    let exam = Played::allowing(1);
    let before = exam.records().len();
    exam.annul(exam.last("qualification"));
    exam.run(&["--extend"]).fine();
    assert_eq!(exam.records().len(), before + 1);
    assert_eq!(
        exam.row("s2")["why"],
        "not eligible: 2 errors, at most 1 allowed"
    );
    assert_eq!(exam.row("s1")["games"], 2);

    // That game can be appealed against in turn.
    exam.annul(exam.last("qualification"));
    exam.weather("calm");
    exam.run(&["--extend"]).fine();
    assert_eq!(exam.records().len(), before + 2 + 4);
    assert_eq!(
        (&exam.row("s2")["games"], &exam.row("s2")["errors"]),
        (&4.into(), &1.into())
    );
    let verified = verified(&exam.path().join("exam.db"));
    assert!(verified.contains("complete and sound"), "{verified}");
}

#[test]
fn who_is_not_eligible_without_the_annulled_error_either_plays_nothing_again() {
    let exam = Played::allowing(0);
    let before = exam.records();
    // Two errors are too many where none is allowed, and one as well.
    let said = exam.annul(exam.last("qualification"));
    assert!(!said.contains("--extend"), "{said}");
    exam.run(&["--extend"]).fine();
    assert_eq!(exam.records(), before);
    let why = exam.row("s2")["why"].clone();
    assert_eq!(why, "not eligible: 1 error, at most 0 allowed");
}
