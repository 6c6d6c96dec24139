//! Finds the places of the entries of a book, in one pass over the file, and keeps nothing else of it.

use std::io::{self, BufRead, BufReader, Read};

use sha2::{Digest, Sha256};

/// Longest line, and longest game of PGN, in bytes.
pub(super) const LONGEST: usize = 1 << 20;
/// Byte order mark, with which editors on Windows begin a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// How the entries of a book are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BookFormat {
    /// A state line on each line.
    Lines,
    /// Games of PGN, each beginning with its tags.
    Pgn,
}

impl BookFormat {
    /// Returns what an entry is called.
    pub(super) fn entry(self) -> &'static str {
        match self {
            BookFormat::Lines => "state line",
            BookFormat::Pgn => "game with tags",
        }
    }
}

/// Places of the entries of a book.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BookIndex {
    /// Offset of each entry in the file, in bytes.
    offsets: Vec<u64>,
    /// Number of the line with which each begins, from 1.
    lines: Vec<u32>,
    /// Size of the file.
    size: u64,
    /// SHA-256 hash of the file, in hexadecimal digits.
    pub(super) sha256: String,
}

impl BookIndex {
    /// Reads a file to its end. Returns an error if it can't be read, or a line is too long.
    pub(super) fn read(file: impl Read, format: BookFormat) -> io::Result<BookIndex> {
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut index = BookIndex {
            offsets: Vec::new(),
            lines: Vec::new(),
            size: 0,
            sha256: String::new(),
        };
        let (mut hash, mut line) = (Sha256::new(), Vec::new());
        let (mut number, mut games) = (0_u32, GameLines::default());
        loop {
            line.clear();
            let most = LONGEST as u64 + 1;
            let length = (&mut reader).take(most).read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            number = number.checked_add(1).ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    "it has more lines than can be counted",
                )
            })?;
            if length > LONGEST {
                let why = format!("line {number} is longer than {} KiB", LONGEST >> 10);
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            hash.update(&line);
            let begin = if line.starts_with(MARK) && number == 1 {
                MARK.len()
            } else {
                0
            };
            let text = line[begin..].trim_ascii();
            let begins = match format {
                BookFormat::Lines => !text.is_empty() && text[0] != b'#',
                BookFormat::Pgn => games.begins(text),
            };
            if begins {
                index.offsets.push(index.size + begin as u64);
                index.lines.push(number);
            }
            index.size += length as u64;
        }
        let digits = hash.finalize();
        let digits = digits.iter().map(|byte| format!("{byte:02x}"));
        index.sha256.extend(digits);
        Ok(index)
    }

    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Returns the number of the line with which an entry begins.
    pub(super) fn line(&self, entry: usize) -> u32 {
        self.lines[entry]
    }

    /// Returns where an entry stands in the file: its offset, and the number of bytes up to the next one.
    pub(super) fn place(&self, entry: usize) -> (u64, u64) {
        let offset = self.offsets[entry];
        let end = self.offsets.get(entry + 1).unwrap_or(&self.size);
        (offset, end - offset)
    }
}

/// What was read of a PGN so far, as far as it tells where a game begins.
#[derive(Default)]
struct GameLines {
    /// True if tags were read, and no moves since.
    has_tags: bool,
    /// True if a comment is open.
    in_comment: bool,
}

impl GameLines {
    /// Takes a line; tells if a game begins with it: a tag that isn't behind another of the same game.
    fn begins(&mut self, text: &[u8]) -> bool {
        let is_tag = !self.in_comment
            && matches!(text, [b'[', first, ..] if first.is_ascii_alphabetic())
            && text.contains(&b'"');
        let begins = is_tag && !self.has_tags;
        if is_tag {
            self.has_tags = true;
        } else if !text.is_empty() && text[0] != b'%' {
            self.has_tags = false;
            self.read_comments(text);
        }
        begins
    }

    fn read_comments(&mut self, text: &[u8]) {
        for byte in text {
            match byte {
                b'{' => self.in_comment = true,
                b'}' => self.in_comment = false,
                b';' if !self.in_comment => break,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, format: BookFormat) -> Vec<(u32, String)> {
        let index = BookIndex::read(text.as_bytes(), format).expect("a book");
        let entry = |entry: usize| {
            let (offset, length) = index.place(entry);
            let [from, length] = [offset, length].map(|n| usize::try_from(n).expect("small"));
            (index.line(entry), text[from..from + length].to_owned())
        };
        (0..index.len()).map(entry).collect()
    }

    #[test]
    fn lines_are_found_between_remarks() {
        let found = places("\u{feff}a\r\n# one\n\n b\nc", BookFormat::Lines);
        let starts: Vec<_> = found
            .iter()
            .map(|(line, text)| (*line, text.trim_end()))
            .collect();
        assert_eq!(starts, [(1, "a\r\n# one"), (4, " b"), (5, "c")]);
        assert_eq!(places("# nothing\n\n", BookFormat::Lines), []);
        let long = "x".repeat(LONGEST + 1);
        let why = BookIndex::read(long.as_bytes(), BookFormat::Lines).expect_err("too long");
        assert!(why.to_string().contains("line 1 is longer than 1024 KiB"));
    }

    #[test]
    fn games_begin_with_their_tags() {
        let text = "% escaped\n[Event \"a\"]\n[White \"b\"]\n\n1. e4 {\n[%clk 1]\n[See \"this\"]} e5 ; {\n1-0\n\n[Event \"c\"]\n\n*\n";
        let found = places(text, BookFormat::Pgn);
        let lines: Vec<u32> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 10]);
        assert!(found[1].1.starts_with("[Event \"c\"]"));
    }
}
