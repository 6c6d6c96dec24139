//! Replies of a session, as they are written.

use std::fmt::{Display, Write as _};

use referee_games::{Chance, Ending, Position, Seat, Turn};

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

    /// Creates an error reply.
    pub fn error(why: impl Display) -> SessionReply {
        SessionReply::line(format!("error {why}"))
    }

    /// Creates the reply that holds a whole position: its line, its seats if they aren't the usual ones, whose turn it
    /// is, and the legal moves where a seat chooses.
    pub(super) fn position(position: &dyn Position, usual: &[Seat]) -> SessionReply {
        let mut lines = vec![state(position)];
        let seats = position.seats();
        if seats != usual {
            let letters: String = seats.iter().map(|seat| seat.letter()).collect();
            lines.push(format!("seats {letters}"));
        }
        let turn = position.turn();
        lines.push(self::turn(&turn));
        if let Turn::Seat(_) = turn {
            lines.push(legal(position));
        }
        SessionReply::Lines(lines)
    }

    /// Creates the reply of a word and the number of the lines that follow.
    pub(super) fn counted(word: &str, lines: &[String]) -> SessionReply {
        let head = format!("{word} {}", lines.len());
        SessionReply::Lines([&[head], lines].concat())
    }

    /// Returns the text without the last newline; `None` at the end of the session.
    pub fn text(&self) -> Option<String> {
        match self {
            SessionReply::Lines(lines) => Some(lines.join("\n")),
            SessionReply::Quit => None,
        }
    }
}

/// Formats the reply to `state`.
pub(super) fn state(position: &dyn Position) -> String {
    format!("state {}", position.line())
}

/// Formats the reply to `legal`.
pub(super) fn legal(position: &dyn Position) -> String {
    format!("legal {}", position.legal_line())
        .trim_end()
        .to_owned()
}

/// Formats the reply to `turn`; a forced move is still a turn of its seat, though no bot is asked for it.
pub(super) fn turn(turn: &Turn<String>) -> String {
    match turn {
        Turn::Seat(seat) => format!("turn seat {seat}"),
        Turn::Forced(seat, m) => format!("turn seat {seat} forced={m}"),
        Turn::Chance(Chance { seat, outcomes }) => {
            format!("turn chance {seat} {}", joined(outcomes, ':', " "))
        }
        Turn::Over(ending) => format!("turn over {}", words(ending)),
        Turn::Failed(why) => format!("error {why}"),
    }
}

/// Formats the reply to `result`.
pub(super) fn result(turn: &Turn<String>) -> String {
    match turn {
        Turn::Over(ending) => format!("result {}", words(ending)),
        _ => "result none".to_owned(),
    }
}

/// Formats the places of all seats, the reason, and the score if the game has one.
fn words(ending: &Ending) -> String {
    let mut text = format!(
        "{} reason={}",
        joined(&ending.places, '=', " "),
        ending.reason
    );
    if let Some(score) = &ending.score {
        // Writing to a string can't fail.
        let _ = write!(text, " score={}", joined(score, ':', ","));
    }
    text
}

fn joined(pairs: &[(impl Display, impl Display)], sign: char, between: &str) -> String {
    let words = pairs
        .iter()
        .map(|(name, value)| format!("{name}{sign}{value}"));
    words.collect::<Vec<_>>().join(between)
}
