//! Answers to the questions of an exam.

use referee_record::{Record, Step};
use referee_schedule::exam::BASICS;

/// Returns the first move of the bot that was asked; `None` if the game isn't a question or it made no move.
pub fn answer(record: &Record) -> Option<String> {
    let job = &record.played.job;
    if job.place.stage != BASICS {
        return None;
    }
    let asked = job.seats.iter().find(|seated| !seated.examiner)?.seat;
    let mut moves = record.played.steps.iter();
    moves.find_map(|step| match step {
        Step::Move { seat, word, .. } if *seat == asked => Some(word.clone()),
        _ => None,
    })
}
