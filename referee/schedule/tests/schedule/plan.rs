//! Tests that a plan that can't be played is refused with a sentence.

use referee_schedule::{Format, Plan, Starts};

use crate::common::plan;

fn refused(change: impl FnOnce(&mut Plan)) -> String {
    let mut plan = plan(4, 2, 2, 3);
    change(&mut plan);
    plan.schedule()
        .err()
        .map_or_else(String::new, |e| e.to_string())
}

fn rounds(rounds: u32, games_per_pair: u32) -> Format {
    Format::RoundRobin {
        rounds,
        games_per_pair,
        groups: None,
    }
}

#[test]
fn every_mistake_has_its_sentence() {
    assert_eq!(refused(|_| ()), "");
    for (message, why) in [
        (
            refused(|p| p.setup.seats = vec!['A']),
            "two different letters",
        ),
        (refused(|p| p.setup.seats = vec!['A', 'A']), "seats \"AA\""),
        (
            refused(|p| p.bots.truncate(1)),
            "played by 2 bots, but only 1",
        ),
        (
            refused(|p| p.bots[3].name = "bot0".to_owned()),
            "called \"bot0\"",
        ),
        (refused(|p| p.format = rounds(0, 6)), "rounds = 0"),
        (refused(|p| p.format = rounds(2, 0)), "the next is 2"),
        (refused(|p| p.format = rounds(2, 7)), "multiple of 2"),
        (
            refused(|p| p.setup.start = Starts::States(vec![String::new(); 5])),
            "2 rounds of 3 deals need 6 state lines, but there are only 5",
        ),
        (refused(|p| p.format = rounds(u32::MAX, 6)), "more games"),
        (refused(|p| p.setup.limits.tries = 0), "tries = 0"),
    ] {
        assert!(message.contains(why), "{message:?} lacks {why:?}");
    }
}
