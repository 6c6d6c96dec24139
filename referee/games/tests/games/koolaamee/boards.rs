//! Tests boards: the default start, random boards, symmetries.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::{CLASSIC, line, position, rules};

fn dealt(board: &str, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rules(board).deal(&mut rng).line()
}

/// Returns the tiles' squares, as column and row, with their letters.
fn cells(line: &str) -> BTreeMap<(usize, usize), char> {
    let tiles = line.split(' ').next().unwrap_or_default();
    let row = |(y, row): (usize, &str)| {
        let cells = row.chars().enumerate().map(move |(x, c)| ((x, y), c));
        cells.collect::<Vec<_>>()
    };
    let cells = tiles.split('/').enumerate().flat_map(row);
    cells.filter(|(_, c)| *c != '.').collect()
}

/// Returns the sizes of the tiles in the order of their letters, the shorter side first.
fn sizes(cells: &BTreeMap<(usize, usize), char>) -> Vec<(usize, usize)> {
    let mut tiles: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
    for (square, letter) in cells {
        tiles.entry(*letter).or_default().push(*square);
    }
    let size = |squares: &Vec<(usize, usize)>| {
        let columns = squares
            .iter()
            .map(|(x, _)| x)
            .collect::<BTreeSet<_>>()
            .len();
        let rows = squares
            .iter()
            .map(|(_, y)| y)
            .collect::<BTreeSet<_>>()
            .len();
        assert_eq!(columns * rows, squares.len());
        (columns.min(rows), columns.max(rows))
    };
    tiles.values().map(size).collect()
}

/// Returns the number of squares that can be reached from the first by steps over edges.
fn connected(cells: &BTreeMap<(usize, usize), char>) -> usize {
    let mut shapes: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut open: Vec<(usize, usize)> = cells.keys().take(1).copied().collect();
    while let Some((x, y)) = open.pop() {
        if cells.contains_key(&(x, y)) && shapes.insert((x, y)) {
            open.extend([(x + 1, y), (x, y + 1)]);
            open.extend(x.checked_sub(1).map(|x| (x, y)));
            open.extend(y.checked_sub(1).map(|y| (x, y)));
        }
    }
    shapes.len()
}

#[test]
fn the_default_start_is_classic() {
    let start = line("", "", "A - - 28,28");
    for board in ["classic", "random"] {
        assert_eq!(rules(board).start().line(), start);
    }
    assert_eq!(dealt("classic", 7), start);
}

#[test]
fn a_draft_begins_in_the_same_way_when_it_is_dealt() {
    assert_eq!(dealt("drafted", 7), rules("drafted").start().line());
}

#[test]
fn random_boards_are_the_same_tiles_in_one_piece() {
    let expected = sizes(&cells(CLASSIC));
    let mut boards = BTreeSet::new();
    for seed in 0..1000 {
        let line = dealt("random", seed);
        let cells = cells(&line);
        assert_eq!(cells.len(), 64, "{line}");
        assert_eq!(sizes(&cells), expected, "{line}");
        assert_eq!(connected(&cells), 64, "{line}");
        for ((x, y), tile) in &cells {
            let leads_on =
                |((u, v), other): (&(usize, usize), &char)| (u == x || v == y) && other != tile;
            assert!(
                cells.iter().any(leads_on),
                "a marble on {x},{y} of {line} wins at once"
            );
        }
        assert_eq!(dealt("random", seed), line, "seed {seed}");
        boards.insert(line);
    }
    assert_eq!(boards.len(), 1000);
}

/// A recorded seed must always give the same board.
#[test]
fn a_seed_means_the_same_board_for_good() {
    let tiles = ".ccgg...../pccggnnn../p.kkff..../p.kkff.qqq/..obb..qqq/\
                 ddobbl.jj./ddmm.lajj./ddmm.iajjh/..mm.iaeeh/.........h ";
    assert!(dealt("random", 0).starts_with(tiles));
}

#[test]
fn turned_and_mirrored_positions_play_alike() {
    let position = position("e2 j7", "e7", "B j7 e7 26,27");
    let mut lines = BTreeSet::from([position.line()]);
    for turned in position.symmetries() {
        let read = rules("classic").read(&turned).expect(&turned);
        for depth in 1..=3 {
            assert_eq!(read.perft(depth), position.perft(depth), "{turned}");
        }
        lines.insert(turned);
    }
    assert_eq!(lines.len(), 8);
    // Only columns are mirrored.
    let mirrored = "......a.../ddccbba.../ddccbba.../ddiihhhff./llkkjjjffe/\
                    qqkkjjjgge/qqonmmmgg./qqonmmm.../...nppp.../..........";
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with(mirrored) && line.ends_with("B a7 f7 26,27"))
    );
}
