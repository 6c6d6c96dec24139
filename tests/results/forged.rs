//! Databases that somebody changed behind the referee's back.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::verify;
use crate::cli::{Run, referee};
use crate::engine::Arena;

fn arena() -> (Arena, PathBuf) {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 4\nseed = 9\nstart = \"deal\"")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    let file = arena.path().join("cup.db");
    (arena, file)
}

/// What `verify` says of a copy in which something was changed.
fn forged(file: &Path, sql: &str) -> Run {
    let copy = file.with_file_name("forged.db");
    fs::copy(file, &copy).expect("a copy");
    let connection = Connection::open(&copy).expect("a database");
    connection.execute_batch(sql).expect("it can be changed");
    drop(connection);
    verify(&copy)
}

#[test]
fn every_edit_is_found_and_the_first_bad_game_named() {
    let (_arena, file) = arena();
    for (sql, words) in [
        ("DELETE FROM records WHERE number = 3", "game 3: its record"),
        (
            "UPDATE records SET packed = (SELECT packed FROM records WHERE number = 4) \
             WHERE number = 3",
            "game 3: its record",
        ),
        (
            "UPDATE records SET number = 100 - number WHERE number IN (3, 5); \
             UPDATE records SET number = 5 WHERE number = 97; \
             UPDATE records SET number = 3 WHERE number = 95;",
            "game 3: its record",
        ),
        (
            "UPDATE seats SET place = 3 - place WHERE number = 3",
            "game 3: ",
        ),
        (
            "UPDATE games SET revision = 1 WHERE number = 3",
            "game 3: the tables don't say what its record",
        ),
        (
            "UPDATE run SET closed = 2",
            "it says that the chain has games 1 to 2",
        ),
        ("DELETE FROM prints", "the hashes of equal games"),
        ("DELETE FROM tallies", "the tally of stage main"),
        ("INSERT INTO skips VALUES (3, '{}')", "game 3: "),
        (
            "DELETE FROM revisions",
            "forged.db: the database is damaged: ",
        ),
        ("DROP TABLE chain", "no such table: chain"),
        ("DROP TABLE records", "no such table: "),
        ("DROP TABLE tallies", "table tallies of the database"),
        ("DROP TABLE rulings", "no such table: rulings"),
        ("DROP TABLE sessions", "no such table: sessions"),
        (
            "ALTER TABLE run DROP COLUMN closed",
            "no such column: closed",
        ),
    ] {
        let run = forged(&file, sql);
        assert_eq!(run.code, Some(1), "{sql}: {}{}", run.stdout, run.stderr);
        let first = run.stdout.lines().next().unwrap_or_default();
        assert!(first.contains(words), "{sql}: {}", run.stdout);
        assert!(!run.stdout.contains("Conversion"), "{}", run.stdout);
    }
    // A removed record isn't held against the games behind it.
    let run = forged(&file, "DELETE FROM records WHERE number = 3");
    assert!(run.stdout.contains("sound: 7 games"), "{}", run.stdout);
}

/// The chain as anybody can compute it who wants to deceive: here of rulings, which are its end.
fn chain_anew(file: &Path) {
    let connection = Connection::open(file).expect("a database");
    let entries = "SELECT seq, kind, number, attempt FROM chain ORDER BY seq";
    let mut entries = connection.prepare(entries).expect("a chain");
    let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let entries = entries.query_map([], row).expect("entries");
    let entries: Vec<(u64, String, u64, u32)> = entries.map(|e| e.expect("an entry")).collect();
    let mut hash: Vec<u8> = Vec::new();
    for (seq, kind, number, attempt) in entries {
        if kind != "ruling" {
            // What wasn't changed keeps its hash.
            let stored = "SELECT hash FROM chain WHERE seq = ?";
            let stored = connection.query_row(stored, [seq], |row| row.get(0));
            hash = stored.expect("a hash");
            continue;
        }
        let query = "SELECT text FROM rulings WHERE number = ? AND attempt = ?";
        let text = connection.query_row(query, (number, attempt), |row| row.get(0));
        let text: String = text.expect("a ruling");
        let digest = Sha256::digest(text);
        let mut sum = Sha256::new();
        sum.update(&hash);
        sum.update(format!("{kind}\0"));
        sum.update(digest);
        hash = sum.finalize().to_vec();
        let update = "UPDATE chain SET hash = ? WHERE seq = ?";
        connection.execute(update, (&hash, seq)).expect("written");
    }
}

#[test]
fn only_the_fingerprint_finds_an_edit_with_a_chain_made_anew() {
    let (_arena, file) = arena();
    let path = file.to_string_lossy();
    referee(&["annul", &path, "2", "--because", "a power cut"]).fine();
    let sound = verify(&file);
    assert_eq!(sound.code, Some(0), "{}", sound.stdout);
    let fingerprint = sound
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("fingerprint "));
    let check = || {
        referee(&[
            "verify",
            &path,
            "--fingerprint",
            fingerprint.expect("it is there"),
        ])
    };
    assert_eq!(check().code, Some(0));

    let edit = "UPDATE rulings SET text = replace(text, 'a power cut', 'a whim')";
    let run = forged(&file, edit);
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let connection = Connection::open(&file).expect("a database");
    connection.execute_batch(edit).expect("changed");
    drop(connection);
    chain_anew(&file);
    assert_eq!(verify(&file).code, Some(0), "{}", verify(&file).stdout);
    let run = check();
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(
        run.stdout.starts_with("the fingerprint is "),
        "{}",
        run.stdout
    );
}
