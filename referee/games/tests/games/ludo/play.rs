//! Tests how tokens move, how the turn passes, and how games end.

use referee_games::{Position, Seat, Turn};

use super::{read, rows};

/// Checks rows of three cells: a line, a roll with a move, and the line after both.
fn plays(table: &str) {
    for [line, step, expected] in rows(table) {
        let (die, notation) = step.split_once(' ').expect(step);
        let mut position = read(line);
        assert!(position.cast(die), "{step} in {line}");
        assert_eq!(
            position.play(notation).as_deref(),
            Some(notation),
            "{step} in {line}"
        );
        assert_eq!(position.line(), expected, "{step} in {line}");
    }
}

#[test]
fn leaving_the_yard_takes_a_six() {
    plays(
        "A:-1,-1/B:3,9 A - 0 - 9 => 5 pass => A:-1,-1/B:3,9 B - 0 - 8
        A:-1,-1/B:3,9 A - 0 - 9 => 6 p => A:0,-1/B:3,9 A - 1 - 8
        A:0,-1/B:3,9 A - 1 - 8 => 6 q => A:0,0/B:3,9 B - 0 - 7
        A:0,0/B:3,9 A - 0 - 8 => 2 p => A:2,0/B:3,9 B - 0 - 7
        A:-1,57/B:3,9 A - 0 - 8 => 1 pass => A:-1,57/B:3,9 B - 0 - 7",
    );
}

#[test]
fn the_way_ends_exactly_or_bounces() {
    plays(
        "A:50,2/B:0,0 A - 0 - 9 => 1 p => A:51,2/B:0,0 B - 0 - 8
        A:52,2/B:0,0 A - 0 - 9 => 5 p => A:57,2/B:0,0 B - 0 - 8
        A:56,2/B:0,0 A - 0 - 9 => 6 p => A:52,2/B:0,0 A - 1 - 8
        A:56,2/B:0,0 A - 0 - 9 => 2 p => A:56,2/B:0,0 B - 0 - 8
        // Onto the other token, and as a stack.
        A:56,54/B:0,0 A - 0 - 9 => 4 p => A:54,54/B:0,0 B - 0 - 8
        A:55,55/B:0,0 A - 0 - 9 => 5 p => A:54,54/B:0,0 B - 0 - 8",
    );
}

#[test]
fn stacks_move_as_one() {
    plays(
        "A:5,9/B:0,0 A - 0 - 9 => 4 p => A:9,9/B:0,0 B - 0 - 8
        A:9,9/B:0,0 A - 0 - 9 => 4 p => A:13,13/B:0,0 B - 0 - 8
        A:50,50/B:0,0 A - 0 - 9 => 5 p => A:55,55/B:0,0 B - 0 - 8
        A:55,55/B:0,0/C:9,0 A - 0 - 9 => 2 p => A:57,57/B:0,0/C:9,0 B - 0 A 8",
    );
}

#[test]
fn kicks_happen_on_the_track_only() {
    plays(
        "// A's step 16 and B's step 2 are track square 16.
        A:12,0/B:2,9 A - 0 - 9 => 4 p => A:16,0/B:-1,9 B - 0 - 8
        // A stack is kicked as one and apart again; a stack kicks too.
        A:12,0/B:2,2 A - 0 - 9 => 4 p => A:16,0/B:-1,-1 B - 0 - 8
        A:-1,0/B:-1,-1 B - 0 - 9 => 6 p => A:-1,0/B:0,-1 B - 1 - 8
        A:10,10/B:2,5 A - 0 - 9 => 6 p => A:16,16/B:-1,5 A - 1 - 8
        // All opponents there, however they came together.
        A:12,0/B:2,2/C:44,1 A - 0 - 9 => 4 p => A:16,0/B:-1,-1/C:-1,1 B - 0 - 8
        // Over the end of the numbering: B's step 43 is track square 1.
        A:0,0/B:43,9 A - 0 - 9 => 1 p => A:1,0/B:-1,9 B - 0 - 8
        A:4,2/B:38,9 B - 0 - 9 => 6 p => A:4,-1/B:44,9 B - 1 - 8
        // Passing over, home squares, ready squares and yards leave everybody in peace.
        A:12,0/B:2,9 A - 0 - 9 => 5 p => A:17,0/B:2,9 B - 0 - 8
        A:50,0/B:51,9 A - 0 - 9 => 1 p => A:51,0/B:51,9 B - 0 - 8
        A:-1,3/B:0,-1 A - 0 - 9 => 6 p => A:0,3/B:0,-1 A - 1 - 8",
    );
}

#[test]
fn a_six_earns_one_bonus_roll() {
    plays(
        "A:5,9/B:0,0 A - 0 - 9 => 6 p => A:11,9/B:0,0 A - 1 - 8
        A:11,9/B:0,0 A - 1 - 8 => 6 p => A:17,9/B:0,0 B - 0 - 7
        A:11,9/B:0,0 A - 1 - 8 => 2 p => A:13,9/B:0,0 B - 0 - 7
        A:57,57/B:0,0/D:3,9 D - 1 A 8 => 1 p => A:57,57/B:0,0/D:4,9 B - 0 A 7
        // Not where the six finishes the second token.
        A:51,57/C:3,20/D:5,5 A - 0 - 30 => 6 p => A:57,57/C:3,20/D:5,5 C - 0 A 29
        A:51,57/C:57,57/D:5,5 A - 1 C 30 => 6 p => A:57,57/C:57,57/D:5,5 D - 0 CA 29
        // Earned by the last move it stays in the line.
        A:5,9/B:0,0 A - 0 - 1 => 6 p => A:11,9/B:0,0 A - 1 - 0
        A:5,9/B:0,0 A - 0 - 1 => 5 p => A:10,9/B:0,0 B - 0 - 0",
    );
}

