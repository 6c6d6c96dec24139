//! Tests games of two.

use referee_record::FaultKind;
use std::collections::BTreeMap;

use referee_stats::{CrosstableCell, StandingsRow, Worth};

use crate::common::{crosstable, fault, game, games, moved, names, ranks, standings};

#[test]
fn points_decide() {
    let mut records = games(&["a1 b2", "b1 a2", "a1 c1", "c2 a1", "b1 c2"]);
    records.push(fault(game("c2 b1"), 0, "timeout"));
    let rows = standings(&names("a b c"), &records);
    assert_eq!(ranks(&rows), "1 b, 2 a, 3 c");
    let b = StandingsRow {
        rank: 1,
        bot: "b".to_owned(),
        games: 4,
        points: 3.0,
        wins: 3,
        draws: 0,
        losses: 1,
        percent: Some(75.0),
        faults: BTreeMap::new(),
        max_ms: None,
        mean_ms: None,
        budget: None,
        chatter: 0,
        chatter_game: None,
    };
    assert_eq!(rows[0], b);
    assert_eq!((rows[1].points, rows[1].percent), (2.5, Some(62.5)));
    assert_eq!((rows[2].wins, rows[2].draws, rows[2].losses), (0, 1, 3));
    assert_eq!(rows[2].faults, [(FaultKind::Timeout, 1)].into());
}

#[test]
fn points_per_game_count_and_not_points() {
    let records = games(&["a1 c2", "b1 c2", "b1 c2", "b1 c2", "b2 c1"]);
    assert_eq!(
        ranks(&standings(&names("a b c"), &records)),
        "1 a, 2 b, 3 c"
    );
}

#[test]
fn the_direct_score_decides_between_equals() {
    // a and b have 2 of 3 each, and b beat a; c and d have 1, and c beat d.
    let records = games(&["a2 b1", "a1 c2", "a1 d2", "b1 c2", "b2 d1", "c1 d2"]);
    assert_eq!(
        ranks(&standings(&names("a b c d"), &records)),
        "1 b, 2 a, 3 c, 4 d"
    );
}

#[test]
fn results_may_have_a_worth_of_their_own() {
    // By their places all have half of the points; a win is worth three draws here.
    let records = games(&["a1 b1", "b1 c1", "c1 b1", "a1 c2", "c1 a2"]);
    let mut tally = referee_stats::Tally::new(&names("c b a"));
    for outcome in crate::common::outcomes(&records) {
        tally.add(&outcome);
    }
    assert_eq!(ranks(&tally.standings()), "1 c, 1 b, 1 a");
    let worth = Some(Worth {
        win: 6,
        draw: 2,
        loss: 1,
    });
    let rows = tally.ranked(&BTreeMap::new(), worth);
    assert_eq!(ranks(&rows), "1 a, 2 c, 3 b");
    let points: Vec<_> = rows.iter().map(|row| (row.points, row.percent)).collect();
    let most = |points: f64, games: f64| (points, Some(100.0 * (points / games / 6.0)));
    assert_eq!(points, [most(9.0, 3.0), most(11.0, 4.0), most(6.0, 3.0)]);
    let cells = tally.crosstable(worth).cells;
    let (points, games) = (7.0, 2);
    assert_eq!(cells[0][2], CrosstableCell { points, games });
    // A: three draws, a win and a win; B: three draws, a loss and a loss.
    let seats: Vec<f64> = tally.seats(worth).iter().map(|seat| seat.score).collect();
    assert_eq!(seats, [18.0 / 5.0 / 6.0, 8.0 / 5.0 / 6.0]);
}

#[test]
fn merits_come_before_points_per_game() {
    let records = games(&["a1 b2", "c1 a2", "b1 d2"]);
    let mut tally = referee_stats::Tally::new(&names("a b c d e"));
    for outcome in crate::common::outcomes(&records) {
        tally.add(&outcome);
    }
    let ranked = |criteria: &[(&str, &[i64])]| {
        let named = |(name, keys): &(&str, &[i64])| ((*name).to_owned(), keys.to_vec());
        ranks(&tally.ranked(&criteria.iter().map(named).collect(), None))
    };
    assert_eq!(ranked(&[]), "1 c, 2 a, 3 b, 4 d, 5 e");
    // Later keys decide if the earlier ones are equal, and points per game if all are; the direct score of a
    // and b isn't used.
    let criteria: &[(&str, &[i64])] = &[
        ("a", &[1, 5]),
        ("b", &[1, 5]),
        ("c", &[1, 4]),
        ("d", &[2, 0]),
    ];
    assert_eq!(ranked(criteria), "1 d, 2 a, 2 b, 4 c, 5 e");
    let few: &[(&str, &[i64])] = &[("e", &[-1])];
    assert_eq!(ranked(few), "1 e, 2 c, 3 a, 3 b, 5 d");
}

#[test]
fn equal_stays_equal() {
    // Each of them beat another once.
    let records = games(&["a1 b2", "b1 c2", "c1 a2", "a1 d2", "b1 d2", "c1 d2"]);
    let rows = standings(&names("d c b a"), &records);
    assert_eq!(ranks(&rows), "1 c, 1 b, 1 a, 4 d");
    // These two have never met.
    let records = games(&["a1 c2", "b1 c2"]);
    assert_eq!(
        ranks(&standings(&names("a b c"), &records)),
        "1 a, 1 b, 3 c"
    );
}

#[test]
fn who_has_not_played_is_last() {
    let rows = standings(&names("a b c"), &games(&["b2 c1"]));
    assert_eq!(ranks(&rows), "1 c, 2 b, 3 a");
    assert_eq!((rows[2].games, rows[2].percent), (0, None));
}

#[test]
fn cells_hold_points_of_the_row() {
    let table = crosstable(&names("a b c"), &games(&["a1 b2", "b1 a1", "b2 c1"]));
    let cell = |points, games| CrosstableCell { points, games };
    assert_eq!(
        table.cells,
        [
            [cell(0.0, 0), cell(1.5, 2), cell(0.0, 0)],
            [cell(0.5, 2), cell(0.0, 0), cell(0.0, 1)],
            [cell(0.0, 0), cell(1.0, 1), cell(0.0, 0)],
        ]
    );
}

#[test]
fn nobody_gets_points_where_nobody_started() {
    let record = fault(fault(game("a2 b2"), 0, "no-handshake"), 1, "no-handshake");
    let rows = standings(&names("a b"), std::slice::from_ref(&record));
    assert!(
        rows.iter()
            .all(|r| r.rank == 1 && r.points == 0.0 && r.losses == 1)
    );
    let table = crosstable(&names("a b"), std::slice::from_ref(&record));
    assert_eq!(
        table.cells[0][1],
        CrosstableCell {
            points: 0.0,
            games: 1
        }
    );
}

#[test]
fn times_are_of_moves_that_were_asked_for() {
    let mut record = game("a1 b2");
    moved(&mut record, 'A', 2_000_000);
    moved(&mut record, 'B', 9_000_000);
    moved(&mut record, 'A', 0);
    moved(&mut record, 'A', 5_000_000);
    let rows = standings(&names("a b c"), std::slice::from_ref(&record));
    assert_eq!((rows[0].max_ms, rows[0].mean_ms), (Some(5.0), Some(3.5)));
    assert_eq!((rows[1].max_ms, rows[1].mean_ms), (Some(9.0), Some(9.0)));
    assert_eq!((rows[2].max_ms, rows[2].mean_ms), (None, None));
}
