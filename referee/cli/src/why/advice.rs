//! What to try, by what is known about a fault.

use referee_arena::Word;

use super::Explained;
use super::language::{self, Language};
use super::text::ms;

/// What interpreters say of a library that isn't there: Python, Node, Lua, Java, C#.
const MODULES: [&str; 5] = [
    "ModuleNotFoundError",
    "Cannot find module",
    "no field package.preload",
    "NoClassDefFoundError",
    "Could not load file or assembly",
];

/// Sentences, the likeliest first.
pub fn advice(fault: &Explained) -> Vec<String> {
    let language = language::of(&fault.stderr);
    let advice = match Word::find(&fault.reason) {
        Some(Word::NoHandshake) => handshake(fault, language),
        Some(Word::Timeout) => timeout(fault, language),
        Some(Word::Crash) => crash(fault, language),
        Some(Word::Exit) => exit(fault),
        Some(Word::IllegalMove) => illegal(fault),
        Some(Word::Flood) => vec![
            "something prints in a loop; debug output belongs on stderr, of which any amount is \
             free"
                .to_owned(),
        ],
        Some(Word::Garbage) => vec![
            "a banner or debug output: print it to stderr, where it is free, or put `info ` \
             before it"
                .to_owned(),
        ],
        Some(Word::Resigned) => {
            vec!["if it should play on, look for the branch that prints `resign`".to_owned()]
        }
        Some(Word::Memory) => memory(fault),
        None => Vec::new(),
    };
    advice.into_iter().collect()
}

fn flush(language: Option<Language>) -> String {
    let how = language.map_or(
        "Python print(…, flush=True), C fflush(stdout), Java System.out.flush()",
        Language::flush,
    );
    format!("flush after every line: {how}")
}

/// What its stderr says about its end.
fn told(fault: &Explained, language: Option<Language>) -> Option<&'static str> {
    if MODULES.iter().any(|mark| fault.stderr.contains(mark)) {
        return Some(
            "it loads a library that it doesn't see: put it into the bot's folder, or let `fetch` \
             and `build` of bot.toml install it there (docs/builds.md)",
        );
    }
    language.map(Language::backtrace)
}

fn handshake(fault: &Explained, language: Option<Language>) -> Vec<String> {
    let said = |part: &str| fault.sentence.contains(part);
    if said("could not be started") {
        return vec![
            "`run` in bot.toml: is the path right, from the bot's folder? is the file executable \
             (chmod +x), and does its first line name an interpreter that is installed? is it \
             built by `build`?"
                .to_owned(),
        ];
    }
    if said("that it plays") {
        return vec!["name the game in `games=` of `ready`, or leave `games=` out".to_owned()];
    }
    let mut advice = Vec::new();
    if said("no newline") {
        advice.push("end `ready` with \\n".to_owned());
    } else if said("other lines") || said("chatter") || said("64 KiB") {
        advice.push(
            "a banner comes before `ready`, or debug output: print that to stderr".to_owned(),
        );
    } else if said("wrote nothing") {
        advice.push(flush(language));
        advice
            .push("load tables faster, or after `ready`: waiting counts from the start".to_owned());
    }
    if said("ended") || said("status") || said("signal") {
        let by_hand = "start it by hand in its folder and type `hello referee 1`";
        advice.push(told(fault, language).unwrap_or(by_hand).to_owned());
    }
    advice
}

fn timeout(fault: &Explained, language: Option<Language>) -> Vec<String> {
    let said = |part: &str| fault.sentence.contains(part);
    if (said("after the deadline") || said("no byte"))
        && let Some(idle) = idle(fault)
    {
        let flushes = said("after the deadline") || fault.longest_ns.is_some();
        let flush = (!flushes).then(|| flush(language));
        return flush.into_iter().chain(idle).collect();
    }
    if said("after the deadline") {
        return vec![
            "it was late by little: stop the search earlier, and measure from the moment `go` is \
             read, by a monotonic clock"
                .to_owned(),
        ];
    }
    if said("no newline") {
        return vec!["end the line with \\n: it is no line without".to_owned()];
    }
    if said("`move` is missing") {
        return vec!["print `move ` before the word".to_owned()];
    }
    if said("wrote") {
        return vec![
            "the answer is a line `move WORD`, in small letters; anything else, such as a banner, \
             goes to stderr"
                .to_owned(),
            "if an answer belongs to the question before, the bot reads a line too few".to_owned(),
        ];
    }
    let mut advice = Vec::new();
    let thinks = fault
        .longest_ns
        .is_some_and(|ns| ns >= fault.allowed_ns / 2);
    let think = "it may think too long, or for ever: stop by the clock that `go` gives";
    if thinks {
        advice.push(think.to_owned());
    } else if fault.longest_ns.is_none() {
        // It has never answered yet.
        advice.push(flush(language));
    }
    advice.push(
        "it may read a line too many: after `go` no line comes until it has answered".to_owned(),
    );
    if !thinks {
        advice.push(think.to_owned());
    }
    advice
}

