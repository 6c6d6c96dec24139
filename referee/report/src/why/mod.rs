//! Explains why a seat lost by its own fault, from everything that the record holds about it.

mod advice;
mod language;
mod text;

use anyhow::Result;
use referee_engine::{SeatTranscript, said_at_fault, why};
use referee_games::{Position, Rules, terminal};
use referee_record::{Evidence, FaultDetail, FaultKind, Limits, TimeBreakdown};
use serde::Serialize;

use crate::diagnosis::Diagnosis;
use crate::game_view::{RecordedGame, title};
use advice::advice;
use referee_output::failure::bad_input;
pub use text::{facts, heading};

/// A game: its result, and the faults that were asked for.
#[derive(Serialize)]
pub struct Why {
    /// The number of the game.
    pub game: u64,
    /// Number of the attempt.
    pub attempt: u32,
    /// Seats and result of the game.
    pub title: String,
    /// The worker that played it, where that was another machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// The faults that were asked for, explained.
    pub faults: Vec<Explained>,
    /// Seats with a fault that wasn't asked for.
    pub others: Vec<char>,
    /// Whether the game is void.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
    /// The reason of the verdict.
    pub reason: String,
}

/// A fault, explained.
#[derive(Serialize)]
pub struct Explained {
    /// The seat.
    pub seat: char,
    /// Its bot.
    pub bot: String,
    /// The kind of the fault.
    pub reason: FaultKind,
    /// Its exact cause.
    pub detail: FaultDetail,
    /// The most likely mistake.
    pub diagnosis: Diagnosis,
    /// The event, in a sentence.
    pub sentence: String,
    /// The place of the bot, and the number of bots.
    pub place: [usize; 2],
    /// Number of the bot's move at which it failed, from 1; `None` before the game began.
    pub ply: Option<usize>,
    /// The state line of the position.
    pub state: String,
    /// The last line of the question.
    pub asked: Option<String>,
    /// The reason why the bot's input can't be reproduced, if it can't.
    pub no_script: Option<String>,
    /// The rule that was broken.
    pub rule: String,
    /// Legal moves, the nearest to the bot's answer first.
    pub legal: Vec<String>,
    /// Number of legal moves.
    pub legal_count: usize,
    /// The bot's last bytes, escaped.
    pub last_bytes: String,
    /// Time allowed for the turn, in nanoseconds.
    pub allowed_ns: u64,
    /// Time of the first byte, in nanoseconds after `go`.
    pub first_byte_ns: Option<u64>,
    /// Time of the last newline, in nanoseconds after `go`.
    pub newline_ns: Option<u64>,
    /// Charged time of the turn, in nanoseconds.
    pub ns: u64,
    /// Breakdown of the time: CPU, waiting, and time taken by others.
    pub shares: Option<TimeBreakdown>,
    /// The longest of its earlier moves, in nanoseconds.
    pub longest_ns: Option<u64>,
    /// The end of its stderr.
    pub stderr: String,
    /// The exit of the process, if it ended with the game.
    pub exit: Option<String>,
    /// Most memory in use, in bytes.
    pub memory_bytes: Option<u64>,
    /// CPU time in the game, in microseconds.
    pub cpu_us: Option<u64>,
    /// The advice, the most likely first.
    pub advice: Vec<String>,
    /// The command that shows this explanation again.
    pub why: String,
    /// The command that gives a bot the same input again.
    pub repro: Option<String>,
    /// The command that writes a folder with which others can do that without the referee.
    pub share: Option<String>,
    /// The position as the terminal draws it.
    #[serde(skip)]
    pub picture: Vec<String>,
}

impl Why {
    /// Explains the faults of a game, or of one of its seats; `run` is the results file, quoted for a
    /// command. Returns an error if the game has no such seat or its record can't be read.
    pub fn of(
        rules: &dyn Rules,
        game: &RecordedGame,
        seat: Option<char>,
        run: &str,
    ) -> Result<Why> {
        if let Some(seat) = seat {
            check_seat(game, seat)?;
        }
        let evidence = &game.record.measured.evidence;
        let wanted = |item: &&Evidence| seat.is_none_or(|seat| item.seat == seat);
        let faults = evidence.iter().filter(wanted);
        let others = evidence.iter().filter(|item| !wanted(item));
        Ok(Why {
            game: game.outcome.number,
            attempt: game.outcome.attempt,
            title: title(&game.outcome),
            worker: game.record.measured.worker.clone(),
            faults: faults
                .map(|item| explain(rules, game, item, run))
                .collect::<Result<_>>()?,
            others: others.map(|item| item.seat).collect(),
            void: game.outcome.verdict.void.is_some(),
            reason: game.outcome.verdict.reason.clone(),
        })
    }

    /// Returns the explanation as text for one screen.
    pub fn text(&self) -> String {
        text::text(self)
    }
}

