//! Logs the traffic of one bot in one game: both directions with times, and its whole stderr up to a cap.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use referee_games::text::is_unfit;
use referee_record::Evidence;

/// Most bytes that are logged, of traffic and of stderr each.
const CAP: usize = 16 << 20;

/// Folder of the traffic logs, and the name of their run.
#[derive(Clone, Debug)]
pub struct Log {
    /// The folder; it is made if it is missing.
    pub folder: PathBuf,
    /// The file of results, as it is written in a command.
    pub run: String,
}

/// One bot in one attempt at a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrafficEntry<'a> {
    pub(crate) game: u64,
    pub(crate) attempt: u32,
    pub(crate) seat: char,
    pub(crate) bot: &'a str,
}

impl TrafficEntry<'_> {
    /// Returns the beginning of the names of its files.
    fn name(&self) -> String {
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        };
        let bot: String = self.bot.chars().map(plain).collect();
        let attempt = match self.attempt {
            1 => String::new(),
            n => format!(".{n}"),
        };
        format!("{:06}{attempt}-{}-{bot}", self.game, self.seat)
    }
}

/// Returns the command that explains a seat's fault; `run` must be quoted for a command already.
pub fn why(run: &str, game: u64, attempt: u32, seat: char) -> String {
    let attempt = match attempt {
        1 => String::new(),
        n => format!(" --attempt {n}"),
    };
    format!("referee why {run} {game} {seat}{attempt}")
}

/// The two log files of a bot: `GAME-SEAT-BOT.log` and `GAME-SEAT-BOT.stderr`.
pub struct Traffic {
    since: Instant,
    /// The command that explains a fault of this bot.
    why: String,
    log: Sink,
    stderr: Sink,
    /// Bytes of an incomplete character at the end of stderr.
    begun: Vec<u8>,
}

/// A file of limited size.
struct Sink {
    file: BufWriter<File>,
    room: usize,
}

impl Sink {
    fn create(path: &Path) -> io::Result<Sink> {
        let file = BufWriter::new(File::create(path)?);
        Ok(Sink { file, room: CAP })
    }

    /// Writes bytes, and leaves out what doesn't fit. A log that can't be written must not end a game.
    fn put(&mut self, bytes: &[u8]) {
        if self.room > 0 {
            let part = &bytes[..bytes.len().min(self.room)];
            self.room -= part.len();
            if self.file.write_all(part).is_err() {
                self.room = 0;
            }
        }
    }
}

impl Traffic {
    /// Creates both files in a folder, which is made if it is missing.
    pub(crate) fn create(
        log: &Log,
        entry: TrafficEntry<'_>,
        since: Instant,
    ) -> io::Result<Traffic> {
        fs::create_dir_all(&log.folder)?;
        let name = entry.name();
        let path = |end: &str| log.folder.join(format!("{name}.{end}"));
        Ok(Traffic {
            since,
            why: why(&log.run, entry.game, entry.attempt, entry.seat),
            log: Sink::create(&path("log"))?,
            stderr: Sink::create(&path("stderr"))?,
            begun: Vec::new(),
        })
    }

    /// Logs lines that were sent to the bot.
    pub fn sent(&mut self, bytes: &[u8]) {
        self.lines('>', bytes);
    }

    /// Logs the bot's output as it came: with `<`, or with `x` where the bot wasn't asked and the output is
    /// ignored.
    pub fn got(&mut self, bytes: &[u8], listening: bool) {
        self.lines(if listening { '<' } else { 'x' }, bytes);
    }

    /// Logs the bot's stderr as lines of text that are safe for a terminal.
    pub fn erred(&mut self, bytes: &[u8]) {
        self.begun.extend_from_slice(bytes);
        let rest = self
            .begun
            .split_off(self.begun.len() - unfinished(&self.begun));
        let text = String::from_utf8_lossy(&self.begun);
        let fit = |c: char| match c {
            '\n' | '\t' => c,
            c if is_unfit(c) => '\u{fffd}',
            c => c,
        };
        let text: String = text.chars().map(fit).collect();
        self.stderr.put(text.as_bytes());
        self.begun = rest;
    }

    /// Logs the bot's fault: a line with `#`, and another one with the command that explains it.
    pub fn fault(&mut self, evidence: &Evidence) {
        let (time, why) = (self.time(), &self.why);
        let fit = |c: char| if is_unfit(c) { '\u{fffd}' } else { c };
        let sentence: String = evidence.sentence.chars().map(fit).collect();
        let line = format!("{time} # {}: {sentence}\n{time} # {why}\n", evidence.reason);
        self.log.put(line.as_bytes());
    }

    fn time(&self) -> String {
        let us = self.since.elapsed().as_micros();
        format!("{:>6}.{:06}", us / 1_000_000, us % 1_000_000)
    }

    fn lines(&mut self, direction: char, bytes: &[u8]) {
        let time = self.time();
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            self.log
                .put(format!("{time} {direction} {}\n", line.escape_ascii()).as_bytes());
        }
    }
}

/// Returns how many bytes at the end are the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last();
    let rest = last.map_or(&[][..], |chunk| chunk.invalid());
    match std::str::from_utf8(rest) {
        Err(error) if error.error_len().is_none() => rest.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stderr_is_fit_for_a_terminal_however_it_comes() {
        let written = b"\x1b[2Jred\n\ttab \xe2\x80\xaetxet \xc2\x9b1m \xff \xf0\x9f\x8e\xb2\nend\n";
        let expected = "\u{fffd}[2Jred\n\ttab \u{fffd}txet \u{fffd}1m \u{fffd} \u{1f3b2}\nend\n";
        let folder = tempfile::tempdir().expect("a folder");
        for chunk in 1..=written.len() {
            let log = Log {
                folder: folder.path().to_owned(),
                run: "cup.db".to_owned(),
            };
            let entry = TrafficEntry {
                game: 1,
                attempt: 1,
                seat: 'A',
                bot: "fox",
            };
            let mut traffic = Traffic::create(&log, entry, Instant::now()).expect("files");
            for bytes in written.chunks(chunk) {
                traffic.erred(bytes);
            }
            drop(traffic);
            let shown = fs::read_to_string(folder.path().join("000001-A-fox.stderr"));
            assert_eq!(shown.expect("UTF-8"), expected, "in pieces of {chunk}");
        }
    }
}
