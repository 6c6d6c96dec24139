//! Sanitizes text for the log of a GitHub runner, which executes lines that begin with `::` as workflow
//! commands.

use std::io::{self, Write};

use rand::TryRng;
use rand::rngs::SysRng;

use super::terminal::plain_lines;

/// Escapes the message of a workflow command.
pub fn data(text: &str) -> String {
    let text = plain_lines(text).replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property of a workflow command.
pub fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns whether the process runs on a GitHub runner.
pub fn is_runner() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// A stretch of output in which the runner ignores workflow commands, whatever bots write. It ends when this
/// is dropped, with a random token that bots can't know.
#[derive(Debug)]
pub struct Hushed<W: Write> {
    out: W,
    token: String,
}

impl<W: Write> Hushed<W> {
    /// Begins the stretch. Returns an error if there are no random numbers or the output can't be written.
    pub fn begin(mut out: W) -> io::Result<Hushed<W>> {
        let mut bytes = [0; 16];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(io::Error::other)?;
        let token = format!("{:032x}", u128::from_be_bytes(bytes));
        writeln!(out, "::stop-commands::{token}")?;
        out.flush()?;
        Ok(Hushed { out, token })
    }
}

impl<W: Write> Drop for Hushed<W> {
    fn drop(&mut self) {
        // If nothing can be written, no runner is reading.
        let _ = writeln!(self.out, "\n::{}::", self.token).and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{each, texts};
    use super::super::is_unfit;
    use super::*;

    /// Reads a workflow command as the runner does: its properties and its message.
    fn read(line: &str) -> Option<(Vec<String>, String)> {
        let (order, text) = line.strip_prefix("::error ")?.split_once("::")?;
        let plain = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n");
        let properties = order.split(',').map(|pair| {
            let value = pair.split_once('=').map_or("", |(_, value)| value);
            let value = plain(value).replace("%3A", ":").replace("%2C", ",");
            value.replace("%25", "%")
        });
        Some((properties.collect(), plain(text).replace("%25", "%")))
    }

    fn law(text: &str) {
        let line = format!("::error title={},file=x::{}", property(text), data(text));
        assert!(!line.contains(is_unfit), "{line:?}");
        let clean = plain_lines(text);
        let expected = (vec![clean.clone(), "x".to_owned()], clean);
        assert_eq!(read(&line), Some(expected), "{line:?}");
    }

    #[test]
    fn one_order_and_no_other() {
        each(law);
    }

    #[test]
    fn a_hush_ends_by_its_own_word_alone() {
        let mut written = Vec::new();
        {
            let hushed = Hushed::begin(&mut written).expect("a vector");
            writeln!(hushed.out, "::error::x").expect("a vector");
        }
        let text = String::from_utf8(written).expect("UTF-8");
        let token = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("::stop-commands::"));
        let token = token.expect("it begins with it").to_owned();
        assert_eq!(token.len(), 32);
        assert_eq!(
            text,
            format!("::stop-commands::{token}\n::error::x\n\n::{token}::\n")
        );
        let mut other = Vec::new();
        drop(Hushed::begin(&mut other).expect("a vector"));
        assert!(!String::from_utf8_lossy(&other).contains(&token));
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written(text in texts()) {
            law(&text);
        }
    }
}
