//! The time of a move, from the pairs of the protocol to the words of UCI.

use std::fmt::Write;

use referee_protocol::Message;

use crate::move_time::usable;

/// Nodes of a search that nothing else limits.
const NODES: u64 = 100_000;

/// Returns the line `go …` for a question to a seat. Both players are told the increment that the question names, as the
/// referee tells only one's own; a delay counts as an increment.
pub(super) fn line(question: &Message, seat: char) -> String {
    let mut line = "go".to_owned();
    let mut add = |word: &str, value: Option<u64>| {
        if let Some(value) = value {
            // Writing to a string can't fail.
            let _ = write!(line, " {word} {value}");
        }
        value.is_some()
    };
    let own = question.number("clock_ms");
    if own.is_some() {
        let other = question.number(if seat == 'A' { "clock_B" } else { "clock_A" });
        let (white, black) = if seat == 'A' {
            (own, other.or(own))
        } else {
            (other.or(own), own)
        };
        // An engine may take a clock without time for one without limit.
        add("wtime", white.map(|ms| ms.max(1)));
        add("btime", black.map(|ms| ms.max(1)));
        let more = question.number("inc_ms").or(question.number("delay_ms"));
        add("winc", more);
        add("binc", more);
        add("movestogo", question.number("moves_left"));
    }
    let timed = add("movetime", question.number("move_ms").map(usable));
    let counted = add("nodes", question.number("nodes"));
    let deep = add("depth", question.number("depth"));
    if own.is_none() && !timed && !counted && !deep {
        add("nodes", Some(NODES));
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_control_has_its_words() {
        for (question, seat, expected) in [
            ("go move_ms=1000", 'A', "go movetime 980"),
            ("go move_ms=40", 'A', "go movetime 35"),
            ("go move_ms=4", 'A', "go movetime 2"),
            (
                "go clock_ms=0 delay_ms=5",
                'A',
                "go wtime 1 btime 1 winc 5 binc 5",
            ),
            (
                "go clock_ms=500 inc_ms=10 clock_B=700",
                'A',
                "go wtime 500 btime 700 winc 10 binc 10",
            ),
            (
                "go clock_ms=500 inc_ms=10 clock_A=700",
                'B',
                "go wtime 700 btime 500 winc 10 binc 10",
            ),
            (
                "go clock_ms=500 moves_left=40",
                'B',
                "go wtime 500 btime 500 movestogo 40",
            ),
            (
                "go clock_ms=500 delay_ms=2",
                'A',
                "go wtime 500 btime 500 winc 2 binc 2",
            ),
            ("go nodes=20", 'A', "go nodes 20"),
            ("go depth=3 cap_ms=60000", 'A', "go depth 3"),
            ("go", 'A', "go nodes 100000"),
        ] {
            let question = Message::parse(question).expect(question);
            assert_eq!(line(&question, seat), format!("{expected}\n"));
        }
    }
}
