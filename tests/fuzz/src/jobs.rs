//! Jobs for targets that play games.

use referee_games::games;
use referee_record::{
    Adjudication, Job, JobId, Limits, Place, Restart, SeatAssignment, Seed, Start, StartFrom,
    TimeBudget, TimeControl,
};

use crate::Tape;

/// Options by game: some that are far from the default.
const OPTIONS: [(&str, [&str; 4]); 6] = [
    ("onitama", ["turns=9", "turns=3", "wall=off", "turns=60"]),
    ("cublino-pur", ["stall=5", "stall=2", "stall=9", "stall=1"]),
    (
        "cublino-contra",
        ["stall=5", "stall=2", "stall=9", "stall=1"],
    ),
    (
        "koolaamee",
        [
            "board=random",
            "board=drafted",
            "board=random",
            "board=random",
        ],
    ),
    ("chess", ["variant=960"; 4]),
    (
        "ludo",
        [
            "rolls=40",
            "seats=ABCD rolls=99",
            "seats=BC rolls=9",
            "seats=ACD rolls=60",
        ],
    ),
];

/// A job of the tape's choice, whose bots are called by their seats. Nobody waits for anything in it:
/// a move has an hour, or no time at all.
pub fn job(tape: &mut Tape<'_>) -> Job {
    let kind = games()[tape.below(games().len())];
    let words = OPTIONS.iter().find(|(game, _)| *game == kind.name());
    let words = words.map_or("", |(_, options)| options[tape.below(4)]);
    let (_, options) = crate::stranger(&format!("{} {words}", kind.name()));
    let rules = kind.rules(&options);
    let start = rules.map(|rules| rules.start().seats()).unwrap_or_default();
    let seats: Vec<char> = start.iter().map(|seat| seat.letter()).collect();
    let flags = tape.byte().unwrap_or(0);
    let has = |bit: u8| flags >> bit & 1 == 1;
    let seed = Seed([tape.byte().unwrap_or(0); 16]);
    let hasty = has(0) && has(1) && has(2);
    let ms = if hasty { 0 } else { 3_600_000 };
    let budget = if has(3) {
        TimeBudget::Move { ms }
    } else {
        let (inc, delay, moves) = (u64::from(!hasty), 0, Some(2));
        TimeBudget::Clock {
            ms,
            inc,
            delay,
            moves,
        }
    };
    let seated = |seat: &char| SeatAssignment {
        seat: *seat,
        bot: seat.to_string(),
        seed: 1,
        time: TimeControl::new(budget),
        examiner: has(4) && *seat == 'A',
        limits: None,
        settings: None,
    };
    Job {
        id: JobId(Seed([0; 16])),
        number: 1,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: seats.iter().map(char::to_string).collect(),
            deal: 1,
            rotation: 1,
            rotations: 1,
        },
        game: kind.name().to_owned(),
        rules: None,
        options,
        start: Start {
            from: if has(5) {
                StartFrom::Deal
            } else {
                StartFrom::Default
            },
            plies: if has(6) { 4 } else { 0 },
            seed,
        },
        dice: seed,
        seats: seats.iter().map(seated).collect(),
        limits: Limits {
            start_ms: 3_600_000,
            grace_ms: 0,
            chatter_lines: 3,
            chatter_bytes: 3000,
            chatter_loses: has(0) && !hasty,
            stderr_bytes: 32,
            legal: !has(1),
            ..Limits::default()
        },
        restart: if has(7) {
            Restart::Never
        } else {
            Restart::Failure
        },
        pondering: None,
        adjudicate: Adjudication::default(),
    }
    .identify()
}
