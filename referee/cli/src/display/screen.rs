//! The terminal on which the bar is drawn: writes to stderr, a whole picture at once.

use std::fmt;
use std::io::{self, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::TermLike;
use referee_output::terminal;

/// Buffer that collects a picture and writes it in one call, so that nothing flickers.
#[derive(Debug, Default)]
pub struct ScreenBuffer(Mutex<Picture>);

#[derive(Debug, Default)]
struct Picture {
    text: String,
    /// Number of parts written so far: lines, and the blanks after each line.
    parts: usize,
}

/// Returns the rows and columns of the terminal; 24 and 80 if they aren't known.
pub fn size() -> (u16, u16) {
    terminal::size(stderr()).unwrap_or((24, 80))
}

impl ScreenBuffer {
    fn picture(&self) -> MutexGuard<'_, Picture> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        self.picture().text.push_str(&text);
        Ok(())
    }

    /// Moves the cursor; writes nothing for 0, because terminals read 0 as 1.
    fn step(&self, n: usize, direction: char) -> io::Result<()> {
        match n {
            0 => Ok(()),
            _ => self.put(format_args!("\x1b[{n}{direction}")),
        }
    }
}

impl TermLike for ScreenBuffer {
    fn width(&self) -> u16 {
        size().1
    }

    fn height(&self) -> u16 {
        size().0
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.step(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.step(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.step(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.step(n, 'D')
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.put(format_args!("{line}\n"))
    }

    /// Writes a line or the blanks that fill it up, which come in turn. The blanks are left out: the line is
    /// clear already, and the terminal's echo of Ctrl-C after the last column would start a new line that
    /// nothing would remove.
    fn write_str(&self, text: &str) -> io::Result<()> {
        let mut picture = self.picture();
        let (is_line, is_first) = (picture.parts.is_multiple_of(2), picture.parts == 0);
        picture.parts += 1;
        if is_line {
            picture.text.push_str(if is_first { "" } else { "\n" });
            picture.text.push_str(text);
        }
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.put(format_args!("\r\x1b[2K"))
    }

    fn flush(&self) -> io::Result<()> {
        let picture = std::mem::take(&mut *self.picture());
        stderr().write_all(picture.text.as_bytes())
    }
}