/// What to try where the bot had its core and made no use of it.
fn idle(fault: &Explained) -> Option<[String; 2]> {
    let shares = fault.shares.filter(|s| s.is_idle(fault.allowed_ns))?;
    Some([
        format!(
            "it used {} of CPU in {}, and no wait for a core explains that: it waited for something itself, \
             such as a line of input too many, a lock or a sleep; look where, by repro and a debugger",
            ms(shares.cpu_ns),
            ms(fault.ns)
        ),
        "or it waited for the machine, such as its disk or memory: play again while nothing else runs there"
            .to_owned(),
    ])
}

fn crash(fault: &Explained, language: Option<Language>) -> Vec<String> {
    if let Some(told) = told(fault, language) {
        return vec![told.to_owned()];
    }
    let ended = |part: &str| fault.sentence.contains(part);
    if ended("SIGKILL") {
        return vec![
            "something outside killed it: most often the system, for its memory".to_owned(),
        ];
    }
    if ended("SIGPIPE") {
        return vec!["it wrote into a pipe that was closed, such as that of a child".to_owned()];
    }
    if ended("signal") {
        let debugger = fault.ply.map_or(String::new(), |ply| {
            format!("; or repro with --stop-at {ply} and `gdb -p PID`")
        });
        return vec![format!(
            "for a backtrace: in C and C++ compile with -g -fsanitize=address,undefined and repeat \
             it{debugger}; in Python `python3 -X faulthandler`; in Java the hs_err file"
        )];
    }
    vec!["it ended itself with an error: look for exit(…) and for uncaught exceptions".to_owned()]
}

fn exit(fault: &Explained) -> Vec<String> {
    let mut advice = Vec::new();
    if fault.sentence.contains("no newline") {
        advice.push("its answer lacked the \\n at the end".to_owned());
    }
    if fault.sentence.contains("closed its stdout") {
        advice.push("something closes the output, such as a `with` around stdout".to_owned());
        return advice;
    }
    advice.push(
        "the program came to its end: it must loop over questions, skip lines that it doesn't \
         know, and stop only at `quit` or at the end of its input"
            .to_owned(),
    );
    advice
}

fn illegal(fault: &Explained) -> Vec<String> {
    let mut advice = vec![
        "take the position from `state` of this question, not from an earlier one".to_owned(),
        "check your moves: `referee rules GAME` answers `state …` and `legal`".to_owned(),
    ];
    if fault.sentence.starts_with("\"\"") {
        advice.insert(
            0,
            "no word came after `move`: print both in one line".to_owned(),
        );
    }
    advice
}

fn memory(fault: &Explained) -> Vec<String> {
    let peak = fault.memory_bytes.map_or(String::new(), |bytes| {
        format!(" (it held {} MiB)", bytes >> 20)
    });
    vec![
        format!("bound its tables and the depth of its search{peak}"),
        "the jail keeps the heaps of Java, Node, .NET, Go and Mono below the limit; where the bot sets \
         -Xmx, --max-old-space-size or the like itself, it must leave room for the rest"
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use referee_record::Shares;

    use super::*;

    fn fault(reason: &str, sentence: &str) -> Explained {
        Explained {
            seat: 'A',
            bot: String::new(),
            reason: reason.to_owned(),
            sentence: sentence.to_owned(),
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
            picture: Vec::new(),
        }
    }

    #[test]
    fn every_word_has_its_advice() {
        for word in Word::ALL {
            assert!(!advice(&fault(word.text(), "it ended with status 1")).is_empty());
        }
        assert!(!advice(&fault("memory", "")).is_empty());
    }

    #[test]
    fn silence_is_told_from_slowness() {
        let silent = fault("timeout", "no byte came: …");
        assert!(advice(&silent)[0].starts_with("flush"));
        let slow = Explained {
            longest_ns: Some(900),
            ..silent
        };
        assert!(advice(&slow)[0].contains("think"));
    }

    #[test]
    fn who_did_nothing_is_not_told_to_search_less() {
        let late = Explained {
            allowed_ns: 1_000_000_000,
            ns: 1_300_000_000,
            shares: Some(Shares {
                cpu_ns: 100_000,
                ..Shares::default()
            }),
            ..fault("timeout", "the move came 300.000 ms after the deadline")
        };
        let told = advice(&late);
        assert!(
            told[0].starts_with("it used 0.10 ms of CPU in 1300 ms"),
            "{told:?}"
        );
        let mut busy = late;
        busy.shares = Some(Shares {
            cpu_ns: 900_000_000,
            ..Shares::default()
        });
        assert!(advice(&busy)[0].contains("stop the search"));
    }

    #[test]
    fn stderr_betrays_the_language() {
        let mut crashed = fault("crash", "the bot ended with status 1");
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
        let segfault = fault("crash", "the bot was ended by signal 11 (SIGSEGV)");
        assert!(advice(&segfault)[0].contains("--stop-at 3"));
    }
}
