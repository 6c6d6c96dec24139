//! Nobody sees a name, an id, a mark or a remark of anybody else.

use std::fs;
use std::path::Path;

use super::EXAM;
use crate::engine::records;

/// Id, name and alias of everybody.
pub(super) fn roster() -> Vec<[String; 3]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/exam/roster.csv");
    let text = fs::read_to_string(path).expect("a roster");
    let row = |line: &str| {
        let cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        <[String; 3]>::try_from(cells).expect("three cells")
    };
    text.lines().skip(1).map(row).collect()
}

/// What bots wrote to stderr and as remarks, by id.
pub(super) fn written() -> Vec<(String, String)> {
    let mut written = Vec::new();
    for record in records(&EXAM.path("exam.db")) {
        let bot = |seat: char| {
            let mut seats = record.played.job.seats.iter();
            let seated = seats.find(|seated| seated.seat == seat);
            seated.expect("every seat has a bot").bot.clone()
        };
        for bot_measure in &record.measured.bots {
            let lines = bot_measure
                .stderr_head
                .lines()
                .chain(bot_measure.stderr_tail.lines());
            written.extend(lines.map(|line| (bot(bot_measure.seat), line.to_owned())));
        }
        for (step, ply) in record.played.steps.iter().zip(&record.measured.plies) {
            if let referee_record::Step::Move { seat, .. } = step {
                let info = ply.info.iter().map(|info| (bot(*seat), info.clone()));
                written.extend(info);
            }
        }
    }
    written.retain(|(_, text)| !text.trim().is_empty());
    written.sort();
    written.dedup();
    written
}

/// The files that one student is given.
fn files_of(id: &str) -> [String; 3] {
    [
        EXAM.read(&format!("reports/{id}.txt")),
        EXAM.read(&format!("reports/{id}.md")),
        EXAM.read(&format!("gradescope/{id}/results.json")),
    ]
}

#[test]
fn no_student_s_file_holds_anything_of_others_but_aliases() {
    let (roster, written) = (roster(), written());
    for author in ["s101", "s103", "s106"] {
        assert!(
            written.iter().any(|(bot, _)| bot == author),
            "{author} wrote something"
        );
    }
    for [id, name, alias] in &roster {
        for file in files_of(id) {
            assert!(file.contains(name) && file.contains(alias), "{file}");
            for [other, real, _] in roster.iter().filter(|[other, ..]| other != id) {
                assert!(!file.contains(other), "{id}'s file names {other}: {file}");
                assert!(!file.contains(real), "{id}'s file names {real}: {file}");
            }
            for (author, text) in written.iter().filter(|(author, _)| author != id) {
                assert!(
                    !file.contains(text),
                    "{id}'s file holds {text:?} of {author}: {file}"
                );
            }
            assert!(!file.contains(&*EXAM.folder.path().to_string_lossy()));
        }
    }
    // Aliases of those who met are there.
    let [text, ..] = files_of("s101");
    assert!(text.contains("marten") && text.contains("oracle"), "{text}");
}

#[test]
fn a_student_s_file_is_there_for_everybody_and_nobody_else() {
    let entries = fs::read_dir(EXAM.path("reports")).expect("a folder");
    assert_eq!(entries.count(), 2 * roster().len());
    let entries = fs::read_dir(EXAM.path("gradescope")).expect("a folder");
    assert_eq!(entries.count(), roster().len());
}

#[test]
fn the_public_table_has_aliases_and_results_alone() {
    for form in [&[][..], &["--csv"], &["--md"], &["--json"]] {
        let table = EXAM.marks(&[&["--public"], form].concat());
        for [id, name, alias] in roster() {
            assert!(!table.contains(&id) && !table.contains(&name), "{table}");
            assert!(table.contains(&alias), "{alias}: {table}");
        }
        for secret in [
            "mark\"",
            " mark",
            "norm",
            "basics",
            "errors",
            "build",
            "SyntaxError",
            "no submission",
        ] {
            assert!(!table.contains(secret), "{secret}: {table}");
        }
        for (_, text) in written() {
            assert!(!table.contains(&text), "{text:?}: {table}");
        }
    }
}
