//! Files of state lines, behind a line of game and options.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee::fuzzing::starts as read;
use referee_fuzz::rules;

fn starts(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (game, text) = text.split_once('\n').unwrap_or((&text, ""));
    if let Some(rules) = rules(game)
        && let Err(why) = read(text, &*rules)
    {
        assert!(why.starts_with(':') && why.len() < 1000, "{why}");
    }
}

referee_fuzz::target!(starts);
