//! Whatever is changed in any column of a run, `verify` refuses it.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::verify;
use crate::cli::referee;
use crate::engine::Arena;

/// A small run with a ruling, in two sessions.
fn arena() -> (Arena, PathBuf) {
    let settings = "game = \"onitama\"\nrounds = 2\nseed = 9\nstart = \"deal\"";
    let arena = Arena::new(settings)
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    let file = arena.path().join("cup.db");
    let path = file.to_string_lossy();
    referee(&["annul", &path, "2", "--because", "a power cut", "--replay"]).fine();
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    (arena, file)
}

/// A column and its type, by its table.
fn columns(connection: &Connection) -> Vec<(String, String, String)> {
    let all = "SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c \
               WHERE t.type = 'table'";
    let mut all = connection.prepare(all).expect("a schema");
    let result = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let result = result.expect("columns").collect::<Result<_, _>>();
    result.expect("columns")
}

/// What the value of a column could be changed to.
fn others(column: &str, kind: &str) -> Vec<String> {
    match kind {
        "INTEGER" => vec![format!("coalesce({column}, 0) + 1000")],
        "TEXT" => vec![
            format!("coalesce({column}, '') || 'x'"),
            // Numbers, and strings in JSON, say something else then.
            format!("replace({column}, '1', '7')"),
            format!("replace({column}, 'e', 'a')"),
        ],
        // No record may need its last byte.
        "BLOB" if column == "dictionary" => {
            vec![format!("CAST(x'07' || substr({column}, 2) AS BLOB)")]
        }
        _ => vec![
            format!("CAST(x'07' || substr({column}, 2) AS BLOB)"),
            format!("CAST(substr({column}, 1, length({column}) - 1) || x'07' AS BLOB)"),
        ],
    }
}

/// How many rows of a copy are changed.
fn forge(copy: &Path, sql: &str) -> usize {
    let connection = Connection::open(copy).expect("a database");
    let pragma = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF";
    connection.execute_batch(pragma).expect("a pragma");
    connection.execute(sql, []).expect(sql)
}

#[test]
fn a_change_in_any_column_is_refused() {
    let (arena, file) = arena();
    let sound = verify(&file);
    assert_eq!(sound.code, Some(0), "{}", sound.stdout);
    assert!(!sound.stdout.contains("not covered"), "{}", sound.stdout);
    let connection = Connection::open(&file).expect("a database");
    let columns = columns(&connection);
    assert!(columns.len() > 50, "{columns:?}");
    let copy = arena.path().join("forged.db");
    for (table, column, kind) in columns {
        let last = format!("SELECT * FROM {table} ORDER BY 1 DESC, 2 DESC LIMIT 1");
        let empty = !connection
            .prepare(&last)
            .expect("a query")
            .exists([])
            .expect("rows");
        // Nobody has left.
        assert_eq!(empty, table == "skips", "{table}");
        let keys = "SELECT group_concat(name) FROM pragma_table_info(?) WHERE pk > 0";
        let keys = connection.query_row(keys, [&table], |row| row.get(0));
        let keys: String = keys.expect("every table has a key");
        let mut count = 0;
        for other in others(&column, &kind) {
            // One row in which that changes something.
            let sql = format!(
                "UPDATE {table} SET {column} = {other} WHERE ({keys}) = \
                 (SELECT {keys} FROM {table} WHERE {column} IS NOT ({other}) \
                  ORDER BY {keys} DESC LIMIT 1)"
            );
            fs::copy(&file, &copy).expect("a copy");
            if forge(&copy, &sql) > 0 {
                count += 1;
                let run = verify(&copy);
                // Another format is refused before anything is looked at.
                let code = if column == "format" { 2 } else { 1 };
                assert_eq!(run.code, Some(code), "{sql}: {}{}", run.stdout, run.stderr);
            }
        }
        assert!(count > 0 || empty, "{table}.{column} was never changed");
    }
}

