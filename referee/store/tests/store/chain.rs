//! Tests of the hash chain: every change is found, and the game is named.

use std::path::Path;

use referee_stats::Tallies;
use referee_store::{Filter, Ruling, Run, RunCheck, RunDamage, annul};

use crate::common::{add, again, database, forge, record, void};
use crate::saving::eventful;

/// Makes a run of ten games; the first attempt at the third one is void.
fn sound(name: &str) -> std::path::PathBuf {
    let games = (1..=10).flat_map(|number| match number {
        3 => vec![void(3, 1), again(3, 2)],
        number => vec![record(number)],
    });
    database(name, games)
}

fn check(path: &Path) -> Option<RunDamage> {
    let run = Run::open(path).expect("a run");
    run.check_chain().expect("readable")
}

#[test]
fn a_sound_run_has_no_fault_and_a_fingerprint_of_its_own() {
    let (one, same) = (sound("sound"), sound("sound_again"));
    let other = database("sound_other", (1..=10).map(record));
    assert_eq!(check(&one), None);
    let fingerprint = |path: &Path| {
        Run::open(path)
            .expect("a run")
            .fingerprint()
            .expect("readable")
    };
    assert_eq!(fingerprint(&one).len(), 64);
    assert_eq!(fingerprint(&one), fingerprint(&same));
    assert_ne!(fingerprint(&one), fingerprint(&other));
}

#[test]
fn whatever_is_forged_the_first_game_is_named() {
    let swap = |table: &str| {
        format!(
            "UPDATE {table} SET number = 100 WHERE number = 5; \
             UPDATE {table} SET number = 5 WHERE number = 8; \
             UPDATE {table} SET number = 8 WHERE number = 100;"
        )
    };
    let all = ["records", "games", "seats"].map(swap).concat();
    let gone = ["records", "games", "seats"]
        .map(|table| format!("DELETE FROM {table} WHERE number = 4;"))
        .concat();
    let forgeries = [
        (
            "UPDATE records SET packed = (SELECT packed FROM records WHERE number = 7) WHERE number = 6",
            6,
        ),
        ("UPDATE records SET packed = x'00' WHERE number = 2", 2),
        (
            "UPDATE records SET packed = x'ffffffff00' WHERE number = 2",
            2,
        ),
        ("DELETE FROM records WHERE number = 4", 4),
        (&gone, 4),
        (&swap("records"), 5),
        (&all, 5),
        ("UPDATE seats SET place = 3 - place WHERE number = 9", 9),
        ("UPDATE games SET void = 'so be it' WHERE number = 1", 1),
        ("UPDATE games SET again = 0 WHERE number = 3", 3),
        ("DELETE FROM games WHERE number = 7", 7),
        (
            "UPDATE chain SET hash = zeroblob(32) WHERE number = 6 AND kind = 'record'",
            6,
        ),
        ("DELETE FROM chain WHERE number = 6 AND kind = 'record'", 7),
        ("DELETE FROM chain WHERE number > 8", 9),
        ("INSERT INTO skips VALUES (4, '{}')", 4),
        ("UPDATE seats SET at = 5 WHERE number = 4 AND at = 1", 4),
        ("INSERT INTO records VALUES (2, 7, x'00')", 2),
        ("INSERT INTO records VALUES (12, 7, x'00')", 12),
    ];
    for (at, (forgery, number)) in forgeries.into_iter().enumerate() {
        let path = sound(&format!("forged_{at}"));
        forge(&path, forgery);
        let damage = check(&path).expect(forgery);
        assert_eq!(damage.number, Some(number), "{forgery}: {damage}");
    }
}

#[test]
fn a_forged_configuration_is_found() {
    for (at, forgery) in [
        "UPDATE revisions SET text = replace(text, 'lazy', 'hazy')",
        "UPDATE run SET master = '1'",
        "UPDATE run SET began_ms = 1",
        "DELETE FROM chain",
        "INSERT INTO revisions (text) SELECT text FROM revisions",
        "UPDATE sessions SET text = replace(text, '0.1.0', '0.2.0')",
        "DELETE FROM sessions",
        "INSERT INTO sessions (text) SELECT text FROM sessions",
        "INSERT INTO sessions (session, text) SELECT 0, text FROM sessions",
        "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM skips; END",
        "DROP VIEW results; CREATE VIEW results AS SELECT 1",
    ]
    .into_iter()
    .enumerate()
    {
        let path = sound(&format!("forged_configuration_{at}"));
        forge(&path, forgery);
        let damage = check(&path).expect(forgery);
        assert_eq!(damage.number, None, "{forgery}: {damage}");
    }
}

