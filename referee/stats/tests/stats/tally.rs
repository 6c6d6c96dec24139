//! Tests counting game by game.

use proptest::prelude::*;
use referee_record::{FaultKind, Outcome};
use referee_stats::Tally;

use crate::common::{crosstable, fault, game, names, ranks, standings};

fn void(attempt: u32) -> referee_record::Record {
    let mut record = game("a1 b1");
    record.played.verdict.void = Some("the machine was asleep".to_owned());
    record.attempt = attempt;
    record
}

#[test]
fn void_games_are_counted_apart() {
    let mut tally = Tally::new(&names("a b"));
    for record in [void(1), void(2), void(3), game("a1 b2")] {
        tally.add(&Outcome::of(&record));
    }
    assert_eq!(
        {
            let games = tally.games();
            (games.counted, games.void, games.tried_again)
        },
        (1, 1, 2)
    );
    let rows = tally.standings();
    assert_eq!((rows[0].games, rows[1].games), (1, 1));
    assert_eq!(tally.crosstable(None).cells[0][1].games, 1);
    assert_eq!(tally.seats(None)[0].games, 1);
}

#[test]
fn giving_up_is_stored_but_is_no_fault() {
    let mut tally = Tally::new(&names("a b"));
    for fault_name in ["resigned", "timeout", "resigned"] {
        tally.add(&Outcome::of(&fault(game("a1 b2"), 1, fault_name)));
    }
    let row = &tally.standings()[1];
    assert_eq!(
        (row.losses, &row.faults),
        (3, &[(FaultKind::Timeout, 1)].into())
    );
    // Stored tallies contain it, and are compared with tallies that are counted again.
    let parts = tally.changes().expect("JSON").parts;
    let stored = parts.iter().filter_map(|(_, value)| value.as_deref());
    let stored: String = stored.collect();
    assert!(
        stored.contains(r#""faults":{"resigned":2,"timeout":1}"#),
        "{stored}"
    );
}

#[test]
fn bots_without_a_name_given_are_added() {
    let mut tally = Tally::new(&names("a"));
    tally.add(&Outcome::of(&game("z1 a2")));
    assert_eq!(ranks(&tally.standings()), "1 z, 2 a");
    assert_eq!(tally.crosstable(None).names, ["a", "z"]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The order of records changes nothing, and points add up.
    #[test]
    fn order_is_of_no_account(
        games in prop::collection::vec((0usize..4, 1usize..4, 0usize..3), 1..40),
        turn in any::<prop::sample::Index>(),
    ) {
        let bots = ["a", "b", "c", "d"];
        let result = |(one, step, result): &(usize, usize, usize)| {
            let places = [(1, 2), (2, 1), (1, 1)][*result];
            let (one, other) = (bots[*one], bots[(one + step) % 4]);
            game(&format!("{one}{} {other}{}", places.0, places.1))
        };
        let mut records: Vec<_> = games.iter().map(result).collect();
        let names = names("a b c d");
        let rows = standings(&names, &records);
        let table = crosstable(&names, &records);
        let turn = turn.index(records.len());
        records.rotate_left(turn);
        prop_assert_eq!(&rows, &standings(&names, &records));
        prop_assert_eq!(&table, &crosstable(&names, &records));

        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let points: f64 = rows.iter().map(|r| r.points).sum();
        prop_assert!(close(points, records.iter().map(|_| 1.0).sum()));
        for (i, row) in table.cells.iter().enumerate() {
            let standing = rows.iter().find(|r| r.bot == names[i]).expect("a row");
            let sum: f64 = row.iter().map(|cell| cell.points).sum();
            prop_assert!(close(sum, standing.points));
        }
    }
}