#[test]
fn legal_moves() {
    for [line, legal] in rows(
        "A:8,7/B:0,0 A 5 0 - 9 => p q
        A:9,9/B:0,0 A 6 0 - 9 => p
        A:0,0/B:0,0 A 3 0 - 9 => p
        A:-1,-1/B:0,0 A 6 0 - 9 => p
        A:-1,-1/B:0,0 A 1 0 - 9 => pass
        A:-1,57/B:0,0 A 6 0 - 9 => p
        A:-1,7/B:0,0 A 6 0 - 9 => p q
        A:-1,7/B:0,0 A 5 0 - 9 => q
        A:8,7/B:0,0 A - 0 - 9 =>",
    ) {
        assert_eq!(read(line).legal().join(" "), legal, "{line}");
    }
}

/// Returns reason, places and score as one string, such as `rolls A1 B2, A5 B-2`.
fn ending(position: &dyn Position) -> String {
    let Turn::Over(ending) = position.turn() else {
        panic!("{} isn't over", position.line());
    };
    let places = ending.places.iter().map(|(seat, n)| format!("{seat}{n}"));
    let score = ending.score.expect("ludo counts steps");
    let points = score.iter().map(|(seat, n)| format!("{seat}{n}"));
    let [places, points] = [places.collect::<Vec<_>>(), points.collect()].map(|all| all.join(" "));
    format!("{} {places}, {points}", ending.reason)
}

#[test]
fn endings() {
    for [line, expected] in rows(
        "A:57,57/B:-1,-1 B - 0 A 9 => finished A1 B2, A114 B-2
        A:57,57/B:0,9/C:57,57 B - 0 CA 9 => finished A2 B3 C1, A114 B9 C114
        A:57,57/B:0,9/C:57,57 B 4 1 CA 0 => finished A2 B3 C1, A114 B9 C114
        C:4,-1 C - 0 - 9 => finished C1, C3
        A:5,9/B:0,0 A - 1 - 0 => rolls A1 B2, A14 B0
        A:-1,3/B:2,0 A 3 0 - 0 => rolls A1 B1, A2 B2
        A:1,9/B:5,5/C:57,57/D:10,0 A - 0 C 0 => rolls A2 B2 C1 D2, A10 B10 C114 D10
        A:57,56/B:57,55/C:57,56/D:-1,-1 B - 0 - 0 => rolls A1 B3 C1 D4, A113 B112 C113 D-2",
    ) {
        let mut position = read(line);
        assert_eq!(ending(&*position), expected, "{line}");
        assert!(position.legal().is_empty() && position.play("p").is_none());
        assert_eq!(position.max_plies(), 0);
        assert!(!Seat::ALL.iter().any(|seat| position.withdraw(*seat)));
        assert_eq!(position.line(), line);
    }
}

#[test]
fn the_last_move_ends_the_game() {
    for [line, die, expected] in rows(
        "A:5,9/B:0,15 A - 0 - 1 => 1 => rolls A1 B1, A15 B15
        A:57,56/B:0,15 A - 0 - 1 => 1 => finished A1 B2, A114 B15
        A:57,57/B:57,56/C:3,9 B - 0 A 7 => 1 => finished A1 B2 C3, A114 B114 C12",
    ) {
        let mut position = read(line);
        assert!(position.cast(die));
        let notation = position.legal().pop().expect("a move");
        position.play(&notation).expect("legal");
        assert_eq!(ending(&*position), expected, "{line}");
    }
}

fn seat(letter: &str) -> Seat {
    let letter = letter.chars().next().expect("a letter");
    Seat::from_letter(letter).expect("a seat")
}

#[test]
fn withdrawals() {
    for [line, leaves, expected] in rows(
        "// On turn: neither the roll nor the bonus is played or counted.
        A:5,9/B:0,0/D:1,1 A 6 1 - 9 => A => B:0,0/D:1,1 B - 0 - 9
        A:57,57/B:0,0/C:3,3/D:1,1 D - 1 A 9 => D => A:57,57/B:0,0/C:3,3 B - 0 A 9
        // Off turn: nothing but TOKENS changes.
        A:5,9/B:0,0/D:1,1 A 6 1 - 9 => D => A:5,9/B:0,0 A 6 1 - 9
        // Down to one that still plays.
        A:5,9/B:0,0 A 6 0 - 9 => A => B:0,0 B - 0 - 9
        A:5,9/B:0,0 A 6 0 - 9 => B => A:5,9 A 6 0 - 9
        A:57,57/B:0,0/C:3,3 C 2 0 A 9 => C => A:57,57/B:0,0 B - 0 A 9",
    ) {
        let mut position = read(line);
        assert!(position.withdraw(seat(leaves)), "{leaves} in {line}");
        assert_eq!(position.line(), expected, "{leaves} in {line}");
        assert_eq!(read(expected).turn(), position.turn());
    }
    let mut alone = read("A:5,9/B:0,0 A 6 0 - 9");
    assert!(alone.withdraw(Seat::B));
    assert_eq!(ending(&*alone), "finished A1, A14");
}

#[test]
fn only_seats_that_play_withdraw() {
    let line = "A:57,57/B:0,0/C:3,3 C 2 0 A 9";
    for seat in [Seat::A, Seat::D] {
        let mut position = read(line);
        assert!(!position.withdraw(seat), "{seat}");
        assert_eq!(position.line(), line);
    }
}
