//! Tests that only pairs in schedule order end a head-to-head match, in whichever order games finish.

use proptest::prelude::*;
use referee_schedule::head_to_head::{AcceptedHypothesis, MatchEnd};
use referee_schedule::{Format, JobQueue, ScheduleVerifier};

use super::{fixed, play, played, prefix, sprt, two};
use crate::sim::SplitMix;

/// Returns everything about a match except games that don't count.
fn summarize(queue: &JobQueue) -> (u64, [u64; 5], [u64; 3], f64, Option<MatchEnd>, usize) {
    let p = prefix(queue);
    (
        p.pairs(),
        p.counts(),
        p.games(),
        p.llr(),
        p.end().cloned(),
        p.left_out().len(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_tables_nor_the_order_of_finishing_change_anything(
        tables in 1..12_usize, seed in any::<u64>(), master in any::<u64>(), voids in 0..4_u64,
    ) {
        for format in [sprt(None), sprt(Some(60)), fixed(Some(40), None), fixed(Some(400), Some(45.0))] {
            let mut plan = two(format);
            plan.setup.master = master;
            let mut one = JobQueue::new(&plan).expect("sound");
            play(&mut one, 1, usize::MAX, voids, SplitMix(1));
            let mut many = JobQueue::new(&plan).expect("sound");
            play(&mut many, tables, usize::MAX, voids, SplitMix(seed));
            prop_assert!(one.finished() && many.finished());
            prop_assert_eq!(summarize(&one), summarize(&many));
        }
    }

    #[test]
    fn a_resumed_duel_ends_as_an_uninterrupted_one(
        tables in 1..12_usize, games in 0..120_usize, seed in any::<u64>(), voids in 0..4_u64,
    ) {
        let plan = two(sprt(None));
        let mut whole = JobQueue::new(&plan).expect("sound");
        play(&mut whole, tables, usize::MAX, voids, SplitMix(seed));
        let mut first = JobQueue::new(&plan).expect("sound");
        let mut past = play(&mut first, tables, games, voids, SplitMix(seed ^ 1));
        let mut second = JobQueue::new(&plan).expect("sound");
        past.sort_by_key(|outcome| (outcome.number, outcome.attempt));
        for outcome in &past {
            second.record(outcome);
        }
        past.extend(play(&mut second, tables, usize::MAX, voids, SplitMix(seed ^ 2)));
        prop_assert!(second.finished());
        prop_assert_eq!(summarize(&whole), summarize(&second));
        // Games issued before the end, but after it in schedule order, are valid.
        let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
        past.sort_by_key(|outcome| (outcome.number, outcome.attempt));
        for outcome in &past {
            prop_assert_eq!(verifier.admit(outcome), Ok(()));
        }
        prop_assert_eq!(verifier.finish().missing, 0);
    }
}

/// Games that the second bot wins take longer than all others: in the order of finishing, it seems to lose
/// until its wins arrive.
#[test]
fn a_count_in_the_order_of_finishing_would_differ() {
    let Format::Sprt { test, .. } = sprt(None) else {
        panic!("a test");
    };
    let mut misled = 0;
    for master in 0..40 {
        let mut plan = two(sprt(None));
        plan.setup.master = master;
        let mut queue = JobQueue::new(&plan).expect("sound");
        let (mut playing, mut counts) = (Vec::new(), [0_u64; 5]);
        let mut halves: Vec<(u64, usize)> = Vec::new();
        let mut hasty = None;
        let mut now = 0_u64;
        loop {
            while playing.len() < 64 {
                let Some(task) = queue.issue() else { break };
                let outcome = played(&task.job, 1, 0.5);
                let lost = outcome.points(task.job.seats[0].seat) < 0.5;
                let first = task.job.seats[0].bot == "bot0";
                let long = lost == first;
                playing.push((now + if long { 40 } else { 1 }, outcome, !long));
            }
            let Some(at) = (0..playing.len()).min_by_key(|i| (playing[*i].0, *i)) else {
                break;
            };
            let (time, outcome, won) = playing.swap_remove(at);
            now = time;
            queue.record(&outcome);
            let pair = (outcome.number - 1) / 2;
            let points = if won { 2 } else { 0 };
            match halves.iter().position(|(known, _)| *known == pair) {
                None => halves.push((pair, points)),
                Some(at) => counts[halves.swap_remove(at).1 + points] += 1,
            }
            let ratio = test.llr(counts);
            if ratio.abs() >= 2.944_439 && hasty.is_none() {
                hasty = Some(if ratio > 0.0 {
                    AcceptedHypothesis::H1
                } else {
                    AcceptedHypothesis::H0
                });
            }
            if prefix(&queue).end().is_some() {
                break;
            }
        }
        let right = prefix(&queue).end().cloned();
        misled += usize::from(hasty.map(MatchEnd::Accepted) != right);
    }
    assert!(misled >= 3, "{misled} of 40");
}
