//! A student's own fault together with its evidence, the same in every report.

use std::path::Path;

use referee_config::format_time_control;
use referee_engine::why;
use referee_output::text_layout;
use referee_record::{Evidence, TimeBudget, TimeControl};
use referee_schedule::exam::BASICS;

use super::exam_data::{ExamData, ExamGame};

/// Characters that are shown of a bot's output, counted from its end.
const SHOWN: usize = 2000;

/// The explanation of a game that a student lost by a fault.
pub(super) struct FaultNote<'a> {
    /// The number of the game.
    pub number: u64,
    /// The place of the game: stage, deal, seat, and the opponent's alias.
    pub place: String,
    /// The fault and its evidence.
    pub evidence: &'a Evidence,
    /// The commands that show the fault: one for whoever has the run, one for the student.
    pub commands: [String; 2],
}

/// Returns the faults of a bot in a game, without anything that came from another bot.
pub(super) fn notes<'a>(
    course: &ExamData,
    game: &'a ExamGame,
    bot: &str,
    alias: &str,
) -> Vec<FaultNote<'a>> {
    let (Some(seat), Some(place)) = (game.seat(bot), place(course, game, bot, alias)) else {
        return Vec::new();
    };
    let own_faults = game.evidence.iter().filter(|fault| fault.seat == seat);
    let number = game.outcome.number;
    // The path of the instructor's folder is not shown.
    let file = Path::new(&course.path).file_name().unwrap_or_default();
    let file = file.to_string_lossy();
    let run = shell_words::quote(&file);
    let bots = match course.plan.setup.seats.first() {
        Some(first) if *first == seat => "YOUR-BOT house:first",
        _ => "house:first YOUR-BOT",
    };
    let game_name = &course.plan.setup.game;
    let budget = course
        .plan
        .everybody()
        .find(|known| known.name == bot)
        .map(|known| known.time.budget);
    let time = match budget {
        Some(budget @ TimeBudget::Move { .. }) => {
            format!(" --tc {}", format_time_control(&TimeControl::new(budget)))
        }
        _ => String::new(),
    };
    let note = |evidence: &'a Evidence| {
        let state = shell_words::quote(&evidence.state);
        FaultNote {
            number,
            place: place.clone(),
            evidence,
            commands: [
                why(&run, number, game.outcome.attempt, seat),
                format!("referee play {bots} --game {game_name}{time} --state {state}"),
            ],
        }
    };
    own_faults.map(note).collect()
}

/// Describes a game of a bot: stage, deal, seat, and the opponent's alias. Returns `None` if the bot did not
/// play in it.
pub(super) fn place(course: &ExamData, game: &ExamGame, bot: &str, alias: &str) -> Option<String> {
    let (stage, deal) = (&game.outcome.place.stage, deal(course, game));
    let seat = game.seat(bot)?;
    Some(format!("{stage}, {deal}, seat {seat}, against {alias}"))
}

/// Returns the deal or question of its stage that a game played, in words.
pub(super) fn deal(course: &ExamData, game: &ExamGame) -> String {
    let number = deal_number(course, game);
    match game.outcome.place.stage.as_str() {
        BASICS => format!("question {number}"),
        _ => format!("deal {number}"),
    }
}

/// Returns the number of the deal in its stage, from 1; records number the deals through all stages.
pub(super) fn deal_number(course: &ExamData, game: &ExamGame) -> usize {
    let place = &game.outcome.place;
    course.exam.deal_in_stage(&place.stage, place.deal) as usize
}

/// Returns the evidence as pairs of a name and its value.
pub(super) fn lines(evidence: &Evidence) -> Vec<(&'static str, String)> {
    let ms = |ns: u64| {
        format!(
            "{:.1} ms",
            std::time::Duration::from_nanos(ns).as_secs_f64() * 1e3
        )
    };
    let mut lines = vec![("what happened", folded(&evidence.sentence))];
    lines.push(("position", evidence.state.clone()));
    if !evidence.last_bytes.is_empty() {
        lines.push(("last output", cut(&evidence.last_bytes)));
    }
    if evidence.allowed_ns > 0 {
        let time = format!("{} of {}", ms(evidence.ns), ms(evidence.allowed_ns));
        lines.push(("time", time));
    }
    if !evidence.stderr.is_empty() {
        lines.push(("stderr", cut(evidence.stderr.trim_end())));
    }
    lines
}

/// Wraps a sentence so that it fits 80 columns after indentation; positions and commands are not wrapped, so
/// that they can be copied.
fn folded(sentence: &str) -> String {
    // The indentation is two or four blanks, then comes the name.
    let first = " ".repeat("what happened:".len());
    let wrapped = text_layout::wrap_within(&format!("{first} {sentence}"), 0, 74);
    wrapped.trim_start().to_owned()
}

fn cut(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(SHOWN);
    let end: String = text.chars().skip(skipped).collect();
    let begin = if skipped > 0 { "[…]" } else { "" };
    format!("{begin}{end}")
}
