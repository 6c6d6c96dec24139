//! What went wrong, as it was seen: in a conversation, or in a game by its evidence.

use std::time::Duration;

use referee_arena::{Fault, Said, Script, Word, said_at_fault};
use referee_games::{Position, Rules, Turn};
use referee_record::{Evidence, Record};

use super::case::{Finding, Flaw};
use super::mistake::Mistake;
use crate::report::millis;

/// How many lines of each side are shown.
const SHOWN: usize = 4;
/// The same of stderr: where a traceback says where and why.
const STDERR_LINES: usize = 4;
/// Moves that are tried to find out whose a word may be.
const TRIED: usize = 40;

/// Something that went wrong.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What it looks like by itself.
    pub mistake: Mistake,
    /// The verdict of a game in which it happens, if there is one.
    pub verdict: Option<Word>,
    /// In a sentence.
    pub what: String,
    /// The last lines that the bot was told.
    pub sent: Vec<String>,
    /// What came after them.
    pub came: Vec<String>,
    /// The end of its stderr.
    pub stderr: String,
}

/// What was expected, and where that stands in protocol.md.
#[derive(Clone, Copy, Debug)]
pub struct Rule(pub &'static str, pub &'static str);

impl Seen {
    /// What went wrong, of which no line is shown.
    pub fn new(mistake: Mistake, what: impl Into<String>) -> Seen {
        Seen {
            mistake,
            verdict: mistake.verdict(),
            what: what.into(),
            sent: Vec::new(),
            came: Vec::new(),
            stderr: String::new(),
        }
    }

    /// The same before `ready`: there all verdicts are one.
    pub fn before_ready(self) -> Seen {
        Seen {
            verdict: Some(Word::NoHandshake),
            ..self
        }
    }

    /// A fault of the bot, unless the machine failed. Where everything but one thing is known to go
    /// well, that thing is the suspect, however the bot failed.
    pub fn fault(self, rule: Rule, suspect: Option<Mistake>) -> Finding {
        let spoilt = match self.mistake {
            Mistake::Machine => Some("failed"),
            Mistake::Busy => Some("was busy"),
            _ => None,
        };
        if let Some(how) = spoilt {
            return Finding::Undecided {
                because: format!("the machine {how}: {}", self.what),
                failed: self.mistake == Mistake::Machine,
            };
        }
        Finding::Fault(self.flaw(rule, suspect))
    }

    /// What is shown of it.
    pub fn flaw(self, Rule(expected, see): Rule, suspect: Option<Mistake>) -> Flaw {
        // Who still reads isn't put off by what it read.
        let suspect = suspect.filter(|_| self.mistake != Mistake::SlowReading);
        let mistake = suspect.unwrap_or(self.mistake);
        let stderr = self.stderr.lines().map(str::trim_end);
        let stderr: Vec<&str> = stderr.filter(|line| !line.trim().is_empty()).collect();
        let last = stderr.len().saturating_sub(STDERR_LINES);
        Flaw {
            what: self.what,
            sent: self.sent,
            came: self.came,
            expected: expected.to_owned(),
            see,
            verdict: self.verdict.map(Word::text),
            mistake,
            likely: mistake.likely().to_owned(),
            stderr: stderr[last..]
                .iter()
                .map(|line| (*line).to_owned())
                .collect(),
        }
    }

    /// A fault of a recorded game.
    pub fn in_game(record: &Record, evidence: &Evidence, rules: &dyn Rules) -> Seen {
        let script = Script::of(record, evidence.seat).ok();
        let questions = script.as_ref().map_or(&[][..], |script| &script.questions);
        let told = questions.last().map(|asked| asked.told.as_str());
        let said = said_at_fault(evidence).unwrap_or_default();
        let mut mistake = by_sentence(&evidence.reason, &evidence.sentence);
        if mistake == Mistake::OtherLines && spelled_otherwise(&evidence.last_bytes) {
            mistake = Mistake::Spelling;
        }
        if mistake == Mistake::Illegal
            && let Ok(position) = rules.read(&evidence.state)
        {
            let earlier = questions.iter().rev().skip(1).map(|asked| &asked.state);
            let earlier = earlier.filter_map(|state| rules.read(state).ok());
            mistake = whose(&said, &*position, earlier);
        }
        let mut what = evidence.sentence.clone();
        let idle = evidence.shares.filter(|s| s.is_idle(evidence.allowed_ns));
        if let Some(shares) = idle.filter(|_| mistake == Mistake::Timeout) {
            mistake = Mistake::Idle;
            let ms = |ns: u64| millis(Duration::from_nanos(ns).as_secs_f64() * 1e3);
            what += &format!(
                "; it used {} ms of CPU in {} ms",
                ms(shares.cpu_ns),
                ms(evidence.ns)
            );
        }
        Seen {
            mistake,
            verdict: Word::find(&evidence.reason),
            what,
            sent: last_of(told.unwrap_or("hello referee 1").lines().map(str::to_owned)),
            came: last_of(evidence.last_bytes.split("\\n").map(str::to_owned)),
            stderr: evidence.stderr.clone(),
        }
    }
}

