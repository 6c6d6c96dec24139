//! Measures how long standings over millions of stored games take.
//!
//! `cargo run --release -p referee-store --example many_games -- FILE.db [GAMES]` writes GAMES games (by
//! default 10 000 000) of 20 bots into a new file as a run does, then opens it, reads its standings, and
//! prints how long that took.

use std::error::Error;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Instant;

use referee_record::{
    Job, JobId, Limits, Measured, Place, Played, PlyMeasure, Record, Restart, RunSession,
    SeatAssignment, SeatResult, Seed, Start, StartFrom, Step, TimeControl, Verdict,
};
use referee_store::{Announcement, ConfigRevision, Filter, Header, Run, StoredBot, Writer};

const BOTS: u64 = 20;
/// Largest number of games that wait for the writer, so that they don't fill the memory.
const AHEAD: u64 = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().ok_or("expected the name of a new file")?);
    let games: u64 = arguments.next().map_or(Ok(10_000_000), |n| n.parse())?;

    let began = Instant::now();
    let (say, said) = mpsc::channel();
    let announce = move |announcement| {
        // A failed send means that the receiver has already failed.
        let _ = match announcement {
            Announcement::Kept(kept) => say.send(Ok(kept.len() as u64)),
            Announcement::Known(known) => say.send(Err(format!("{known:?} are there already"))),
            Announcement::Failed(why) => say.send(Err(why)),
        };
    };
    let writer = Writer::create(&path, &header(), announce)?;
    let path = writer.path().to_owned();
    let mut waiting = 0;
    for number in 1..=games {
        writer.submit(record(number));
        waiting += 1;
        while waiting > AHEAD {
            waiting -= said.recv()??;
        }
    }
    writer.close()?;
    let seconds = began.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(&path)?.len();
    println!(
        "{games} games written in {seconds:.1} s, {} bytes a game",
        bytes / games.max(1)
    );

    let began = Instant::now();
    let run = Run::open(&path)?;
    println!("opened in {:?}", began.elapsed());
    let tallies = run.tallies()?;
    let standings = tallies.main().standings();
    println!(
        "standings of {} bots: {:?} since opening",
        standings.len(),
        began.elapsed()
    );
    let began = Instant::now();
    run.record(games / 2, None)?.ok_or("a game is missing")?;
    println!("one record: {:?}", began.elapsed());
    let began = Instant::now();
    let filter = Filter {
        bot: Some("bot 3".to_owned()),
        ..Filter::default()
    };
    let first = run.outcomes(&filter)?.take(1000).count();
    println!("the first {first} games of a bot: {:?}", began.elapsed());
    let began = Instant::now();
    let past = run.past()?.ok_or("it is no database")?;
    println!(
        "how far it came (game {}): {:?}",
        past.settled,
        began.elapsed()
    );
    let began = Instant::now();
    let outcomes = run.outcomes(&Filter::default())?.count();
    println!("{outcomes} outcomes streamed: {:?}", began.elapsed());
    Ok(())
}

fn header() -> Header {
    let bot = |number| StoredBot {
        name: format!("bot {number}"),
        ..StoredBot::default()
    };
    let revision = ConfigRevision {
        config: String::new(),
        plan: serde_json::Value::Null,
        game: None,
        games: None,
        bots: (0..BOTS).map(bot).collect(),
        left_out: Vec::new(),
        since_ms: 0,
    };
    let session = RunSession {
        began_ms: 0,
        referee: env!("CARGO_PKG_VERSION").to_owned(),
        ..RunSession::default()
    };
    Header::new(1, revision, session)
}

/// Makes a short game of two bots that meet in mirrored pairs.
fn record(number: u64) -> Record {
    let pair = (number - 1) / 2;
    let one = pair % BOTS;
    let two = (one + 1 + pair / BOTS % (BOTS - 1)) % BOTS;
    let block = [one.min(two), one.max(two)].map(|bot| format!("bot {bot}"));
    let mirrored = number.is_multiple_of(2);
    let seated = |seat, first: bool| {
        SeatAssignment::new(
            seat,
            &block[usize::from(first == mirrored)],
            1,
            TimeControl::default(),
        )
    };
    let result = |seat, place| SeatResult {
        seat,
        place,
        score: None,
        fault: None,
    };
    let first = if number.is_multiple_of(3) { 2 } else { 1 };
    let mut seed = [0; 16];
    seed[..8].copy_from_slice(&pair.to_le_bytes());
    let steps = (0..8).map(|ply| Step::Move {
        seat: if ply % 2 == 0 { 'A' } else { 'B' },
        word: format!("{}", (number >> ply) % 97),
        said: None,
    });
    let plies = (0..8).map(|ply| PlyMeasure {
        ns: 1_000_000 + ply,
        ..PlyMeasure::default()
    });
    let job = Job {
        id: JobId(Seed([0; 16])),
        number,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: block.to_vec(),
            deal: u32::try_from(pair / (BOTS * (BOTS - 1)) + 1).unwrap_or(u32::MAX),
            rotation: if mirrored { 2 } else { 1 },
            rotations: 2,
        },
        game: "onitama".to_owned(),
        rules: None,
        options: std::collections::BTreeMap::default(),
        start: Start::new(StartFrom::Deal, Seed(seed)),
        dice: Seed(seed),
        seats: vec![seated('A', true), seated('B', false)],
        limits: Limits::default(),
        restart: Restart::Game,
        pondering: None,
        adjudicate: referee_record::Adjudication::default(),
    };
    Record {
        attempt: 1,
        played: Played {
            job: job.identify(),
            start: format!("start {pair}"),
            steps: steps.collect(),
            end: format!("end {number}"),
            verdict: Verdict {
                reason: "stone".to_owned(),
                void: None,
                seats: vec![result('A', first), result('B', 3 - first)],
            },
        },
        measured: Measured {
            began_ms: number,
            plies: plies.collect(),
            ..Measured::default()
        },
    }
}
