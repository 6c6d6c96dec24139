//! Waits for a line of the bot, and diagnoses why it doesn't come.

use std::time::{Duration, Instant};

use referee_engine::{SeatFault, Utterance};
use referee_games::Position;
use referee_games::text::refused;
use referee_protocol::FromBot;
use referee_report::{Diagnosis, is_misspelled_move, whose_move};

use super::observation::Observation;
use super::talk::CheckConversation;

/// Time in which an answer may come after the end of the input.
const AFTER_THE_END: Duration = Duration::from_secs(2);
/// Bytes sent from which it is checked whether the bot has read them: as many as the longest line has.
const MUCH: u64 = 16 << 10;
/// Number of lines beyond which output is a flood.
const MOST_LINES: usize = 1000;

/// The answer that is waited for.
pub(super) enum Awaited<'p> {
    /// `ready`.
    Ready,
    /// A move in this position.
    Move(&'p dyn Position),
}

impl CheckConversation<'_> {
    /// Reads lines until the awaited one comes.
    pub(super) fn answer(&mut self, awaited: &Awaited<'_>) -> Result<String, Observation> {
        let mut others: Vec<String> = Vec::new();
        loop {
            let line = match self.session.answer() {
                Utterance::Line(line) => line,
                other => return Err(self.failed(awaited, other, &others)),
            };
            match (FromBot::parse(&line), awaited) {
                (FromBot::Ready(ready), Awaited::Ready) => {
                    self.ready = ready;
                    self.chatter.append(&mut others);
                    return Ok(String::new());
                }
                (FromBot::Move(word), Awaited::Move(position)) => {
                    self.chatter.append(&mut others);
                    return self.judge(word.into_owned(), *position);
                }
                (FromBot::Resign, Awaited::Move(_)) => {
                    return Err(self.seen(Diagnosis::Resigned, "the bot gave up"));
                }
                (FromBot::Info(_), Awaited::Move(_)) => {}
                (FromBot::Ready(_), Awaited::Move(_)) if self.ready.setup => {}
                _ => others.push(String::from_utf8_lossy(&line).into_owned()),
            }
            if others.len() > MOST_LINES {
                return Err(self.failed(awaited, Utterance::TooMuch, &others));
            }
        }
    }

    fn judge(&mut self, move_text: String, position: &dyn Position) -> Result<String, Observation> {
        let Some(why) = position.explain(&move_text) else {
            return Ok(move_text);
        };
        let earlier = self.asked.iter().map(|asked| asked.boxed());
        let mistake = whose_move(&move_text, position, earlier);
        Err(self.seen(mistake, refused(&move_text, &why)))
    }

    /// Diagnoses why the awaited line didn't come.
    fn failed(
        &mut self,
        awaited: &Awaited<'_>,
        heard: Utterance,
        others: &[String],
    ) -> Observation {
        let (mistake, what) = match heard {
            Utterance::End(fault) => return self.ended(awaited, fault),
            Utterance::Broken(why) => (Diagnosis::Machine, why),
            Utterance::Crowded(why) => (Diagnosis::Busy, why),
            Utterance::TooMuch => {
                let what = "more output than is forgiven, or a line of more than 64 KiB";
                (Diagnosis::Flood, what.to_owned())
            }
            Utterance::Silence(Some(begun)) => {
                let mut seen = self.seen(Diagnosis::NoNewline, "the last line has no newline");
                seen.came.push(begun);
                return seen;
            }
            Utterance::Silence(None) | Utterance::Line(_) => match others.last() {
                Some(_) => other_lines(awaited, others),
                None => return self.reading().unwrap_or_else(|| self.silent()),
            },
        };
        self.seen(mistake, what)
    }

    /// Diagnoses the end of the process or of its output.
    fn ended(&mut self, awaited: &Awaited<'_>, fault: SeatFault) -> Observation {
        let fault = match awaited {
            Awaited::Ready => fault.unready("hello"),
            Awaited::Move(_) => fault,
        };
        let stderr = self.session.stderr();
        let fault = fault.explained(&stderr, &self.subject.program);
        let mistake = Diagnosis::of_fault(fault.kind, fault.detail);
        let mistake = mistake.refined(&stderr, fault.refused_processes);
        Observation {
            verdict: Some(fault.kind),
            ..self.seen(mistake, fault.sentence)
        }
    }

    /// Diagnoses silence after the bot was sent much: it may be slow, or have stopped reading.
    fn reading(&mut self) -> Option<Observation> {
        let reading = self
            .session
            .reading()
            .filter(|seen| seen.sent_bytes >= MUCH)?;
        let reads = reading.unread > 0 && reading.idle < reading.waited / 2;
        // Input that it has read may be in its own buffer.
        let works = reading.cpu.is_some_and(|cpu| cpu >= reading.given / 2);
        let (mistake, state) = match (reads, works) {
            (true, _) => (Diagnosis::SlowReading, "it still read"),
            (_, true) => (Diagnosis::SlowReading, "it was still at work"),
            _ if reading.unread > 0 => (Diagnosis::Unread, "it had stopped reading"),
            _ => return None,
        };
        let kib = |bytes: u64| bytes.div_ceil(1 << 10);
        let mut what = format!(
            "no byte came in {:.1} s after {} KiB: {state}, {} KiB were left",
            reading.waited.as_secs_f64(),
            kib(reading.sent_bytes),
            kib(reading.unread)
        );
        if let Some(cpu) = reading.cpu {
            what += &format!(", and {:.1} s of CPU time were used", cpu.as_secs_f64());
        }
        Some(self.seen(mistake, what))
    }

    /// Diagnoses silence: tests whether the answer comes when the input ends, as from an output buffer that
    /// was not flushed.
    fn silent(&mut self) -> Observation {
        let until = Instant::now() + AFTER_THE_END;
        let mut seen = self.seen(Diagnosis::Silent, "no byte came in time");
        self.session.end_input(until);
        match self.session.hear(until) {
            Utterance::Line(line) => {
                "nothing came until the input was ended; then it came at once"
                    .clone_into(&mut seen.what);
                seen.mistake = Diagnosis::NotFlushed;
                seen.came.push(String::from_utf8_lossy(&line).into_owned());
            }
            Utterance::Silence(Some(begun)) => {
                seen.mistake = Diagnosis::NotFlushed;
                seen.came.push(begun);
            }
            _ => {}
        }
        seen.stderr = self.session.stderr();
        seen.mistake = seen.mistake.refined(&seen.stderr, None);
        seen
    }
}

