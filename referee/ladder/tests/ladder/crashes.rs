//! What a killed process leaves, step by step, is cleared or goes on.

use std::fs;
use std::path::Path;

use referee_ladder::{Intake, LadderFolder, LadderSettings, Receipt, VersionState};

use crate::common::{NOW, TestLadder};

const FOX: (&str, &str) = ("ada", "fox");

fn new_ladder() -> TestLadder {
    TestLadder::new(LadderSettings::default())
}

/// Copies a folder as it is.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a copy");
        }
    }
}

#[test]
fn killed_before_the_rename_it_never_was() {
    let ladder = new_ladder();
    ladder.sent(FOX, "exit 1", NOW);
    for step in ["unpacked", "version/files", "version"] {
        let killed = new_ladder().after(|place| {
            let folder = place.join("uploads/killed").join(step);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("bot.sh"), "x").expect("a file");
        });
        assert_eq!((killed.receiving(), killed.names().len()), (0, 0));
    }
    // All of it was written, but its place is empty.
    let ladder = ladder.after(|place| {
        let draft = place.join("uploads/killed/version");
        copy(&place.join("versions/fox/1"), &draft);
        fs::create_dir(place.join("versions/wolf")).expect("a folder");
    });
    assert_eq!(ladder.receiving(), 0);
    assert_eq!(ladder.names(), ["fox.1"]);
    assert_eq!(ladder.sent(("bob", "wolf"), "exit", NOW).name(), "wolf.1");
}

#[test]
fn killed_after_the_rename_it_is_there() {
    let ladder = new_ladder();
    let version = ladder.sent(FOX, "exit 1", NOW);
    // Its author was told nothing, and sends it again.
    let ladder = ladder.again();
    let again = ladder.send(FOX, "exit 1", NOW).expect("it is taken");
    assert_eq!(again, Receipt::Same(version));
    assert_eq!(ladder.names(), ["fox.1"]);
}

#[test]
fn killed_while_a_state_is_written_it_is_the_old_one() {
    let ladder = new_ladder();
    ladder.sent(FOX, "exit 1", NOW);
    let ladder = ladder.after(|place| {
        let draft = place.join("versions/fox/1/version.json.new");
        fs::write(draft, "{\"bot\": \"f").expect("a file");
    });
    let state = |ladder: &TestLadder| {
        let versions = ladder.intake.versions();
        versions.find("fox", 1).map(|version| version.state.clone())
    };
    assert_eq!(state(&ladder), Some(VersionState::Waiting));
    ladder.mark("fox", 1, VersionState::Accepted, NOW);
    let ladder = ladder.again();
    assert_eq!(state(&ladder), Some(VersionState::Accepted));
    assert!(!ladder.at("versions/fox/1/version.json.new").exists());
}

#[test]
fn killed_while_files_are_removed_they_are_removed_at_the_start() {
    let ladder = new_ladder();
    ladder.sent(FOX, "exit 1", NOW);
    let refused = VersionState::Refused("it crashed".to_owned());
    ladder.mark("fox", 1, refused, NOW);
    let ladder = ladder.after(|place| {
        let description = place.join("versions/fox/1/version.json");
        let text = fs::read_to_string(&description).expect("a file");
        let removed = text.replace("\"removed\": false", "\"removed\": true");
        assert_ne!(text, removed);
        fs::write(&description, removed).expect("a file");
    });
    assert_eq!(ladder.names(), ["fox.1"]);
    assert!(!ladder.at("versions/fox/1/files").exists());
}

#[test]
fn a_number_is_never_given_twice() {
    let ladder = new_ladder();
    ladder.sent(FOX, "exit 1", NOW);
    // Whatever lies there under a number has it.
    fs::create_dir(ladder.at("versions/fox/7")).expect("a folder");
    assert_eq!(ladder.sent(FOX, "exit 2", NOW).name(), "fox.8");
}

#[test]
fn what_can_not_be_read_is_named_and_not_passed_over() {
    for (text, why) in [
        (None, "expected the description of fox.1"),
        (Some("{}"), "missing field"),
        (Some("other"), "it is that of fox.2"),
    ] {
        let ladder = new_ladder();
        ladder.sent(FOX, "exit 1", NOW);
        ladder.sent(FOX, "exit 2", NOW);
        let place = ladder.at("");
        let other = fs::read_to_string(place.join("versions/fox/2/version.json"));
        let other = other.expect("a file");
        let description = place.join("versions/fox/1/version.json");
        match text {
            None => fs::remove_file(&description).expect("it is there"),
            Some("other") => fs::write(&description, other).expect("a file"),
            Some(text) => fs::write(&description, text).expect("a file"),
        }
        let kept = tempfile::tempdir().expect("a folder");
        copy(&place.join("versions"), &kept.path().join("versions"));
        let folder = LadderFolder::at(kept.path()).expect("it is there");
        let error = Intake::open(folder, LadderSettings::default());
        let error = error.expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
        assert!(error.contains("versions/fox/1/version.json"), "{error}");
    }
}
