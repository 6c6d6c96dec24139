//! Faults of a seat: the verdict words, and a sentence that tells what happened.

use std::process::ExitStatus;

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
    /// More output than is forgiven.
    Flood,
    /// Chatter where the tournament forbids it.
    Garbage,
    /// It gave up.
    Resigned,
}

impl Word {
    /// All of them.
    pub const ALL: [Word; 8] = [
        Word::NoHandshake,
        Word::IllegalMove,
        Word::Timeout,
        Word::Crash,
        Word::Exit,
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
            Word::Flood => "flood",
            Word::Garbage => "garbage",
            Word::Resigned => "resigned",
        }
    }

    /// Whether the process is killed on the spot: it can't be trusted to be in step any more.
    pub fn ends_process(self) -> bool {
        !matches!(self, Word::IllegalMove | Word::Garbage | Word::Resigned)
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

    /// The fault of a process that ended when it shouldn't have.
    pub fn ended(status: Option<ExitStatus>) -> Fault {
        match status {
            None => Fault::new(Word::Exit, "the bot closed its stdout but runs on"),
            Some(s) if s.success() => Fault::new(
                Word::Exit,
                "the bot ended by itself (status 0) before the game was over",
            ),
            Some(s) => Fault::new(Word::Crash, format!("the bot {}", how_it_ended(s))),
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
