//! A fuzzer's bytes, read from the front as numbers and pieces.

/// What is left of an input.
#[derive(Clone, Debug)]
pub struct Tape<'a>(&'a [u8]);

impl<'a> Tape<'a> {
    /// The whole input.
    pub fn new(data: &'a [u8]) -> Tape<'a> {
        Tape(data)
    }

    /// The next byte, unless the tape is at its end.
    pub fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    /// A number below `n`; 0 at the end of the tape.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte().unwrap_or(0)) % n.max(1)
    }

    /// A piece whose length is the next byte.
    pub fn piece(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte().unwrap_or(0)).min(self.0.len());
        let (piece, rest) = self.0.split_at(length);
        self.0 = rest;
        piece
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }
}
