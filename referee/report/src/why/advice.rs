//! Advice on a fault: that of its diagnosis, and further hints for this fault.

use referee_record::{FaultDetail, FaultKind};

use super::Explained;
use super::language::{self, Language};
use crate::diagnosis::Diagnosis;

/// Messages of interpreters about a missing library: Python, Node, Lua, Java, C#.
const MODULES: [&str; 5] = [
    "ModuleNotFoundError",
    "Cannot find module",
    "no field package.preload",
    "NoClassDefFoundError",
    "Could not load file or assembly",
];

/// Messages of runtimes that got no more memory: Python, C++, Java, C#, Node and Octave, Lua, the C library, Rust.
const NO_MEMORY: [&str; 8] = [
    "MemoryError",
    "bad_alloc",
    "OutOfMemoryError",
    "OutOfMemoryException",
    "out of memory",
    "not enough memory",
    "Cannot allocate memory",
    "memory allocation of",
];

/// Number of the signal `SIGKILL`.
const KILL: i32 = 9;
/// Number of the signal `SIGPIPE`.
const PIPE: i32 = 13;

/// Returns the advice, the most likely first.
pub(super) fn advice(fault: &Explained) -> Vec<String> {
    let language = language::of(&fault.stderr);
    let likely = fault.diagnosis.likely().to_owned();
    match fault.diagnosis {
        Diagnosis::Crash => vec![crash(fault, language).unwrap_or(likely)],
        // Only the system says so: the place of the crash may be of use, too.
        Diagnosis::Processes if Diagnosis::Processes.cause(&fault.stderr).is_none() => {
            std::iter::once(likely)
                .chain(crash(fault, language))
                .collect()
        }
        Diagnosis::Exit if fault.reason == FaultKind::NoHandshake => {
            vec![backtrace(fault, language).map_or(likely, str::to_owned)]
        }
        Diagnosis::Memory if fault.reason == FaultKind::NoHandshake => {
            let load = "what it loads before `ready` counts: load less of it, or ask for more, by \
                        limits = { memory_mib = … } in the tournament file";
            vec![load.to_owned(), likely]
        }
        Diagnosis::NoAnswer => {
            let load = "load tables faster, or after `ready`: waiting counts from the start";
            vec![flush(language), load.to_owned(), likely]
        }
        Diagnosis::Timeout if fault.detail == FaultDetail::Silence => silence(fault, language),
        Diagnosis::Idle if fault.detail == FaultDetail::Silence => {
            // The bot has never answered yet.
            let flush = fault.longest_ns.is_none().then(|| flush(language));
            flush.into_iter().chain([likely]).collect()
        }
        Diagnosis::OtherLines if fault.reason == FaultKind::Timeout => {
            let behind =
                "if an answer belongs to the question before, the bot reads a line too few";
            vec![likely, behind.to_owned()]
        }
        _ if fault.detail == FaultDetail::EmptyMove => {
            let empty = "no word came after `move`: print both in one line";
            vec![empty.to_owned(), likely]
        }
        _ => vec![likely],
    }
}

fn flush(language: Option<Language>) -> String {
    let how = language.map_or(
        "Python print(…, flush=True), C fflush(stdout), Java System.out.flush()",
        Language::flush,
    );
    format!("flush after every line: {how}")
}

/// Returns the advice for a bot that wrote nothing in its turn.
fn silence(fault: &Explained, language: Option<Language>) -> Vec<String> {
    let likely = fault.diagnosis.likely().to_owned();
    let reads =
        "it may read a line too many: after `go` no line comes until it has answered".to_owned();
    let computed = fault.shares.map_or(0, |shares| shares.cpu_ns);
    match fault.longest_ns {
        _ if computed >= fault.allowed_ns / 2 => vec![likely, reads],
        Some(longest) if longest >= fault.allowed_ns / 2 => vec![likely, reads],
        Some(_) => vec![reads, likely],
        // The bot has never answered yet.
        None => vec![flush(language), reads, likely],
    }
}

/// Returns the advice that its stderr suggests about its end.
fn backtrace(fault: &Explained, language: Option<Language>) -> Option<&'static str> {
    if MODULES.iter().any(|mark| fault.stderr.contains(mark)) {
        return Some(
            "it loads a library that it doesn't see: put it into the bot's folder, or let `fetch` \
             and `build` of bot.toml install it there (docs/builds.md)",
        );
    }
    if NO_MEMORY.iter().any(|mark| fault.stderr.contains(mark)) {
        return Some(
            "it got no more memory: bound its tables, load less before `ready`, and set its heap below \
             the limit; a tournament gives more by limits = { memory_mib = … }",
        );
    }
    language.map(Language::backtrace)
}

