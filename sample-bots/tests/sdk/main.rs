//! Tests transcripts: the lines of the referee (`>`) and of a bot (`<`), in order.
//!
//! The bot plays the first legal move, and its remarks repeat what it was told.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;
use std::{fs, path::Path};

use referee_bots::sdk::{self, Answer, AnswerInfo, BotTurn, Happening, Ready};

/// The lines of both sides, in order.
type Log = Rc<RefCell<Vec<String>>>;

/// Writes a line of the referee only when the bot reads on.
struct Referee<'a> {
    lines: Vec<&'a str>,
    log: Log,
}

impl Read for Referee<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.lines.is_empty() {
            return Ok(0);
        }
        let line = format!("{}\n", self.lines.remove(0));
        let shown = format!("> {line}").trim_end().to_owned();
        self.log.borrow_mut().push(shown);
        bytes[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// Logs the lines of the bot.
struct Clerk(Log);

impl Write for Clerk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("a bot writes text");
        for line in text.lines() {
            self.0.borrow_mut().push(format!("< {line}"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn remark(turn: &BotTurn) -> Answer {
    let happenings = turn.happened.iter().map(|happening| match happening {
        Happening::Played {
            seat,
            notation: word,
            ms,
        } => format!("{seat}:{word}:{ms}"),
        Happening::Chance { seat, outcome } => format!("{seat}:{outcome}"),
        Happening::Out { seat, reason } => format!("{seat}:{reason}"),
    });
    let happenings: Vec<String> = happenings.collect();
    let times = (turn.clock.move_ms, turn.clock.clock_ms, &turn.clock.others);
    let info = AnswerInfo::new().depth(turn.number).text(format!(
        "{} {} seed {} times {times:?} told {}",
        turn.game.seat,
        turn.state,
        turn.game.seed,
        happenings.join(" ")
    ));
    match turn.moves().expect("a position").first() {
        Some(notation) => Answer::play(notation).info(info),
        None => Answer::resign(),
    }
}

#[test]
fn bots_say_what_the_transcripts_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdk/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder of transcripts") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a transcript");
        let said = text.lines().filter_map(|line| line.strip_prefix('>'));
        let log = Log::default();
        let referee = Referee {
            lines: said
                .map(|line| line.strip_prefix(' ').unwrap_or(line))
                .collect(),
            log: Rc::clone(&log),
        };
        let ready = Ready {
            name: Some("clerk".to_owned()),
            ..Ready::default()
        };
        sdk::talk(
            &ready,
            BufReader::new(referee),
            Clerk(Rc::clone(&log)),
            remark,
        )
        .expect("no errors of reading or writing");
        let expected: Vec<&str> = text.lines().collect();
        assert_eq!(*log.borrow(), expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 3, "only {count} transcripts");
}
