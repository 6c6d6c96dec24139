//! Describes a fault of a seat, with the sentence that tells what happened.

use std::process::ExitStatus;

use referee_games::text::refused;
use referee_record::{FaultDetail, FaultKind};

use crate::process::status::{Excess, ProcessExit};

/// Why a bot gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurnFailure {
    /// A fault of the bot itself.
    Fault(SeatFault),
    /// A failure that is no bot's fault: the game is void.
    Void(String),
}

impl TurnFailure {
    /// Returns the sentence that tells what happened.
    pub(crate) fn sentence(&self) -> &str {
        match self {
            TurnFailure::Fault(fault) => &fault.sentence,
            TurnFailure::Void(why) => why,
        }
    }
}

impl From<SeatFault> for TurnFailure {
    fn from(fault: SeatFault) -> TurnFailure {
        TurnFailure::Fault(fault)
    }
}

/// A fault of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatFault {
    /// Kind of the fault, whose word goes into the verdict.
    pub kind: FaultKind,
    /// Exact cause of the fault.
    pub detail: FaultDetail,
    /// The fault in plain words.
    pub sentence: String,
    /// Whether the bot couldn't start a process or thread because of its limit, where that is known.
    pub refused_processes: Option<bool>,
}

impl SeatFault {
    /// Creates the fault of a bot that has said `ready`, with its sentence.
    pub fn new(detail: FaultDetail, sentence: impl Into<String>) -> SeatFault {
        SeatFault {
            kind: detail.kind(),
            detail,
            sentence: sentence.into(),
            refused_processes: None,
        }
    }

    /// Turns the fault into that of a bot that hasn't said `ready`: `NoHandshake`, unless it is `Garbage`.
    #[must_use]
    pub fn before_ready(self) -> SeatFault {
        let kind = match self.kind {
            FaultKind::Garbage => FaultKind::Garbage,
            _ => FaultKind::NoHandshake,
        };
        SeatFault { kind, ..self }
    }

    /// Turns the fault of a bot that ended into that of one that ended before it said `ready` to a message.
    #[must_use]
    pub fn unready(mut self, asked: &str) -> SeatFault {
        self.sentence += &format!(", and hadn't said `ready` after `{asked}`");
        self.before_ready()
    }

    /// Creates the fault of a bot that resigned.
    pub fn resigned() -> SeatFault {
        SeatFault::new(FaultDetail::Resign, "the bot gave up")
    }

    /// Creates the fault of a move that the rules refuse, for the reason `why`.
    pub fn illegal(notation: &str, why: &str) -> SeatFault {
        let detail = if notation.is_empty() {
            FaultDetail::EmptyMove
        } else {
            FaultDetail::RefusedMove
        };
        SeatFault::new(detail, refused(notation, why))
    }

    /// Creates the fault of a process that ended when it shouldn't have. Where the sandbox broke, the game is
    /// void instead.
    pub(crate) fn ended(end: ProcessExit) -> TurnFailure {
        let mib = |bytes: u64| bytes >> 20;
        let fault = match (end.over, end.status) {
            (Some(Excess::Memory(bytes)), _) => SeatFault::new(
                FaultDetail::MuchMemory,
                format!(
                    "the bot was killed: it held {} MiB of memory, which is more than it may (memory_mib)",
                    mib(bytes)
                ),
            ),
            (Some(Excess::Processes(count)), _) => SeatFault::new(
                FaultDetail::ManyProcesses,
                format!("the bot was killed: it ran {count} processes, more than it may"),
            ),
            (None, None) => {
                let why = "the bot's cell broke: its helper was ended from outside";
                return TurnFailure::Void(why.to_owned());
            }
            (None, Some(status)) => SeatFault {
                refused_processes: end.refused_processes,
                ..SeatFault::of(status)
            },
        };
        TurnFailure::Fault(fault)
    }

    /// Creates the fault of a bot that closed its stdout but runs on.
    pub fn silent() -> SeatFault {
        SeatFault::new(
            FaultDetail::ClosedOutput,
            "the bot closed its stdout but runs on",
        )
    }

    fn of(status: ExitStatus) -> SeatFault {
        use std::os::unix::process::ExitStatusExt;
        let detail = match (status.code(), status.signal()) {
            (Some(0), _) => {
                let sentence = "the bot ended by itself (status 0) before the game was over";
                return SeatFault::new(FaultDetail::Status(0), sentence);
            }
            (Some(code), _) => FaultDetail::Status(code),
            (None, signal) => FaultDetail::Signal(signal.unwrap_or_default()),
        };
        SeatFault::new(detail, format!("the bot {}", how_it_ended(status)))
    }
}

/// Describes the end of a process in words.
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
