//! Tests chess: legal moves, endings, explanations, refused lines.

mod explanations;
mod refused_lines;

use std::collections::BTreeMap;

use referee_games::{Ending, GameKind, Position, Rules, Seat, Turn, find};

use crate::laws;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn kind() -> &'static dyn GameKind {
    find("chess").expect("it is registered")
}

fn rules(variant: &str) -> Box<dyn Rules> {
    let given = BTreeMap::from([("variant".to_owned(), variant.to_owned())]);
    kind().rules(&given).expect(variant)
}

fn position(line: &str) -> Box<dyn Position> {
    rules("standard").read(line).expect(line)
}

/// Plays moves, separated by blanks, each of which must be legal.
fn played(line: &str, moves: &str) -> Box<dyn Position> {
    let mut position = position(line);
    for m in moves.split_whitespace() {
        assert_eq!(
            position.play(m).as_deref(),
            Some(m),
            "in {}",
            position.line()
        );
    }
    position
}

fn ending(position: &dyn Position) -> Option<Ending> {
    match position.turn() {
        Turn::Over(ending) => Some(ending),
        _ => None,
    }
}

#[test]
fn laws_hold_from_the_starts_of_chess960() {
    laws::check(kind(), &[("variant", "960")], 60);
}

#[test]
fn a_start_is_drawn_in_chess960_only() {
    use rand::SeedableRng;
    let deal = |variant, seed| {
        let mut rng = rand::rngs::ChaCha8Rng::seed_from_u64(seed);
        rules(variant).deal(&mut rng).line()
    };
    assert_eq!(deal("standard", 1), START);
    assert_ne!(deal("960", 1), deal("960", 2));
    let line = rules("960").start().line();
    assert_eq!(line, START.replace("KQkq", "HAha"));
}

#[test]
fn white_or_black_begins() {
    assert_eq!(position(START).turn(), Turn::Seat(Seat::A));
    let black = START.replace(" w ", " b ");
    assert_eq!(position(&black).turn(), Turn::Seat(Seat::B));
}

#[test]
fn a_line_holds_what_can_be_repeated() {
    let moves = "e2e4 e7e5 g1f3 b8c6";
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 g1f3 b8c6";
    assert_eq!(played(START, moves).line(), after);
    // Losing the right to castle can't be undone; the clock runs on.
    let moves = "g1f3 b8c6 h1g1";
    let after = "r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKBR1 b Qkq - 3 2";
    assert_eq!(played(START, moves).line(), after);
    // A rook that is taken can't castle, nor can the one that takes it.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let after = "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1";
    assert_eq!(played(rooks, "a1a8").line(), after);
}

#[test]
fn en_passant_is_named_where_it_is_legal() {
    assert!(played(START, "e2e4").line().contains(" b KQkq - "));
    let takes = played(START, "e2e4 a7a6 e4e5 d7d5");
    assert!(takes.line().contains(" w KQkq d6 "), "{}", takes.line());
    assert!(takes.is_legal("e5d6"));
    // The pawn stands beside it, and is pinned.
    let pinned = "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2";
    let pinned = position(pinned);
    assert!(pinned.line().contains(" w - - "), "{}", pinned.line());
    assert!(!pinned.is_legal("b5c6"));
}

#[test]
fn castling_is_written_by_the_variant() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let standard = position(rooks);
    assert!(standard.is_legal("e1g1") && standard.is_legal("e1c1"));
    assert!(!standard.is_legal("e1h1") && !standard.is_legal("e1a1"));
    let other = rules("960").read(rooks).expect(rooks);
    assert!(other.is_legal("e1h1") && other.is_legal("e1a1"));
    assert!(!other.is_legal("e1g1") && !other.is_legal("e1c1"));
    let mut other = other.boxed();
    other.play("e1h1");
    assert_eq!(other.line(), "r3k2r/8/8/8/8/8/8/R4RK1 b ha - 1 1");
}

