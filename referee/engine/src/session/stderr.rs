//! Keeps the head and the tail of a bot's stderr, which is always drained.

use std::collections::VecDeque;

/// The head and the tail of a stream of bytes, in bounded memory.
#[derive(Debug, Default)]
pub struct HeadTail {
    keep: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// Bytes between head and tail that were dropped.
    dropped: u64,
}

impl HeadTail {
    /// Keeps `keep` bytes of the head, and as many of the tail.
    pub fn new(keep: usize) -> HeadTail {
        HeadTail {
            keep,
            ..HeadTail::default()
        }
    }

    /// Adds bytes to the end.
    pub fn push(&mut self, bytes: &[u8]) {
        let room = (self.keep - self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        self.head.extend_from_slice(head);
        let skipped = rest.len().saturating_sub(self.keep);
        self.tail.extend(&rest[skipped..]);
        let over = self.tail.len().saturating_sub(self.keep);
        self.tail.drain(..over);
        self.dropped += (skipped + over) as u64;
    }

    /// Returns the head as text.
    pub fn head(&self) -> String {
        String::from_utf8_lossy(&self.head).into_owned()
    }

    /// Returns the text after the head; if bytes were dropped, a first line tells how many.
    pub fn tail(&self) -> String {
        let bytes: Vec<u8> = self.tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        match self.dropped {
            0 => text.into_owned(),
            n => format!("[{n} bytes left out]\n{text}"),
        }
    }

    /// Returns all kept text.
    pub fn text(&self) -> String {
        self.head() + &self.tail()
    }

    /// Returns the last bytes of all, at most `most`.
    pub fn last(&self, most: usize) -> String {
        let all: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        String::from_utf8_lossy(&all[all.len().saturating_sub(most)..]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_and_tail_are_kept() {
        let mut kept = HeadTail::new(4);
        for piece in ["ab", "cdef", "", "ghijklm"] {
            kept.push(piece.as_bytes());
        }
        assert_eq!(kept.head(), "abcd");
        assert_eq!(kept.tail(), "[5 bytes left out]\njklm");
        assert_eq!(kept.text(), "abcd[5 bytes left out]\njklm");
        assert_eq!(kept.last(3), "klm");
        kept.push(&[b'x'; 100]);
        assert_eq!(kept.last(100), "abcdxxxx");
    }

    #[test]
    fn nothing_may_be_kept() {
        let mut kept = HeadTail::new(0);
        kept.push(b"abc");
        assert_eq!((kept.head(), kept.last(9)), (String::new(), String::new()));
    }
}