fn crash(fault: &Explained, language: Option<Language>) -> Option<String> {
    if let Some(place) = backtrace(fault, language) {
        return Some(place.to_owned());
    }
    let advice = match fault.detail {
        FaultDetail::Signal(KILL) => {
            "something outside killed it: most often the system, for its memory".to_owned()
        }
        FaultDetail::Signal(PIPE) => {
            "it wrote into a pipe that was closed, such as that of a child".to_owned()
        }
        FaultDetail::Signal(_) => {
            let debugger = fault.ply.map_or(String::new(), |ply| {
                format!("; or repro with --stop-at {ply} and `gdb -p PID`")
            });
            format!(
                "for a backtrace: in C and C++ compile with -g -fsanitize=address,undefined and repeat \
                 it{debugger}; in Python `python3 -X faulthandler`; in Java the hs_err file"
            )
        }
        _ if fault.reason == FaultKind::NoHandshake => {
            "start it by hand in its folder and type `hello referee 1`, or `uci` to a chess engine"
                .to_owned()
        }
        FaultDetail::Status(_) => {
            "it ended itself with an error: look for exit(…) and for uncaught exceptions".to_owned()
        }
        _ => return None,
    };
    Some(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(detail: FaultDetail) -> Explained {
        let reason = detail.kind();
        Explained {
            seat: 'A',
            bot: String::new(),
            reason,
            detail,
            diagnosis: Diagnosis::of_fault(reason, detail),
            sentence: String::new(),
            place: [2, 2],
            ply: Some(3),
            state: String::new(),
            asked: None,
            no_script: None,
            rule: String::new(),
            legal: Vec::new(),
            legal_count: 0,
            last_bytes: String::new(),
            allowed_ns: 1000,
            first_byte_ns: None,
            newline_ns: None,
            ns: 0,
            shares: None,
            longest_ns: None,
            stderr: String::new(),
            exit: None,
            memory_bytes: None,
            cpu_us: None,
            advice: Vec::new(),
            why: String::new(),
            repro: None,
            share: None,
            picture: Vec::new(),
        }
    }

    #[test]
    fn silence_is_told_from_slowness() {
        let silent = fault(FaultDetail::Silence);
        assert!(advice(&silent)[0].starts_with("flush"));
        let slow = Explained {
            longest_ns: Some(900),
            ..silent
        };
        assert!(advice(&slow)[0].contains("it thinks longer"));
    }

    #[test]
    fn who_did_nothing_is_not_told_to_search_less() {
        let late = Explained {
            diagnosis: Diagnosis::Idle,
            ..fault(FaultDetail::Late)
        };
        assert_eq!(advice(&late), [Diagnosis::Idle.likely()]);
        let silent = Explained {
            detail: FaultDetail::Silence,
            ..late
        };
        assert!(advice(&silent)[0].starts_with("flush"));
        assert_eq!(advice(&silent)[1..], [Diagnosis::Idle.likely()]);
    }

    #[test]
    fn who_computed_all_the_time_is_not_told_to_flush_first() {
        let mut silent = fault(FaultDetail::Silence);
        (silent.diagnosis, silent.longest_ns) = (Diagnosis::Timeout, None);
        silent.allowed_ns = 1_000_000_000;
        assert!(advice(&silent)[0].starts_with("flush"));
        silent.shares = Some(referee_record::TimeBreakdown {
            cpu_ns: 971_000_000,
            ..referee_record::TimeBreakdown::default()
        });
        assert_eq!(advice(&silent)[0], Diagnosis::Timeout.likely());
        assert!(
            advice(&silent)
                .iter()
                .all(|line| !line.starts_with("flush"))
        );
    }

    #[test]
    fn memory_before_ready_has_its_own_advice() {
        let killed = Explained {
            reason: FaultKind::NoHandshake,
            ..fault(FaultDetail::MuchMemory)
        };
        let advice = advice(&killed);
        assert!(advice[0].contains("before `ready`"), "{advice:?}");
        assert!(advice[0].contains("memory_mib"), "{advice:?}");
    }

    #[test]
    fn stderr_betrays_the_language() {
        let mut crashed = fault(FaultDetail::Status(1));
        for (stderr, part) in [
            ("Traceback (most recent call last):\n", "traceback"),
            ("thread 'main' panicked at src/main.rs:3", "RUST_BACKTRACE"),
            ("Exception in thread \"main\" java.lang.X", "classes"),
            ("==1==ERROR: AddressSanitizer: heap", "-g"),
            ("node:internal/modules", "files"),
            ("goroutine 1 [running]", "GOTRACEBACK"),
            ("ModuleNotFoundError: No module named 'fox'", "library"),
            (
                "error: 'contains' undefined\nerror: called from\n",
                "MATLAB",
            ),
        ] {
            crashed.stderr = stderr.to_owned();
            assert!(advice(&crashed)[0].contains(part), "{stderr}");
        }
        for stderr in [
            "Traceback (most recent call last):\nMemoryError",
            "what():  std::bad_alloc",
        ] {
            for detail in [FaultDetail::Status(1), FaultDetail::Signal(6)] {
                let crashed = Explained {
                    stderr: stderr.to_owned(),
                    ..fault(detail)
                };
                assert!(advice(&crashed)[0].contains("memory_mib"), "{stderr}");
            }
        }
        assert!(advice(&fault(FaultDetail::Signal(11)))[0].contains("--stop-at 3"));
        assert!(advice(&fault(FaultDetail::Signal(9)))[0].contains("outside"));
    }
}
