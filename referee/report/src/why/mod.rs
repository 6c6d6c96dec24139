//! Why a seat lost by its own fault: everything that a record knows about it, gathered.

mod advice;
mod language;
mod text;

use anyhow::Result;
use referee_engine::{SeatTranscript, rules_of, said_at_fault, why};
use referee_games::{Position, terminal};
use referee_record::{Evidence, FaultDetail, FaultKind, Limits, TimeBreakdown};
use serde::Serialize;

use crate::diagnosis::Diagnosis;
use crate::game_view::{RecordedGame, title};
use advice::advice;
use referee_output::failure::bad_input;
pub use text::{facts, heading};

/// Of a game: how it ended, and the faults that were asked for.
#[derive(Serialize)]
pub struct Why {
    /// The number of the game.
    pub game: u64,
    /// Which attempt at it.
    pub attempt: u32,
    /// Who played, and how it ended.
    pub title: String,
    /// Every fault that was asked for.
    pub faults: Vec<Explained>,
    /// Seats with a fault that wasn't asked for.
    pub others: Vec<char>,
}

/// A fault, explained.
#[derive(Serialize)]
pub struct Explained {
    /// The seat.
    pub seat: char,
    /// Its bot.
    pub bot: String,
    /// The verdict word.
    pub reason: FaultKind,
    /// What exactly happened.
    pub detail: FaultDetail,
    /// What it looks like.
    pub diagnosis: Diagnosis,
    /// What happened, in a sentence.
    pub sentence: String,
    /// Its place, and of how many.
    pub place: [usize; 2],
    /// Which move it was asked for, from 1; none before the game began.
    pub ply: Option<usize>,
    /// The state line.
    pub state: String,
    /// The question's last line.
    pub asked: Option<String>,
    /// Why the bytes that the bot was told can't be given, if they can't.
    pub no_script: Option<String>,
    /// The rule that was broken.
    pub rule: String,
    /// Legal moves, the nearest to what was said first.
    pub legal: Vec<String>,
    /// How many legal moves there were.
    pub legal_count: usize,
    /// The bot's last bytes, escaped.
    pub last_bytes: String,
    /// What the turn was allowed, in nanoseconds.
    pub allowed_ns: u64,
    /// When the first byte came, from `go` on.
    pub first_byte_ns: Option<u64>,
    /// When the end of the last line came.
    pub newline_ns: Option<u64>,
    /// When it was over.
    pub ns: u64,
    /// What the time went to.
    pub shares: Option<TimeBreakdown>,
    /// The longest of its earlier moves, in nanoseconds.
    pub longest_ns: Option<u64>,
    /// The end of stderr.
    pub stderr: String,
    /// How the process ended, if it ended with the game.
    pub exit: Option<String>,
    /// The most memory that it held, in bytes.
    pub memory_bytes: Option<u64>,
    /// CPU time in the game, in microseconds.
    pub cpu_us: Option<u64>,
    /// What to try.
    pub advice: Vec<String>,
    /// The command that says this again.
    pub why: String,
    /// The command that tells the bot the same again.
    pub repro: Option<String>,
    /// The position as the terminal draws it.
    #[serde(skip)]
    pub picture: Vec<String>,
}

impl Why {
    /// What is known about the faults of a game, or of one of its seats; `run` is the file of results
    /// as it stands in a command.
    pub fn of(game: &RecordedGame, seat: Option<char>, run: &str) -> Result<Why> {
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
            faults: faults
                .map(|item| explain(game, item, run))
                .collect::<Result<_>>()?,
            others: others.map(|item| item.seat).collect(),
        })
    }

    /// On one screen.
    pub fn text(&self) -> String {
        text::text(self)
    }
}

/// Refuses a seat that the game hasn't.
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

fn explain(game: &RecordedGame, evidence: &Evidence, run: &str) -> Result<Explained> {
    let (record, outcome) = (&game.record, &game.outcome);
    let job = &record.played.job;
    let index = job
        .seats
        .iter()
        .position(|chair| chair.seat == evidence.seat);
    let measure = index.and_then(|i| record.measured.bots.get(i));
    let script = SeatTranscript::of(record, evidence.seat);
    let last = script.as_ref().ok().and_then(|s| s.questions.last());
    let rules = rules_of(job).map_err(bad_input)?;
    let position = rules.read(&evidence.state).map_err(bad_input)?;
    let asked = evidence.allowed_ns > 0;
    let seated = outcome
        .seats
        .iter()
        .find(|seated| seated.seat == evidence.seat);
    let spent = seated.map(|seated| seated.spent).unwrap_or_default();
    let place = outcome.verdict.seat(evidence.seat);
    let again = why(run, outcome.number, outcome.attempt, evidence.seat);
    let mut explained = Explained {
        seat: evidence.seat,
        bot: seated.map_or_else(String::new, |seated| seated.bot.clone()),
        reason: evidence.reason,
        detail: evidence.detail,
        diagnosis: Diagnosis::of_evidence(record, evidence, &*rules),
        sentence: evidence.sentence.clone(),
        place: [
            place.map_or(0, |result| result.place.into()),
            outcome.seats.len(),
        ],
        ply: last.map(|asked| asked.ply),
        state: evidence.state.clone(),
        asked: last.map(|asked| asked.go().to_owned()),
        no_script: script.as_ref().err().map(ToString::to_string),
        rule: rule(evidence.reason, job.limits_of(index.unwrap_or_default())),
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
        repro: script
            .is_ok()
            .then(|| again.replacen("why", "repro", 1) + " --bot YOUR-BOT"),
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

/// Three legal moves, near what was said if a move was said.
fn near(position: &dyn Position, evidence: &Evidence, asked: bool) -> Vec<String> {
    if !asked {
        return Vec::new();
    }
    position.nearest(&said_at_fault(evidence).unwrap_or_default())
}

/// The rule that a fault breaks.
fn rule(reason: FaultKind, limits: &Limits) -> String {
    let text = match reason {
        FaultKind::NoHandshake => {
            return format!(
                "a bot writes `ready` within {} ms of its start",
                limits.start_ms
            );
        }
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
