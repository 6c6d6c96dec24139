//! What the operator puts into the folder of bots becomes a version when nobody writes there any more.

use std::fs;

use referee_ladder::{BotsWatch, LadderSettings, Receipt, UploadError};

use crate::common::{NOW, TestLadder};

fn ladder() -> TestLadder {
    TestLadder::new(LadderSettings::default())
}

fn write(ladder: &TestLadder, path: &str, text: &str) {
    let path = ladder.at("bots").join(path);
    fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Looks at the folder of bots; returns what came of each, in words.
fn look(watch: &mut BotsWatch, ladder: &TestLadder) -> Vec<String> {
    let results = watch.look(&ladder.intake, NOW).expect("a folder");
    let said = results.into_iter().map(|(bot, result)| match result {
        Ok(Receipt::New(version)) => format!("new: {}", version.name()),
        Ok(Receipt::Same(version)) => format!("same: {}", version.name()),
        Err(error) => format!("{bot}: {error}"),
    });
    said.collect()
}

#[test]
fn a_folder_becomes_a_version_when_it_is_still() {
    let ladder = ladder();
    let mut watch = BotsWatch::default();
    write(&ladder, "fox/bot.sh", "exit 1");
    assert!(look(&mut watch, &ladder).is_empty());
    write(&ladder, "fox/data/book", "e4");
    assert!(look(&mut watch, &ladder).is_empty());
    assert_eq!(look(&mut watch, &ladder), ["new: fox.1"]);
    assert!(look(&mut watch, &ladder).is_empty());
    let versions = ladder.intake.versions();
    let first = versions.find("fox", 1).expect("it is there").clone();
    drop(versions);
    assert_eq!(first.author, None);

    write(&ladder, "fox/.git/index", "x");
    write(&ladder, "fox/bot.sh", "exit 22");
    assert!(look(&mut watch, &ladder).is_empty());
    assert_eq!(look(&mut watch, &ladder), ["new: fox.2"]);
    // Written again, it is what it was.
    fs::remove_file(ladder.at("bots/fox/bot.sh")).expect("it is there");
    write(&ladder, "fox/bot.sh", "exit 22");
    look(&mut watch, &ladder);
    let same = look(&mut watch, &ladder);
    assert!(same.is_empty() || same == ["same: fox.2"], "{same:?}");
}

#[test]
fn a_restart_takes_nothing_twice() {
    let ladder = ladder();
    write(&ladder, "fox/bot.sh", "exit");
    let mut watch = BotsWatch::default();
    look(&mut watch, &ladder);
    assert_eq!(look(&mut watch, &ladder), ["new: fox.1"]);
    let ladder = ladder.again();
    let mut watch = BotsWatch::default();
    look(&mut watch, &ladder);
    assert_eq!(look(&mut watch, &ladder), ["same: fox.1"]);
    assert_eq!(ladder.names(), ["fox.1"]);
    assert_eq!(ladder.receiving(), 0);
}

#[test]
fn names_are_the_author_s_or_the_operator_s() {
    let ladder = ladder();
    ladder.sent(("ada", "fox"), "exit 1", NOW);
    write(&ladder, "fox/bot.sh", "exit 2");
    write(&ladder, "a.b/bot.sh", "exit");
    write(&ladder, "hare/bot.sh", "exit");
    fs::create_dir(ladder.at("bots/owl")).expect("a folder");
    let mut watch = BotsWatch::default();
    look(&mut watch, &ladder);
    let said = look(&mut watch, &ladder);
    let expected = [
        "a.b: the name \"a.b\" can't be that of a bot",
        "fox: fox is a bot of ada",
        "new: hare.1",
        "owl: owl has no files",
    ];
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.starts_with(expected), "{said}");
    }
    // It is said once, until something changes.
    assert!(look(&mut watch, &ladder).is_empty());
    let error = ladder.send(("ada", "hare"), "exit 1", NOW);
    let error = error.expect_err("it is the operator's");
    assert!(matches!(error, UploadError::NotYours(_)), "{error:?}");
    assert!(error.to_string().contains("hare is a bot of the operator"));
}
