//! One question to one bot, and its answer: read, judged and timed against one absolute deadline.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use referee_games::text::quote;
use referee_protocol::{FromBot, Line};
use referee_record::Limits;

use crate::clock::SeatClock;
use crate::fault::{Fault, Word};
use crate::player::Player;
use crate::process::Got;

/// Bytes of a turn's last output that are kept as evidence.
const LAST_BYTES: usize = 256;
/// Lines of a turn that are kept to see afterwards what the bot may have meant.
const REMARKS: usize = 16;
/// Of a turn's `info` the last 64 KiB are kept.
const INFO_BYTES: usize = 64 << 10;
/// What a line of it costs beside its text.
const INFO_LINE: usize = 32;
/// Before a question no more than so many reads throw away what has come meanwhile.
const DISCARDED_READS: usize = 64;

/// The answer to a question.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A `move` line in time: its word.
    Move(String),
    /// The seat forfeits.
    Fault(Fault),
}

/// What a turn brought apart from the answer.
#[derive(Debug, Default)]
pub(crate) struct TurnLog {
    /// Charged time.
    pub(crate) spent: Duration,
    /// What was allowed, the margin included.
    pub(crate) allowed: Duration,
    pub(crate) info: VecDeque<String>,
    info_bytes: usize,
    pub(crate) chatter: u64,
    chatter_bytes: u64,
    bytes: u64,
    /// The last whole lines that were nothing.
    remarks: Vec<String>,
    pub(crate) first_byte: Option<Duration>,
    pub(crate) last_bytes: Vec<u8>,
}

impl TurnLog {
    fn bytes(&mut self, bytes: &[u8], at: Duration) {
        self.first_byte.get_or_insert(at);
        self.bytes += bytes.len() as u64;
        let tail = &bytes[bytes.len().saturating_sub(LAST_BYTES)..];
        let over = (self.last_bytes.len() + tail.len()).saturating_sub(LAST_BYTES);
        self.last_bytes.drain(..over);
        self.last_bytes.extend_from_slice(tail);
    }

    fn info(&mut self, text: &str) {
        self.info_bytes += text.len() + INFO_LINE;
        self.info.push_back(text.to_owned());
        while self.info_bytes > INFO_BYTES
            && let Some(first) = self.info.pop_front()
        {
            self.info_bytes -= first.len() + INFO_LINE;
        }
    }

    fn remark(&mut self, line: &[u8]) {
        self.chatter += 1;
        self.chatter_bytes += line.len() as u64 + 1;
        if self.remarks.len() == REMARKS {
            self.remarks.remove(0);
        }
        let short = &line[..line.len().min(80)];
        self.remarks
            .push(String::from_utf8_lossy(short).into_owned());
    }
}

/// A question: what is allowed, and how words are known as moves when an answer failed to come.
pub(crate) struct Question<'a> {
    pub(crate) clock: &'a SeatClock,
    pub(crate) limits: &'a Limits,
    /// Whether a word would be a legal move.
    pub(crate) is_legal: &'a dyn Fn(&str) -> bool,
}

/// Sends what is in the outbox, `go` at its end, and waits for the answer. What the others write to
/// stderr meanwhile is read too, so that none of them is held up by it.
pub(crate) fn ask(
    player: &mut Player,
    others: &mut [&mut Player],
    question: &Question<'_>,
) -> (Answer, TurnLog) {
    discard(player);
    player.log_outbox();
    let mut log = TurnLog {
        allowed: question.clock.allowed() + question.clock.margin(),
        ..TurnLog::default()
    };
    let start = Instant::now();
    let deadline = start + log.allowed;
    player.send();
    let mut seen = start;
    let answer = loop {
        if let Some(answer) = take_lines(player, question.limits, &mut log) {
            break answer;
        }
        let got = player.read();
        seen = player.read_at;
        if let Got::Bytes(n) = got {
            log.bytes(player.last_read(n), seen - start);
        }
        if seen > deadline {
            break Answer::Fault(late(player, question, &mut log, seen - deadline));
        }
        match got {
            Got::Bytes(_) => continue,
            Got::End => break Answer::Fault(gone(player, question, seen)),
            Got::Nothing => {}
        }
        let woken = {
            let others: Vec<_> = others
                .iter()
                .filter_map(|o| o.bot.process.stderr())
                .collect();
            player.bot.process.wait(player.unsent(), &others, deadline)
        };
        if woken.stdin {
            player.send();
        }
        if woken.stderr {
            player.read_stderr();
        }
        if woken.others {
            for other in &mut *others {
                other.read_stderr();
            }
        }
        // A process that has ended may have left a child that holds its stdout open.
        if woken.death && !woken.stdout {
            break Answer::Fault(gone(player, question, seen));
        }
    };
    log.spent = seen - start;
    player.measure.chatter_lines += log.chatter;
    player.measure.chatter_bytes += log.chatter_bytes;
    if log.info_bytes > player.info_room {
        log.info.clear();
    } else {
        player.info_room -= log.info_bytes;
    }
    (answer, log)
}

