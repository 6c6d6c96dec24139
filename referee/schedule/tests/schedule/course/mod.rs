//! Tests formats that pair by results, played from beginning to end.

mod knockout;
mod ladder;
mod swiss;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use referee_record::{Job, JobId, Outcome, derive};
use referee_schedule::pairings::Pairings;
use referee_schedule::{
    Attempt, Entrant, Format, JobQueue, Plan, PlanChange, ScheduleVerifier, TieBreak,
};

use crate::common::{self, outcome};

/// Creates a plan for so many bots, named bot0, bot1 and so on.
fn plan(bots: usize, format: Format) -> Plan {
    Plan {
        format,
        ..common::plan(bots, 2, 1, 1)
    }
}

/// Creates an outcome with the two seats at these places.
fn ended(job: &Job, places: [u8; 2]) -> Outcome {
    let mut outcome = outcome(job, 1, false);
    for (seat, place) in outcome.verdict.seats.iter_mut().zip(places) {
        seat.place = place;
    }
    outcome
}

/// Returns the bots' numbers by seat.
fn seated(job: &Job) -> [usize; 2] {
    let number = |i: usize| job.seats[i].bot[3..].parse().expect("botN");
    [number(0), number(1)]
}

/// The bot with the lower number wins.
fn by_seed(job: &Job) -> Outcome {
    let [a, b] = seated(job);
    ended(job, if a < b { [1, 2] } else { [2, 1] })
}

/// Produces every kind of result, by chance that depends on the job alone.
fn by_chance(job: &Job) -> Outcome {
    match derive(1, "luck", &[&job.id.to_string()]).small() % 20 {
        0 => outcome(job, job.limits.tries, true),
        1..4 => ended(job, [1, 1]),
        4..12 => ended(job, [1, 2]),
        _ => ended(job, [2, 1]),
    }
}

/// Result of a run.
struct Course {
    outcomes: Vec<Outcome>,
    given: BTreeMap<u64, JobId>,
    skipped: BTreeSet<u64>,
    tie_breaks: BTreeMap<String, TieBreak>,
    notes: Vec<String>,
    pairings: Pairings,
}

/// Continues after the outcomes in `before` until `most` games are played or none is left; games finish in a
/// random order that depends on `luck`.
fn run(
    plan: &Plan,
    before: &[Outcome],
    end: impl Fn(&Job) -> Outcome,
    most: usize,
    luck: u64,
) -> Course {
    let mut queue = JobQueue::new(plan).expect("a sound plan");
    for outcome in before {
        queue.record(outcome);
    }
    let mut outcomes = before.to_vec();
    let mut given = BTreeMap::new();
    let mut open: Vec<Job> = Vec::new();
    while outcomes.len() < most {
        while let Some(Attempt { job, attempt }) = queue.issue() {
            assert_eq!(attempt, 1);
            assert!(given.insert(job.number, job.id).is_none(), "issued twice");
            open.push(job);
        }
        if open.is_empty() {
            assert!(queue.finished());
            break;
        }
        let turn = derive(luck, "turn", &[&outcomes.len().to_string()]).small();
        let job = open.swap_remove(turn as usize % open.len());
        let outcome = end(&job);
        queue.record(&outcome);
        outcomes.push(outcome);
    }
    Course {
        outcomes,
        given,
        skipped: queue.skips().iter().map(|skip| skip.number).collect(),
        tie_breaks: queue.schedule().tie_breaks(),
        notes: queue.schedule().notes(),
        pairings: queue.schedule().pairings().expect("pairings"),
    }
}

fn whole(plan: &Plan, end: impl Fn(&Job) -> Outcome) -> Course {
    run(plan, &[], end, usize::MAX, 0)
}

/// Returns the pairs that met in each round: the games of its batch with the first rotation, by the numbers
/// of the bots.
fn meetings(course: &Course, round: u32) -> Vec<[usize; 2]> {
    let mut games: Vec<&Outcome> = course.outcomes.iter().collect();
    games.sort_by_key(|outcome| outcome.number);
    let round_games = games
        .iter()
        .filter(|o| o.place.round == round && o.place.rotation == 1);
    round_games
        .map(|o| [0, 1].map(|i| o.place.block[i][3..].parse().expect("botN")))
        .collect()
}

/// Describes the rounds of a bracket: the title, and each meeting as `0-1: 2-0 >0`.
fn describe_rounds(course: &Course) -> Vec<(String, Vec<String>)> {
    let name = |bot: &Option<String>| bot.as_ref().map_or("?", |bot| &bot[3..]).to_owned();
    let rounds = course.pairings.rounds.iter().map(|round| {
        let meetings = round.meetings.iter().map(|meeting| {
            let [a, b] = &meeting.bots;
            let points = meeting.points.iter();
            let points = points.map(|p| p.map_or(" void".to_owned(), |[a, b]| format!(" {a}-{b}")));
            let winner = meeting
                .winner
                .map_or(String::new(), |at| format!(" >{}", name(&meeting.bots[at])));
            format!(
                "{}-{}:{}{winner}",
                name(a),
                name(b),
                points.collect::<String>()
            )
        });
        (round.title.clone(), meetings.collect())
    });
    rounds.collect()
}

