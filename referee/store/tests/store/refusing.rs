//! Tests of files that are foreign, or damaged.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use referee_store::{ReadError, Run, WriteError, Writer};
use rusqlite::Connection;

use crate::common::{database, folder, quiet, record, session};

fn refused(path: &Path) -> ReadError {
    let read = Run::open(path).err().expect("it is refused");
    let write = Writer::resume(path, &session(), quiet).expect_err("it is refused");
    let WriteError::Read(write) = write else {
        panic!("refused otherwise: {write}");
    };
    assert_eq!(read.to_string(), write.to_string());
    read
}

fn with(name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder(name).join("cup.db");
    fs::write(&path, bytes).expect("room");
    path
}

#[test]
fn a_database_of_another_version_is_refused_with_both() {
    let path = database("version", [record(1)]);
    let connection = Connection::open(&path).expect("a database");
    connection
        .pragma_update(None, "user_version", 7)
        .expect("room");
    drop(connection);
    let error = refused(&path);
    let said = error.to_string();
    assert!(matches!(error, ReadError::Version { found: 7, .. }));
    assert!(
        said.contains("version 7") && said.contains("knows version 3"),
        "{said}"
    );
}

#[test]
fn records_of_another_format_are_refused() {
    for format in [1, 99] {
        let path = database("other_format", [record(1)]);
        let connection = Connection::open(&path).expect("a database");
        connection
            .execute("UPDATE run SET format = ?", [format])
            .expect("room");
        drop(connection);
        let said = refused(&path).to_string();
        let expected =
            format!("its records are of format {format}, and this referee reads format 3");
        assert!(said.contains(&expected), "{said}");
    }
}

#[test]
fn a_foreign_file_is_called_so() {
    let path = folder("foreign_database").join("cup.db");
    let connection = Connection::open(&path).expect("a database");
    connection
        .execute_batch("CREATE TABLE cakes (name)")
        .expect("room");
    drop(connection);
    assert!(matches!(refused(&path), ReadError::Foreign { .. }));
    let text = with("foreign_text", b"dear diary\n");
    assert!(matches!(Run::open(&text), Err(ReadError::Foreign { .. })));
    assert!(matches!(
        refused(&with("foreign_empty", b"")),
        ReadError::Empty { .. }
    ));
}

#[test]
fn a_torn_database_is_called_damaged() {
    let whole = fs::read(database("whole", (1..=200).map(record))).expect("there");
    assert!(matches!(
        refused(&with("torn_magic", &whole[..9])),
        ReadError::Broken { .. }
    ));
    assert!(matches!(
        refused(&with("torn_head", &whole[..64])),
        ReadError::Broken { .. }
    ));
    let mut garbled = whole.clone();
    garbled[100..2000].fill(0x5a);
    assert!(matches!(
        refused(&with("garbled", &garbled)),
        ReadError::Broken { .. }
    ));
    // A cut further back is found when the data is read.
    let path = with("torn_late", &whole[..whole.len() / 2]);
    let asked = Run::open(&path).map(|run| {
        let records = run.records().expect("readable at first");
        records.last().expect("at least an error")
    });
    let last_record = asked.flatten();
    assert!(
        matches!(last_record, Err(ReadError::Broken { .. })),
        "{last_record:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(magic in any::<bool>(), bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let mut file = if magic { b"SQLite format 3\0".to_vec() } else { Vec::new() };
        file.extend(bytes);
        prop_assert!(Run::open(&with("any_bytes", &file)).is_err());
    }

    /// A database that was overwritten anywhere returns answers or errors, and never panics.
    #[test]
    fn any_damage_is_survived(at in any::<prop::sample::Index>(), bytes in prop::collection::vec(any::<u8>(), 1..400)) {
        static WHOLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
        let whole = WHOLE.get_or_init(|| {
            fs::read(database("overwritten", (1..=40).map(record))).expect("there")
        });
        let mut file = whole.clone();
        let at = at.index(file.len());
        let end = (at + bytes.len()).min(file.len());
        file[at..end].copy_from_slice(&bytes[..end - at]);
        if let Ok(run) = Run::open(&with("any_damage", &file)) {
            let _ = run.records().map(Iterator::count);
            let _ = run.outcomes(&referee_store::Filter::default()).map(Iterator::count);
            let _ = run.tallies();
            let _ = run.past();
            let _ = run.check_tallies();
            // Any change of recorded data is found.
            let sound = matches!(run.check_chain(), Ok(None));
            let records = || run.records().and_then(Iterator::collect::<Result<Vec<_>, _>>);
            if sound {
                prop_assert_eq!(records().expect("sound"), (1..=40).map(record).collect::<Vec<_>>());
            }
        }
    }
}
