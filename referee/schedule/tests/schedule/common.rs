//! Creates plans and records for tests.

use std::collections::BTreeMap;

use referee_record::{
    Job, Limits, Measured, Outcome, Played, Record, Restart, SeatResult, TimeControl, Verdict,
};
use referee_schedule::{Entrant, Format, GameConfig, Plan, Schedule, Starts};

pub(crate) fn plan(bots: usize, seats: usize, rounds: u32, deals: u32) -> Plan {
    let entrant = |i| Entrant {
        settings: None,
        limits: None,
        name: format!("bot{i}"),
        time: TimeControl::default(),
    };
    Plan {
        title: None,
        setup: GameConfig {
            master: 7,
            game: "ludo".to_owned(),
            rules: None,
            options: BTreeMap::new(),
            seats: ('A'..).take(seats).collect(),
            start: Starts::Deal,
            book: None,
            openings: 4,
            distinct: None,
            limits: Limits::default(),
            restart: Restart::Game,
            pondering: None,
            adjudicate: referee_record::Adjudication::default(),
        },
        bots: (0..bots).map(entrant).collect(),
        format: Format::RoundRobin {
            rounds,
            games_per_pair: deals * u32::try_from(seats).expect("few"),
            groups: None,
        },
        park_after: None,
        allow_faults: false,
        changes: Vec::new(),
    }
}

pub(crate) fn schedule(plan: &Plan) -> Box<dyn Schedule> {
    plan.schedule().expect("a sound plan")
}

pub(crate) fn jobs(plan: &Plan) -> Vec<Job> {
    let mut schedule = schedule(plan);
    std::iter::from_fn(|| schedule.next()).collect()
}

/// Returns the names of the bots in the order of their tie-breaks, the best first.
pub(crate) fn ranks(schedule: &dyn Schedule) -> Vec<String> {
    let mut ranks: Vec<_> = schedule.tie_breaks().into_iter().collect();
    ranks.sort_by_key(|(_, tie_break)| std::cmp::Reverse(tie_break.keys.clone()));
    ranks.into_iter().map(|(name, _)| name).collect()
}

/// Creates an outcome in which all seats tie, or a void one.
pub(crate) fn outcome(job: &Job, attempt: u32, void: bool) -> Outcome {
    let seat = |letter| SeatResult {
        seat: letter,
        place: 1,
        score: None,
        fault: None,
    };
    Outcome::of(&Record {
        attempt,
        played: Played {
            job: job.clone(),
            start: String::new(),
            steps: Vec::new(),
            end: String::new(),
            verdict: Verdict {
                reason: "total".to_owned(),
                void: void.then(|| "the machine was asleep".to_owned()),
                seats: job.seats.iter().map(|seated| seat(seated.seat)).collect(),
            },
        },
        measured: Measured::default(),
    })
}