/// Returns the first key of each bot's tie-breaks, and its first displayed value.
fn first_tie_breaks(course: &Course) -> Vec<(i64, &str)> {
    let tie_breaks = course.tie_breaks.values();
    tie_breaks
        .map(|m| (m.keys[0], m.shown[0].1.as_str()))
        .collect()
}

fn swiss(rounds: u32, mirrored: bool) -> Format {
    Format::Swiss {
        rounds,
        games_per_pair: if mirrored { 2 } else { 1 },
        mirrored,
    }
}

fn knockout(double: bool, tries: u32) -> Format {
    Format::Knockout {
        games_per_pair: 2,
        double,
        reset: true,
        tries,
    }
}

fn ladder(rounds: u32) -> Format {
    Format::Ladder {
        rounds,
        games_per_pair: 2,
    }
}

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![
        (1u32..7, any::<bool>()).prop_map(|(rounds, mirrored)| swiss(rounds, mirrored)),
        (any::<bool>(), 1u32..4).prop_map(|(double, tries)| knockout(double, tries)),
        (1u32..7).prop_map(ladder),
    ]
}

/// Returns the outcomes in a random order, the same for the same luck.
fn shuffled(outcomes: &[Outcome], luck: u64) -> Vec<Outcome> {
    let mut outcomes = outcomes.to_vec();
    outcomes.sort_by_key(|o| derive(luck, "shuffle", &[&o.number.to_string()]));
    outcomes
}

fn sorted(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    outcomes.sort_by_key(|outcome| outcome.number);
    outcomes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whenever a run is interrupted, in whatever order its games finished and its outcomes are read again,
    /// the same games are played, with the same result.
    #[test]
    fn an_interrupted_run_is_the_same_run(
        format in formats(),
        bots in 2usize..14,
        stop in 0usize..120,
        luck in 0u64..1000,
    ) {
        let plan = plan(bots, format);
        let uninterrupted = whole(&plan, by_chance);
        let numbers: Vec<u64> = uninterrupted.given.keys().copied().collect();
        prop_assert_eq!(&numbers, &(1..=numbers.len() as u64).collect::<Vec<_>>());

        let first = run(&plan, &[], by_chance, stop, luck);
        let before = shuffled(&first.outcomes, luck);
        let rest = run(&plan, &before, by_chance, usize::MAX, luck + 1);
        let again = before.iter().any(|outcome| rest.given.contains_key(&outcome.number));
        prop_assert!(!again, "a game is issued again");
        prop_assert_eq!(&rest.tie_breaks, &uninterrupted.tie_breaks);
        prop_assert_eq!(&rest.notes, &uninterrupted.notes);
        prop_assert_eq!(sorted(rest.outcomes), sorted(uninterrupted.outcomes));
    }

    /// A withdrawn bot plays no more games, a joined bot plays, and all games played stay a part of the run,
    /// however often it is changed.
    #[test]
    fn a_changed_run_keeps_its_games(
        format in formats(),
        bots in 4usize..12,
        changes in prop::collection::vec((0usize..40, 0usize..4, any::<bool>(), 0u32..3), 1..4),
        luck in 0u64..1000,
    ) {
        let mut plan = plan(bots, format);
        let mut played: Vec<Outcome> = Vec::new();
        for (further, leaves, comes, more) in changes {
            let most = played.len() + further;
            let course = run(&plan, &shuffled(&played, luck), by_chance, most, luck);
            played.extend_from_slice(&course.outcomes[played.len()..]);
            let joined = Entrant { settings: None, limits: None,
                name: format!("bot{}", plan.everybody().count()),
                time: plan.bots[0].time,
            };
            let comes = comes && !matches!(plan.format, Format::Knockout { .. });
            plan.changes.push(PlanChange {
                after: played.iter().map(|o| o.number).max().unwrap_or(0),
                joined: if comes { vec![joined] } else { Vec::new() },
                withdrawn: vec![format!("bot{leaves}")],
                format: match *plan.format_now() {
                    Format::Ladder { rounds, games_per_pair } => Some(Format::Ladder {
                        rounds: rounds + more,
                        games_per_pair: games_per_pair + 2 * (more / 2),
                    }),
                    _ => None,
                },
                ..PlanChange::default()
            });
        }
        let left = plan.withdrawn();
        let rest = run(&plan, &shuffled(&played, luck), by_chance, usize::MAX, luck);
        let later = &rest.outcomes[played.len()..];
        let stays = |o: &Outcome| !o.place.block.iter().any(|bot| left.contains(bot.as_str()));
        prop_assert!(later.iter().all(stays));

        // The plan leads to the whole run and no further.
        let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
        for outcome in played.iter().chain(later) {
            for attempt in 1..=outcome.attempt {
                let again = attempt < outcome.attempt;
                let outcome = Outcome { attempt, again, ..outcome.clone() };
                prop_assert_eq!(verifier.admit(&outcome), Ok(()));
            }
        }
        prop_assert_eq!(verifier.finish().missing, 0);
        let resumed = run(&plan, &shuffled(&rest.outcomes, luck), by_chance, usize::MAX, luck);
        prop_assert!(resumed.given.is_empty());
        prop_assert_eq!(resumed.tie_breaks, rest.tie_breaks);
        prop_assert_eq!(resumed.notes, rest.notes);
        prop_assert_eq!(resumed.skipped, rest.skipped);
    }
}

