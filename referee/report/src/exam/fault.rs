//! A fault of somebody's own, with what proves it: the same in every report.

use std::path::Path;

use referee_engine::why;
use referee_output::text_layout;
use referee_record::{Evidence, TimeBudget};
use referee_schedule::exam::BASICS;

use super::exam_data::{ExamData, ExamGame};

/// The beginning of bytes and lines that are shown, in characters.
const SHOWN: usize = 2000;

/// What a student is told about a game that was lost by a fault.
pub struct FaultNote<'a> {
    /// The number of the game.
    pub number: u64,
    /// Where it stands: stage, opponent by alias, deal and seat.
    pub place: String,
    /// What happened, and its proof.
    pub evidence: &'a Evidence,
    /// The commands that show it: to whoever has the run, and to the student.
    pub commands: [String; 2],
}

/// The faults of a bot in a game; nothing in them comes from anybody else.
pub fn notes<'a>(
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
    // Where the instructor keeps it is nobody's business.
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
        Some(TimeBudget::Move { ms }) => format!(" --move-ms {ms}"),
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

/// Where a game of a bot stands: stage, deal, seat, and opponent by alias.
pub fn place(course: &ExamData, game: &ExamGame, bot: &str, alias: &str) -> Option<String> {
    let (stage, deal) = (&game.outcome.place.stage, deal(course, game));
    let seat = game.seat(bot)?;
    Some(format!("{stage}, {deal}, seat {seat}, against {alias}"))
}

/// Which deal or question of its stage a game played, in words.
pub fn deal(course: &ExamData, game: &ExamGame) -> String {
    let number = deal_number(course, game);
    match game.outcome.place.stage.as_str() {
        BASICS => format!("question {number}"),
        _ => format!("deal {number}"),
    }
}

/// The number of the deal in its stage, from 1; in records deals are numbered through all stages.
pub fn deal_number(course: &ExamData, game: &ExamGame) -> usize {
    let place = &game.outcome.place;
    course.exam.deal_in_stage(&place.stage, place.deal) as usize
}

/// Evidence in lines: what is shown, and its value.
pub fn lines(evidence: &Evidence) -> Vec<(&'static str, String)> {
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

/// A sentence in lines that keep to 80 columns where they are indented; positions and commands stay
/// whole, so that they can be copied.
fn folded(sentence: &str) -> String {
    // Before it stand two blanks or four, and what it is.
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
