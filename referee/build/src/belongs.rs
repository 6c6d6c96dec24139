//! Recognizes files that the referee writes: they may be in a bot's folder, but are not part of the bot.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use referee_engine::careful_open;
use referee_output::headings::{FIGURES, MARKS, STANDINGS};

/// First bytes of outputs: pages, metrics, test reports (also those of other programs), and reports as a
/// page. Exports are not listed, since a bot may learn from one.
const BEGINNINGS: [&str; 4] = [
    "## referee ",
    "# TYPE referee_",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ",
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"referee\">",
];
/// Name of the file that says what git ignores.
const IGNORED_BY_GIT: &str = ".gitignore";
/// Number of bytes that are read.
const HEAD: u64 = 4096;

/// Content of the `.gitignore` in a folder for results.
const RESULTS_IGNORED: &str = "# Results of referee\n*\n";

/// Makes a folder for results, if it isn't there, and has git ignore it if it is empty: an empty one would count
/// as a source of a bot in whose folder it lies, and no longer do so when it holds results.
pub fn make_results_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_none() {
        fs::write(folder.join(IGNORED_BY_GIT), RESULTS_IGNORED)?;
    }
    Ok(())
}

/// Returns true if a folder for results, such as [`make_results_folder`] makes it, holds no results.
pub fn is_without_results(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .all(|path| ignores_results(&path))
}

/// Returns true if the file is an output of the referee, given by a path without links: it begins like a file
/// that the referee writes, is a bot's stderr beside its log, or has git ignore results.
pub fn is_output(path: &Path) -> bool {
    is_stderr_log(path) || ignores_results(path) || is_recognized(path)
}

fn ignores_results(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == IGNORED_BY_GIT)
        && head(path).is_some_and(|head| head == RESULTS_IGNORED.as_bytes())
}

/// Returns true if an earlier command left this file, which is recognized only by its first bytes.
pub(crate) fn is_recognized(path: &Path) -> bool {
    // Opening a pipe would wait for its other end.
    path.symlink_metadata().is_ok_and(|entry| entry.is_file()) && begins_as_ours(path)
}

/// Returns true if this is a bot's stderr, next to the log of its lines: `000007-A-NAME.stderr`.
fn is_stderr_log(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    digits >= 6
        && path.extension().is_some_and(|kind| kind == "stderr")
        && path.with_extension("log").is_file()
}

/// Returns the first bytes of a file, if it can be read.
fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    let file = careful_open::open(path).ok()?;
    file.take(HEAD).read_to_end(&mut head).ok()?;
    Some(head)
}

fn begins_as_ours(path: &Path) -> bool {
    let Some(head) = head(path) else {
        return false;
    };
    BEGINNINGS
        .iter()
        .any(|beginning| head.starts_with(beginning.as_bytes()))
        || is_printed_by_a_run(&head)
}

/// Returns true if a run printed this text: `cup.toml with seed 7` on stderr, or its standings.
fn is_printed_by_a_run(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let line = lines.next().unwrap_or_default();
    if let Some((what, seed)) = line.rsplit_once(" with seed ") {
        let run = Path::new(what).extension().is_some_and(|end| end == "toml")
            || what.starts_with("match of ");
        return run && seed.parse::<u64>().is_ok();
    }
    // The first row must begin with a rank: other programs may print the same heading.
    let next = lines.next().unwrap_or_default().split_whitespace().next();
    is_heading(line) && next.is_some_and(|first_cell| first_cell.parse::<u64>().is_ok())
}

/// Returns true if a line is the heading of standings, for any columns before the points and any width of the
/// table.
fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [points, games, wins, draws, losses] = FIGURES;
    let Some(at) = words.iter().rposition(|word| *word == points) else {
        return false;
    };
    let behind = words[at + 1..].iter().copied();
    let behind = behind.filter(|word| ![games, draws].contains(word));
    [STANDINGS, MARKS]
        .iter()
        .any(|head| words.starts_with(head))
        && behind.take(2).eq([wins, losses])
}
