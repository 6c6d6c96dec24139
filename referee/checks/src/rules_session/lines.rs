//! Reads lines from untrusted input in bounded memory.

use std::io::{self, BufRead};

/// Maximum length of a line in bytes, without its newline.
pub(super) const LINE_MAX: usize = 64 << 10;

/// A line, or why it can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Its text, without the newline.
    Text(String),
    /// Reason why it was refused.
    Refused(String),
}

/// Reads lines one by one; of a line that is too long, nothing beyond the limit is stored.
pub struct InputLines<R> {
    input: R,
}

impl<R: BufRead> InputLines<R> {
    /// Creates a reader of this input.
    pub fn new(input: R) -> InputLines<R> {
        InputLines { input }
    }

    /// Reads the next line; returns `None` at the end of input. The last line may lack its newline.
    pub fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        let mut length = 0;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                return Ok((length > 0).then(|| judge(bytes, length)));
            }
            let end = chunk.iter().position(|b| *b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            bytes.extend_from_slice(&part[..part.len().min(LINE_MAX - bytes.len())]);
            length += part.len();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(judge(bytes, length)));
            }
        }
    }
}

fn judge(bytes: Vec<u8>, length: usize) -> InputLine {
    if length > LINE_MAX {
        let expected = format!("expected at most {LINE_MAX}");
        return InputLine::Refused(format!("line: found {length} bytes, {expected}"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => InputLine::Text(text),
        Err(e) => {
            let at = e.utf8_error().valid_up_to() + 1;
            InputLine::Refused(format!("line: byte {at} isn't UTF-8"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<InputLine> {
        let mut lines = InputLines::new(io::BufReader::with_capacity(7, input));
        std::iter::from_fn(|| lines.next_line().expect("memory doesn't fail")).collect()
    }

    #[test]
    fn lines_are_cut_at_newlines() {
        let text = |t: &str| InputLine::Text(t.to_owned());
        assert_eq!(all(b""), []);
        assert_eq!(
            all(b"one\n\nlonger than a buffer\r\nlast"),
            [
                text("one"),
                text(""),
                text("longer than a buffer\r"),
                text("last"),
            ]
        );
    }

    #[test]
    fn long_lines_and_bad_bytes_are_refused_and_reading_goes_on() {
        let mut input = vec![b'x'; LINE_MAX];
        input.push(b'\n');
        input.extend(vec![b'x'; 10 << 20]);
        input.extend(b"\nab\xffc\nok\n");
        let lines = all(&input);
        assert_eq!(lines[0], InputLine::Text("x".repeat(LINE_MAX)));
        let refused = |why: &str| InputLine::Refused(why.to_owned());
        assert_eq!(
            lines[1..],
            [
                refused("line: found 10485760 bytes, expected at most 65536"),
                refused("line: byte 3 isn't UTF-8"),
                InputLine::Text("ok".to_owned()),
            ]
        );
    }
}
