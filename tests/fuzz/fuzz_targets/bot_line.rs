//! A bot's bytes, as the tests of the protocol check them over the corpus.
#![cfg_attr(feature = "libfuzzer", no_main)]

#[path = "../checks/bot_line.rs"]
mod checks;

referee_fuzz::target!(checks::bot_line);