#[test]
fn endings() {
    let mate = "f2f3 e7e5 g2g4 d8h4";
    let stalemate = "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1";
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    let table = [
        (START, mate, Ending::win(Seat::B, "checkmate")),
        (stalemate, "f7g6", Ending::draw("stalemate")),
        (START, &shuffle.repeat(2), Ending::draw("threefold")),
        (
            "8/7k/8/8/8/8/8/QK6 w - - 99 80",
            "a1a2",
            Ending::draw("fifty-moves"),
        ),
        // Mate counts before the fifty moves.
        (
            "6k1/8/6K1/8/8/8/8/Q7 w - - 99 80",
            "a1a8",
            Ending::win(Seat::A, "checkmate"),
        ),
        // The last piece that could give mate is taken.
        (
            "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
            "a1b2",
            Ending::draw("material"),
        ),
    ];
    for (line, moves, expected) in table {
        let position = played(line, moves);
        assert_eq!(ending(&*position), Some(expected), "{line} {moves}");
    }
}

#[test]
fn material_that_gives_no_mate() {
    for (pieces, dead) in [
        ("7k/8/8/8/8/8/8/KB6", true),
        ("7k/8/8/8/8/8/8/KN6", true),
        ("7k/8/8/8/8/8/8/KNN5", false),
        // Bishops on one colour, whoever has them.
        ("7k/8/8/8/8/4B3/5B2/K1b5", true),
        ("7k/5b2/8/8/8/8/8/KB6", true),
        ("6bk/8/8/8/8/8/8/KB6", true),
        ("5b1k/8/8/8/8/8/8/KB6", false),
        ("6nk/8/8/8/8/8/8/KB6", false),
        ("7k/7p/8/8/8/8/8/K7", false),
    ] {
        let position = position(&format!("{pieces} w - - 0 1"));
        let over = ending(&*position).is_some_and(|ending| ending.reason == "material");
        assert_eq!(over, dead, "{pieces}");
    }
}

/// A position counts as repeated only with the same rights to castle and to take en passant.
#[test]
fn what_isnt_the_same_position() {
    let en_passant = played(START, "e2e4 a7a6 e4e5 d7d5").line();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    let twice = played(&en_passant, &shuffle.repeat(2));
    assert_eq!(ending(&*twice), None);
    let thrice = played(&en_passant, &format!("{}g1f3", shuffle.repeat(2)));
    assert_eq!(ending(&*thrice), Some(Ending::draw("threefold")));
}

#[test]
fn rights_are_read_in_both_notations() {
    let outer = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
    let files = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    let rules = rules("960");
    let read = rules.read(outer).expect(outer);
    assert_eq!(read.line(), files);
    assert_eq!(rules.read(files).expect(files).line(), files);
}

#[test]
fn positions_of_books_are_read() {
    let board = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    for (line, numbers) in [
        (board.to_owned(), "0 1"),
        (format!("{board} "), "0 1"),
        (format!("{board} hmvc 2; fmvn 3;"), "2 3"),
        (
            format!("{board} bm Bb5; id \"a game; hmvc 7; of ours\"; fmvn 9;"),
            "0 9",
        ),
    ] {
        assert_eq!(position(&line).line(), format!("{board} {numbers}"));
    }
}

#[test]
fn moves_are_told_as_on_score_sheets() {
    let position = position("r3k2r/8/8/8/8/8/4p3/R3K2R w KQkq - 0 1");
    assert_eq!(position.narrate("a1a8"), ["A plays Rxa8+ (a1a8)"]);
}

#[test]
fn a_view_has_the_board_of_now() {
    let view = played(START, "g1f3 g8f6").view();
    assert_eq!(
        view["fen"],
        "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"
    );
    assert_eq!(view["player"], "A");
    assert_eq!(view["moves"], serde_json::json!(["g1f3", "g8f6"]));
}
