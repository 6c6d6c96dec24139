//! Plans that can't be played are refused in a sentence.

use referee_schedule::{Plan, RoundRobin, Starts};

use crate::common::plan;

fn refused(change: impl FnOnce(&mut Plan)) -> String {
    let mut plan = plan(4, 2, 2, 3);
    change(&mut plan);
    RoundRobin::new(plan)
        .err()
        .map_or_else(String::new, |e| e.to_string())
}

#[test]
fn every_mistake_has_its_sentence() {
    assert_eq!(refused(|_| ()), "");
    for (message, why) in [
        (refused(|p| p.seats = vec!['A']), "two different letters"),
        (refused(|p| p.seats = vec!['A', 'A']), "seats \"AA\""),
        (
            refused(|p| p.bots.truncate(1)),
            "played by 2 bots, but only 1",
        ),
        (
            refused(|p| p.bots[3].name = "bot0".to_owned()),
            "called \"bot0\"",
        ),
        (refused(|p| p.rounds = 0), "rounds = 0"),
        (refused(|p| p.games_per_pair = 0), "the next is 2"),
        (refused(|p| p.games_per_pair = 7), "multiple of 2"),
        (
            refused(|p| p.start = Starts::States(vec![String::new(); 5])),
            "2 rounds of 3 deals need 6 state lines, but there are only 5",
        ),
        (refused(|p| p.rounds = u32::MAX), "more games"),
        (refused(|p| p.limits.tries = 0), "tries = 0"),
    ] {
        assert!(message.contains(why), "{message:?} lacks {why:?}");
    }
}
