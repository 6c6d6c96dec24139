//! Databases of runs: a sound one with bytes of it changed, or any file at all.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use referee::fuzzing::results;
use referee_fuzz::Tape;
use referee_record::RunSession;
use referee_store::{Filter, Run, Writer};
use tempfile::TempDir;

/// A folder, the bytes of a sound database, and who wrote it.
static SOUND: LazyLock<(TempDir, Vec<u8>, RunSession)> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("sound.db");
    let lines = folder.path().join("run.jsonl");
    fs::write(&lines, include_bytes!("../corpus/export/run.jsonl")).expect("room");
    let export = Run::open(&lines).expect("an export");
    let writer = Writer::create(&path, export.header(), drop).expect("a new file");
    for record in export.records().expect("records") {
        writer.submit(record.expect("a sound record"));
    }
    writer.close().expect("room");
    let bytes = fs::read(&path).expect("it was written");
    (folder, bytes, export.header().sessions[0].clone())
});

/// The input says how the file is opened, then where it is changed: a page, a place in it, and what
/// is written there.
fn database(data: &[u8]) {
    let (folder, sound, session) = &*SOUND;
    let mut tape = Tape::new(data);
    let how = tape.byte().unwrap_or(0);
    let path = folder.path().join("run.db");
    let bytes = match how % 8 {
        0 => tape.rest().to_vec(),
        _ => changed(sound.clone(), &mut tape),
    };
    fs::write(&path, bytes).expect("room");
    read(&path);
    match how % 8 {
        1 => go_on(&path, session),
        2 => drop(results(&path)),
        _ => {}
    }
    clear(&path);
}

fn changed(mut bytes: Vec<u8>, tape: &mut Tape<'_>) -> Vec<u8> {
    while let Some(page) = tape.byte() {
        let place = tape.below(256) << 4 | tape.below(256);
        let at = usize::from(page) << 12 | place & 4095;
        let piece = tape.piece();
        let end = bytes.len().min(at + piece.len());
        if at < end {
            bytes[at..end].copy_from_slice(&piece[..end - at]);
        } else {
            bytes.truncate(at.min(bytes.len()));
        }
    }
    bytes
}

fn read(path: &Path) {
    let Ok(run) = Run::open(path) else { return };
    let filter = Filter::default();
    if let Ok(records) = run.records() {
        let _ = records.take_while(Result::is_ok).count();
    }
    if let Ok(outcomes) = run.outcomes(&filter) {
        let _ = outcomes.take_while(Result::is_ok).count();
    }
    let _ = (
        run.record(1, None),
        run.rulings(),
        run.skips(),
        run.tallies(),
    );
    let _ = (
        run.past(),
        run.check_chain(),
        run.check_tallies(),
        run.check(0),
        run.uncovered(),
        run.fingerprint(),
    );
}

/// Opens the file for writing, as a run that goes on does.
fn go_on(path: &Path, session: &RunSession) {
    if let Ok(writer) = Writer::resume(path, session, drop) {
        let _ = writer.close();
    }
}

/// What stands beside a database goes with it.
fn clear(path: &Path) {
    for end in ["-wal", "-shm", ".lock"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(end);
        let _ = fs::remove_file(PathBuf::from(beside));
    }
    let _ = fs::remove_file(path);
}

referee_fuzz::target!(database);