/// Returns an error if the game doesn't have this seat.
pub fn check_seat(game: &RecordedGame, seat: char) -> Result<()> {
    let seats: String = game
        .outcome
        .seats
        .iter()
        .map(|seated| seated.seat)
        .collect();
    if seats.contains(seat) {
        return Ok(());
    }
    Err(bad_input(format!(
        "game {} has no seat {seat}; expected one of {seats}",
        game.outcome.number
    )))
}

fn explain(
    rules: &dyn Rules,
    game: &RecordedGame,
    evidence: &Evidence,
    run: &str,
) -> Result<Explained> {
    let (record, outcome) = (&game.record, &game.outcome);
    let job = &record.played.job;
    let index = job
        .seats
        .iter()
        .position(|seated| seated.seat == evidence.seat);
    let measure = index.and_then(|i| record.measured.bots.get(i));
    let script = SeatTranscript::of(rules, record, evidence.seat);
    let last = script.as_ref().ok().and_then(|s| s.questions.last());
    let position = rules.read(&evidence.state).map_err(bad_input)?;
    let asked = evidence.allowed_ns > 0;
    let seated = outcome
        .seats
        .iter()
        .find(|seated| seated.seat == evidence.seat);
    let spent = seated.map(|seated| seated.spent).unwrap_or_default();
    let place = outcome.verdict.seat(evidence.seat);
    let again = why(run, outcome.number, outcome.attempt, evidence.seat);
    let repro = |option: &str| {
        script
            .is_ok()
            .then(|| again.replacen("why", "repro", 1) + option)
    };
    let mut explained = Explained {
        seat: evidence.seat,
        bot: seated.map_or_else(String::new, |seated| seated.bot.clone()),
        reason: evidence.reason,
        detail: evidence.detail,
        diagnosis: Diagnosis::of_evidence(record, evidence, rules),
        sentence: evidence.sentence.clone(),
        place: [
            place.map_or(0, |result| result.place.into()),
            outcome.seats.len(),
        ],
        ply: last.map(|asked| asked.ply),
        state: evidence.state.clone(),
        asked: last.map(|asked| asked.go().to_owned()),
        no_script: script.as_ref().err().map(ToString::to_string),
        rule: rule(evidence, job.limits_of(index.unwrap_or_default())),
        legal: near(&*position, evidence, asked),
        legal_count: if asked { position.legal().len() } else { 0 },
        last_bytes: evidence.last_bytes.clone(),
        allowed_ns: evidence.allowed_ns,
        first_byte_ns: evidence.first_byte_ns,
        newline_ns: evidence.newline_ns,
        ns: evidence.ns,
        shares: evidence.shares,
        longest_ns: (spent.moves > 0).then_some(spent.max_ns),
        stderr: evidence.stderr.clone(),
        exit: measure.and_then(|bot| bot.exit.clone()),
        memory_bytes: measure.and_then(|bot| bot.memory_bytes),
        cpu_us: measure.and_then(|bot| bot.cpu_us),
        advice: Vec::new(),
        repro: repro(" --bot YOUR-BOT"),
        share: repro(" --script FOLDER"),
        why: again,
        picture: if asked {
            terminal::draw(&position.scene())
        } else {
            Vec::new()
        },
    };
    explained.advice = advice(&explained);
    Ok(explained)
}

/// Returns three legal moves, near the bot's answer if that was a move.
fn near(position: &dyn Position, evidence: &Evidence, asked: bool) -> Vec<String> {
    if !asked {
        return Vec::new();
    }
    position.nearest(&said_at_fault(evidence).unwrap_or_default())
}

/// Returns the rule that a fault breaks.
fn rule(evidence: &Evidence, limits: &Limits) -> String {
    // What a bot did before `ready` is in the detail: the word of the verdict is the same for all.
    let kind = match evidence.detail.kind() {
        kind @ (FaultKind::Memory | FaultKind::Flood) => kind,
        _ => evidence.reason,
    };
    let text = match kind {
        FaultKind::Memory => {
            return format!(
                "all processes of a bot together hold at most {} MiB",
                limits.memory_mib
            );
        }
        FaultKind::Flood => {
            return format!(
                "at most {} lines and {} bytes in a turn, and 64 KiB in a line",
                limits.chatter_lines, limits.chatter_bytes
            );
        }
        FaultKind::NoHandshake => {
            return format!(
                "a bot writes `ready` within {} ms of its start",
                limits.start_ms
            );
        }
        FaultKind::IllegalMove => "the word after `move` is a legal move in this position",
        FaultKind::Timeout => "a whole line `move WORD` comes before the deadline",
        FaultKind::Crash | FaultKind::Exit => {
            "a bot runs, with its output open, until it reads `quit` or the end of its input"
        }
        FaultKind::Garbage => "here nothing but messages of the protocol may be printed",
        FaultKind::Resigned => "`resign` gives the game up, at any turn",
    };
    text.to_owned()
}
