//! What an author may send, and what the ladder may hold.

use referee_ladder::{LadderSettings, Receipt, UploadError, VersionState};

use crate::common::{MINUTE, NOW, TestLadder};

#[track_caller]
fn assert_too_many(error: &UploadError, why: &str) {
    assert!(matches!(error, UploadError::TooMany(_)), "{error:?}");
    assert!(error.to_string().contains(why), "{error}");
}

#[test]
fn an_author_sends_so_many_within_an_hour() {
    let ladder = TestLadder::new(LadderSettings {
        uploads_per_hour: 2,
        waiting: 10,
        ..LadderSettings::default()
    });
    ladder.sent(("ada", "fox"), "exit 1", NOW);
    ladder.sent(("ada", "wolf"), "exit 1", NOW + MINUTE);
    let third = |ladder: &TestLadder, now_ms| ladder.send(("ada", "fox"), "exit 2", now_ms);
    let error = third(&ladder, NOW + 2 * MINUTE).expect_err("it is the third");
    assert_too_many(&error, "send it in 58 min 0 s");
    // Others may, and a restart forgets nothing.
    ladder.sent(("bob", "hare"), "exit 1", NOW + 2 * MINUTE);
    let ladder = ladder.again();
    let error = third(&ladder, NOW + 60 * MINUTE - 1).expect_err("it is the third");
    assert_too_many(&error, "send it in 1 ms");
    third(&ladder, NOW + 60 * MINUTE).expect("the first is an hour old");
    let error = ladder.send(("ada", "fox"), "exit 3", NOW + 60 * MINUTE);
    let error = error.expect_err("it is the third again");
    assert_too_many(&error, "send it in 1 min 0 s");
}

#[test]
fn uploads_of_which_no_version_comes_count_too() {
    let ladder = TestLadder::new(LadderSettings {
        uploads_per_hour: 2,
        waiting: 10,
        ..LadderSettings::default()
    });
    let send = |script: &str, now_ms| ladder.send(("ada", "fox"), script, now_ms);
    ladder.sent(("ada", "fox"), "exit 1", NOW);
    assert!(matches!(send("exit 1", NOW), Ok(Receipt::Same(_))));
    let error = send("exit 2", NOW + MINUTE).expect_err("it is the third");
    assert_too_many(&error, "send it in 59 min 0 s");
    for _ in 0..2 {
        let unsound = ladder.send_archive(("bob", "hare"), b"exit", NOW);
        let error = unsound.expect_err("it is no archive");
        assert!(matches!(error, UploadError::Unfit(_)), "{error:?}");
    }
    let error = ladder.send(("bob", "hare"), "exit", NOW + MINUTE);
    assert_too_many(&error.expect_err("it is the third"), "send it in 59 min");
    send("exit 2", NOW + 60 * MINUTE).expect("the others are an hour old");
}

#[test]
fn a_clock_that_is_set_back_locks_nobody_out() {
    let ladder = TestLadder::new(LadderSettings {
        uploads_per_hour: 2,
        waiting: 10,
        ..LadderSettings::default()
    });
    let year = 365 * 24 * 60 * MINUTE;
    ladder.sent(("ada", "fox"), "exit 1", NOW + year);
    let again = ladder.send(("ada", "fox"), "exit 1", NOW + year);
    assert!(matches!(again, Ok(Receipt::Same(_))), "{again:?}");
    ladder.sent(("ada", "fox"), "exit 2", NOW);
    ladder.sent(("ada", "fox"), "exit 3", NOW);
    let error = ladder.send(("ada", "fox"), "exit 4", NOW);
    assert_too_many(&error.expect_err("it is the third"), "send it in 1 h 0 min");
}

#[test]
fn so_many_of_an_author_wait() {
    let ladder = TestLadder::new(LadderSettings {
        waiting: 1,
        ..LadderSettings::default()
    });
    ladder.sent(("ada", "fox"), "exit 1", NOW);
    let ladder = ladder.again();
    let second = || ladder.send(("ada", "fox"), "exit 2", NOW);
    let error = second().expect_err("one waits");
    assert_too_many(&error, "you have 1 version waiting");
    ladder.sent(("bob", "hare"), "exit 1", NOW);
    ladder.mark("fox", 1, VersionState::Refused("it crashed".into()), NOW);
    second().expect("none waits");
}

#[test]
fn an_author_has_so_many_bots() {
    let ladder = TestLadder::new(LadderSettings {
        bots_per_author: 1,
        ..LadderSettings::default()
    });
    ladder.sent(("ada", "fox"), "exit 1", NOW);
    let error = ladder.send(("ada", "wolf"), "exit 1", NOW);
    let error = error.expect_err("it is the second");
    assert_too_many(&error, "send a new version of one of them: fox");
    ladder.sent(("ada", "fox"), "exit 2", NOW);
    ladder.sent(("bob", "wolf"), "exit 1", NOW);
}

#[test]
fn an_author_sends_one_at_a_time() {
    let ladder = TestLadder::new(LadderSettings::default());
    let slot = ladder.intake.admit("ada", "fox", NOW);
    let slot = slot.expect("it is the first");
    let error = ladder.intake.admit("ada", "wolf", NOW);
    assert_too_many(&error.expect_err("it is the second"), "is being received");
    ladder.sent(("bob", "hare"), "exit", NOW);
    drop(slot);
    ladder.sent(("ada", "wolf"), "exit", NOW);
}

#[test]
fn the_ladder_has_so_many_wait() {
    let ladder = TestLadder::new(LadderSettings {
        queue: 2,
        ..LadderSettings::default()
    });
    ladder.sent(("ada", "fox"), "exit", NOW);
    ladder.sent(("bob", "hare"), "exit", NOW);
    let error = ladder.send(("eve", "owl"), "exit", NOW);
    let error = error.expect_err("two wait");
    assert!(matches!(error, UploadError::Full(_)), "{error:?}");
    ladder.mark("fox", 1, VersionState::Accepted, NOW);
    ladder.sent(("eve", "owl"), "exit", NOW);
}

#[test]
fn what_plays_no_more_makes_room_for_what_comes() {
    let ladder = TestLadder::new(LadderSettings {
        disk_mib: 1,
        ..LadderSettings::default()
    });
    let half = ["a", "b", "c"].map(|letter| letter.repeat(600_000));
    ladder.sent(("ada", "fox"), &half[0], NOW);
    let ladder = ladder.again();
    let error = ladder.send(("bob", "hare"), &half[1], NOW);
    let error = error.expect_err("the first waits");
    assert!(matches!(error, UploadError::Full(_)), "{error:?}");
    assert_eq!(ladder.names(), ["fox.1"]);
    ladder.mark("fox", 1, VersionState::Refused("it crashed".into()), NOW);
    assert!(ladder.at("versions/fox/1/files/bot.sh").exists());
    ladder.sent(("bob", "hare"), &half[1], NOW);
    assert!(!ladder.at("versions/fox/1/files").exists());
    ladder.mark("hare", 1, VersionState::Accepted, NOW);
    let error = ladder.send(("ada", "fox"), &half[2], NOW);
    let error = error.expect_err("the second plays");
    assert!(matches!(error, UploadError::Full(_)), "{error:?}");
    // What is small has room still, and no number is given twice.
    let ladder = ladder.again();
    assert_eq!(ladder.sent(("ada", "fox"), "exit", NOW).name(), "fox.2");
    let versions = ladder.intake.versions();
    let first = versions.find("fox", 1).expect("its description stays");
    assert!(first.removed);
}
