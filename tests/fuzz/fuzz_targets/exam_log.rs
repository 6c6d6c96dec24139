//! A text with logs of the exam, right, damaged or anything else.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee_games::onitama::log::verify;

fn exam_log(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let verified = verify(&text);
    let lines = text.lines().count();
    assert!(verified.differences.len() <= verified.games);
    assert!(verified.games <= lines && verified.turns <= lines);
    let mut last = 0;
    for difference in &verified.differences {
        assert!(last < difference.line && difference.line <= lines + 1);
        assert_eq!(difference.found.is_none(), difference.line > lines);
        assert_ne!(difference.found.as_ref(), Some(&difference.expected));
        last = difference.line;
    }
}

referee_fuzz::target!(exam_log);
