//! State lines of all games: a line of game and options, a state line, and moves to play on by.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee_fuzz::{Tape, play_on, rules};

fn states(data: &[u8]) {
    let mut parts = data.splitn(3, |byte| *byte == b'\n');
    let mut text = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (game, line) = (text(), text());
    let Some(rules) = rules(&game) else { return };
    match rules.read(&line) {
        Ok(position) => {
            let written = position.line();
            let again = rules
                .read(&written)
                .unwrap_or_else(|e| panic!("{written}: {e}"));
            assert_eq!(again.line(), written);
            play_on(
                &*rules,
                position,
                &mut Tape::new(parts.next().unwrap_or(b"x")),
            );
        }
        Err(why) => {
            let why = why.to_string();
            assert!(why.len() < 1000 && !why.contains('\n'), "{why}");
        }
    }
}

referee_fuzz::target!(states);
