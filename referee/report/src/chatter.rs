//! What is said of bots that print lines that are no messages of the protocol.

use referee_games::text::quote;
use referee_output::text_layout::count;
use referee_record::{BotMeasure, Record};

/// Counts lines of chatter in words.
pub fn no_messages(lines: u64) -> String {
    let are = if lines == 1 {
        "is no message"
    } else {
        "are no messages"
    };
    format!("{} that {are}", count(lines, "line"))
}

/// Returns how many lines of chatter a bot wrote in a game, and the first of them; `None` if there is none.
pub fn of_game(bot: &BotMeasure) -> Option<String> {
    (bot.chatter_lines > 0).then(|| {
        let lines = no_messages(bot.chatter_lines);
        match &bot.first_chatter {
            Some(first) => format!("{lines}, the first {}", quote(first)),
            None => lines,
        }
    })
}

/// Returns the first line of chatter of a bot in a game.
pub(crate) fn first_of<'a>(record: &'a Record, bot: &str) -> Option<&'a str> {
    let seats = record.played.job.seats.iter();
    let mut own = seats.filter(|seated| seated.bot == bot);
    own.find_map(|seated| {
        let mut bots = record.measured.bots.iter();
        let measure = bots.find(|measure| measure.seat == seated.seat)?;
        measure.first_chatter.as_deref()
    })
}
