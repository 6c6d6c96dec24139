//! Tests head-to-head matches: their games, what ends them, and what is refused.

mod faults;
mod order;
mod starts;

use std::collections::HashSet;

use referee_record::{FaultKind, Job, Outcome};
use referee_schedule::head_to_head::{
    AcceptedHypothesis, Distinct, Hypotheses, MIN_PAIRS, MatchEnd, PairResults,
};
use referee_schedule::{Attempt, Format, JobQueue, Plan, Starts};
use referee_stats::SprtModel;

use crate::common::{outcome, plan};
use crate::sim::SplitMix;

/// A test that needs a few dozen pairs if one bot wins most games.
fn sprt(games: Option<u64>) -> Format {
    Format::Sprt {
        test: Hypotheses {
            model: SprtModel::Normalized,
            elo0: 0.0,
            elo1: 100.0,
            alpha: 0.05,
            beta: 0.05,
        },
        games,
    }
}

fn fixed(games: Option<u64>, precision: Option<f64>) -> Format {
    Format::Match { games, precision }
}

fn two(format: Format) -> Plan {
    let mut plan = plan(2, 2, 1, 1);
    plan.format = format;
    plan
}

/// Plays a game that the first bot wins with probability `wins`, else loses; job and attempt alone decide.
fn played(job: &Job, attempt: u32, wins: f64) -> Outcome {
    let mut outcome = outcome(job, attempt, false);
    let seed = job.id.0.0.iter().fold(u64::from(attempt), |sum, byte| {
        sum.rotate_left(8) ^ u64::from(*byte)
    });
    let mut chance = SplitMix(seed);
    let first = job.seats.iter().position(|seated| seated.bot == "bot0");
    let first = first.expect("it plays");
    let winner = if chance.unit() < wins {
        first
    } else {
        1 - first
    };
    outcome.verdict.seats[1 - winner].place = 2;
    outcome.print = chance.next() >> 1;
    outcome
}

/// Plays up to `most` games with `tables` games at once, of which any may finish first, and `voids` void
/// games in 16. Returns the outcomes in the order in which they finished.
fn play(
    queue: &mut JobQueue,
    tables: usize,
    most: usize,
    voids: u64,
    chance: SplitMix,
) -> Vec<Outcome> {
    play_by(queue, tables, most, chance, |job, attempt| {
        let mut outcome = played(job, attempt, 0.6);
        // The job alone decides if a game is void, as it decides the result.
        if u64::from(job.id.0.0[0] % 16) < voids && attempt < 3 {
            outcome.verdict.void = Some("the machine was asleep".to_owned());
            outcome.again = attempt < job.limits.tries;
        }
        outcome
    })
}

/// Plays as [`play`] does, with results of one's own.
fn play_by(
    queue: &mut JobQueue,
    tables: usize,
    most: usize,
    mut chance: SplitMix,
    result: impl Fn(&Job, u32) -> Outcome,
) -> Vec<Outcome> {
    let (mut playing, mut all) = (Vec::<Attempt>::new(), Vec::new());
    while all.len() < most {
        while playing.len() < tables {
            let Some(task) = queue.issue() else { break };
            playing.push(task);
        }
        if playing.is_empty() || queue.finished() {
            break;
        }
        let Attempt { job, attempt } = playing.swap_remove(chance.below(playing.len()));
        let outcome = result(&job, attempt);
        queue.record(&outcome);
        all.push(outcome);
    }
    all
}

fn prefix(queue: &JobQueue) -> &PairResults {
    queue.schedule().results().pairs().expect("a duel")
}

#[test]
fn a_test_ends_at_the_first_pair_that_crosses_a_bound() {
    for (wins, side) in [
        (0.75, AcceptedHypothesis::H1),
        (0.4, AcceptedHypothesis::H0),
    ] {
        let mut queue = JobQueue::new(&two(sprt(None))).expect("sound");
        let mut before = 0.0_f64;
        while let Some(Attempt { job, attempt }) = queue.issue() {
            before = prefix(&queue).llr();
            queue.record(&played(&job, attempt, wins));
        }
        assert!(queue.finished());
        let pair_results = prefix(&queue);
        assert_eq!(pair_results.end(), Some(&MatchEnd::Accepted(side)));
        assert!(
            before.abs() < 2.944_4 && pair_results.llr().abs() > 2.944_4,
            "{before}"
        );
        assert_eq!(pair_results.beyond(), 0);
        let notes = queue.schedule().notes();
        assert!(notes[0].starts_with("ended at pair "), "{notes:?}");
    }
}

