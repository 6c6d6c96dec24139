//! Splits bytes into lines, capped before anything is parsed, so that no bot can fill the memory.

use std::ops::Range;

use crate::MAX_FROM_BOT;

/// One line without its end and surrounding blanks; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line within the limit.
    Text(&'a [u8]),
    /// The line grew past the limit; the rest of it is dropped.
    TooLong,
}

impl<'a> Line<'a> {
    /// Returns the text of the line; nothing if it is too long.
    pub fn text(self) -> &'a [u8] {
        match self {
            Line::Text(text) => text,
            Line::TooLong => b"",
        }
    }
}

/// Collects bytes and returns complete lines.
///
/// It holds at most one line in addition to the bytes of the last [`LineBuffer::push`], see [`MAX_FROM_BOT`].
#[derive(Debug, Default)]
pub struct LineBuffer {
    buffer: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Bytes between `start` and this index are known to hold no LF.
    searched: usize,
    /// True if a line that was too long has been reported, and its end hasn't come yet.
    skipping: bool,
    /// True after the first line; only the very first bytes may be a byte order mark.
    begun: bool,
}

impl LineBuffer {
    /// Adds bytes to the end.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start == self.buffer.len() {
            self.buffer.clear();
            self.start = 0;
            self.searched = 0;
        } else if self.start > MAX_FROM_BOT {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next complete line that isn't blank, or `None` if there is none yet. A line that is too
    /// long is reported once, as soon as it exceeds the limit.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        loop {
            let Some(raw) = self.complete() else {
                return self.overflow().then_some(Line::TooLong);
            };
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if raw.len() > MAX_FROM_BOT {
                return Some(Line::TooLong);
            }
            let line = self.trimmed(raw);
            if !line.is_empty() {
                return Some(Line::Text(&self.buffer[line]));
            }
        }
    }

    /// Tells if bytes other than blanks wait for their LF.
    pub fn partial(&self) -> bool {
        !self.skipping && !self.buffer[self.start..].trim_ascii().is_empty()
    }

    /// Returns the bytes that wait for their LF.
    pub fn begun(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Returns the number of bytes that are held, an unfinished line included.
    pub fn held(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Throws away all held bytes, an unfinished line included.
    pub fn clear(&mut self) {
        self.skipping = self.partial() || self.skipping;
        self.buffer.clear();
        self.start = 0;
        self.searched = 0;
    }

    /// Cuts off the next line that has its LF, and returns its range without the LF.
    fn complete(&mut self) -> Option<Range<usize>> {
        let from = self.searched.max(self.start);
        let Some(at) = self.buffer[from..].iter().position(|b| *b == b'\n') else {
            self.searched = self.buffer.len();
            return None;
        };
        let line = self.start..from + at;
        self.start = line.end + 1;
        self.searched = self.start;
        Some(line)
    }

    /// Drops the bytes of a line that is too long; returns true once for each such line.
    fn overflow(&mut self) -> bool {
        let long = self.held() > MAX_FROM_BOT;
        if long || self.skipping {
            self.buffer.clear();
            self.start = 0;
            self.searched = 0;
        }
        let known = self.skipping;
        self.skipping |= long;
        long && !known
    }

    fn trimmed(&mut self, mut line: Range<usize>) -> Range<usize> {
        if !std::mem::replace(&mut self.begun, true)
            && self.buffer[line.clone()].starts_with("\u{feff}".as_bytes())
        {
            line.start += "\u{feff}".len();
        }
        let bytes = &self.buffer[line.clone()];
        let left = bytes.len() - bytes.trim_ascii_start().len();
        let right = bytes.len() - bytes.trim_ascii_end().len();
        if left == bytes.len() {
            return line.end..line.end;
        }
        line.start + left..line.end - right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn collect(lines: &mut LineBuffer) -> Vec<String> {
        let mut all = Vec::new();
        while let Some(line) = lines.next_line() {
            all.push(match line {
                Line::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                Line::TooLong => "TOO LONG".to_owned(),
            });
        }
        all
    }

    #[test]
    fn odd_line_ends_are_forgiven() {
        let mut lines = LineBuffer::default();
        lines.push("\u{feff}ready\r\n\n  \n move e4  \r\nmo".as_bytes());
        assert_eq!(collect(&mut lines), ["ready", "move e4"]);
        assert!(lines.partial());
        lines.push(b"ve e5\n");
        assert_eq!(collect(&mut lines), ["move e5"]);
        assert!(!lines.partial());
    }

    #[test]
    fn a_line_that_is_too_long_is_told_once() {
        let mut lines = LineBuffer::default();
        for _ in 0..10 {
            lines.push(&[b'x'; MAX_FROM_BOT / 4]);
            if collect(&mut lines) == ["TOO LONG"] {
                break;
            }
        }
        lines.push(b"xxx\nmove e4\n");
        assert_eq!(collect(&mut lines), ["move e4"]);
        assert!(lines.held() < 16);
    }

    #[test]
    fn the_longest_line_passes() {
        let mut lines = LineBuffer::default();
        let mut longest = vec![b'x'; MAX_FROM_BOT];
        longest.push(b'\n');
        lines.push(&longest);
        assert_eq!(collect(&mut lines)[0].len(), MAX_FROM_BOT);
        longest.insert(0, b'x');
        lines.push(&longest);
        assert_eq!(collect(&mut lines), ["TOO LONG"]);
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(text in "[a-c \r\n]{0,200}", at in 0usize..200) {
            let whole: Vec<String> = text.split('\n').map(|l| l.trim_ascii().to_owned()).collect();
            let (last, complete) = whole.split_last().expect("split gives one part at least");
            let complete: Vec<_> = complete.iter().filter(|l| !l.is_empty()).cloned().collect();
            let (left, right) = text.split_at(at.min(text.len()));
            let mut lines = LineBuffer::default();
            lines.push(left.as_bytes());
            let mut all_lines = collect(&mut lines);
            lines.push(right.as_bytes());
            all_lines.extend(collect(&mut lines));
            prop_assert_eq!(all_lines, complete);
            prop_assert_eq!(lines.partial(), !last.is_empty());
        }
    }
}
