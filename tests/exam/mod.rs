//! Exams, from a folder of submissions to marks.

mod appeals;
mod dry;
mod examiner;
mod faults;
mod game_points;
mod late;
mod names;
mod pages;
mod points;
mod positions;
mod privacy;
mod refusals;
mod shipped;
mod strays;
mod told;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::kit::referee;

/// Everything that the shipped exam left; it is played once for all tests.
struct Exam {
    folder: TempDir,
    /// What the run printed.
    printed: String,
}

static EXAM: LazyLock<Exam> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let out = folder.path().join("exam.db");
    let arguments = ["run", "tournaments/exam/exam.toml", "--out", &shown(&out)];
    let printed = referee(&arguments).fine();
    let exam = Exam { folder, printed };
    let reports = exam.folder.path().join("reports");
    let gradescope = exam.folder.path().join("gradescope");
    let moodle = exam.folder.path().join("moodle.csv");
    let written = [
        "--reports",
        &shown(&reports),
        "--gradescope",
        &shown(&gradescope),
    ];
    let marks = exam.marks(&[&written[..], &["--moodle", &shown(&moodle)]].concat());
    assert_eq!(marks, "", "files are written, and nothing is printed");
    exam
});

impl Exam {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect(name)
    }

    /// What `referee marks` prints; the roster lies beside the tournament, not beside the run.
    fn marks(&self, arguments: &[&str]) -> String {
        let run = shown(&self.path("exam.db"));
        let head = ["marks", &run, "--roster", "tournaments/exam/roster.csv"];
        referee(&[&head[..], arguments].concat()).fine()
    }

    /// The row of an id.
    fn row(&self, id: &str) -> Value {
        let marks: Value = serde_json::from_str(&self.marks(&["--json"])).expect("JSON");
        let rows = marks["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["id"] == id);
        row.expect(id).clone()
    }
}

/// What `verify` says of a run.
fn verified(run: &Path) -> String {
    referee(&["verify", &shown(run)]).fine()
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
