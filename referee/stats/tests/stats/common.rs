//! Creates records for tests.

use std::collections::BTreeMap;

use referee_record::{
    FaultKind, Job, JobId, Limits, Measured, Outcome, Place, Played, PlyMeasure, Record, Restart,
    SeatAssignment, SeatResult, Seed, Start, StartFrom, Step, TimeControl, Verdict,
};
use referee_stats::{Crosstable, StandingsRow};

pub(crate) fn names(names: &str) -> Vec<String> {
    names.split(' ').map(str::to_owned).collect()
}

/// Creates a game of these bots, in the order of the seats, each with its place: `a1 b2`.
pub(crate) fn game(result: &str) -> Record {
    let parts: Vec<(char, &str, u8)> = ('A'..)
        .zip(result.split(' '))
        .map(|(seat, part)| {
            let (bot, place) = part.split_at(part.len() - 1);
            (seat, bot, place.parse().expect("a digit"))
        })
        .collect();
    let seated = |&(seat, bot, _): &(char, &str, u8)| {
        SeatAssignment::new(seat, bot, 1, TimeControl::default())
    };
    let seat = |&(seat, _, place): &(char, &str, u8)| SeatResult {
        seat,
        place,
        score: None,
        fault: None,
    };
    Record {
        attempt: 1,
        played: Played {
            job: Job {
                id: JobId(Seed([0; 16])),
                number: 1,
                place: Place {
                    stage: "main".to_owned(),
                    round: 1,
                    block: parts.iter().map(|p| p.1.to_owned()).collect(),
                    deal: 1,
                    rotation: 1,
                    rotations: 1,
                },
                game: "ludo".to_owned(),
                rules: None,
                options: BTreeMap::new(),
                start: Start::new(StartFrom::Default, Seed([0; 16])),
                dice: Seed([0; 16]),
                seats: parts.iter().map(seated).collect(),
                limits: Limits::default(),
                restart: Restart::Game,
                pondering: None,
                adjudicate: referee_record::Adjudication::default(),
            },
            start: String::new(),
            steps: Vec::new(),
            end: String::new(),
            verdict: Verdict {
                reason: "finished".to_owned(),
                void: None,
                seats: parts.iter().map(seat).collect(),
            },
        },
        measured: Measured::default(),
    }
}

pub(crate) fn games(results: &[&str]) -> Vec<Record> {
    results.iter().map(|result| game(result)).collect()
}

/// Sets the fault of a seat.
pub(crate) fn fault(mut record: Record, seat: usize, fault_name: &str) -> Record {
    record.played.verdict.seats[seat].fault =
        Some(FaultKind::find(fault_name).expect("the word of a fault"));
    record
}

/// Adds a move with its charged time.
pub(crate) fn moved(record: &mut Record, seat: char, ns: u64) {
    record.played.steps.push(Step::Move {
        seat,
        word: "p".to_owned(),
        said: None,
    });
    record.measured.plies.push(PlyMeasure {
        ns,
        ..PlyMeasure::default()
    });
}

/// Formats ranks and names as `1 a, 2 b`.
pub(crate) fn ranks(rows: &[StandingsRow]) -> String {
    let row = |row: &StandingsRow| format!("{} {}", row.rank, row.bot);
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Returns the outcomes of records.
pub(crate) fn outcomes(records: &[Record]) -> Vec<Outcome> {
    records.iter().map(Outcome::of).collect()
}

pub(crate) fn standings(names: &[String], records: &[Record]) -> Vec<StandingsRow> {
    referee_stats::standings(names, &outcomes(records))
}

pub(crate) fn crosstable(names: &[String], records: &[Record]) -> Crosstable {
    referee_stats::crosstable(names, &outcomes(records))
}
