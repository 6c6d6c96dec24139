//! The terminal that the bar is drawn on: stderr, a whole picture at once.

use std::fmt;
use std::io::{self, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::TermLike;
use rustix::termios::tcgetwinsize;

/// Collects what is drawn and writes it in one go, so that nothing flickers.
#[derive(Debug, Default)]
pub struct ScreenBuffer(Mutex<Picture>);

#[derive(Debug, Default)]
struct Picture {
    text: String,
    /// Lines and the blanks behind them, taken together.
    parts: usize,
}

/// Rows and columns of the terminal.
pub fn size() -> (u16, u16) {
    match tcgetwinsize(stderr()) {
        Ok(size) if size.ws_row > 0 && size.ws_col > 0 => (size.ws_row, size.ws_col),
        _ => (24, 80),
    }
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

    /// Nothing at all where the cursor stays: 0 would move it by 1.
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

    /// Lines come in turn with the blanks that fill them up. These are left out: the line is clear
    /// already, and behind its last column the terminal's echo of Ctrl-C would begin a line that
    /// nobody takes away.
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
