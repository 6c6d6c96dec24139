//! Guesses the programming language of a bot from its stderr.

/// A language whose runtime reports errors in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Recognized by its tracebacks.
    Python,
    /// Recognized by exceptions of the virtual machine.
    Java,
    /// Node.
    JavaScript,
    /// Recognized by its panics.
    Rust,
    /// Recognized by panics of goroutines.
    Go,
    /// C and C++: recognized by sanitizers, the C++ runtime and glibc.
    C,
    /// C#: recognized by exceptions of .NET and Mono.
    CSharp,
    /// Recognized by Lua's interpreter.
    Lua,
    /// Octave.
    Octave,
}

/// Texts that reveal each language; the first one found decides.
const MARKS: [(&str, Language); 23] = [
    ("Traceback (most recent call last)", Language::Python),
    ("Fatal Python error", Language::Python),
    ("SyntaxError: invalid syntax", Language::Python),
    ("ModuleNotFoundError", Language::Python),
    ("panicked at", Language::Rust),
    ("Exception in thread", Language::Java),
    ("java.lang.", Language::Java),
    (
        "A fatal error has been detected by the Java",
        Language::Java,
    ),
    ("node:internal", Language::JavaScript),
    ("at Object.<anonymous>", Language::JavaScript),
    ("goroutine ", Language::Go),
    ("AddressSanitizer", Language::C),
    ("runtime error:", Language::C),
    ("terminate called", Language::C),
    ("Assertion `", Language::C),
    ("double free", Language::C),
    ("stack smashing", Language::C),
    ("Unhandled Exception:", Language::CSharp),
    ("Unhandled exception. System.", Language::CSharp),
    ("stack traceback:", Language::Lua),
    ("is not in Octave", Language::Octave),
    ("error: called from", Language::Octave),
    (".m, line ", Language::Octave),
];

/// Returns the language of the bot that wrote this stderr; `None` if nothing reveals it.
pub(super) fn of(stderr: &str) -> Option<Language> {
    let known = MARKS.iter().find(|(mark, _)| stderr.contains(mark));
    known.map(|(_, language)| *language)
}

impl Language {
    /// Returns how to flush standard output in the language.
    pub(super) fn flush(self) -> &'static str {
        match self {
            Language::Python => "print(…, flush=True)",
            Language::Java => "System.out.flush()",
            Language::JavaScript => "process.stdout.write(…), and no process.exit() after it",
            Language::Rust => "std::io::stdout().flush()",
            Language::Go => "Flush() of the bufio.Writer",
            Language::C => "fflush(stdout) or std::flush",
            Language::CSharp => "Console.Out.Flush()",
            Language::Lua => "io.stdout:flush()",
            Language::Octave => "fflush(stdout)",
        }
    }

    /// Returns how to find the place of an error in the language.
    pub(super) fn backtrace(self) -> &'static str {
        match self {
            Language::Python => {
                "the last lines of the traceback name file and line; for a crash of the \
                 interpreter itself run it with `python3 -X faulthandler`"
            }
            Language::Java => {
                "the first line of the trace that names one of your classes is the place; for a \
                 crash of the JVM read the hs_err file, and for memory set -Xmx below the limit"
            }
            Language::JavaScript => {
                "the first line of the stack that names one of your files is the place"
            }
            Language::Rust => {
                "the line after `panicked at` is the place; RUST_BACKTRACE=1 in the `env` of \
                 bot.toml shows the way to it"
            }
            Language::Go => {
                "the first goroutine's stack names the place; GOTRACEBACK=all shows all"
            }
            Language::CSharp | Language::Lua => {
                "the first line of the trace that names one of your files is the place"
            }
            Language::Octave => {
                "the line after `error:` or `undefined:` says what, those before it where; what \
                 MATLAB has and Octave lacks goes into the bot's folder as a file of its own"
            }
            Language::C => {
                "compile with -g -fsanitize=address,undefined and repeat it: the report on stderr \
                 names the line"
            }
        }
    }
}
