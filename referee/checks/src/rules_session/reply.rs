//! Replies of a session, as they are written.

use std::fmt::Display;

use referee_games::{Ending, Seat, Turn};

/// A reply to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionReply {
    /// These lines, at least one.
    Lines(Vec<String>),
    /// No reply: the session is over.
    Quit,
}

impl SessionReply {
    /// Creates a reply of one line.
    pub fn line(text: impl Into<String>) -> SessionReply {
        SessionReply::Lines(vec![text.into()])
    }

    /// Creates the reply `ok`.
    pub fn ok() -> SessionReply {
        SessionReply::line("ok")
    }

    /// Creates an error reply.
    pub fn error(why: impl Display) -> SessionReply {
        SessionReply::line(format!("error {why}"))
    }

    /// Creates the reply `ok`, or an error reply.
    pub fn done(result: Result<(), impl Display>) -> SessionReply {
        match result {
            Ok(()) => SessionReply::ok(),
            Err(why) => SessionReply::error(why),
        }
    }

    /// Returns the text without the last newline; `None` at the end of the session.
    pub fn text(&self) -> Option<String> {
        match self {
            SessionReply::Lines(lines) => Some(lines.join("\n")),
            SessionReply::Quit => None,
        }
    }
}

/// Formats the reply to `turn`; a forced move is still a turn of its seat, though no bot is asked for it.
pub(super) fn turn<M: Display>(turn: &Turn<M>) -> String {
    match turn {
        Turn::Seat(seat) => format!("turn seat {seat}"),
        Turn::Forced(seat, m) => format!("turn seat {seat} forced={m}"),
        Turn::Chance(_) => "turn chance".to_owned(),
        Turn::Over(_) => "turn over".to_owned(),
    }
}

/// Formats the reply to `result`.
pub(super) fn result<M>(turn: &Turn<M>) -> String {
    let Turn::Over(Ending {
        reason,
        places,
        score,
    }) = turn
    else {
        return "result none".to_owned();
    };
    let places = join(places, '=', " ");
    let mut text = format!("result {places} reason={reason}");
    if let Some(score) = score {
        text.push_str(" score=");
        text.push_str(&join(score, ':', ","));
    }
    text
}

fn join<T: Display>(seats: &[(Seat, T)], sign: char, between: &str) -> String {
    let words: Vec<String> = seats
        .iter()
        .map(|(seat, value)| format!("{seat}{sign}{value}"))
        .collect();
    words.join(between)
}