/// What an end of the process, or of its output, looks like.
pub fn of_end(fault: &Fault) -> Mistake {
    by_sentence(fault.word.text(), &fault.sentence)
}

/// What a fault looks like by its word and sentence.
fn by_sentence(word: &str, sentence: &str) -> Mistake {
    let said = |part: &str| sentence.contains(part);
    match Word::find(word) {
        Some(Word::IllegalMove) => Mistake::Illegal,
        Some(Word::Crash) => Mistake::Crash,
        Some(Word::Memory) => Mistake::Memory,
        Some(Word::Flood) => Mistake::Flood,
        Some(Word::Garbage) => Mistake::Garbage,
        Some(Word::Resigned) => Mistake::Resigned,
        Some(_) if said("no newline") => Mistake::NoNewline,
        Some(Word::Exit | Word::NoHandshake) if said("closed its stdout") => Mistake::Closed,
        Some(Word::Exit) => Mistake::Exit,
        Some(Word::NoHandshake) if said("could not be started") => Mistake::NotStarted,
        Some(Word::NoHandshake) if said("that it plays") => Mistake::Games,
        Some(Word::NoHandshake) if said("status 0") => Mistake::Exit,
        Some(Word::NoHandshake) if said("ended") => Mistake::Crash,
        Some(Word::Timeout) if said("`move` is missing") => Mistake::NoMoveWord,
        Some(Word::Timeout) if said("after the deadline") || said("CPU time") => Mistake::Timeout,
        Some(Word::Timeout | Word::NoHandshake) if said("wrote") && !said("nothing") => {
            Mistake::OtherLines
        }
        // Elsewhere it has answered in the same process or position: then it still thinks.
        Some(Word::Timeout) => Mistake::Timeout,
        Some(Word::NoHandshake) | None => Mistake::Silent,
    }
}

/// Whether a line is `move` in another spelling.
pub fn spelled_otherwise(line: &str) -> bool {
    let line = line.trim_start();
    let head = line.get(..4).unwrap_or_default();
    head.eq_ignore_ascii_case("move") && !line.starts_with("move ")
}

/// Moves that name no more than a place: `j10`, `p`.
const SHORT: usize = 3;

/// Whose a word may be that isn't legal here.
pub fn whose(
    word: &str,
    position: &dyn Position,
    earlier: impl Iterator<Item = Box<dyn Position>>,
) -> Mistake {
    // A word as short as a square or a token says little about where it came from.
    if word.len() <= SHORT {
        return Mistake::Illegal;
    }
    let legal = |position: &dyn Position| position.explain(word).is_none();
    if earlier.into_iter().any(|position| legal(&*position)) {
        return Mistake::OldPosition;
    }
    let Turn::Seat(own) = position.turn() else {
        return Mistake::Illegal;
    };
    let others = position.legal().into_iter().take(TRIED).any(|own_move| {
        let mut next = position.boxed();
        next.play(&own_move);
        matches!(next.turn(), Turn::Seat(seat) if seat != own) && legal(&*next)
    });
    if others {
        Mistake::OtherSeat
    } else {
        Mistake::Illegal
    }
}

/// The last lines of a conversation: what the bot was told in one go, and what came after it.
pub fn shown(lines: &[Said]) -> (Vec<String>, Vec<String>) {
    let told = lines
        .iter()
        .rposition(|line| matches!(line, Said::Referee(_)));
    let (before, after) = lines.split_at(told.map_or(0, |last| last + 1));
    let own = |line: &Said| match line {
        Said::Referee(_) => None,
        Said::Bot(line) => Some(line.clone()),
    };
    let sent = before.iter().rev().map_while(|line| match line {
        Said::Referee(line) => Some(line.clone()),
        Said::Bot(_) => None,
    });
    let mut sent: Vec<String> = sent.take(SHOWN).collect();
    sent.reverse();
    (sent, last_of(after.iter().filter_map(own)))
}

fn last_of(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.drain(..lines.len().saturating_sub(SHOWN));
    lines
}
