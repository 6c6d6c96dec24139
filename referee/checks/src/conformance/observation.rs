//! What went wrong, as it was seen: in a conversation, or in a game by its evidence.

use std::time::Duration;

use referee_engine::{Said, SeatTranscript};
use referee_games::Rules;
use referee_output::numbers::millis;
use referee_record::{Evidence, FaultKind, Record};
use referee_report::diagnosis::Diagnosis;

use super::case::{CaseResult, CheckFailure};

/// How many lines of each side are shown.
const SHOWN: usize = 4;
/// The same of stderr: where a traceback says where and why.
const STDERR_LINES: usize = 4;

/// Something that went wrong.
#[derive(Clone, Debug)]
pub struct Observation {
    /// What it looks like by itself.
    pub mistake: Diagnosis,
    /// The verdict of a game in which it happens, if there is one.
    pub verdict: Option<FaultKind>,
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
pub struct ProtocolRule(pub &'static str, pub &'static str);

impl Observation {
    /// What went wrong, of which no line is shown.
    pub fn new(mistake: Diagnosis, what: impl Into<String>) -> Observation {
        Observation {
            mistake,
            verdict: mistake.verdict(),
            what: what.into(),
            sent: Vec::new(),
            came: Vec::new(),
            stderr: String::new(),
        }
    }

    /// The same before `ready`: there all verdicts are one.
    pub fn before_ready(self) -> Observation {
        Observation {
            verdict: Some(FaultKind::NoHandshake),
            ..self
        }
    }

    /// A fault of the bot, unless the machine failed. Where everything but one thing is known to go
    /// well, that thing is the suspect, however the bot failed.
    pub fn fault(self, rule: ProtocolRule, suspect: Option<Diagnosis>) -> CaseResult {
        let spoilt = match self.mistake {
            Diagnosis::Machine => Some("failed"),
            Diagnosis::Busy => Some("was busy"),
            _ => None,
        };
        if let Some(how) = spoilt {
            return CaseResult::Undecided {
                because: format!("the machine {how}: {}", self.what),
                failed: self.mistake == Diagnosis::Machine,
            };
        }
        CaseResult::Fault(self.flaw(rule, suspect))
    }

    /// What is shown of it.
    pub fn flaw(
        self,
        ProtocolRule(expected, see): ProtocolRule,
        suspect: Option<Diagnosis>,
    ) -> CheckFailure {
        // Who still reads isn't put off by what it read.
        let suspect = suspect.filter(|_| self.mistake != Diagnosis::SlowReading);
        let mistake = suspect.unwrap_or(self.mistake);
        let stderr = self.stderr.lines().map(str::trim_end);
        let stderr: Vec<&str> = stderr.filter(|line| !line.trim().is_empty()).collect();
        let last = stderr.len().saturating_sub(STDERR_LINES);
        CheckFailure {
            what: self.what,
            sent: self.sent,
            came: self.came,
            expected: expected.to_owned(),
            see,
            verdict: self.verdict.map(FaultKind::text),
            mistake,
            likely: mistake.likely().to_owned(),
            stderr: stderr[last..]
                .iter()
                .map(|line| (*line).to_owned())
                .collect(),
        }
    }

    /// A fault of a recorded game.
    pub fn in_game(record: &Record, evidence: &Evidence, rules: &dyn Rules) -> Observation {
        let transcript = SeatTranscript::of(record, evidence.seat).ok();
        let questions = transcript.as_ref().map(|transcript| &transcript.questions);
        let last = questions.and_then(|questions| questions.last());
        let sent = last.map_or("hello referee 1", |asked| asked.messages.as_str());
        let mistake = Diagnosis::of_evidence(record, evidence, rules);
        let mut what = evidence.sentence.clone();
        let shares = evidence.shares.filter(|_| mistake == Diagnosis::Idle);
        if let Some(shares) = shares {
            let ms = |ns: u64| millis(Duration::from_nanos(ns).as_secs_f64() * 1e3);
            what += &format!(
                "; it used {} ms of CPU in {} ms",
                ms(shares.cpu_ns),
                ms(evidence.ns)
            );
        }
        Observation {
            mistake,
            verdict: Some(evidence.reason),
            what,
            sent: last_of(sent.lines().map(str::to_owned)),
            came: last_of(evidence.last_bytes.split("\\n").map(str::to_owned)),
            stderr: evidence.stderr.clone(),
        }
    }
}

/// The last lines of a conversation: what the bot was told in one go, and what came after it.
pub fn shown(lines: &[Said]) -> (Vec<String>, Vec<String>) {
    let last_message = lines
        .iter()
        .rposition(|line| matches!(line, Said::Referee(_)));
    let (before, after) = lines.split_at(last_message.map_or(0, |last| last + 1));
    let bot_line = |line: &Said| match line {
        Said::Referee(_) => None,
        Said::Bot(line) => Some(line.clone()),
    };
    let sent = before.iter().rev().map_while(|line| match line {
        Said::Referee(line) => Some(line.clone()),
        Said::Bot(_) => None,
    });
    let mut sent: Vec<String> = sent.take(SHOWN).collect();
    sent.reverse();
    (sent, last_of(after.iter().filter_map(bot_line)))
}

fn last_of(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.drain(..lines.len().saturating_sub(SHOWN));
    lines
}