/// Throws away what the bot wrote while it wasn't asked; a line that has begun goes too.
fn discard(player: &mut Player) {
    player.listening = false;
    for _ in 0..DISCARDED_READS {
        while player.bot.lines.next_line().is_some() {
            player.measure.chatter_lines += 1;
        }
        let Got::Bytes(n) = player.read() else {
            break;
        };
        player.measure.chatter_bytes += n as u64;
    }
    player.bot.lines.clear();
    player.listening = true;
}

/// Goes through the whole lines that have come, up to the answer.
fn take_lines(player: &mut Player, limits: &Limits, log: &mut TurnLog) -> Option<Answer> {
    let fault = |word, sentence: String| Some(Answer::Fault(Fault::new(word, sentence)));
    while let Some(line) = player.bot.lines.next_line() {
        let Line::Text(line) = line else {
            return fault(Word::Flood, "a line of more than 64 KiB".to_owned());
        };
        match FromBot::parse(line) {
            FromBot::Move(word) => return Some(Answer::Move(word.into_owned())),
            FromBot::Resign => return fault(Word::Resigned, "the bot gave up".to_owned()),
            FromBot::Info(text) => log.info(&text),
            FromBot::Ready(_) | FromBot::Chatter => {
                log.remark(line);
                if limits.chatter_loses {
                    let said = quote(&String::from_utf8_lossy(line));
                    return fault(
                        Word::Garbage,
                        format!("{said} is no message of the protocol"),
                    );
                }
            }
        }
        if log.chatter > limits.chatter_lines {
            let most = limits.chatter_lines;
            return fault(
                Word::Flood,
                format!("more than {most} lines of chatter in one turn"),
            );
        }
    }
    if log.bytes > limits.chatter_bytes {
        let most = limits.chatter_bytes;
        return fault(
            Word::Flood,
            format!("more than {most} bytes of output in one turn"),
        );
    }
    None
}

/// The fault of a bot whose answer didn't come in time: says which mistake it looks like.
fn late(player: &mut Player, question: &Question<'_>, log: &mut TurnLog, by: Duration) -> Fault {
    if let Some(Answer::Move(_)) = take_lines(player, question.limits, log) {
        let ms = by.as_secs_f64() * 1000.0;
        return Fault::new(
            Word::Timeout,
            format!("the move came {ms:.3} ms after the deadline"),
        );
    }
    let bare = log.remarks.iter().find(|line| (question.is_legal)(line));
    let sentence = if player.bot.lines.partial() {
        "no newline: the bot wrote bytes that don't end in one; end the line with \\n".to_owned()
    } else if let Some(line) = bare {
        format!(
            "the line {} is a legal move, but `move` is missing before it",
            quote(line)
        )
    } else if let Some(line) = log.remarks.last() {
        format!(
            "the bot wrote lines, but no `move`; the last one was {}",
            quote(line)
        )
    } else if log.first_byte.is_some() {
        "the bot wrote, but no line that is a `move`".to_owned()
    } else {
        "no byte came: the bot still thinks, or forgot to flush its output".to_owned()
    };
    Fault::new(Word::Timeout, sentence)
}

/// The fault of a bot that is gone; its status is waited for a little.
pub(crate) fn ended(player: &mut Player, limit: Instant) -> Fault {
    let unfinished = player.bot.lines.partial();
    loop {
        if let Some(status) = player.bot.process.ended() {
            let mut fault = Fault::ended(Some(status));
            if unfinished {
                fault.sentence.push_str("; its last line had no newline");
            }
            return fault;
        }
        if Instant::now() >= limit {
            return Fault::ended(None);
        }
        player.read_stderr();
        player.bot.process.wait(false, &[], limit);
    }
}
/// The fault of a bot whose output has ended; how it ended is told by its process, if that is soon.
fn gone(player: &mut Player, question: &Question<'_>, seen: Instant) -> Fault {
    ended(
        player,
        seen + Duration::from_millis(question.limits.grace_ms),
    )
}
