//! Games of PGN, behind a line of options of chess: what is read is a state line of a legal position.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee_fuzz::rules;
use referee_games::Game;
use referee_games::chess::Chess;

fn pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (options, text) = text.split_once('\n').unwrap_or(("", &text));
    let Some(rules) = rules(&format!("chess {options}")) else {
        return;
    };
    let chess = Chess::new(rules.options()).expect("options in range");
    match chess.main_line(text, 40) {
        Ok(line) => drop(rules.read(&line).unwrap_or_else(|e| panic!("{line}: {e}"))),
        Err(error) => {
            let lines = text.matches('\n').count() + 1;
            assert!((1..=lines).contains(&error.line), "{error:?}");
            assert!(
                error.why.len() < 500 && !error.why.contains('\n'),
                "{error:?}"
            );
        }
    }
}

referee_fuzz::target!(pgn);
