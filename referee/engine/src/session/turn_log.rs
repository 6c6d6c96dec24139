//! Logs a turn apart from its answer: the output, its times, and where the time of the turn went.

use std::collections::VecDeque;
use std::time::Duration;

use referee_protocol::Info;
use referee_record::TimeBreakdown;

/// Bytes of a turn's last output that are kept as evidence.
const LAST_BYTES: usize = 256;
/// Lines of a turn that are kept to explain afterwards what the bot may have meant.
const CHATTER_LINES: usize = 16;
/// Bytes of a turn's `info` that are kept: the last 64 KiB.
const INFO_BYTES: usize = 64 << 10;
/// Memory of an `info` line in addition to its text, in bytes.
const INFO_LINE: usize = 56;

/// Log of a turn, apart from the answer.
#[derive(Debug, Default)]
pub(crate) struct TurnLog {
    /// Charged time.
    pub(crate) spent: Duration,
    /// Allowed time, the margin included.
    pub(crate) allowed: Duration,
    pub(crate) info: VecDeque<String>,
    pub(crate) info_bytes: usize,
    pub(crate) chatter: u64,
    pub(crate) chatter_bytes: u64,
    pub(crate) bytes: u64,
    /// The last whole lines that were no messages.
    pub(crate) last_chatter: Vec<String>,
    pub(crate) first_byte: Option<Duration>,
    /// When the end of the last line was seen.
    pub(crate) newline: Option<Duration>,
    pub(crate) last_bytes: Vec<u8>,
    /// Breakdown of the time of a slow or late turn.
    pub(crate) shares: Option<TimeBreakdown>,
    /// How long after the deadline a turn that was lost by its lateness ended.
    pub(crate) late: Option<Duration>,
}

impl TurnLog {
    pub(crate) fn bytes(&mut self, bytes: &[u8], at: Duration) {
        self.first_byte.get_or_insert(at);
        if bytes.contains(&b'\n') {
            self.newline = Some(at);
        }
        self.bytes += bytes.len() as u64;
        let tail = &bytes[bytes.len().saturating_sub(LAST_BYTES)..];
        let over = (self.last_bytes.len() + tail.len()).saturating_sub(LAST_BYTES);
        self.last_bytes.drain(..over);
        self.last_bytes.extend_from_slice(tail);
    }

    pub(crate) fn info(&mut self, text: &str) {
        self.info_bytes += text.len() + INFO_LINE;
        self.info.push_back(text.to_owned());
        while self.info_bytes > INFO_BYTES
            && let Some(first) = self.info.pop_front()
        {
            self.info_bytes -= first.len() + INFO_LINE;
        }
    }

    /// Takes the room of the turn's `info` from what is left of the game's; where it doesn't fit, only the last score is
    /// kept, since that may end the game.
    pub(crate) fn fit_info(&mut self, room: &mut usize) {
        if let Some(left) = room.checked_sub(self.info_bytes) {
            *room = left;
        } else {
            let scored = Info::last_scored(self.info.make_contiguous());
            self.info.clear();
            let score = scored.and_then(|info| info.score);
            self.info
                .extend(score.map(|score| format!("score={score}")));
        }
        // The lines are kept in memory until the record is written.
        self.info.shrink_to_fit();
    }

    pub(crate) fn add_chatter(&mut self, line: &[u8]) {
        self.chatter += 1;
        self.chatter_bytes += line.len() as u64 + 1;
        if self.last_chatter.len() == CHATTER_LINES {
            self.last_chatter.remove(0);
        }
        let short = &line[..line.len().min(80)];
        self.last_chatter
            .push(String::from_utf8_lossy(short).into_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_stays_where_there_is_no_room() {
        let mut room = 200;
        for (lines, expected, left) in [
            (&["depth=1 score=3", "depth=2 score=-5.5"][..], 2, 55),
            (&["depth=1 score=3", "depth=2 score=-5.5"], 1, 55),
            (&["text=\"much to say\""], 0, 55),
        ] {
            let mut log = TurnLog::default();
            for line in lines {
                log.info(line);
            }
            log.fit_info(&mut room);
            assert_eq!((log.info.len(), room), (expected, left), "{lines:?}");
            let last = log.info.back().map(String::as_str);
            assert!(last.is_none_or(|line| line.ends_with("score=-5.5")));
        }
    }
}
