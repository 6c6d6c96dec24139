//! The file `bot.toml`.
#![cfg_attr(feature = "libfuzzer", no_main)]

fn bot_file(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && let Err(why) = referee::fuzzing::bot_file(text)
    {
        assert!(!why.is_empty());
    }
}

referee_fuzz::target!(bot_file);
