//! Sessions of `referee rules`: a line of game and options, then lines of the session.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee::fuzzing::session as answer;
use referee_fuzz::stranger;

fn session(data: &[u8]) {
    let (game, input) = data.split_at(data.iter().position(|b| *b == b'\n').unwrap_or(0));
    let (kind, options) = stranger(&String::from_utf8_lossy(game));
    let lines = input.split_inclusive(|byte| *byte == b'\n');
    let input: Vec<u8> = lines
        .filter(|line| !is_long(line))
        .flatten()
        .copied()
        .collect();
    let lines = input.iter().filter(|byte| **byte == b'\n').count() + 1;
    let mut answers = 0;
    let _ = answer(kind, options, &input, |text| {
        answers += 1;
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        assert!(first.chars().all(|c| !c.is_control()), "{first:?}");
        let more = lines.count();
        match first.split_once(' ') {
            Some(("show" | "symmetries", n)) => assert_eq!(n.parse(), Ok(more), "{text:?}"),
            // A position, or its line alone.
            Some(("state", _)) => assert!(more <= 3, "{text:?}"),
            _ => assert_eq!(more, 0, "{text:?}"),
        }
    });
    assert!(answers <= lines);
}

/// Counts of move sequences take as long as they do.
fn is_long(line: &[u8]) -> bool {
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    words.next() == Some(b"perft") && words.next() != Some(b"1")
}

referee_fuzz::target!(session);
