//! Headers, records and folders to test with.

use std::fs;
use std::path::{Path, PathBuf};

use referee_record::{
    Chair, Job, JobId, Limits, Measured, Place, Played, Record, Restart, SeatResult, Seed, Start,
    StartFrom, Step, TimeControl, Verdict,
};
use referee_store::{Bot, FORMAT, Header, Machine, ReadError, Reader, Writer};
use sha2::{Digest, Sha256};

pub(crate) fn header() -> Header {
    Header {
        format: FORMAT,
        referee: "0.1.0".to_owned(),
        config: "game = \"ludo\" # \"hash\":\"é\"\n".to_owned(),
        master: u64::MAX,
        plan: serde_json::json!({ "rounds": 1 }),
        games: Some(3),
        bots: vec![Bot {
            name: "greedy".to_owned(),
            command: vec!["python3".to_owned(), "bot.py".to_owned()],
        }],
        refused: Vec::new(),
        machine: Machine::default(),
        began_ms: 1_700_000_000_000,
    }
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
        options: [("seats".to_owned(), "AC".to_owned())].into(),
        start: Start {
            from: StartFrom::Deal,
            plies: 0,
            seed: Seed([7; 16]),
        },
        dice: Seed([8; 16]),
        seats: vec![Chair {
            seat: 'A',
            bot: "greedy".to_owned(),
            seed: 5,
            time: TimeControl::default(),
            examiner: false,
        }],
        limits: Limits::default(),
        restart: Restart::Game,
    };
    let result = SeatResult {
        seat: 'A',
        place: 1,
        score: Some(-3),
        fault: None,
    };
    Record {
        attempt: 1,
        played: Played {
            job: job.identify(),
            start: "start".to_owned(),
            steps: vec![Step::Move {
                seat: 'A',
                word: "p".to_owned(),
                said: None,
            }],
            end: "end".to_owned(),
            verdict: Verdict {
                reason: "finished".to_owned(),
                void: None,
                seats: vec![result],
            },
        },
        measured: Measured::default(),
    }
}

/// A new folder of this test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for tests");
    folder
}

/// The bytes of a file with so many records.
pub(crate) fn written(name: &str, records: u64) -> Vec<u8> {
    let path = folder(name).join("run.jsonl");
    let mut writer = Writer::create(&path, &header()).expect("a new file");
    for number in 1..=records {
        writer.append(&record(number)).expect("room");
    }
    fs::read(path).expect("it was written")
}

/// The first line of a file, with the right hash.
pub(crate) fn chained(kind: &str, content: &str) -> Vec<u8> {
    let hash = Sha256::digest(content);
    let digit = |byte: &u8| format!("{byte:02x}");
    let hash: String = hash.iter().map(digit).collect();
    format!("{{\"{kind}\":{content},\"hash\":\"{hash}\"}}\n").into_bytes()
}

/// How many records are read, and how reading ends.
pub(crate) fn read(bytes: &[u8]) -> (usize, Option<ReadError>) {
    match Reader::new(bytes, Path::new("run.jsonl")) {
        Err(error) => (0, Some(error)),
        Ok((_, reader)) => {
            let (sound, errors): (Vec<_>, Vec<_>) = reader.partition(Result::is_ok);
            assert!(errors.len() < 2, "an error ends the reading");
            (sound.len(), errors.into_iter().find_map(Result::err))
        }
    }
}
