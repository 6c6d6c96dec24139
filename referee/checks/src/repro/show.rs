//! Formats a repetition: one line per question, with the answer then and now.

use referee_engine::{Answered, Rehearsed, SeatTranscript, TranscriptTurn};
use referee_output::numbers::millis;
use referee_output::sanitize::plain;
use referee_output::text_layout::{clip, wrap};
use serde_json::{Value, json};

/// Width of an answer in columns.
const ANSWER: usize = 22;

/// Returns the heading of the lines.
pub(super) fn head() -> String {
    format!(
        "{:>5}  {:ANSWER$} {:>9}  {:ANSWER$} {:>9}",
        "ply", "then", "ms", "now", "ms"
    )
}

/// Shows the answers to a question then and now.
pub(super) fn line(asked: &TranscriptTurn, now: &Answered, same: bool) -> String {
    let mark = if same { "" } else { "  *" };
    let mut text = format!(
        "{:>5}  {:ANSWER$} {:>9}  {:ANSWER$} {:>9}{mark}",
        asked.ply,
        short(&asked.answer),
        took(&asked.answer),
        short(now),
        took(now),
    );
    if let Answered::Fault { sentence, .. } = now {
        text += &format!(
            "\n{}",
            wrap(&format!("       now: {}", plain(sentence)), 12)
        );
    }
    text
}

fn short(answer: &Answered) -> String {
    let text = match answer {
        Answered::Move { move_text, .. } => move_text.clone(),
        Answered::Fault {
            move_text: Some(move_text),
            ..
        } => format!("{move_text} ({})", answer.word()),
        Answered::Fault { .. } => format!("({})", answer.word()),
    };
    clip(&plain(&text), ANSWER)
}

/// Shows milliseconds; empty if none were measured.
fn took(answer: &Answered) -> String {
    match answer.charged() {
        std::time::Duration::ZERO => String::new(),
        time => millis(time.as_secs_f64() * 1e3),
    }
}

/// Summarizes the repetition.
pub(super) fn end(script: &SeatTranscript, done: &Rehearsed, different: usize) -> String {
    let hash_note = if done.hash == script.hash {
        let (bytes, hash) = (done.hash.bytes, done.hash.xxh64);
        format!("told the same {bytes} bytes as then (hash {hash:016x})")
    } else {
        format!("told {} of {} bytes", done.hash.bytes, script.hash.bytes)
    };
    let mut lines = vec![hash_note];
    let exit = done.bot.exit.as_deref().unwrap_or_default();
    lines.push(format!("the bot {}", plain(exit)));
    if let Some(why) = &done.stopped {
        lines.push(wrap(&format!("stopped: {}", plain(why)), 2));
    }
    lines.push(match (done.same, different) {
        (true, _) => "the same answers as then".to_owned(),
        (false, 0) => "not the same as then".to_owned(),
        (false, 1) => "one answer is different (*)".to_owned(),
        (false, n) => format!("{n} answers are different (*)"),
    });
    lines.join("\n")
}

/// Converts an answer to JSON.
pub(super) fn answer(answer: &Answered) -> Value {
    match answer {
        Answered::Move { move_text, ns } => json!({ "move": move_text, "ns": ns }),
        Answered::Fault {
            sentence,
            line,
            move_text,
            ns,
            ..
        } => json!({
            "fault": answer.word(), "sentence": sentence, "line": line, "move": move_text, "ns": ns,
        }),
    }
}
