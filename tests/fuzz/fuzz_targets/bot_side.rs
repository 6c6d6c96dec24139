//! The bot's side: any lines of a referee, given to the house bots.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee_bots::house;
use referee_protocol::{FromBot, Message};

const BOTS: [&str; 6] = [
    "first",
    "random",
    "greedy",
    "ludo-priority",
    "minimax,depth=1",
    "resign",
];

fn bot_side(data: &[u8]) {
    let Some((&which, text)) = data.split_first() else {
        return;
    };
    for line in text.split(|byte| *byte == b'\n') {
        if let Some(message) = Message::parse(&String::from_utf8_lossy(line)) {
            let _ = message.number("ms");
        }
    }
    let bot = house::start(BOTS[usize::from(which) % BOTS.len()]).expect("a house bot");
    let mut said = Vec::new();
    bot(&mut &*text, &mut said).expect("memory doesn't fail");
    for line in said
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let line = line.trim_ascii();
        assert_ne!(
            FromBot::parse(line),
            FromBot::Chatter,
            "{}",
            line.escape_ascii()
        );
    }
}

referee_fuzz::target!(bot_side);