/// Diagnoses lines that aren't the awaited one.
fn other_lines(awaited: &Awaited<'_>, others: &[String]) -> (Diagnosis, String) {
    let quoted = |line: &String| format!("{line:?}");
    let last = others.last().map(quoted).unwrap_or_default();
    let Awaited::Move(position) = awaited else {
        let spelled = others.iter().any(|line| {
            let keyword = line.split([' ', ':']).next().unwrap_or_default();
            keyword.eq_ignore_ascii_case("ready")
        });
        let mistake = if spelled {
            Diagnosis::Spelling
        } else {
            Diagnosis::OtherLines
        };
        return (
            mistake,
            format!("it wrote lines, but no `ready`; the last one was {last}"),
        );
    };
    let bare = |line: &&String| position.explain(line.trim()).is_none();
    if let Some(line) = others.iter().find(bare) {
        let what = format!("the line {line:?} is a legal move, but `move` is missing before it");
        return (Diagnosis::NoMoveWord, what);
    }
    if let Some(line) = others.iter().find(|line| is_misspelled_move(line)) {
        return (
            Diagnosis::Spelling,
            format!("the line {line:?} is no `move`"),
        );
    }
    let what = format!("it wrote lines, but no `move`; the last one was {last}");
    (Diagnosis::OtherLines, what)
}
