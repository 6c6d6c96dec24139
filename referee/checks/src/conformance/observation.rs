//! What went wrong, as observed in a conversation, or in a game by its evidence.

use std::time::Duration;

use referee_engine::{Said, SeatTranscript};
use referee_games::Rules;
use referee_output::numbers::millis;
use referee_record::{Evidence, FaultKind, Record};
use referee_report::{Diagnosis, last_lines};

use super::case::{CaseResult, CheckFailure};

/// Number of lines shown of each side.
const SHOWN: usize = 4;
/// Number of lines shown of stderr: enough for the end of a traceback.
const STDERR_LINES: usize = 4;

/// An observed failure.
#[derive(Clone, Debug)]
pub(super) struct Observation {
    /// Diagnosis of the failure alone.
    pub mistake: Diagnosis,
    /// Verdict of a game in which this happens, if there is one.
    pub verdict: Option<FaultKind>,
    /// Description as a sentence.
    pub what: String,
    /// Last lines that the bot was sent.
    pub sent: Vec<String>,
    /// Lines that came after them.
    pub came: Vec<String>,
    /// End of its stderr.
    pub stderr: String,
}

/// Expected behaviour, and where protocol.md requires it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProtocolRule(pub &'static str, pub &'static str);

impl Observation {
    /// Creates an observation without lines.
    pub(super) fn new(mistake: Diagnosis, what: impl Into<String>) -> Observation {
        Observation {
            mistake,
            verdict: mistake.verdict(),
            what: what.into(),
            sent: Vec::new(),
            came: Vec::new(),
            stderr: String::new(),
        }
    }

    /// Marks the failure as one before `ready`, for which there is only one verdict.
    pub(super) fn before_ready(self) -> Observation {
        Observation {
            verdict: Some(FaultKind::NoHandshake),
            ..self
        }
    }

    /// Returns a fault of the bot, or an undecided result if the machine failed or was busy. If only one
    /// thing differs from cases that passed, that is the suspect, whatever the failure looks like.
    pub(super) fn fault(self, rule: ProtocolRule, suspect: Option<Diagnosis>) -> CaseResult {
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

    /// Describes the failure for the author of the bot.
    pub(super) fn flaw(
        self,
        ProtocolRule(expected, see): ProtocolRule,
        suspect: Option<Diagnosis>,
    ) -> CheckFailure {
        // A bot that still reads isn't confused by what it read.
        let suspect = suspect.filter(|_| self.mistake != Diagnosis::SlowReading);
        let mistake = suspect.unwrap_or(self.mistake);
        let stderr = self.stderr.lines().map(str::trim_end);
        let stderr = stderr.filter(|line| !line.trim().is_empty());
        let stderr: Vec<String> = stderr.map(str::to_owned).collect();
        let cause = mistake.cause(&stderr.join("\n"));
        CheckFailure {
            what: self.what,
            sent: self.sent,
            came: self.came,
            expected: expected.to_owned(),
            see,
            verdict: self.verdict.map(FaultKind::text),
            mistake,
            likely: mistake.likely().to_owned(),
            stderr: last_lines(&stderr, STDERR_LINES, cause),
        }
    }

    /// Creates an observation from the evidence of a recorded game.
    pub(super) fn in_game(record: &Record, evidence: &Evidence, rules: &dyn Rules) -> Observation {
        let transcript = SeatTranscript::of(rules, record, evidence.seat).ok();
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

/// Returns the last lines of a conversation: what the bot was sent last, and what came after it.
pub(super) fn shown(lines: &[Said]) -> (Vec<String>, Vec<String>) {
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
