//! Tests games of more than two.

use referee_record::Outcome;
use referee_stats::{CrosstableCell, Tally};

use crate::common::{crosstable, games, names, ranks, standings};

#[test]
fn points_count_seats_beaten() {
    // a: 1 + 2/3, b: 2/3 + ½ · ⅓, c: ⅓ + ½ · ⅓, d: 0 + 1.
    let records = games(&["a1 b2 c3 d4", "d1 a2 b3 c3"]);
    let rows = standings(&names("a b c d"), &records);
    assert_eq!(ranks(&rows), "1 a, 2 d, 3 b, 4 c");
    let points: Vec<_> = rows.iter().map(|r| (r.points * 6.0).round()).collect();
    assert_eq!(points, [10.0, 6.0, 5.0, 3.0]);
}

#[test]
fn thirds_stay_equal() {
    // Both have 1 of 6 points: a sixth in each of six games, or 1 in one of them.
    let records = games(&[
        "a3 x1 y2 z3",
        "a3 x1 y2 z3",
        "a3 x1 y2 z3",
        "a3 x1 y2 z3",
        "a3 x1 y2 z3",
        "a3 x1 y2 z3",
        "b1 x2 y3 z4",
        "b4 x2 y3 z1",
        "b4 x2 y3 z1",
        "b4 x2 y3 z1",
        "b4 x2 y3 z1",
        "b4 x2 y3 z1",
    ]);
    let rows = standings(&names("a b"), &records);
    let rank = |bot| rows.iter().find(|r| r.bot == bot).map(|r| r.rank);
    assert_eq!(rank("a"), rank("b"));
}

#[test]
fn a_win_is_the_first_place_alone() {
    let records = games(&["a1 b2 c3", "a1 b1 c3", "c1 b2 a2"]);
    let rows = standings(&names("a b c"), &records);
    let counts = |bot| {
        let row = rows.iter().find(|r| r.bot == bot).expect("a row");
        (row.wins, row.draws, row.losses)
    };
    assert_eq!(
        (counts("a"), counts("b"), counts("c")),
        ((1, 1, 1), (0, 1, 2), (1, 0, 2))
    );
}

#[test]
fn cells_compare_places() {
    let table = crosstable(
        &names("a b c"),
        &games(&["a1 b2 c3", "b2 c2 a1", "c1 a2 b3"]),
    );
    let cell = |points| CrosstableCell { points, games: 3 };
    assert_eq!(table.cells[0][1..], [cell(3.0), cell(2.0)]);
    assert_eq!(
        (table.cells[1][0], table.cells[1][2]),
        (cell(0.0), cell(1.5))
    );
    assert_eq!(table.cells[2][..2], [cell(1.0), cell(1.5)]);
}

#[test]
fn seats_show_who_is_ahead() {
    let mut tally = Tally::new(&names("a b c"));
    for record in games(&["a1 b2 c3", "b1 c2 a3", "c2 a2 b1"]) {
        tally.add(&Outcome::of(&record));
    }
    let seats: Vec<_> = tally
        .seats(None)
        .iter()
        .map(|s| {
            (
                s.seat,
                s.games,
                s.wins,
                s.draws,
                s.losses,
                (s.score * 12.0).round(),
            )
        })
        .collect();
    // A: 1, 1, ¼; B: ½, ½, ¼; C: 0, 0, 1, each in 3 games.
    assert_eq!(
        seats,
        [
            ('A', 3, 2, 0, 1, 9.0),
            ('B', 3, 0, 0, 3, 5.0),
            ('C', 3, 1, 0, 2, 4.0)
        ]
    );
}
