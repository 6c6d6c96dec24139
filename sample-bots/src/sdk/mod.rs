//! The bot's side of the protocol: reads lines, calls a closure for each turn, writes the answers.
//!
//! ```no_run
//! use referee_bots::sdk::{self, Answer, Ready};
//!
//! let ready = Ready { name: Some("eager".to_owned()), ..Ready::default() };
//! sdk::run(&ready, |turn| match turn.legal.first() {
//!     Some(word) => Answer::play(word),
//!     None => Answer::resign(),
//! })?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod game_line;
mod rules;
mod session;
mod turn;

use std::io::{self, BufRead, Write};

use referee_protocol::{Encoding, FromBot, Message};

pub use answer::{Answer, AnswerInfo};
pub use referee_protocol::{Clock, GameLine, Ready};
pub use rules::RulesError;
pub use turn::{BotTurn, Happening};

use session::Session;

/// Plays on standard input and output until `quit` or the end of input.
pub fn run(ready: &Ready, choose: impl FnMut(&BotTurn) -> Answer) -> io::Result<()> {
    talk(ready, io::stdin().lock(), io::stdout().lock(), choose)
}

/// Plays on any input and output until `quit` or the end of input.
///
/// Each answer is one write. Answers are always text, whatever the referee was asked to send.
pub fn talk(
    ready: &Ready,
    mut input: impl BufRead,
    mut output: impl Write,
    mut choose: impl FnMut(&BotTurn) -> Answer,
) -> io::Result<()> {
    let mut session = Session::default();
    let (mut bytes, mut reply) = (Vec::new(), String::new());
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let Some(message) = Message::parse(&String::from_utf8_lossy(&bytes)) else {
            continue;
        };
        reply.clear();
        match message.keyword.as_str() {
            "hello" => FromBot::Ready(ready.clone()).write(Encoding::Text, &mut reply),
            "game" if ready.setup => {
                session.hear(message);
                FromBot::Ready(Ready::default()).write(Encoding::Text, &mut reply);
            }
            "quit" => return Ok(()),
            "go" => session.go(&message, |turn| choose(turn).write(&mut reply)),
            _ => session.hear(message),
        }
        if !reply.is_empty() {
            output.write_all(reply.as_bytes())?;
            output.flush()?;
        }
    }
}