#[test]
fn a_forged_jail_is_refused_and_told_at_once() {
    let (_arena, file) = arena();
    let forgery = "UPDATE sessions SET text = json_set(text, '$.jail.level', 'strict', '$.jail.broken', \
                   json('[]'))";
    assert!(forge(&file, forgery) > 0);
    let run = verify(&file);
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(
        run.stdout
            .starts_with("session 1 of the run isn't as it was"),
        "{}",
        run.stdout
    );
    let standings = referee(&["standings", &file.to_string_lossy()]);
    assert_eq!(standings.code, Some(0));
    let warning = "cup.db was damaged or changed, so what follows may be wrong: session 1 ";
    assert!(standings.stderr.contains(warning), "{}", standings.stderr);
}

#[test]
fn what_holds_of_a_damaged_run_is_saved_and_goes_on() {
    let (arena, file) = arena();
    let path = file.to_string_lossy().into_owned();
    let saved = arena.path().join("saved.db").to_string_lossy().into_owned();
    let sound = referee(&["verify", &path, "--save-as", &saved]).code;
    assert_eq!(sound, Some(2), "there is nothing to be saved");
    assert!(forge(&file, "UPDATE records SET packed = x'00' WHERE number = 3") > 0);
    let damaged = verify(&file);
    assert_eq!(damaged.code, Some(1), "{}", damaged.stdout);
    let offer =
        format!("games 1 to 2 hold, and can be saved: referee verify {path} --save-as NEW.db\n");
    assert!(damaged.stdout.ends_with(&offer), "{}", damaged.stdout);
    let saving = referee(&["verify", &path, "--save-as", &saved]);
    assert_eq!(saving.code, Some(1), "{}", saving.stderr);
    let twice = referee(&["verify", &path, "--save-as", &saved]);
    assert_eq!(twice.code, Some(2), "{}", twice.stderr);
    let refusal = format!("--save-as {saved}: it is there already; give another name\n");
    assert!(twice.stderr.ends_with(&refusal), "{}", twice.stderr);
    let unfinished = verify(Path::new(&saved));
    assert_eq!(unfinished.code, Some(4), "{}", unfinished.stdout);
    let going_on = arena.run(&["--out", &saved]);
    let said = String::from_utf8_lossy(&going_on.stderr);
    assert_eq!(going_on.status.code(), Some(0), "{said}");
    assert_eq!(verify(Path::new(&saved)).code, Some(0));
}

#[test]
fn where_nothing_holds_nothing_is_offered() {
    let (arena, file) = arena();
    let saved = arena.path().join("saved.db");
    for damage in ["DELETE FROM revisions", "DELETE FROM chain"] {
        let copy = arena.path().join("forged.db");
        fs::copy(&file, &copy).expect("a copy");
        assert!(forge(&copy, damage) > 0);
        let (path, new) = (copy.to_string_lossy(), saved.to_string_lossy());
        let run = referee(&["verify", &path, "--save-as", &new]);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        assert!(
            run.stderr.contains("no game of it can be saved"),
            "{}",
            run.stderr
        );
        assert!(!saved.exists());
        let run = verify(&copy);
        assert!(!run.stdout.contains("--save-as"), "{}", run.stdout);
        assert!(
            run.stdout.contains("no game of it can be saved"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn reading_commands_warn_of_the_worst_damage() {
    let (arena, file) = arena();
    for damage in [
        "DELETE FROM chain",
        "UPDATE chain SET hash = x'07'",
        "DROP TABLE chain",
    ] {
        let copy = arena.path().join("forged.db");
        fs::copy(&file, &copy).expect("a copy");
        forge(&copy, damage);
        let standings = referee(&["standings", &copy.to_string_lossy()]);
        let again = arena.run(&["--out", &copy.to_string_lossy()]);
        for stderr in [
            standings.stderr,
            String::from_utf8_lossy(&again.stderr).into_owned(),
        ] {
            assert!(
                stderr.contains("forged.db was damaged or changed"),
                "{damage}: {stderr}"
            );
        }
    }
}
