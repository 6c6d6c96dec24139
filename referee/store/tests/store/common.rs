//! Headers, records and folders for the tests.

use std::fs;
use std::path::{Path, PathBuf};

use referee_record::{
    FaultKind, Job, JobId, Limits, Measured, Place, Played, Record, Restart, RunSession,
    SeatAssignment, SeatResult, Seed, Start, StartFrom, Step, TimeControl, Verdict,
};
use referee_store::{
    Announcement, ConfigRevision, DurableRecord, Header, ReadError, ResultLine, ResultsReader, Run,
    StoredBot, Writer, export_jsonl,
};
use sha2::{Digest, Sha256};

pub(crate) fn revision(names: &[&str]) -> ConfigRevision {
    let bot = |name: &&str| StoredBot {
        name: (*name).to_owned(),
        command: vec!["python3".to_owned(), "bot.py".to_owned()],
        sources: Some("5eed".to_owned()),
        version: None,
        commit: None,
        fetched: None,
    };
    ConfigRevision {
        config: "game = \"ludo\" # \"hash\":\"é\"\n".to_owned(),
        plan: serde_json::json!({ "rounds": 1 }),
        game: None,
        games: Some(3),
        bots: names.iter().map(bot).collect(),
        left_out: Vec::new(),
        since_ms: 1_700_000_000_000,
    }
}

pub(crate) fn session() -> RunSession {
    RunSession {
        began_ms: 1_700_000_000_000,
        referee: "0.1.0".to_owned(),
        ..RunSession::default()
    }
}

pub(crate) fn header() -> Header {
    Header::new(u64::MAX, revision(&["greedy", "lazy"]), session())
}

pub(crate) fn record(number: u64) -> Record {
    let job = Job {
        id: JobId(Seed([0; 16])),
        number,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: vec!["greedy".to_owned(), "lazy".to_owned()],
            deal: u32::try_from(number).expect("small"),
            rotation: 1,
            rotations: 1,
        },
        game: "ludo".to_owned(),
        rules: None,
        options: [("seats".to_owned(), "AC".to_owned())].into(),
        start: Start::new(StartFrom::Deal, Seed([7; 16])),
        dice: Seed([8; 16]),
        seats: vec![seated('A', "greedy"), seated('C', "lazy")],
        limits: Limits::default(),
        restart: Restart::Game,
        pondering: None,
        adjudicate: referee_record::Adjudication::default(),
    };
    let result = |seat, place, fault: Option<FaultKind>| SeatResult {
        seat,
        place,
        score: Some(-3),
        fault,
    };
    // Every third game is lost by a fault.
    let fault = number.is_multiple_of(3).then_some(FaultKind::Timeout);
    Record {
        attempt: 1,
        played: Played {
            job: job.identify(),
            start: "start".to_owned(),
            steps: vec![Step::Move {
                seat: 'A',
                word: format!("p{}", number % 7),
                said: None,
            }],
            end: "end".to_owned(),
            verdict: Verdict {
                reason: fault.map_or("finished", FaultKind::text).to_owned(),
                void: None,
                seats: vec![result('A', 1, None), result('C', 2, fault)],
            },
        },
        measured: Measured::default(),
    }
}

/// Makes a new folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for tests");
    folder
}

/// Returns the bytes of an export with this many records; they begin in line 4.
pub(crate) fn written(name: &str, records: u64) -> Vec<u8> {
    // Tests that run as processes of their own, at the same time, each write it.
    let name = format!("{name}-{}", std::process::id());
    let path = database(&name, (1..=records).map(record));
    let run = Run::open(&path).expect("a run");
    let mut bytes = Vec::new();
    export_jsonl(&run, &mut bytes).expect("room");
    let _ = fs::remove_dir_all(path.parent().expect("its folder"));
    bytes
}

/// Returns the first line of a file, with the right hash.
pub(crate) fn chained(kind: &str, content: &str) -> Vec<u8> {
    let hash = Sha256::new_with_prefix(format!("{kind}\0"));
    let hash = hash.chain_update(Sha256::digest(content)).finalize();
    let digit = |byte: &u8| format!("{byte:02x}");
    let hash: String = hash.iter().map(digit).collect();
    format!("{{\"{kind}\":{content},\"hash\":\"{hash}\"}}\n").into_bytes()
}

/// Returns how many records can be read, and the error that ends the reading.
pub(crate) fn read(bytes: &[u8]) -> (usize, Option<ReadError>) {
    match ResultsReader::new(bytes, Path::new("run.jsonl")) {
        Err(error) => (0, Some(error)),
        Ok(reader) => {
            let (sound, errors): (Vec<_>, Vec<_>) = reader.partition(Result::is_ok);
            assert!(errors.len() < 2, "an error ends the reading");
            let records = sound.iter().flatten();
            let records = records.filter(|line| matches!(line, ResultLine::Record(_)));
            (records.count(), errors.into_iter().find_map(Result::err))
        }
    }
}

fn seated(seat: char, bot: &str) -> SeatAssignment {
    SeatAssignment::new(seat, bot, 5, TimeControl::default())
}

/// Makes a void attempt at a game, which is played again unless it was the third attempt.
pub(crate) fn void(number: u64, attempt: u32) -> Record {
    let mut record = record(number);
    record.attempt = attempt;
    record.played.verdict.void = Some("the machine was busy".to_owned());
    record
}

/// Makes a second or later attempt at a game, which counts.
pub(crate) fn again(number: u64, attempt: u32) -> Record {
    let mut record = record(number);
    record.attempt = attempt;
    record
}

/// Ignores announcements.
pub(crate) fn quiet(_: Announcement) {}

/// Makes a new database with these records, in this order.
pub(crate) fn database(name: &str, records: impl IntoIterator<Item = Record>) -> PathBuf {
    let path = folder(name).join("cup.db");
    let writer = Writer::create(&path, &header(), quiet).expect("a new file");
    records.into_iter().for_each(|record| writer.submit(record));
    writer.close().expect("room");
    path
}

/// Resumes a database and adds these records.
pub(crate) fn add(path: &Path, records: impl IntoIterator<Item = Record>) {
    let writer = Writer::resume(path, &session(), quiet).expect("it is there");
    records.into_iter().for_each(|record| writer.submit(record));
    writer.close().expect("room");
}

/// Returns the numbers and attempts of announced records.
pub(crate) fn keys(kept: &[DurableRecord]) -> Vec<(u64, u32)> {
    let key = |kept: &DurableRecord| (kept.outcome.number, kept.outcome.attempt);
    kept.iter().map(key).collect()
}

/// Changes a database behind the referee's back.
pub(crate) fn forge(path: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    connection.execute_batch(sql).expect(sql);
}
