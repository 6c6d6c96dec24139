//! The words and the advice for each diagnosis.

use super::Diagnosis;
use super::Diagnosis as M;

/// Each diagnosis with its word and the advice: the table of docs/check.md.
pub(crate) const TABLE: [(Diagnosis, &str, &str); 41] = [
    (
        M::NotStarted,
        "not-started",
        "the program can't be started: is the path in `run` right, the file executable \
         (chmod +x), its interpreter installed, and was it built, for this machine?",
    ),
    (
        M::NotFlushed,
        "not-flushed",
        "the answer came only when the input ended: the output isn't flushed after each line, or the \
         bot reads all of its input before it answers",
    ),
    (
        M::Silent,
        "silent",
        "nothing came, not even at the end of the input: it may wait for a line that never comes, \
         loop for ever, or not know this message",
    ),
    (
        M::NoAnswer,
        "no-answer",
        "nothing came before the time was over: the output may not be flushed after each line, or the \
         bot waits for a line that never comes, loops for ever, or does too much before `ready`; \
         `referee check` tells which",
    ),
    (
        M::NoNewline,
        "no-newline",
        "the line isn't ended: print \\n behind it, then flush",
    ),
    (
        M::Banner,
        "banner",
        "a greeting or debug output comes before `ready`: print it to stderr. Most tournaments forgive \
         it, those with chatter = \"loss\" don't",
    ),
    (
        M::OtherLines,
        "other-lines",
        "lines came, but not the awaited one: an answer is a line `move WORD`, the one to `hello` a line \
         `ready`, and debug output belongs on stderr",
    ),
    (
        M::NoMoveWord,
        "no-move-word",
        "the word `move` is missing before the move: print `move`, a blank, and the move",
    ),
    (
        M::Spelling,
        "spelling",
        "keywords are in small letters and end at a blank: `move e4`, not `Move e4` or `move: e4`",
    ),
    (
        M::Illegal,
        "illegal-move",
        "the move isn't among the legal ones: take it from the last `legal`, or check your rules \
         against `referee rules GAME`",
    ),
    (
        M::OtherSeat,
        "other-seat",
        "this is a move of the opponent: your seat is `seat=` on the `game` line, not always the same",
    ),
    (
        M::OldPosition,
        "old-position",
        "this move was legal in an earlier question: the bot answers from old lines. Keep the last \
         `state` and `legal`, and forget them at `game`",
    ),
    (
        M::Twice,
        "answers-twice",
        "it answers a question more than once, and the second answer may be taken for one to the next \
         question: print one `move` for each `go`",
    ),
    (
        M::AlwaysA,
        "always-seat-a",
        "it plays as seat A and fails elsewhere: read `seat=`, and turn what your seat sees the other \
         way round (in onitama the cards of B)",
    ),
    (
        M::Resigned,
        "resigned",
        "the bot printed `resign`: look for the branch that does so, perhaps for want of legal moves",
    ),
    // Only `check` shows this advice; for that of `why` see `why/advice.rs`.
    (
        M::Crash,
        "crash",
        "the program failed: the last lines of its stderr name the place; to see it by hand, start it in its \
         folder and type `hello referee 1`",
    ),
    (
        M::Exit,
        "exit",
        "the program came to its end: it must loop over lines, skip those that it doesn't know, and \
         stop only at `quit` or at the end of its input",
    ),
    (
        M::Closed,
        "closed-output",
        "its standard output was closed while it ran on: something closes stdout, such as a `with` \
         around it",
    ),
    (
        M::Timeout,
        "timeout",
        "it thinks longer than `go` allows: stop by a monotonic clock, measured from the moment `go` is \
         read, some 20 ms early",
    ),
    (
        M::Idle,
        "idle",
        "it was late and hardly used the processor: it waited for something itself, such as a line of \
         input too many, a lock or a sleep, or for the machine's disk or memory",
    ),
    (
        M::Taken,
        "taken",
        "others took more time from it than it was late by: see what else ran on the machine, and have \
         the game played again with `referee annul RUN GAME --replay`",
    ),
    (
        M::Flood,
        "flood",
        "more output than is forgiven: something prints in a loop; debug output belongs on stderr",
    ),
    (
        M::Garbage,
        "garbage",
        "something other than messages is printed: debug output belongs on stderr. Most tournaments \
         forgive it, those with chatter = \"loss\" don't",
    ),
    (
        M::Memory,
        "memory",
        "it holds more memory than it may: bound its tables, and free what belongs to earlier moves; a \
         heap whose size it sets itself (-Xmx, --max-old-space-size) must leave room for the rest",
    ),
    (
        M::Processes,
        "processes",
        "it could start no more processes or threads: start fewer of them (runtimes and pools often start some \
         for each core); a tournament allows more by limits = { processes = … }",
    ),
    (
        M::ReadOnly,
        "read-only",
        "its folder is read-only in a game: write logs to stderr, and files to $TMPDIR (/tmp); what its start \
         compiles belongs in the `build` of bot.toml",
    ),
    (
        M::Games,
        "games",
        "`games=` of `ready` doesn't name the game to be played by its word in `referee rules`: add it, or \
         leave `games=` out",
    ),
    (
        M::UnknownKeyword,
        "unknown-keyword",
        "a message with a keyword that it doesn't know throws it off: skip such lines",
    ),
    (
        M::UnknownKey,
        "unknown-key",
        "a `key=value` pair or word that it doesn't know throws it off: skip what you don't know",
    ),
    (
        M::KeyOrder,
        "key-order",
        "it takes pairs by their place in the line: look them up by their names, for their order is no \
         promise",
    ),
    (
        M::LongLine,
        "long-line",
        "its buffer for a line is too short: a line to a bot has up to 16 KiB",
    ),
    (
        M::Unread,
        "unread",
        "it doesn't read all that it is told, perhaps a fixed number of lines for each question: read on \
         until `go`",
    ),
    (
        M::SlowReading,
        "slow-reading",
        "it reads all that it is told, but takes too long for it: look at the first word of a line before \
         taking it apart, and skip lines whose keyword it doesn't know. Or a line sets off a loop",
    ),
    (
        M::Clock,
        "clock",
        "it doesn't know this form of the time: keys on `go` may be missing, so look for move_ms, \
         clock_ms and cap_ms, and take a default where none is there",
    ),
    (
        M::Json,
        "json",
        "it says json=on but doesn't cope with the JSON: look values up by their names, skip unknown \
         types and names, or leave json=on out",
    ),
    (
        M::NoLegal,
        "no-legal",
        "it says legal=off, but its own rules differ from the referee's: check them with \
         `referee rules GAME perft` and a session of `referee rules GAME`, or leave legal=off out",
    ),
    (
        M::NextGame,
        "next-game",
        "it plays one game only: after `result` wait for `game` or `quit`, and forget everything about \
         the old game",
    ),
    (
        M::IgnoresQuit,
        "ignores-quit",
        "it runs on after `quit`: leave the loop there, and end threads and children",
    ),
    (
        M::IgnoresEnd,
        "ignores-end",
        "it runs on when its input has ended: end there, or it is killed after each game that went \
         wrong",
    ),
    (
        M::Together,
        "together",
        "it plays alone, but not beside copies of itself: they may share a file, a port or a lock, or \
         need more than their part of the machine",
    ),
    (
        M::OwnSeed,
        "own-seed",
        "it draws random numbers that don't follow from `seed=`, or thinks by the clock: such games \
         can't be repeated",
    ),
];
