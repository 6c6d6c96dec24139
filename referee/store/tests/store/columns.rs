//! Tests that no value of any column can be changed unnoticed.

use std::fs;

use referee_record::{JobId, Seed};
use referee_store::{ReadError, Run, RunCheck, SkippedGame, Writer};
use rusqlite::Connection;

use crate::common::{forge, quiet, record, session};
use crate::saving::eventful;

/// Returns the table, the name and the type of every column.
fn columns(connection: &Connection) -> Vec<(String, String, String)> {
    let all = "SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c \
               WHERE t.type = 'table'";
    let mut all = connection.prepare(all).expect("a schema");
    let result = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let result = result.expect("columns").collect::<Result<_, _>>();
    result.expect("columns")
}

/// Returns expressions for other values that a column of this type could have.
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

#[test]
fn a_change_in_any_column_is_found() {
    let path = eventful("every_column");
    let writer = Writer::resume(&path, &session(), quiet).expect("it is there");
    writer.skip(SkippedGame {
        number: 31,
        id: JobId(Seed([3; 16])),
        gone: vec!["lazy".to_owned()],
    });
    writer.submit(record(32));
    writer.close().expect("room");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.check(u64::MAX).expect("readable"), RunCheck::Sound);
    assert_eq!(run.uncovered().expect("readable"), [""; 0]);
    drop(run);

    let connection = Connection::open(&path).expect("a database");
    let columns = columns(&connection);
    assert!(columns.len() > 50, "{columns:?}");
    let copy = path.with_file_name("forged.db");
    for (table, column, kind) in columns {
        let keys = "SELECT group_concat(name) FROM pragma_table_info(?) WHERE pk > 0";
        let keys = connection.query_row(keys, [&table], |row| row.get(0));
        let keys: String = keys.expect("every table has a key");
        let mut count = 0;
        for other in others(&column, &kind) {
            let changing = format!("FROM {table} WHERE {column} IS NOT ({other})");
            let mut any = connection
                .prepare(&format!("SELECT 1 {changing}"))
                .expect("a query");
            if !any.exists([]).expect("rows") {
                continue;
            }
            count += 1;
            let forgery = format!(
                "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \
                 UPDATE {table} SET {column} = {other} WHERE ({keys}) = \
                 (SELECT {keys} {changing} ORDER BY {keys} DESC LIMIT 1)"
            );
            fs::copy(&path, &copy).expect("room");
            forge(&copy, &forgery);
            let checked = Run::open(&copy).and_then(|run| run.check(u64::MAX));
            let found = matches!(
                checked,
                Ok(RunCheck::Damaged(_)) | Err(ReadError::Broken { .. } | ReadError::Format { .. })
            );
            assert!(found, "{forgery}: {checked:?}");
        }
        assert!(count > 0, "{table}.{column} was never changed");
    }
}
