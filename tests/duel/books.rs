//! Books from which the games of a match start.

use std::fmt::Write;

use referee_record::StartFrom;
use referee_store::Run;

use super::Folder;

const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";

/// A match of chess between two bots that are quick.
fn args<'a>(games: &'a str, book: &[&'a str]) -> Vec<&'a str> {
    let bots = ["match", "house:first", "house:random", "--game", "chess"];
    let plays = ["-n", games, "--max-plies", "4", "--out", "b.db"];
    [&bots[..], &plays, book].concat()
}

/// The state lines from which the pairs started, in order.
fn starts(folder: &Folder) -> Vec<String> {
    let run = Run::open(&folder.0.at("b.db")).expect("results");
    let records = run.records().expect("records");
    let mut starts = Vec::new();
    for record in records {
        let job = record.expect("a record").played.job;
        let StartFrom::State(line) = job.start.from else {
            panic!("{:?}", job.start);
        };
        if job.place.rotation == 1 {
            starts.push(line);
        }
    }
    starts
}

/// A book of positions that differ in the number of the move.
fn numbers(first: u32, last: u32) -> String {
    let mut book = "# a book\n".to_owned();
    for number in first..=last {
        let _ = writeln!(book, "{FEN} {number}");
    }
    book
}

fn number(line: &str) -> u32 {
    line.rsplit(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .expect("a number")
}

#[test]
fn an_order_by_the_seed_is_the_same_when_a_match_goes_on() {
    let folder = Folder::new();
    folder.0.write("book.epd", &numbers(1, 500));
    let book = ["--book", "book.epd", "--book-order", "random"];
    folder.run(&args("6", &book)).fine();
    let first = starts(&folder);
    let drawn: Vec<u32> = first.iter().map(|line| number(line)).collect();
    assert!(!drawn.is_sorted() || drawn[2] > 3, "{drawn:?}");
    folder.run(&["verify", "b.db", "--book", "book.epd"]).fine();
    // The seed is that of the results.
    folder.run(&args("6", &book)).fine();
    assert_eq!(starts(&folder), first);
    folder.verifies("b.db");
    folder.0.write("book.epd", &numbers(2, 501));
    let other = folder.run(&["verify", "b.db", "--book", "book.epd"]);
    assert_eq!(other.code, Some(1));
    assert!(
        other.stdout.contains("isn't the book of the run"),
        "{}",
        other.stdout
    );
    let why = folder.run(&args("6", &book)).refused();
    assert!(
        why.contains("of which state line 1 is another now"),
        "{why}"
    );
}

#[test]
fn a_test_that_goes_on_draws_more_behind_the_first() {
    let folder = Folder::new();
    folder
        .0
        .write("book.epd", &(numbers(1, 40) + &numbers(1, 40)));
    let with = |games| {
        let mut args = args(games, &["--book", "book.epd", "--book-order", "random"]);
        args[0] = "sprt";
        args.extend(["--seed", "5"]);
        args
    };
    folder.run(&with("4"));
    let few = starts(&folder);
    assert_eq!(few.len(), 2);
    folder.run(&with("20"));
    let more = starts(&folder);
    assert_eq!((more.len(), &more[..2]), (10, &few[..]));
    let mut distinct = more.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), more.len(), "no start twice");
    folder.verifies("b.db");
}

#[test]
fn a_book_begins_where_it_is_told_to() {
    let folder = Folder::new();
    folder.0.write("book.epd", &numbers(1, 9));
    folder
        .run(&args("4", &["--book", "book.epd", "--book-from", "8"]))
        .fine();
    let drawn: Vec<u32> = starts(&folder).iter().map(|line| number(line)).collect();
    assert_eq!(drawn, [8, 9]);
    for (from, expected) in [
        ("9", "only 1, for 2 games"),
        (
            "10",
            "expected at most 9, the number of state lines of book.epd",
        ),
    ] {
        let book = ["--book", "book.epd", "--book-from", from, "--new"];
        let why = folder.run(&args("4", &book)).refused();
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
fn a_gauntlet_gets_no_start_twice_either() {
    let folder = Folder::new();
    folder.0.write(
        "book.epd",
        &(numbers(1, 3) + &numbers(1, 3) + &numbers(3, 6)),
    );
    let bots = ["match", "house:first", "vs", "house:random", "house:greedy"];
    let plays = [
        "--game",
        "chess",
        "-n",
        "12",
        "--max-plies",
        "4",
        "--out",
        "b.db",
    ];
    let args = [&bots[..], &plays, &["--book", "book.epd"]].concat();
    folder.run(&args).fine();
    let mut drawn: Vec<u32> = starts(&folder).iter().map(|line| number(line)).collect();
    drawn.sort_unstable();
    assert_eq!(drawn, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
}

#[test]
fn games_of_pgn_are_played_to_their_starts() {
    let folder = Folder::new();
    let game = |moves: &str| format!("[Event \"x\"]\n[White \"Zo\u{eb}\"]\n\n{moves}\n\n");
    let text = game("1. e4 {best} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 1-0")
        + &game("1. d4 d5 2. c4 *")
        + &game("1. e4 e5 2. Ke3")
        + &game("1. f3 e5 2. g4 Qh4# 0-1");
    folder.0.write("book.pgn", &text);
    let book = ["--book", "book.pgn", "--book-plies", "4"];
    folder.run(&args("4", &book)).fine();
    let found = starts(&folder);
    assert!(found[0].ends_with(" g1f3 b8c6"), "{found:?}");
    assert!(
        found[1].starts_with("rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b"),
        "{found:?}"
    );
    let why = folder
        .run(&args("6", &[&book[..], &["--new"]].concat()))
        .refused();
    assert!(
        why.contains("book.pgn:14: \"Ke3\" isn't legal after 2 moves"),
        "{why}"
    );
    // A move that ends the game is none of an opening.
    let last = [&book[..], &["--book-from", "4", "--new"]].concat();
    folder.run(&args("2", &last)).fine();
    let other = [
        "match",
        "house:first",
        "house:random",
        "-n",
        "2",
        "--book",
        "book.pgn",
    ];
    let why = folder.run(&other).refused();
    assert!(
        why.contains("PGN is of chess; expected a file of state lines of onitama"),
        "{why}"
    );
}
