//! The bot `instant`: does the least that a bot can do, to measure the overhead of a referee.
//!
//! It knows no rules and doesn't use the rest of this crate when it plays. It reads bytes in bulk
//! and scans them for `go`; the answer is prepared as a line and takes one write.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::{fs, slice};

use referee_games::text::quote;
use referee_games::{ChosenOptions, OptionKind, OptionSpec};
use referee_protocol::{Encoding, FromBot, MAX_TO_BOT, Ready};

use crate::house::{Error, HouseBot, HousePlayer};

/// The option value that means "no file".
const NO_FILE: &str = "-";
/// The answer when no move is left to play.
const RESIGN: &[u8] = b"resign\n";
/// Size of the input buffer in bytes: several of the longest lines.
const BUFFER: usize = 4 * MAX_TO_BOT;

pub(super) const BOT: HouseBot = HouseBot {
    name: "instant",
    about: "Answers at once, by the first legal move or from a list, to measure a referee.",
    games: &[],
    options: &[OptionSpec::new(
        "moves",
        OptionKind::Word(Cow::Borrowed(
            "a file with a line `A: MOVE MOVE …` for each seat, or -",
        )),
        NO_FILE,
        "A file with the moves of each seat, which every game begins anew; - for none.",
    )],
    build,
};

/// A list for each seat: its answers in order, as whole lines.
type Lists = Vec<(u8, Vec<Vec<u8>>)>;

fn build(mut ready: Ready, options: &ChosenOptions) -> Result<HousePlayer, Error> {
    let file = options.choice("moves");
    let refused = |why: String| Error::Moves {
        file: file.to_owned(),
        why,
    };
    let mut lists = Lists::new();
    if file != NO_FILE {
        ready.legal_off = true;
        let text = fs::read_to_string(file).map_err(|e| refused(e.to_string()))?;
        lists = read(&text).map_err(refused)?;
    }
    let mut handshake = String::new();
    FromBot::Ready(ready).write(Encoding::Text, &mut handshake);
    Ok(Box::new(move |input, output| {
        talk(Hand::new(handshake.as_bytes(), &lists), input, output)
    }))
}

fn read(text: &str) -> Result<Lists, String> {
    let mut lists = Lists::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let parts = line.split_once(':');
        let Some(([seat @ b'A'..=b'Z'], moves)) = parts.map(|(s, m)| (s.trim().as_bytes(), m))
        else {
            return Err(format!("found {}, expected `A: MOVE MOVE …`", quote(line)));
        };
        let answer = |notation| format!("move {notation}\n").into_bytes();
        lists.push((*seat, moves.split_ascii_whitespace().map(answer).collect()));
    }
    if lists.is_empty() {
        return Err("it is empty, expected `A: MOVE MOVE …` for each seat".to_owned());
    }
    Ok(lists)
}

/// Reads in bulk and answers line by line, until `quit` or the end of input.
fn talk(mut hand: Hand, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut bytes = vec![0; BUFFER];
    let mut filled = 0;
    loop {
        let count = input.read(&mut bytes[filled..])?;
        if count == 0 {
            return Ok(());
        }
        filled += count;
        let mut start = 0;
        while let Some(length) = bytes[start..filled].iter().position(|b| *b == b'\n') {
            let line = &bytes[start..start + length];
            if line == b"quit" {
                return Ok(());
            }
            if let Some(answer) = hand.answer(line) {
                output.write_all(answer)?;
                output.flush()?;
            }
            start += length + 1;
        }
        bytes.copy_within(start..filled, 0);
        filled -= start;
    }
}

/// The prepared answers.
struct Hand<'a> {
    handshake: &'a [u8],
    lists: &'a Lists,
    /// The remaining answers in the seat's list.
    left: slice::Iter<'a, Vec<u8>>,
    /// The answer made of the first legal move, used when there are no lists.
    first: Vec<u8>,
}

impl<'a> Hand<'a> {
    fn new(handshake: &'a [u8], lists: &'a Lists) -> Hand<'a> {
        Hand {
            handshake,
            lists,
            left: [].iter(),
            first: RESIGN.to_vec(),
        }
    }

    /// Returns the line to write if the input line needs an answer. At the end of its list the bot
    /// resigns.
    fn answer(&mut self, line: &[u8]) -> Option<&[u8]> {
        let mut words = line.split(|b| *b == b' ');
        match words.next()? {
            b"go" if self.lists.is_empty() => return Some(&self.first),
            b"go" => return Some(self.left.next().map_or(RESIGN, Vec::as_slice)),
            b"hello" => return Some(self.handshake),
            b"legal" => {
                self.first.clear();
                self.first.extend_from_slice(b"move ");
                self.first.extend_from_slice(words.next()?);
                self.first.push(b'\n');
            }
            b"game" => {
                let seat = words
                    .find_map(|word| word.strip_prefix(b"seat="))?
                    .first()?;
                let list = self.lists.iter().find(|(owner, _)| owner == seat);
                self.left = list.map_or([].iter(), |(_, answers)| answers.iter());
                self.first = RESIGN.to_vec();
            }
            _ => {}
        }
        None
    }
}
