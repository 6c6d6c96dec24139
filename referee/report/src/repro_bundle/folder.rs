//! A folder with which a student can repeat a game without the referee.

use referee_record::FaultKind;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::game_view::{RecordedGame, title};
use anyhow::Result;
use referee_engine::{Answered, SeatTranscript};
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;

/// The shell script; it has one placeholder, the time limit in seconds.
const RUN: &str = include_str!("run.sh");
/// Seconds added to the time limit of the game, since shells are slow.
const SLACK: u64 = 2;

/// A file of the folder: name, contents, and a flag that it is executable.
pub(super) struct BundleFile {
    pub name: &'static str,
    pub text: String,
    pub runs: bool,
}

/// Returns all files of the folder.
pub(super) fn parts(game: &RecordedGame, script: &SeatTranscript) -> [BundleFile; 4] {
    let allowed = script.questions.iter().map(|asked| asked.allowed.as_secs());
    let start = game.record.played.job.limits.start_ms / 1000;
    let limit = allowed.chain([start]).max().unwrap_or(start) + SLACK;
    [
        ("input.txt", script.text()),
        ("expected.txt", expected(script)),
        ("run.sh", RUN.replace("@LIMIT@", &limit.to_string())),
        ("README.txt", readme(game, script)),
    ]
    .map(|(name, text)| BundleFile {
        name,
        text,
        runs: name == "run.sh",
    })
}

/// Writes the folder. Returns an error if it exists already.
pub fn write(folder: &Path, game: &RecordedGame, script: &SeatTranscript) -> Result<()> {
    let shown = folder.display();
    fs::create_dir(folder).map_err(|e| match e.kind() {
        std::io::ErrorKind::AlreadyExists => bad_input(format!(
            "--script {shown}: this is there already, and nothing is overwritten; name a new folder"
        )),
        _ => bad_input(format!("--script {shown}: {e}")),
    })?;
    for part in parts(game, script) {
        let path = folder.join(part.name);
        put(&path, &part.text).map_err(|e| machine(format!("{}: {e}", path.display())))?;
        if part.runs {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(machine)?;
        }
    }
    Ok(())
}

fn put(path: &Path, text: &str) -> std::io::Result<()> {
    File::create_new(path)?.write_all(text.as_bytes())
}

/// Returns a line for each question: the recorded answer, or the reason why there was none.
fn expected(script: &SeatTranscript) -> String {
    let line = |answer: &Answered| match answer {
        Answered::Move { move_text, .. } => format!("move {}\n", plain(move_text)),
        Answered::Fault {
            move_text: Some(move_text),
            reason,
            ..
        } if *reason == Some(FaultKind::IllegalMove) => {
            format!("move {}", plain(move_text)).trim_end().to_owned() + "\n"
        }
        Answered::Fault {
            reason: Some(FaultKind::Resigned),
            ..
        } => "resign\n".to_owned(),
        Answered::Fault { sentence, .. } => format!("# {}: {}\n", answer.word(), plain(sentence)),
    };
    script
        .questions
        .iter()
        .map(|asked| line(&asked.answer))
        .collect()
}

fn readme(game: &RecordedGame, script: &SeatTranscript) -> String {
    let seated = game
        .outcome
        .seats
        .iter()
        .find(|seated| seated.seat == script.seat);
    let bot = seated.map_or_else(String::new, |seated| plain(&seated.bot));
    let mut paragraphs = vec![
        title(&game.outcome),
        wrap(
            &format!(
                "This folder holds what {bot} was told in seat {} of that game, byte for byte, and \
                 what it answered. Nothing else is needed to repeat it.",
                script.seat
            ),
            0,
        ),
        "  ./run.sh ./mybot              a program\n  ./run.sh python3 bot.py       or a command"
            .to_owned(),
        wrap(
            "It is told line by line, each question after the answer to the last one. Exit status 0: \
             all answers are those of then; 1: not all, and which is printed.",
            0,
        ),
        "  input.txt      what the bot was told\n  expected.txt   its answers, a line for each `go`; \
         `#` where none came, and why"
            .to_owned(),
        "To see it at once, without waiting for answers:  ./mybot < input.txt".to_owned(),
    ];
    if script.kept {
        paragraphs.push(wrap(
            "The process had played before this game. Here it begins with a `hello` of its own, the \
             first line of input.txt, and knows nothing of the earlier games.",
            0,
        ));
    }
    paragraphs.join("\n\n") + "\n"
}
