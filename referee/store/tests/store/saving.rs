//! Tests of what can be saved from a damaged run.

use std::fs;
use std::path::{Path, PathBuf};

use referee_store::{Ruling, Run, RunCheck, SalvageResult, annul, extend, salvage, saveable};

use crate::common::{add, again, database, folder, forge, record, revision, void};

/// Makes a run of thirty games in two sessions, with every kind of event.
pub(crate) fn eventful(name: &str) -> PathBuf {
    let games = (1..=20).flat_map(|number| match number {
        7 => vec![void(7, 1), again(7, 2)],
        number => vec![record(number)],
    });
    let path = database(name, games);
    let ruling = Ruling {
        number: 5,
        attempt: 1,
        because: "the judge was asleep".to_owned(),
        replay: true,
        at_ms: 1,
    };
    annul(&path, &[ruling]).expect("there is such a game");
    extend(&path, &revision(&["greedy", "lazy", "late"])).expect("room");
    add(
        &path,
        [again(5, 2)].into_iter().chain((21..=30).map(record)),
    );
    path
}

fn sound(path: &Path) -> Run {
    let run = Run::open(path).expect("a run");
    assert_eq!(run.check_chain().expect("readable"), None);
    assert_eq!(run.check_tallies().expect("readable"), None);
    assert_eq!(run.check(u64::MAX).expect("readable"), RunCheck::Sound);
    let partial = run.check(0).expect("readable");
    assert!(matches!(partial, RunCheck::Partial { .. }), "{partial:?}");
    run
}

#[test]
fn all_up_to_the_damage_is_saved_and_goes_on() {
    let whole = eventful("whole_to_save");
    let fingerprint = sound(&whole).fingerprint().expect("readable");
    for (at, (damage, games)) in [
        ("UPDATE records SET packed = x'00' WHERE number = 12", 11),
        // Without its second attempt game 7 is not finished, so it is not saved.
        (
            "UPDATE records SET packed = x'00' WHERE (number, attempt) = (7, 2)",
            6,
        ),
        ("DELETE FROM chain WHERE kind = 'ruling'", 20),
        ("UPDATE rulings SET text = 'x'", 20),
        (
            "UPDATE revisions SET text = 'x' || text WHERE revision = 2",
            20,
        ),
        (
            "UPDATE sessions SET text = replace(text, '0.1', '0.2') WHERE session = 2",
            30,
        ),
        ("DELETE FROM sessions WHERE session = 1", 30),
        // The next entry is checked against this damaged hash, so nothing after it is trusted.
        (
            "UPDATE chain SET hash = zeroblob(32) WHERE kind = 'session' AND number = 2",
            20,
        ),
        ("UPDATE records SET packed = x'00' WHERE number = 25", 24),
        // These tables are rebuilt from the records.
        (
            "DELETE FROM tallies; DELETE FROM seats; UPDATE games SET void = 'x'",
            30,
        ),
        ("UPDATE run SET closed = 3", 30),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&format!("saved_{at}"));
        let (damaged, saved) = (folder.join("damaged.db"), folder.join("saved.db"));
        fs::copy(&whole, &damaged).expect("room");
        forge(&damaged, damage);
        let bytes = fs::read(&damaged).expect("it is there");
        assert_eq!(saveable(&damaged).expect("readable"), games, "{damage}");
        let salvage_result = salvage(&damaged, &saved).expect(damage);
        let lost_sessions = u64::from(damage.contains("session"));
        let lost_rulings = u64::from(games < 20 || damage.contains("ruling"));
        assert_eq!(
            salvage_result,
            SalvageResult {
                games,
                lost_sessions,
                lost_rulings
            },
            "{damage}"
        );
        assert!(
            bytes == fs::read(&damaged).expect("it is there"),
            "{damage}"
        );
        let past = sound(&saved).past().expect("readable").expect("a database");
        assert_eq!(past.highest, games, "{damage}");
        if games == 30 && lost_sessions == 0 {
            assert_eq!(sound(&saved).fingerprint().expect("readable"), fingerprint);
        }
        let played_again = (1..=30).map(|number| match number {
            5 | 7 => again(number, 2),
            number => record(number),
        });
        add(&saved, [void(7, 1)].into_iter().chain(played_again));
        let past = sound(&saved).past().expect("readable").expect("a database");
        assert_eq!((past.settled, past.highest), (30, 30), "{damage}");
        salvage(&damaged, &saved).expect_err("nothing is overwritten");
    }
}

/// `SQLite` itself refuses a file that is shorter than it says.
#[test]
fn a_database_that_was_cut_off_is_saved_as_far_as_it_goes() {
    let whole = eventful("whole_to_cut");
    // With so many games, the last pages hold games alone.
    add(&whole, (31..=150).map(record));
    let folder = folder("cut_off");
    let bytes = fs::read(&whole).expect("it is there");
    let (mut best, mut last) = (0, u64::MAX);
    for pages in 1..bytes.len() / 4096 {
        let cut = folder.join(format!("cut_{pages}.db"));
        fs::write(&cut, &bytes[..bytes.len() - 4096 * pages]).expect("room");
        let mut padded = bytes[..bytes.len() - 4096 * pages].to_vec();
        padded.resize(bytes.len(), 0);
        let zeros = folder.join("padded.db");
        fs::write(&zeros, padded).expect("room");
        let games = saveable(&cut).unwrap_or(0);
        assert_eq!(games, saveable(&zeros).unwrap_or(0), "{pages} pages less");
        assert!(games <= last, "{pages} pages less");
        last = games;
        if games > 0 {
            let saved = folder.join(format!("saved_{pages}.db"));
            assert_eq!(salvage(&cut, &saved).expect("room").games, games);
            sound(&saved);
        }
        best = best.max(games);
    }
    assert!(best > 0, "nothing was saved");
}