/// A bot whose game is skipped once, for whatever reason, isn't paired again.
#[test]
fn no_course_is_longer_than_it_can_be() {
    for bots in 2..18 {
        for format in [
            swiss(3, true),
            swiss(40, false),
            knockout(false, 1),
            knockout(true, 1),
            knockout(true, 3),
            ladder(5),
        ] {
            let plan = plan(bots, format);
            let most = plan.schedule().expect("a plan").most().expect("a bound");
            let played = |end: fn(&Job) -> Outcome| whole(&plan, end).outcomes.len() as u64;
            let (by_seed, by_chance) = (played(by_seed), played(by_chance));
            assert!(by_seed.max(by_chance) <= most, "{bots}: {:?}", plan.format);
            if let Format::Ladder { .. } = plan.format {
                assert_eq!(by_seed, most);
            }
            if let Format::Knockout {
                double: false,
                tries: 1,
                ..
            } = plan.format
            {
                assert_eq!(by_seed, most);
            }
        }
    }
}

#[test]
fn who_is_passed_over_is_gone() {
    for format in [swiss(3, true), knockout(true, 3), ladder(4)] {
        let mut schedule = plan(5, format).schedule().expect("sound");
        let mut rounds = BTreeSet::new();
        while let Some(job) = schedule.next() {
            rounds.insert(job.place.round);
            let gone = "bot1".to_owned();
            let met = job.place.block.contains(&gone);
            assert!(!met || job.place.round == 1, "{job:?}");
            if met {
                schedule.skip(&job, &[gone], &[]);
            } else {
                schedule.record(&by_seed(&job));
            }
        }
        assert!(schedule.finished());
        assert!(rounds.len() > 1);
    }
}

#[test]
fn what_can_not_be_is_refused() {
    let refused = |plan: Plan| {
        plan.schedule()
            .err()
            .map_or_else(String::new, |e| e.to_string())
    };
    let four_seats = |format| Plan {
        format,
        ..common::plan(4, 4, 1, 1)
    };
    let late = |format| {
        let mut plan = plan(4, format);
        let joined = vec![Entrant {
            settings: None,
            limits: None,
            name: "late".to_owned(),
            time: plan.bots[0].time,
        }];
        plan.changes.push(PlanChange {
            after: 0,
            joined,
            withdrawn: Vec::new(),
            ..PlanChange::default()
        });
        plan
    };
    let unmirrored = Format::Swiss {
        rounds: 3,
        games_per_pair: 2,
        mirrored: false,
    };
    let odd = Format::Knockout {
        games_per_pair: 3,
        double: false,
        reset: false,
        tries: 1,
    };
    for (message, why) in [
        (
            refused(four_seats(swiss(3, true))),
            "format swiss: expected a game for two seats",
        ),
        (refused(four_seats(ladder(3))), "format ladder: expected"),
        (refused(four_seats(knockout(true, 1))), "but ludo has 4"),
        (refused(plan(4, swiss(0, true))), "rounds = 0"),
        (refused(plan(4, ladder(0))), "rounds = 0"),
        (refused(plan(4, knockout(false, 0))), "tries = 0"),
        (
            refused(plan(4, unmirrored)),
            "games_per_pair = 2: with mirrored = false",
        ),
        (refused(plan(4, odd)), "multiple of 2"),
        (refused(late(knockout(false, 1))), "\"late\" can't join"),
        (refused(late(ladder(2))), ""),
        (refused(plan(1001, swiss(3, true))), "at most 1000 bots"),
    ] {
        assert_eq!(message.is_empty(), why.is_empty(), "{message}");
        assert!(message.contains(why), "{message:?} lacks {why:?}");
    }
}
