//! Games of a bot whose files changed are told apart by the config revision in which they were played.

use std::collections::BTreeMap;

use referee_record::Outcome;
use referee_stats::{BotVersions, Tally, VersionTally};

use super::common::{game, names, ranks};

const OLD: &str = "0123456789abcdef";
const NEW: &str = "fedcba9876543210";

/// Versions of a run in which `a` changed twice, back to what it was, and `b` never did.
fn versions() -> BotVersions {
    let revision = |a: &str| {
        let hashes = [("a", a), ("b", "5eed")];
        hashes
            .map(|(bot, hash)| (bot.to_owned(), hash.to_owned()))
            .into()
    };
    BotVersions::new([OLD, NEW, OLD].map(revision).to_vec())
}

fn played(result: &str, number: u64, revision: u32) -> Outcome {
    let mut record = game(result);
    record.played.job.number = number;
    record.measured.revision = revision;
    Outcome::of(&record)
}

#[test]
fn each_version_has_its_games() {
    let versions = versions();
    let mut tally = VersionTally::new(&versions);
    let mut void = played("a1 b2", 5, 2);
    void.verdict.void = Some("the machine failed".to_owned());
    for outcome in [
        played("a1 b2", 1, 0),
        played("a2 b1", 2, 1),
        played("a1 b1", 3, 1),
        played("b2 a1", 4, 2),
        void,
    ] {
        tally.add(&outcome);
    }
    let rows = tally.rows(None);
    assert_eq!(rows.keys().collect::<Vec<_>>(), ["a"], "b never changed");
    let [old, new] = &rows["a"][..] else {
        panic!("{rows:?}");
    };
    assert_eq!((&*old.version, &*new.version), ("01234567", "fedcba98"));
    assert_eq!((old.first, old.last, old.games), (1, 4, 2));
    assert_eq!((new.first, new.last, new.games), (2, 3, 2));
    assert_eq!((old.wins, old.draws, old.losses), (2, 0, 0));
    assert_eq!((new.wins, new.draws, new.losses), (0, 1, 1));
    assert_eq!((old.points, new.points), (2.0, 0.5));
    assert!((new.percent - 25.0).abs() < 1e-12);
}

#[test]
fn a_version_without_games_is_none() {
    let versions = versions();
    let mut tally = VersionTally::new(&versions);
    tally.add(&played("a1 b2", 1, 0));
    assert!(tally.rows(None).is_empty(), "one version played");
}

#[test]
fn versions_are_rated_as_bots_of_their_own() {
    let versions = versions();
    let mut tally = Tally::new(&names("b"));
    for (number, revision) in [(1, 0), (2, 1), (3, 1)] {
        let mut outcome = played("a1 b2", number, revision);
        versions.split(&mut outcome);
        tally.add(&outcome);
    }
    let expected = "1 a @01234567, 1 a @fedcba98, 3 b";
    assert_eq!(ranks(&tally.standings()), expected);
    let games = tally.games();
    assert_eq!(
        (games.counted, games.distinct),
        (3, 2),
        "equal moves of another version are another game"
    );
    assert_eq!(versions.latest("a"), "a @01234567");
    assert_eq!(versions.latest("b"), "b");
    assert!(versions.has("a") && !versions.has("b"));
}

#[test]
fn a_game_that_two_versions_share_is_no_unit() {
    let versions = versions();
    let mut tally = Tally::new(&names("b"));
    for (rotation, revision) in [(1, 0), (2, 1)] {
        let mut outcome = played("a1 b2", rotation, revision);
        outcome.place.rotation = u32::try_from(rotation).expect("small");
        outcome.place.rotations = 2;
        versions.split(&mut outcome);
        tally.add(&outcome);
    }
    assert_eq!(tally.units(), []);
}

#[test]
fn hashes_that_begin_alike_are_told_apart() {
    let hashes = ["0123456789a", "0123456789b"];
    let revision = |hash: &str| BTreeMap::from([("a".to_owned(), hash.to_owned())]);
    let versions = BotVersions::new(hashes.map(revision).to_vec());
    assert_eq!(versions.latest("a"), "a @0123456789b");
    let same = BotVersions::new(vec![revision(OLD), revision(OLD)]);
    assert!(same.is_empty());
    assert_eq!(same.latest("a"), "a");
}
