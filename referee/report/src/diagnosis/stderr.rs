//! Finds in a bot's stderr what it lacked, where a runtime says so in its own words.

use super::Diagnosis;

/// Messages, in lower case, of runtimes that could start no more threads or processes: Python, Java (two), Go (two),
/// shells, the C library and Rust by way of `EAGAIN`, and Node.
const NO_PROCESSES: [&str; 8] = [
    "can't start new thread",
    "unable to create native thread",
    "pthread_create failed (eagain)",
    "newosproc",
    "failed to create new os thread",
    "cannot fork",
    "fork: retry",
    "failed to spawn thread",
];
/// What the system says, in lower case, of a process or thread that couldn't be started. It says the same of a
/// pipe that would block.
const TRY_AGAIN: [&str; 2] = ["resource temporarily unavailable", "eagain"];
/// Words, in lower case, that make that a message about a process or thread.
const STARTED: [&str; 4] = ["thread", "fork", "clone", "spawn"];
/// What the system says, in lower case, of a file that can't be written.
const READ_ONLY: [&str; 2] = ["read-only file system", "erofs"];

impl Diagnosis {
    /// Returns the diagnosis that follows from the stderr of a bot that ended or was late, and from whether it
    /// was refused a process or thread, where that is known.
    #[must_use]
    pub fn refined(self, stderr: &str, refused_processes: Option<bool>) -> Diagnosis {
        let ended = matches!(self, Diagnosis::Crash | Diagnosis::Exit);
        let late = matches!(self, Diagnosis::Timeout | Diagnosis::Silent);
        let says = |diagnosis: Diagnosis| diagnosis.cause(stderr).is_some();
        if !(ended || late) {
            return self;
        }
        if refused_processes != Some(false) && says(Diagnosis::Processes) {
            return Diagnosis::Processes;
        }
        if ended && says(Diagnosis::ReadOnly) {
            return Diagnosis::ReadOnly;
        }
        if ended && refused_processes == Some(true) {
            return Diagnosis::Processes;
        }
        self
    }

    /// Returns the number of the line of stderr that says what the bot lacked, from 0.
    pub fn cause(self, stderr: &str) -> Option<usize> {
        let has = |line: &str, words: &[&str]| words.iter().any(|word| line.contains(word));
        let mut lines = stderr.lines().map(str::to_lowercase);
        lines.position(|line| match self {
            Diagnosis::Processes => {
                has(&line, &NO_PROCESSES) || has(&line, &TRY_AGAIN) && has(&line, &STARTED)
            }
            Diagnosis::ReadOnly => has(&line, &READ_ONLY),
            _ => false,
        })
    }
}

/// Returns the last `most` lines, and in place of the first of them the line `cause` where that comes earlier.
pub fn last_lines(lines: &[String], most: usize, cause: Option<usize>) -> Vec<String> {
    let first = lines.len().saturating_sub(most);
    let cause = cause.filter(|cause| *cause < first);
    let cause = cause.and_then(|cause| lines.get(cause));
    let rest = &lines[first + usize::from(cause.is_some())..];
    cause.into_iter().chain(rest).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_say_what_they_lack() {
        for (stderr, expected) in [
            ("RuntimeError: can't start new thread", Diagnosis::Processes),
            (
                "java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory",
                Diagnosis::Processes,
            ),
            (
                "runtime: failed to create new OS thread (have 128 already; errno=11)",
                Diagnosis::Processes,
            ),
            (
                "failed to spawn thread: Os { code: 11, kind: WouldBlock, message: \"Resource temporarily unavailable\" }",
                Diagnosis::Processes,
            ),
            (
                "pthread_create: Resource temporarily unavailable",
                Diagnosis::Processes,
            ),
            ("sh: 1: Cannot fork", Diagnosis::Processes),
            ("read: Resource temporarily unavailable", Diagnosis::Crash),
            (
                "OSError: [Errno 30] Read-only file system: 'bot.log'",
                Diagnosis::ReadOnly,
            ),
            ("open bot.log: read-only file system", Diagnosis::ReadOnly),
            (
                "Error: EROFS: read-only file system, open 'x'",
                Diagnosis::ReadOnly,
            ),
            ("MemoryError", Diagnosis::Crash),
        ] {
            assert_eq!(Diagnosis::Crash.refined(stderr, None), expected, "{stderr}");
            assert_eq!(Diagnosis::Illegal.refined(stderr, None), Diagnosis::Illegal);
        }
    }

    #[test]
    fn what_the_system_counted_comes_before_words() {
        let words = "java.lang.OutOfMemoryError: unable to create native thread";
        for (stderr, refused, expected) in [
            (words, Some(true), Diagnosis::Processes),
            (words, Some(false), Diagnosis::Crash),
            ("", Some(true), Diagnosis::Processes),
            ("", Some(false), Diagnosis::Crash),
            ("Read-only file system", Some(true), Diagnosis::ReadOnly),
        ] {
            assert_eq!(
                Diagnosis::Crash.refined(stderr, refused),
                expected,
                "{stderr}"
            );
        }
        let late = Diagnosis::Timeout;
        assert_eq!(late.refined("", Some(true)), late);
        assert_eq!(late.refined(words, None), Diagnosis::Processes);
    }

    #[test]
    fn the_line_with_the_cause_is_shown() {
        let lines = ["a", "b", "c", "d"].map(str::to_owned);
        assert_eq!(last_lines(&lines, 3, Some(0)), ["a", "c", "d"]);
        assert_eq!(last_lines(&lines, 3, Some(2)), ["b", "c", "d"]);
        assert_eq!(last_lines(&lines, 9, Some(0)), lines);
        assert_eq!(last_lines(&lines, 2, None), ["c", "d"]);
        assert_eq!(last_lines(&[], 2, Some(1)), Vec::<String>::new());
    }
}