#[test]
fn a_forged_ruling_is_found() {
    for (at, forgery) in [
        "UPDATE rulings SET text = replace(text, 'asleep', 'awake')",
        "DELETE FROM rulings",
        "DELETE FROM chain WHERE kind = 'ruling'",
        "INSERT INTO rulings (number, attempt, text) SELECT number, attempt, text FROM rulings",
    ]
    .into_iter()
    .enumerate()
    {
        let path = sound(&format!("forged_ruling_{at}"));
        let ruling = Ruling {
            number: 5,
            attempt: 1,
            because: "the judge was asleep".to_owned(),
            replay: false,
            at_ms: 1,
        };
        annul(&path, std::slice::from_ref(&ruling)).expect("there is such a game");
        assert_eq!(check(&path), None);
        forge(&path, forgery);
        let damage = check(&path).expect(forgery);
        assert_eq!(damage.number, Some(5), "{forgery}: {damage}");
    }
}

#[test]
fn forged_tallies_are_found() {
    for (at, (forgery, words)) in [
        (
            "UPDATE tallies SET value = replace(value, ':10', ':11') WHERE key LIKE '%greedy%'",
            "greedy",
        ),
        ("DELETE FROM tallies", "the tally of stage main"),
        ("DELETE FROM prints", "the hashes of equal games"),
        (
            "INSERT INTO prints (stage, packed) SELECT stage, packed FROM prints",
            "the hashes of equal games",
        ),
        (
            "INSERT INTO tallies VALUES ('main', '{\"bot\":\"ghost\"}', '{}')",
            "ghost",
        ),
        (
            "INSERT INTO tallies VALUES ('side', '\"games\"', '{}')",
            "the tally of stage side",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let path = sound(&format!("forged_tallies_{at}"));
        forge(&path, forgery);
        let run = Run::open(&path).expect("a run");
        let damage = run.check_tallies().expect("readable").expect(forgery);
        assert!(damage.why.contains(words), "{damage}");
        assert_eq!(check(&path), None);
        let both = run.check_chain_and_tallies();
        assert_eq!(
            both.map(|found| found.expect("readable")),
            [None, Some(damage.clone())]
        );
        let whole = run.check(u64::MAX).expect("readable");
        assert_eq!(whole, RunCheck::Damaged(damage));
    }
}

#[test]
fn tallies_are_checked_behind_a_damaged_chain() {
    let path = sound("damaged_before_tallies");
    let both = |path: &Path| {
        let run = Run::open(path).expect("a run");
        let both = run.check_chain_and_tallies();
        both.map(|found| found.expect("readable"))
    };
    assert_eq!(both(&path), [None, None]);
    forge(&path, "UPDATE records SET packed = x'00' WHERE number = 2");
    let [chain, tallies] = both(&path);
    assert_eq!(chain.and_then(|damage| damage.number), Some(2));
    assert_eq!(tallies, None);
    forge(&path, "DELETE FROM tallies");
    let [_, tallies] = both(&path);
    let damage = tallies.expect("there are none");
    assert!(damage.why.contains("stage main"), "{damage}");
}

#[test]
fn a_whole_check_tells_of_every_game_as_it_counts() {
    let path = eventful("told_by_the_check");
    // It waits for two games before it.
    add(&path, [record(33)]);
    let run = Run::open(&path).expect("a run");
    let mut told = Vec::new();
    let checked = run.check_telling(u64::MAX, &mut |outcome| told.push(outcome.clone()));
    let (checked, tallies) = checked.expect("readable");
    assert_eq!(checked, RunCheck::Sound);
    let stages = |tallies: &Tallies| tallies.stages().count();
    assert_eq!(stages(&tallies), stages(&run.tallies().expect("readable")));
    let outcomes = run.outcomes(&Filter::default()).expect("readable");
    let outcomes: Vec<_> = outcomes.map(|outcome| outcome.expect("sound")).collect();
    assert!(outcomes.iter().any(|outcome| outcome.annulled));
    assert_ne!(told, outcomes, "an annulled game was played again later");
    told.sort_by_key(|outcome| (outcome.number, outcome.attempt));
    assert_eq!(told, outcomes);
    let mut count = 0;
    let checked = run.check_telling(0, &mut |_| count += 1);
    let (checked, _) = checked.expect("readable");
    assert!(matches!(checked, RunCheck::Partial { .. }), "{checked:?}");
    assert_eq!(count, 0);
}
