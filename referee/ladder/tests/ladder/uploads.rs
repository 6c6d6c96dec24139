//! What authors send becomes a version, or a sentence that says why not.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use referee_ladder::{LadderSettings, Receipt, UploadError, VersionState};
use tar::{Builder, EntryType, Header};

use crate::common::{MINUTE, NOW, TestLadder, archive};

const FOX: (&str, &str) = ("ada", "fox");

fn ladder() -> TestLadder {
    TestLadder::new(LadderSettings::default())
}

#[test]
fn an_upload_becomes_a_version_that_waits_and_stays() {
    let ladder = ladder();
    let first = ladder.sent(FOX, "exit 1", NOW);
    assert_eq!((first.name().as_str(), first.number), ("fox.1", 1));
    assert_eq!(first.author.as_deref(), Some("ada"));
    assert_eq!((first.received_ms, first.checked_ms), (NOW, None));
    assert_eq!(first.state, VersionState::Waiting);
    let files = ladder.intake.versions().files(&first);
    let script = files.join("bot.sh");
    assert!(files.ends_with("versions/fox/1/files"));
    assert_eq!(fs::read_to_string(&script).expect("a file"), "exit 1");
    let mode = fs::metadata(&script).expect("a file").permissions().mode();
    assert_eq!(mode & 0o222, 0, "{mode:o}");
    assert_eq!(ladder.receiving(), 0);

    let second = ladder.sent(FOX, "exit 2", NOW + MINUTE);
    assert_eq!(second.name(), "fox.2");
    assert_ne!(second.hash, first.hash);
    let ladder = ladder.again();
    assert_eq!(ladder.names(), ["fox.1", "fox.2"]);
    let versions = ladder.intake.versions();
    assert_eq!(versions.find("fox", 1), Some(&first));
    assert_eq!(versions.find("fox", 2), Some(&second));
    assert_eq!(versions.find("fox", 3), None);
}

#[test]
fn what_is_the_newest_version_makes_no_other() {
    let ladder = ladder();
    let first = ladder.sent(FOX, "exit 1", NOW);
    let again = ladder.send(FOX, "exit 1", NOW).expect("it is taken");
    assert_eq!(again, Receipt::Same(first));
    // In another folder of the archive, and with what is no source, it is the same.
    let files = [("fox/bot.sh", "exit 1"), ("fox/run.log", "x")];
    let wrapped = ladder.send_archive(FOX, &archive(&files), NOW);
    assert!(matches!(wrapped, Ok(Receipt::Same(_))), "{wrapped:?}");
    assert_eq!((ladder.names().len(), ladder.receiving()), (1, 0));
    ladder.mark("fox", 1, VersionState::Accepted, NOW);
    ladder.sent(FOX, "exit 2", NOW);
    ladder.mark("fox", 2, VersionState::Accepted, NOW);
    // An older one may come back.
    assert_eq!(ladder.sent(FOX, "exit 1", NOW).name(), "fox.3");
}

#[test]
fn a_bot_belongs_to_who_sent_it_first() {
    let ladder = ladder();
    ladder.sent(FOX, "exit 1", NOW);
    let ladder = ladder.again();
    let stolen = ladder.send(("bob", "fox"), "exit 2", NOW);
    let error = stolen.expect_err("it is hers");
    assert!(matches!(error, UploadError::NotYours(_)), "{error:?}");
    assert!(error.to_string().starts_with("fox is a bot of ada"));
    for (name, why) in [
        ("Fox", "another bot is fox, and the two differ only in case"),
        ("f\u{43e}x", "the two look alike"),
        ("fox.2", "can't be that of a bot"),
        ("../fox", "can't be that of a bot"),
        (".fox", "can't be that of a bot"),
        ("fox\u{202e}", "can't be that of a bot"),
    ] {
        let error = ladder.send(("bob", name), "exit", NOW).expect_err(name);
        assert!(matches!(error, UploadError::Unfit(_)), "{error:?}");
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(ladder.names(), ["fox.1"]);
}

#[test]
fn what_is_no_sound_archive_leaves_nothing() {
    let ladder = ladder();
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Symlink);
    header.set_size(0);
    let mut linked = Builder::new(Vec::new());
    let added = linked.append_link(&mut header, "bot.sh", "/etc/passwd");
    added.expect("an entry");
    let linked = linked.into_inner().expect("an archive");
    let sound = archive(&[("bot.sh", "exit")]);
    let only_leftovers = archive(&[(".git/HEAD", "x"), ("run.log", "x")]);
    for (archive, why) in [
        (&linked[..], "\"bot.sh\": it is a link; put the file itself"),
        (&b"exit"[..], "expected .tar, .tar.gz or .zip"),
        (&sound[..sound.len() - 1], "the archive of fox: "),
        (&only_leftovers[..], "fox has no files"),
    ] {
        let error = ladder.send_archive(FOX, archive, NOW).expect_err(why);
        assert!(matches!(error, UploadError::Unfit(_)), "{error:?}");
        assert!(error.to_string().contains(why), "{error}");
        assert_eq!(ladder.receiving(), 0);
    }
    assert!(ladder.names().is_empty());
    assert!(!ladder.at("versions/fox").exists());
}

#[test]
fn what_is_too_large_is_refused() {
    let ladder = TestLadder::new(LadderSettings {
        upload_mib: 1,
        unpacked_mib: 1,
        unpacked_files: 3,
        ..LadderSettings::default()
    });
    let large = vec![0; (1 << 20) + 1];
    let error = ladder.send_archive(FOX, &large, NOW);
    let error = error.expect_err("it is too large");
    assert!(matches!(error, UploadError::TooLarge(_)), "{error:?}");
    let error = ladder.send(FOX, &"x".repeat(large.len()), NOW);
    let error = error.expect_err("its file is too large");
    assert!(matches!(error, UploadError::Unfit(_)), "{error:?}");
    assert!(error.to_string().contains("more than 1 MiB"), "{error}");
    let files = ["a", "b", "c", "d"].map(|name| (name, "x"));
    let error = ladder.send_archive(FOX, &archive(&files), NOW);
    let error = error.expect_err("it has too many files").to_string();
    assert!(error.contains("more than 3 files"), "{error}");
    assert_eq!(ladder.receiving(), 0);
}
