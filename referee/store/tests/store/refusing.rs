//! Files that aren't ours, or not any more.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::prelude::*;
use referee_store::{ReadError, Run, WriteError, Writer};
use rusqlite::Connection;

use crate::common::{database, folder, quiet, record, sitting};

fn refused(path: &Path) -> ReadError {
    let read = Run::open(path).err().expect("it is refused");
    let write = Writer::resume(path, &sitting(), quiet).expect_err("it is refused");
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
fn a_newer_database_is_refused_with_both_versions() {
    let path = database("newer", [record(1)]);
    let connection = Connection::open(&path).expect("a database");
    connection
        .pragma_update(None, "user_version", 7)
        .expect("room");
    drop(connection);
    let error = refused(&path);
    let said = error.to_string();
    assert!(matches!(error, ReadError::Newer { found: 7, .. }));
    assert!(
        said.contains("version 7") && said.contains("up to 1"),
        "{said}"
    );
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
    garbled[30..2000].fill(0x5a);
    assert!(matches!(
        refused(&with("garbled", &garbled)),
        ReadError::Broken { .. }
    ));
    // What is cut off later is found when it is asked for.
    let path = with("torn_late", &whole[..whole.len() / 2]);
    let asked = Run::open(&path).map(|run| {
        let records = run.records().expect("readable at first");
        records.last().expect("at least an error")
    });
    let found = asked.flatten();
    assert!(matches!(found, Err(ReadError::Broken { .. })), "{found:?}");
}

/// Runs a test of this program again, as somebody who can write nothing here.
#[test]
fn a_folder_that_can_t_be_written_is_read() {
    let path = database("read_only", (1..=3).map(record));
    let folder = path.parent().expect("a folder");
    let shell = format!(
        "mount --bind '{0}' '{0}' && mount -o remount,ro,bind '{0}' && exec \"$0\" \"$@\"",
        folder.display()
    );
    let this = std::env::current_exe().expect("this program");
    let ran = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &shell])
        .arg(this)
        .args(["--exact", "refusing::helper_that_can_t_write", "--ignored"])
        .env("REFEREE_TEST_FILE", &path)
        .output()
        .expect("unshare is there");
    let said = String::from_utf8_lossy(&ran.stdout);
    let wrong = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.success() && said.contains("1 passed"),
        "{said}{wrong}"
    );
}

#[test]
#[ignore = "helper: run by another test in a folder that can't be written"]
fn helper_that_can_t_write() {
    let Some(path) = std::env::var_os("REFEREE_TEST_FILE").map(PathBuf::from) else {
        return;
    };
    assert!(fs::write(path.with_file_name("other"), "").is_err());
    let run = Run::open(&path).expect("it can be read");
    assert_eq!(run.tallies().expect("readable").main().games().counted, 3);
    assert_eq!(run.records().expect("readable").count(), 3);
    let refused = Writer::resume(&path, &sitting(), quiet).expect_err("it can't be written");
    assert!(matches!(refused, WriteError::Open { .. }), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(magic in any::<bool>(), bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let mut file = if magic { b"SQLite format 3\0".to_vec() } else { Vec::new() };
        file.extend(bytes);
        prop_assert!(Run::open(&with("any_bytes", &file)).is_err());
    }

    /// A database that was overwritten somewhere gives answers or errors.
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
            // Whatever was changed in what was recorded is found.
            let sound = matches!(run.check_chain(), Ok(None));
            let records = || run.records().and_then(Iterator::collect::<Result<Vec<_>, _>>);
            if sound {
                prop_assert_eq!(records().expect("sound"), (1..=40).map(record).collect::<Vec<_>>());
            }
        }
    }
}
