//! The log of one bot in one game: both directions with times, and its whole stderr up to a cap.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// Nothing is logged beyond so many bytes, of traffic and of stderr each.
const CAP: usize = 16 << 20;

/// Two files: `GAME-SEAT-BOT.log` and `GAME-SEAT-BOT.stderr`.
pub struct Traffic {
    since: Instant,
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
    pub fn create(
        folder: &Path,
        game: &str,
        seat: char,
        bot: &str,
        since: Instant,
    ) -> io::Result<Traffic> {
        fs::create_dir_all(folder)?;
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        };
        let bot: String = bot.chars().map(plain).collect();
        let path = |end: &str| folder.join(format!("{game}-{seat}-{bot}.{end}"));
        Ok(Traffic {
            since,
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

    fn lines(&mut self, direction: char, bytes: &[u8]) {
        let us = self.since.elapsed().as_micros();
        let time = format!("{:>6}.{:06}", us / 1_000_000, us % 1_000_000);
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            self.log
                .put(format!("{time} {direction} {}\n", line.escape_ascii()).as_bytes());
        }
    }
}
