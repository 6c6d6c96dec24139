//! Exit codes of the commands.

use std::fmt::Write as _;

/// Exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what was asked.
    Fine = 0,
    /// The answer to the question is no.
    No = 1,
    /// The command line or an input file can't be used.
    BadInput = 2,
    /// A file, a process or the system failed.
    Machine = 3,
    /// The games played don't decide the question.
    Undecided = 4,
    /// A bot failed too often and was left out.
    Parked = 5,
    /// The user pressed Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    const ALL: [(Exit, &str); 7] = [
        (Exit::Fine, "fine"),
        (Exit::No, "the answer is no"),
        (Exit::BadInput, "bad input: the command line or a file"),
        (Exit::Machine, "the machine failed, not the input"),
        (Exit::Undecided, "the games don't decide the question"),
        (Exit::Parked, "done, but a bot was parked for its failures"),
        (Exit::Interrupted, "interrupted; what was played is kept"),
    ];

    /// Returns the table of exit codes below the help.
    pub fn table() -> String {
        let mut text = String::from("Exit codes:");
        for (exit, meaning) in Exit::ALL {
            let _ = write!(text, "\n  {:<3}  {meaning}", exit as u8);
        }
        text
    }
}
