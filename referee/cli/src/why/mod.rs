//! Why a seat lost by its own fault: everything that a record knows about it, gathered.

mod advice;
mod language;
mod text;

use anyhow::Result;
use referee_arena::{Script, Word, rules_of, said_at_fault, why};
use referee_games::{Position, terminal};
use referee_record::{Evidence, Limits, Shares};
use serde::Serialize;

use crate::exit::bad_input;
use crate::recorded::{Recorded, title};
use advice::advice;
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
    pub reason: String,
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
    pub shares: Option<Shares>,
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
    pub fn of(game: &Recorded, seat: Option<char>, run: &str) -> Result<Why> {
        if let Some(seat) = seat {
            check_seat(game, seat)?;
        }
        let evidence = &game.record.measured.evidence;
        let wanted = |found: &&Evidence| seat.is_none_or(|seat| found.seat == seat);
        let faults = evidence.iter().filter(wanted);
        let others = evidence.iter().filter(|found| !wanted(found));
        Ok(Why {
            game: game.outcome.number,
            attempt: game.outcome.attempt,
            title: title(&game.outcome),
            faults: faults
                .map(|found| explain(game, found, run))
                .collect::<Result<_>>()?,
            others: others.map(|found| found.seat).collect(),
        })
    }

    /// On one screen.
    pub fn text(&self) -> String {
        text::text(self)
    }
}

/// Refuses a seat that the game hasn't.
pub fn check_seat(game: &Recorded, seat: char) -> Result<()> {
    let seats: String = game.outcome.seats.iter().map(|own| own.seat).collect();
    if seats.contains(seat) {
        return Ok(());
    }
    Err(bad_input(format!(
        "game {} has no seat {seat}; expected one of {seats}",
        game.outcome.number
    )))
}

fn explain(game: &Recorded, found: &Evidence, run: &str) -> Result<Explained> {
    let (record, outcome) = (&game.record, &game.outcome);
    let job = &record.played.job;
    let index = job.seats.iter().position(|chair| chair.seat == found.seat);
    let measure = index.and_then(|i| record.measured.bots.get(i));
    let script = Script::of(record, found.seat);
    let last = script.as_ref().ok().and_then(|s| s.questions.last());
    let rules = rules_of(job).map_err(bad_input)?;
    let position = rules.read(&found.state).map_err(bad_input)?;
    let asked = found.allowed_ns > 0;
    let own = outcome.seats.iter().find(|own| own.seat == found.seat);
    let spent = own.map(|own| own.spent).unwrap_or_default();
    let place = outcome.verdict.seat(found.seat);
    let again = why(run, outcome.number, outcome.attempt, found.seat);
    let mut explained = Explained {
        seat: found.seat,
        bot: own.map_or_else(String::new, |own| own.bot.clone()),
        reason: found.reason.clone(),
        sentence: found.sentence.clone(),
        place: [place.map_or(0, |own| own.place.into()), outcome.seats.len()],
        ply: last.map(|asked| asked.ply),
        state: found.state.clone(),
        asked: last.map(|asked| asked.go().to_owned()),
        no_script: script.as_ref().err().map(ToString::to_string),
        rule: rule(&found.reason, job.limits_of(index.unwrap_or_default())),
        legal: near(&*position, found, asked),
        legal_count: if asked { position.legal().len() } else { 0 },
        last_bytes: found.last_bytes.clone(),
        allowed_ns: found.allowed_ns,
        first_byte_ns: found.first_byte_ns,
        newline_ns: found.newline_ns,
        ns: found.ns,
        shares: found.shares,
        longest_ns: (spent.moves > 0).then_some(spent.max_ns),
        stderr: found.stderr.clone(),
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
fn near(position: &dyn Position, found: &Evidence, asked: bool) -> Vec<String> {
    if !asked {
        return Vec::new();
    }
    let said = said_at_fault(found).unwrap_or_default();
    let explained = position.explain(&said).unwrap_or_default();
    let near = explained.rsplit_once("; legal: ").map(|(_, near)| near);
    let words = near.unwrap_or_default().split_ascii_whitespace();
    words.map(str::to_owned).collect()
}

/// The rule that a fault breaks.
fn rule(reason: &str, limits: &Limits) -> String {
    let text = match Word::find(reason) {
        Some(Word::NoHandshake) => {
            return format!(
                "a bot writes `ready` within {} ms of its start",
                limits.start_ms
            );
        }
        Some(Word::Memory) => {
            return format!(
                "all processes of a bot together hold at most {} MiB",
                limits.memory_mib
            );
        }
        Some(Word::Flood) => {
            return format!(
                "at most {} lines and {} bytes in a turn, and 64 KiB in a line",
                limits.chatter_lines, limits.chatter_bytes
            );
        }
        Some(Word::IllegalMove) => "the word after `move` is a legal move in this position",
        Some(Word::Timeout) => "a whole line `move WORD` comes before the deadline",
        Some(Word::Crash | Word::Exit) => {
            "a bot runs, with its output open, until it reads `quit` or the end of its input"
        }
        Some(Word::Garbage) => "here nothing but messages of the protocol may be printed",
        Some(Word::Resigned) => "`resign` gives the game up, at any turn",
        None => "see the verdicts in protocol.md",
    };
    text.to_owned()
}