#[test]
fn the_course_is_what_was_seen_on_the_way() {
    let mut queue = JobQueue::new(&two(sprt(None))).expect("sound");
    let mut seen = Vec::new();
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = played(&job, attempt, 0.6);
        // The fourth pair is left out.
        if job.number == 8 {
            outcome.verdict.void = Some("the machine was asleep".to_owned());
        }
        queue.record(&outcome);
        let prefix = prefix(&queue);
        if prefix.pairs() > seen.len() as u64 {
            seen.push((prefix.pairs(), prefix.llr()));
        }
    }
    let course = |most| {
        let course = prefix(&queue).course(most).into_iter();
        course
            .map(|point| (point.pairs, point.llr))
            .collect::<Vec<_>>()
    };
    assert_eq!(course(usize::MAX), seen);
    assert!(
        seen.len() > 8 && seen[2].1.to_bits() == seen[3].1.to_bits(),
        "{seen:?}"
    );
    let few = course(5);
    assert_eq!((few.len(), few.last()), (5, seen.last()));
    assert!(few.iter().all(|point| seen.contains(point)), "{few:?}");
}

#[test]
fn only_a_test_has_a_course() {
    let mut queue = JobQueue::new(&two(fixed(Some(4), None))).expect("sound");
    play(&mut queue, 1, usize::MAX, 0, SplitMix(1));
    assert_eq!(prefix(&queue).pairs(), 2);
    assert_eq!(prefix(&queue).course(10), []);
}

#[test]
fn another_pair_is_played_for_one_that_stays_void() {
    let mut queue = JobQueue::new(&two(fixed(Some(8), None))).expect("sound");
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = played(&job, attempt, 1.0);
        if job.number == 4 {
            outcome.verdict.void = Some("no memory".to_owned());
            outcome.again = attempt < 3;
        }
        queue.record(&outcome);
    }
    let pair_results = prefix(&queue);
    assert_eq!(pair_results.end(), Some(&MatchEnd::Played));
    assert_eq!(
        (pair_results.pairs(), pair_results.counts()),
        (5, [0, 0, 0, 0, 4])
    );
    let [left] = pair_results.left_out() else {
        panic!("{:?}", pair_results.left_out());
    };
    assert_eq!((left.game, &*left.because), (3, "game 4: no memory"));
}

/// A match of four pairs, of which the second is spoilt by `spoil`; with as many starts as it needs.
fn spoilt_match(starts: usize, spoil: impl Fn(&mut Outcome)) -> JobQueue {
    let mut plan = two(fixed(Some(8), None));
    let line = |i| format!("state {i}");
    plan.setup.start = Starts::States((0..starts).map(line).collect());
    let mut queue = JobQueue::new(&plan).expect("sound");
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = played(&job, attempt, 1.0);
        if job.number == 4 {
            spoil(&mut outcome);
        }
        queue.record(&outcome);
    }
    queue
}

#[test]
fn without_a_start_nothing_is_played_for_a_spoilt_pair() {
    let spoil = |outcome: &mut Outcome| outcome.verdict.void = Some("no memory".to_owned());
    let few = spoilt_match(4, spoil);
    assert_eq!(prefix(&few).end(), Some(&MatchEnd::Played));
    assert_eq!((prefix(&few).pairs(), prefix(&few).counted()), (4, 3));
    let more = spoilt_match(9, spoil);
    assert_eq!((prefix(&more).pairs(), prefix(&more).counted()), (5, 4));
}

#[test]
fn nothing_is_played_for_a_pair_with_an_annulled_game() {
    let annulled = spoilt_match(9, |outcome| outcome.annul("the projector", false));
    assert_eq!(prefix(&annulled).end(), Some(&MatchEnd::Played));
    assert_eq!(
        (prefix(&annulled).pairs(), prefix(&annulled).counted()),
        (4, 3)
    );
}

#[test]
fn a_match_of_void_games_ends() {
    let mut queue = JobQueue::new(&two(fixed(Some(8), None))).expect("sound");
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = played(&job, attempt, 1.0);
        outcome.verdict.void = Some("no memory".to_owned());
        queue.record(&outcome);
    }
    let pair_results = prefix(&queue);
    assert_eq!(pair_results.end(), Some(&MatchEnd::Cap));
    assert_eq!((pair_results.pairs(), pair_results.counted()), (8, 0));
}

