//! Faults of a seat: the verdict words, and a sentence that tells what happened.

use std::process::ExitStatus;

use referee_games::text::quote;

use crate::body::{End, Excess};

/// Why a seat forfeits. The words are the same in results, tables and exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// No `ready` in time, or no process.
    NoHandshake,
    /// A move that the rules don't accept.
    IllegalMove,
    /// No complete `move` line in time.
    Timeout,
    /// Ended by a signal or with another status than 0.
    Crash,
    /// Ended with status 0, or closed its stdout.
    Exit,
    /// Killed for what it held of memory.
    Memory,
    /// More output than is forgiven.
    Flood,
    /// Chatter where the tournament forbids it.
    Garbage,
    /// It gave up.
    Resigned,
}

impl Word {
    /// All of them.
    pub const ALL: [Word; 9] = [
        Word::NoHandshake,
        Word::IllegalMove,
        Word::Timeout,
        Word::Crash,
        Word::Exit,
        Word::Memory,
        Word::Flood,
        Word::Garbage,
        Word::Resigned,
    ];

    /// The word itself.
    pub fn text(self) -> &'static str {
        match self {
            Word::NoHandshake => "no-handshake",
            Word::IllegalMove => "illegal-move",
            Word::Timeout => "timeout",
            Word::Crash => "crash",
            Word::Exit => "exit",
            Word::Memory => "memory",
            Word::Flood => "flood",
            Word::Garbage => "garbage",
            Word::Resigned => "resigned",
        }
    }

    /// The word that is spelled so.
    pub fn find(text: &str) -> Option<Word> {
        Word::ALL.into_iter().find(|word| word.text() == text)
    }

    /// Whether the fault is that the process, or its output, has come to its end: such a bot isn't
    /// told anything any more.
    pub fn is_end(self) -> bool {
        match self {
            Word::Crash | Word::Exit | Word::Memory => true,
            Word::NoHandshake
            | Word::IllegalMove
            | Word::Timeout
            | Word::Flood
            | Word::Garbage
            | Word::Resigned => false,
        }
    }

    /// Whether the process is killed on the spot: it can't be trusted to be in step any more.
    pub fn ends_process(self) -> bool {
        !matches!(self, Word::IllegalMove | Word::Garbage | Word::Resigned)
    }
}

/// What keeps a bot from answering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Setback {
    /// Its own fault.
    Fault(Fault),
    /// No fault of any bot: the game is void.
    Void(String),
}

impl Setback {
    /// What happened.
    pub(crate) fn sentence(&self) -> &str {
        match self {
            Setback::Fault(fault) => &fault.sentence,
            Setback::Void(why) => why,
        }
    }
}

impl From<Fault> for Setback {
    fn from(fault: Fault) -> Setback {
        Setback::Fault(fault)
    }
}

/// A fault of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The verdict word.
    pub word: Word,
    /// What happened, in plain words.
    pub sentence: String,
}

impl Fault {
    /// A fault and its sentence.
    pub fn new(word: Word, sentence: impl Into<String>) -> Fault {
        Fault {
            word,
            sentence: sentence.into(),
        }
    }

    /// A word that the rules refuse, and why; where the reason begins with the word, it stands there once.
    pub(crate) fn illegal(said: &str, why: &str) -> Fault {
        let said = quote(said);
        let sentence = if why.starts_with(&said) {
            why.to_owned()
        } else {
            format!("{said} {why}")
        };
        Fault::new(Word::IllegalMove, sentence)
    }

    /// The fault of a process that ended when it shouldn't have; none of its own where its cell broke.
    pub(crate) fn ended(end: End) -> Setback {
        let mib = |bytes: u64| bytes >> 20;
        let fault = match (end.over, end.status) {
            (Some(Excess::Memory(bytes)), _) => Fault::new(
                Word::Memory,
                format!(
                    "the bot was killed: it held {} MiB of memory, which is more than it may",
                    mib(bytes)
                ),
            ),
            (Some(Excess::Processes(count)), _) => Fault::new(
                Word::Crash,
                format!("the bot was killed: it ran {count} processes, more than it may"),
            ),
            (None, None) => {
                let why = "the bot's cell broke: its helper was ended from outside";
                return Setback::Void(why.to_owned());
            }
            (None, Some(status)) => Fault::of(status),
        };
        Setback::Fault(fault)
    }

    /// The fault of a bot that isn't heard any more, but runs on.
    pub fn silent() -> Fault {
        Fault::new(Word::Exit, "the bot closed its stdout but runs on")
    }

    fn of(status: ExitStatus) -> Fault {
        match status {
            s if s.success() => Fault::new(
                Word::Exit,
                "the bot ended by itself (status 0) before the game was over",
            ),
            s => Fault::new(Word::Crash, format!("the bot {}", how_it_ended(s))),
        }
    }
}

/// The end of a process in words.
pub fn how_it_ended(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with status {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}{}", signal_name(signal)),
        (None, None) => "ended in an unknown way".to_owned(),
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL, illegal instruction)",
        6 => " (SIGABRT, aborted)",
        8 => " (SIGFPE, arithmetic error)",
        9 => " (SIGKILL, killed)",
        11 => " (SIGSEGV, segmentation fault)",
        13 => " (SIGPIPE, broken pipe)",
        15 => " (SIGTERM, terminated)",
        _ => "",
    }
}
