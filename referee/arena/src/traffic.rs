//! The log of one bot in one game: both directions with times, and its whole stderr up to a cap.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use referee_record::Evidence;

/// Nothing is logged beyond so many bytes, of traffic and of stderr each.
const CAP: usize = 16 << 20;

/// Where logs go, and what they say of their run.
#[derive(Clone, Debug)]
pub struct Log {
    /// The folder; it is made where it is missing.
    pub folder: PathBuf,
    /// The file of results, as it stands in a command.
    pub run: String,
}

/// One bot in one attempt at a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) game: u64,
    pub(crate) attempt: u32,
    pub(crate) seat: char,
    pub(crate) bot: &'a str,
}

impl Entry<'_> {
    /// The beginning of the names of its files.
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

/// The command that explains a seat's fault; `run` stands as it must be written in a command.
pub fn why(run: &str, game: u64, attempt: u32, seat: char) -> String {
    let attempt = match attempt {
        1 => String::new(),
        n => format!(" --attempt {n}"),
    };
    format!("referee why {run} {game} {seat}{attempt}")
}

/// Two files: `GAME-SEAT-BOT.log` and `GAME-SEAT-BOT.stderr`.
pub struct Traffic {
    since: Instant,
    /// The command that explains a fault of this bot.
    why: String,
    log: Sink,
    stderr: Sink,
}

/// A file that stops growing.
struct Sink {
    file: BufWriter<File>,
    room: usize,
}

impl Sink {
    fn create(path: &Path) -> io::Result<Sink> {
        let file = BufWriter::new(File::create(path)?);
        Ok(Sink { file, room: CAP })
    }

    /// A log that can't be written must not end a game: what doesn't fit is left out.
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
    /// Creates both files in a folder, which is made where it is missing.
    pub(crate) fn create(log: &Log, entry: Entry<'_>, since: Instant) -> io::Result<Traffic> {
        fs::create_dir_all(&log.folder)?;
        let name = entry.name();
        let path = |end: &str| log.folder.join(format!("{name}.{end}"));
        Ok(Traffic {
            since,
            why: why(&log.run, entry.game, entry.attempt, entry.seat),
            log: Sink::create(&path("log"))?,
            stderr: Sink::create(&path("stderr"))?,
        })
    }

    /// Lines that the bot is sent.
    pub fn sent(&mut self, bytes: &[u8]) {
        self.lines('>', bytes);
    }

    /// What the bot wrote, as it came: `<`, or `x` where it wasn't asked and nobody listens.
    pub fn got(&mut self, bytes: &[u8], listening: bool) {
        self.lines(if listening { '<' } else { 'x' }, bytes);
    }

    /// What the bot wrote to stderr.
    pub fn erred(&mut self, bytes: &[u8]) {
        self.stderr.put(bytes);
    }

    /// The bot's fault: a line with `#`, and another one with the command that explains it.
    pub fn fault(&mut self, evidence: &Evidence) {
        let (time, why) = (self.time(), &self.why);
        let fit = |c: char| if c.is_control() { '\u{fffd}' } else { c };
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
