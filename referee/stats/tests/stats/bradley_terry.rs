//! Tests strengths that are kept up to date, against the fit of the whole field.

use referee_stats::BradleyTerry;
use referee_stats::field::{FieldGame, FitOptions, Unit, fit};

/// Creates `count` games of these seats with one result, all of them distinct.
fn times(count: u64, seats: &[usize], places: &[u8]) -> Unit {
    let game = FieldGame {
        seats: seats.to_vec(),
        places: places.to_vec(),
    };
    Unit {
        games: vec![game],
        count,
        distinct: count,
    }
}

/// Creates a field of which player 0 won all games, player 3 lost all, and player 4 has none.
fn field() -> Vec<Unit> {
    vec![
        times(3, &[0, 1], &[1, 2]),
        times(2, &[2, 0], &[2, 1]),
        times(4, &[1, 2], &[1, 2]),
        times(3, &[2, 1], &[1, 2]),
        times(1, &[2, 1], &[1, 1]),
        times(2, &[1, 3], &[1, 2]),
        times(5, &[2, 3], &[1, 2]),
    ]
}

fn settled(units: &[Unit]) -> BradleyTerry {
    let mut strengths = BradleyTerry::new(5);
    for unit in units {
        for _ in 0..unit.count {
            strengths.add(unit);
        }
    }
    settle(&mut strengths);
    strengths
}

fn settle(strengths: &mut BradleyTerry) {
    for _ in 0..300 {
        strengths.refit();
    }
}

fn elo(strengths: &BradleyTerry, player: usize) -> f64 {
    400.0 * strengths.weight(player).expect("results").log10()
}

#[test]
fn strengths_settle_where_the_fit_with_a_prior_is() {
    let units = field();
    let strengths = settled(&units);
    let fit = fit(5, &units, FitOptions::default());
    assert!(fit.prior.is_some());
    for player in 1..4 {
        let ours = elo(&strengths, player) - elo(&strengths, 0);
        let theirs = fit.difference(player, 0).expect("both have games");
        assert!((ours - theirs).abs() < 1e-3, "{player}: {ours} {theirs}");
    }
    assert_eq!(strengths.weight(4), None);
}

#[test]
fn the_order_of_results_says_nothing() {
    let mut units = field();
    let strengths = settled(&units);
    units.reverse();
    let turned = settled(&units);
    for player in 0..5 {
        assert_eq!(strengths.weight(player), turned.weight(player));
    }
}

#[test]
fn who_is_removed_was_never_there() {
    let mut strengths = settled(&field());
    strengths.remove(0);
    settle(&mut strengths);
    let others: Vec<Unit> = field().into_iter().skip(2).collect();
    let without = settled(&others);
    assert_eq!(strengths.weight(0), None);
    for player in 1..4 {
        let (ours, theirs) = (elo(&strengths, player), elo(&without, player));
        assert!((ours - theirs).abs() < 1e-3, "{player}: {ours} {theirs}");
    }
    // Its results may come later, and of a table those of the others stay.
    let [mut before, mut after] = [BradleyTerry::new(5), BradleyTerry::new(5)];
    let table = times(1, &[0, 1, 2], &[1, 2, 3]);
    before.remove(0);
    before.add(&table);
    after.add(&table);
    after.remove(0);
    for strengths in [&mut before, &mut after] {
        settle(strengths);
    }
    for player in 0..5 {
        assert_eq!(before.weight(player), after.weight(player));
        assert_eq!(before.weight(player).is_some(), [1, 2].contains(&player));
    }
}

#[test]
fn a_table_counts_as_its_pairs() {
    let table = settled(&[times(2, &[2, 0, 1], &[1, 3, 2])]);
    let pairs = settled(&[
        times(2, &[2, 0], &[1, 2]),
        times(2, &[2, 1], &[1, 2]),
        times(2, &[0, 1], &[2, 1]),
    ]);
    for player in 0..3 {
        assert_eq!(table.weight(player), pairs.weight(player));
    }
}