#[test]
fn a_bot_that_fails_all_the_time_ends_it() {
    let mut plan = two(sprt(None));
    plan.park_after = Some(10);
    let mut queue = JobQueue::new(&plan).expect("sound");
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = played(&job, attempt, 1.0);
        let seat_index = job.seats.iter().position(|seated| seated.bot == "bot1");
        // In the first game there is no fault: the row begins after it.
        if job.number > 1 {
            outcome.verdict.seats[seat_index.expect("it plays")].fault = Some(FaultKind::Crash);
        }
        queue.record(&outcome);
    }
    let pair_results = prefix(&queue);
    assert_eq!(
        pair_results.end(),
        Some(&MatchEnd::Parked("bot1".to_owned()))
    );
    assert_eq!(pair_results.pairs(), 6);
    assert_eq!(
        (
            pair_results.faults()[0].fault,
            pair_results.faults()[0].games
        ),
        (FaultKind::Crash, 11)
    );
}

#[test]
fn copies_decide_no_test() {
    let mut queue = JobQueue::new(&two(sprt(None))).expect("sound");
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = outcome(&job, attempt, false);
        outcome.verdict.seats[1].place = 2;
        // Gives both games of a pair the same course, by removing the hash of the bots.
        outcome.print ^= outcome.course() ^ job.number.div_ceil(2);
        assert_eq!(outcome.course(), job.number.div_ceil(2));
        queue.record(&outcome);
    }
    let pair_results = prefix(&queue);
    assert_eq!(pair_results.end(), Some(&MatchEnd::Copies));
    assert!(pair_results.pairs() <= MIN_PAIRS);
    assert_eq!(pair_results.identical(), pair_results.pairs());
}

#[test]
fn starts_are_used_once() {
    let lines = |n: usize| Starts::States((0..n).map(|i| format!("line {i}")).collect());
    let mut plan = two(sprt(None));
    plan.setup.start = lines(7);
    plan.setup.distinct = Some(Distinct {
        deals: 7,
        repeats: vec![2, 3],
        foreseen: None,
    });
    let mut queue = JobQueue::new(&plan).expect("sound");
    let mut starts = Vec::new();
    while let Some(Attempt { job, attempt }) = queue.issue() {
        starts.push(job.place.deal);
        queue.record(&played(
            &job,
            attempt,
            if job.number % 2 == 1 { 1.0 } else { 0.0 },
        ));
    }
    assert_eq!(starts, [1, 1, 4, 4, 5, 5, 6, 6, 7, 7]);
    assert_eq!(prefix(&queue).end(), Some(&MatchEnd::Starts));
    plan.format = fixed(Some(12), None);
    let why = plan.schedule().err().expect("too many").to_string();
    assert!(why.contains("only 5, for 10 games"), "{why}");
}

#[test]
fn pairs_share_all_but_the_seats() {
    let mut schedule = two(fixed(Some(60), None)).schedule().expect("sound");
    let jobs: Vec<Job> = std::iter::from_fn(|| schedule.next()).collect();
    assert_eq!((jobs.len(), schedule.most()), (60, Some(60)));
    let seeds: HashSet<_> = jobs.iter().map(|job| job.start.seed).collect();
    assert_eq!(seeds.len(), 30);
    for pair in jobs.chunks(2) {
        assert_eq!(
            (&pair[0].start, pair[0].dice),
            (&pair[1].start, pair[1].dice)
        );
        assert_eq!(
            (&*pair[0].seats[0].bot, &*pair[1].seats[0].bot),
            ("bot0", "bot1")
        );
    }
}

#[test]
fn nonsense_is_refused() {
    let test = |elo0: f64, elo1: f64, alpha: f64| Format::Sprt {
        test: Hypotheses {
            model: SprtModel::Logistic,
            elo0,
            elo1,
            alpha,
            beta: 0.05,
        },
        games: None,
    };
    for (format, why) in [
        (fixed(Some(7), None), "an even number"),
        (fixed(Some(0), None), "the next is 2"),
        (fixed(None, None), "expected games or precision"),
        (fixed(None, Some(0.0)), "above 0"),
        (test(5.0, 0.0, 0.05), "expected elo1 above elo0"),
        (test(0.0, f64::NAN, 0.05), "expected a number"),
        (test(0.0, 5.0, 0.0), "alpha is 0"),
    ] {
        let message = two(format).schedule().err().expect(why).to_string();
        assert!(message.contains(why), "{message}");
    }
    let mut three = plan(3, 2, 1, 1);
    three.format = sprt(None);
    assert!(three.schedule().is_err());
    let mut seats = plan(3, 3, 1, 1);
    seats.format = sprt(None);
    assert!(seats.schedule().is_err());
}
