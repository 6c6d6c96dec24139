//! Rosters of exams.
#![cfg_attr(feature = "libfuzzer", no_main)]

fn roster(data: &[u8]) {
    if let Err(why) = referee::fuzzing::roster(data) {
        assert!(!why.is_empty());
    }
}

referee_fuzz::target!(roster);
